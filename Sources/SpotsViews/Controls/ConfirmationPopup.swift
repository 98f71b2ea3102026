/// A question in the middle of the window, before an action is carried out.
///
/// Escape, and a press outside, mean no. Return means yes, unless the action destroys something.
package final class ConfirmationPopup: Popup {
  private var question = Confirmation("")
  private var isDestructive = false
  private var onConfirm: () -> Void = {}
  private let host = ElementView()

  private static let padding = 20.0
  /// The greatest width before text scale, in points.
  private static let widest = 400.0

  package required init() {
    super.init()
    area.content.addSubview(host)
    area.insets = EdgeInsets(
      top: Self.padding, left: Self.padding, bottom: Self.padding, right: Self.padding)
  }

  /// - Parameters:
  ///   - isDestructive: Whether the action destroys something.
  ///   - onConfirm: Called after the popup has closed, if the answer is yes.
  package convenience init(
    _ question: Confirmation, isDestructive: Bool, onConfirm: @escaping () -> Void
  ) {
    self.init()
    (self.question, self.isDestructive) = (question, isDestructive)
    (self.onConfirm, name) = (onConfirm, question.title)
  }

  package override var fillsAnchor: Bool { false }
  package override var hasButtons: Bool { true }

  private func confirm() {
    close()
    onConfirm()
  }

  package override func sizeThatFits(_ size: Size) -> Size {
    let scale = max(environment?.textScale ?? 1, 1)
    let width = min(Self.widest * scale, size.width)
    let room = max(width - Self.padding * 2, 0)
    let buttons = [
      Button("Cancel") { [weak self] in self?.close() },
      Button(question.button ?? "OK", emphasis: isDestructive ? .destructive : .primary) {
        [weak self] in self?.confirm()
      },
    ].map { Sized(SizeLimits(minimumWidth: 96), $0) }
    host.element = Column(
      spacing: 20,
      [
        LabelElement(question.title, font: .headline, lineLimit: 0),
        Row(
          spacing: 8, alignment: .center, justification: .end, wraps: true, lineSpacing: 8, buttons),
      ])
    let height = host.sizeThatFits(Size(width: room, height: .infinity)).height
    host.frame.size = Size(width: room, height: height)
    return Size(width: width, height: height + Self.padding * 2)
  }

  package override func layoutSubviews() {
    area.frame = bounds
    area.show(height: host.frame.height)
  }

  package override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard key == .enter, modifiers.isEmpty, !isDestructive else { return false }
    confirm()
    return true
  }
}
