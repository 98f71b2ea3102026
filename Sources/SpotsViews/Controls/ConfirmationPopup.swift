/// A question in the middle of the window, before an action is carried out.
///
/// Escape, and a press outside, mean no. Return means yes, unless the action destroys something.
package final class ConfirmationPopup: Panel {
  private var isDestructive = false
  private var onConfirm: () -> Void = {}

  /// - Parameters:
  ///   - isDestructive: Whether the action destroys something.
  ///   - onConfirm: Called after the popup has closed, if the answer is yes.
  package convenience init(
    _ question: Confirmation, isDestructive: Bool, onConfirm: @escaping () -> Void
  ) {
    weak var popup: ConfirmationPopup?
    let yes = question.button ?? "OK"
    self.init(question.title) { _, _ in
      let buttons = [
        Button("Cancel") { popup?.close() },
        Button(yes, emphasis: isDestructive ? .destructive : .primary) { popup?.confirm() },
      ]
      return Row(
        spacing: 8, alignment: .center, justification: .end, wraps: true, lineSpacing: 8,
        buttons.map { Sized(SizeLimits(minimumWidth: 96), $0) })
    }
    popup = self
    (self.isDestructive, self.onConfirm) = (isDestructive, onConfirm)
    // A click beside a button answers nothing.
    area.onClick = {}
  }

  package override var hasButtons: Bool { true }

  private func confirm() {
    close()
    onConfirm()
  }

  package override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard key == .enter, modifiers.isEmpty, !isDestructive else { return false }
    confirm()
    return true
  }
}
