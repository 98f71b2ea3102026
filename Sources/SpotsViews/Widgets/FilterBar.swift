/// The bar above a screen in which users type words to filter items by: a field, the number of
/// matches, and a mark that closes the bar. In a toolbar it is the field and the mark alone.
package final class FilterBar: View {
  package let field = TextFieldControl()
  /// A cross that closes the bar.
  package let closeMark = ElementView()
  package var onClose: () -> Void = {}
  /// Called when the field is to have the keyboard.
  package var onOpen: () -> Void = {}
  /// Whether it is in a toolbar, as high as the bar is.
  package var isInToolbar = false { didSet { if isInToolbar != oldValue { setNeedsLayout() } } }
  private let count = Label(.callout, .secondary)
  /// Only the number of matches, where there is no room for more.
  private let shortCount = Label(.callout, .secondary)
  /// The name of the filtered component, for screen readers.
  package var name = ""
  /// The count that screen readers read, set once typing has paused for a moment.
  private var spoken = ""
  /// The time at which the count last changed; nil once it has been read.
  private var changeTime: Double?
  /// How long typing must pause before the count is read, in seconds.
  private static let pause = 0.6

  private static let margin = 8.0
  private static let gap = 12.0
  private static let longest = 640.0

  package required init() {
    super.init()
    field.inputType = .search
    for view in [field, count, shortCount, closeMark] { addSubview(view) }
  }

  package override var sense: Sense { .cover }

  /// In points; the room that the bar takes from the screen.
  package static func height(textScale: Double) -> Double {
    (max(Font.body.lineHeight * textScale + 15, 36) + margin * 2).rounded(.up)
  }

  /// Shows how many items there are and how many match.
  ///
  /// - Parameters:
  ///   - shown: The number of items that match.
  ///   - isFiltered: Whether there is anything to filter by.
  package func show(_ shown: Int, of total: Int, isFiltered: Bool, at now: Double) {
    let text =
      isFiltered
      ? words(.countOf, ["count": shown, "total": total]) : words(.items, ["count": total])
    guard text != count.text else { return }
    (count.text, shortCount.text) = (text, "\(shown)")
    changeTime = isFiltered ? now : nil
    setNeedsLayout()
  }

  /// - Returns: The time at which screen readers will be told the count; nil once they have been.
  package func advance(to now: Double) -> Double? {
    guard let changeTime else { return nil }
    if now < changeTime + Self.pause { return changeTime + Self.pause }
    (spoken, self.changeTime) = (shortCount.text == "0" ? words[.noMatch] : count.text, nil)
    return nil
  }

  package override func layoutSubviews() {
    let scale = environment?.textScale ?? 1
    let width = max(min(frame.width - 16 * 2, Self.longest * scale), 0)
    let left = ((frame.width - width) / 2).rounded()
    let height = max(frame.height - Self.margin * 2, 0)
    let side = min(height, width)
    closeMark.element = Tappable(Icon(.cross, size: 16 * scale).centered()) { [weak self] in
      self?.onClose()
    }.accessible(label: words[.showAll])
    if isInToolbar { return layOutInToolbar() }
    closeMark.frame = Rect(x: left + width - side, y: Self.margin, width: side, height: height)
    let rest = max(width - side - Self.gap, 0)
    let room = Size(width: .infinity, height: .infinity)
    count.isHidden = count.sizeThatFits(room).width > rest * 0.4
    shortCount.isHidden = !count.isHidden
    let label = count.isHidden ? shortCount : count
    let wanted = label.sizeThatFits(room)
    let number = min(wanted.width, rest / 2)
    label.frame = Rect(
      x: left + rest - number, y: ((frame.height - wanted.height) / 2).rounded(), width: number,
      height: wanted.height)
    field.frame = Rect(
      x: left, y: Self.margin, width: max(rest - number - Self.gap, 0), height: height)
  }

  private func layOutInToolbar() {
    (count.isHidden, shortCount.isHidden) = (true, true)
    let side = closeMark.isHidden ? 0 : frame.height
    closeMark.frame = Rect(x: frame.width - side, y: 0, width: side, height: frame.height)
    field.frame = Rect(x: 0, y: 0, width: frame.width - side, height: frame.height)
  }

  package override func draw(in list: inout DrawList) {
    if isInToolbar { return }
    guard let theme = environment?.theme, let line = environment?.hairline else { return }
    list.fill(bounds, theme[.background])
    list.fill(
      Rect(x: 0, y: frame.height - line, width: frame.width, height: line), theme[.separator])
  }

  package override var accessibleParts: [AccessiblePart] {
    let label = name.isEmpty ? words[.filter] : words(.filterName, ["name": name])
    var reading = Accessibility(role: .textField, label: label)
    reading.text = field.accessibleText
    let message = Accessibility(role: .notification, label: spoken, isHidden: spoken.isEmpty)
    return [
      AccessiblePart(
        reading, frame: field.frame,
        states: field.hasKeyboard ? [.focusable, .focused] : .focusable,
        activate: { [weak self] in self?.onOpen() }),
      AccessiblePart(message, frame: (count.isHidden ? shortCount : count).frame),
    ]
      + (closeMark.isHidden
        ? [] : closeMark.accessibleParts.map { $0.moved(by: closeMark.frame.origin) })
  }
}
