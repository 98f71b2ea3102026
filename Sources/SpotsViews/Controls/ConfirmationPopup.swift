/// A question in the middle of the window, before an action is carried out.
///
/// Escape, and a press outside, mean no. Return means yes, unless the action destroys something.
package final class ConfirmationPopup: Panel {
  private var isDestructive = false
  private var answer = false
  private var onAnswer: (Bool) -> Void = { _ in }

  /// - Parameters:
  ///   - isDestructive: Whether the action destroys something.
  ///   - onAnswer: Called once, after the popup has closed.
  package convenience init(
    _ question: Confirmation, isDestructive: Bool, _ words: Words = .english,
    onAnswer: @escaping (Bool) -> Void
  ) {
    weak var popup: ConfirmationPopup?
    let yes = question.button ?? words[.ok]
    self.init(question.title) { _, _ in
      let buttons = [
        Button(words[.cancel]) { popup?.close() },
        Button(yes, emphasis: isDestructive ? .destructive : .primary) { popup?.confirm() },
      ]
      return Row(
        spacing: 8, alignment: .center, justification: .end, wraps: true, lineSpacing: 8,
        buttons.map { Sized(SizeLimits(minimumWidth: 96), $0) })
    }
    popup = self
    (self.isDestructive, self.onAnswer) = (isDestructive, onAnswer)
    // A click beside a button answers nothing.
    area.onClick = {}
  }

  package override var hasButtons: Bool { true }

  private func confirm() {
    answer = true
    close()
  }

  package override func didClose() { onAnswer(answer) }

  package override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard key == .enter, modifiers.isEmpty, !isDestructive else { return false }
    confirm()
    return true
  }
}
