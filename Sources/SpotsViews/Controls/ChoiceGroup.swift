// Choices that show all their options: as segments of one row, chips, or one below the other.

/// Options of which users choose one or several.
///
/// Segments are shown as chips where they do not fit the width or several can be chosen.
@MainActor
public struct ChoiceGroup: ViewElement {
  /// The options; each has a view, so hundreds are better in a `ChoiceMenu`.
  public var choice: Choice
  /// The value of the chosen option, or an array of values if several can be chosen.
  public var value: JSONValue
  /// How the options are shown; a `menu` counts as chips.
  public var style: ChoiceStyle
  /// Called with the value the user has chosen; if nil, the enclosing item gets the value.
  public var onChange: ((JSONValue) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a group of options, as chips and enabled unless given.
  public init(
    _ choice: Choice, value: JSONValue, style: ChoiceStyle = .chips, isEnabled: Bool = true,
    onChange: ((JSONValue) -> Void)? = nil
  ) {
    self.choice = choice
    self.value = value
    self.style = style
    self.isEnabled = isEnabled
    self.onChange = onChange
  }

  /// Sets every property.
  public func updateView(_ view: ChoiceGroupControl, with context: ViewElementContext) {
    (view.onChange, view.isEnabled) = (onChange, isEnabled)
    view.show(choice, value, style)
  }

  /// The options, each chosen or not.
  public var accessibility: Accessibility? {
    let options = zip(choice.options, choice.chosen(in: value)).map { option, isChosen in
      var content = Accessibility(
        role: choice.isMultiple ? .checkBox : .radioButton, label: option.title)
      content.isChecked = isChosen
      return content
    }
    return Accessibility(role: .group, children: options)
  }
}

/// The view of `ChoiceGroup`.
///
/// Keys act on one option at a time. The left and right arrows, and those up and down in a list,
/// move to the next one, and also choose it unless the options are chips or several can be chosen;
/// Space and Enter choose it then.
public final class ChoiceGroupControl: Control {
  /// Called with the value the user has chosen, instead of telling the screen.
  public var onChange: ((JSONValue) -> Void)?
  /// The index of the option that keys act on.
  private(set) var current = 0 { didSet { if current != oldValue { setNeedsDisplay() } } }

  /// The option that keys act on; nil where there is none.
  package var currentOption: Control? { options.indices.contains(current) ? options[current] : nil }

  private var choice = Choice(of: [])
  private var value = JSONValue.null
  private var style = ChoiceStyle.chips
  private var options: [ChoiceOptionControl] = []

  private static let spacing = 8.0
  /// The distance of segments from the edge of their track.
  private static let rim = 2.0
  static let cornerRadius = 9.0

  public override var isEnabled: Bool { didSet { if isEnabled != oldValue { enableOptions() } } }

  /// Shows the options and what is chosen of them.
  func show(_ choice: Choice, _ value: JSONValue, _ wanted: ChoiceStyle) {
    let style = wanted == .segments && choice.isMultiple || wanted == .menu ? .chips : wanted
    guard (choice, value, style) != (self.choice, self.value, self.style) else { return }
    if choice != self.choice { current = 0 }
    (self.choice, self.value, self.style) = (choice, value, style)
    while options.count > choice.options.count { options.removeLast().removeFromSuperview() }
    while options.count < choice.options.count { addOption() }
    let chosen = choice.chosen(in: value)
    for (index, option) in options.enumerated() {
      option.title = choice.options[index].title
      option.isChosen = chosen[index]
    }
    if !hasKeyboard || !choice.isMultiple { current = chosen.firstIndex(of: true) ?? current }
    setNeedsLayout()
  }

  private func addOption() {
    let (option, index) = (ChoiceOptionControl(), options.count)
    option.onPress = { [weak self] in
      self?.current = index
      self?.choose(index)
    }
    options.append(option)
    addSubview(option)
    enableOptions()
  }

  private func enableOptions() { for option in options { option.setEnabled(isEnabled) } }

  private func choose(_ index: Int) {
    let chosen = choice.value(choosing: index, in: value)
    guard isEnabled, chosen != value else { return }
    show(choice, chosen, style)
    if let onChange { onChange(chosen) } else { send(.valueChanged(chosen)) }
  }

  // MARK: Keys

  public override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isEmpty, !options.isEmpty else { return false }
    switch key {
    // Beyond the ends the arrows go on to other items.
    case .up where style == .radio && current > 0: move(to: current - 1)
    case .down where style == .radio && current < options.count - 1: move(to: current + 1)
    case .left: move(to: current - 1)
    case .right: move(to: current + 1)
    case .home: move(to: 0)
    case .end: move(to: options.count - 1)
    case .enter, .space: choose(current)
    default: return false
    }
    return true
  }

  private func move(to index: Int) {
    current = min(max(index, 0), options.count - 1)
    if style == .segments || style == .radio && !choice.isMultiple { choose(current) }
  }

  // MARK: Layout

  /// The frames of the options at a given width, how they are shown there, and their size.
  private func arrangement(width: Double) -> (frames: [Rect], style: ChoiceStyle, size: Size) {
    if style == .radio { return rows(width: width) }
    let any = Size(width: .infinity, height: .infinity)
    let sizes = options.map { $0.sizeThatFits(any) }
    let (count, height) = (Double(sizes.count), sizes.map(\.height).max() ?? 0)
    let widest = sizes.map(\.width).max() ?? 0
    let total = sizes.map(\.width).reduce(0, +)
    let room = width - Self.rim * 2
    guard style == .segments, total <= room else { return chips(sizes, width: width) }
    let isEven = widest * count <= room
    var x = Self.rim
    let frames = sizes.map { size in
      defer { x += isEven ? widest : size.width }
      return Rect(x: x, y: Self.rim, width: isEven ? widest : size.width, height: height)
    }
    return (frames, .segments, Size(width: x + Self.rim, height: height + Self.rim * 2))
  }

  private func rows(width: Double) -> (frames: [Rect], style: ChoiceStyle, size: Size) {
    var size = Size.zero
    let frames = options.map { option in
      let own = option.sizeThatFits(Size(width: width, height: .infinity), as: .radio)
      defer { size = Size(width: max(size.width, own.width), height: size.height + own.height) }
      return Rect(
        x: 0, y: size.height, width: width.isFinite ? width : own.width, height: own.height)
    }
    return (frames, .radio, size)
  }

  private func chips(
    _ sizes: [Size], width: Double
  ) -> (frames: [Rect], style: ChoiceStyle, size: Size) {
    var (corner, bottom, widest) = (Point.zero, 0.0, 0.0)
    let frames = zip(options, sizes).map { option, size in
      let size = size.width > width ? option.sizeThatFits(Size(width: width)) : size
      if corner.x > 0, corner.x + size.width > width {
        corner = Point(x: 0, y: bottom + Self.spacing)
      }
      let frame = Rect(origin: corner, size: size)
      (widest, bottom) = (max(widest, frame.maxX), max(bottom, frame.maxY))
      corner.x = frame.maxX + Self.spacing
      return frame
    }
    return (frames, .chips, Size(width: widest, height: bottom))
  }

  public override func sizeThatFits(_ size: Size) -> Size { arrangement(width: size.width).size }

  public override func layoutSubviews() {
    super.layoutSubviews()
    let (frames, style, _) = arrangement(width: frame.width)
    for (option, frame) in zip(options, frames) {
      option.frame = frame
      (option.style, option.isMultiple) = (style, choice.isMultiple)
    }
  }

  // MARK: Drawing

  /// Whether a ring marks the control, or the item it is in, as having the keyboard.
  private var isMarked: Bool {
    hasKeyboard
      && sequence(first: self as View, next: \.superview).contains { $0.state.contains(.focused) }
  }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme, let first = options.first, let last = options.last else {
      return
    }
    guard first.style == .segments else { return drawMark(in: &list) }
    let track = Rect(
      x: 0, y: 0, width: last.frame.maxX + Self.rim, height: first.frame.maxY + Self.rim)
    list.fill(track, theme[.surfacePressed], cornerRadius: Self.cornerRadius)
    if theme.isHighContrast {
      list.append(.stroke(track, theme[.secondary], width: 1, cornerRadius: Self.cornerRadius))
    }
    for (before, after) in zip(options, options.dropFirst())
    where !before.isChosen && !after.isChosen {
      let line = Rect(
        x: after.frame.x - 0.5, y: after.frame.y + 8, width: 1, height: after.frame.height - 16)
      list.fill(line, theme[.secondary].opacity(0.35))
    }
    drawKeyboardMark(around: track, cornerRadius: Self.cornerRadius, in: &list)
  }

  /// Draws a ring around the chip that keys act on.
  private func drawMark(in list: inout DrawList) {
    guard isMarked, options.indices.contains(current), let theme = environment?.theme else {
      return
    }
    let (chip, radius) = (options[current].frame, options[current].cornerRadius)
    list.append(
      .stroke(chip.expanded(by: 3), theme[.focusRing], width: 2, cornerRadius: radius + 3))
  }
}

/// A segment, a chip, or a row with a circle or a box. It handles the pointer; the group handles
/// the keyboard.
final class ChoiceOptionControl: PressControl {
  var title: String {
    get { label.text }
    set {
      guard newValue != title else { return }
      label.text = newValue
      setNeedsLayout()
    }
  }
  var isChosen = false { didSet { if isChosen != oldValue { setNeedsLayout() } } }
  var style = ChoiceStyle.chips { didSet { if style != oldValue { setNeedsLayout() } } }
  /// Whether a row has a box rather than a circle.
  var isMultiple = false { didSet { if isMultiple != oldValue { setNeedsDisplay() } } }

  private let label = Label(.callout, lineLimit: 0)
  /// The room above and below the title, in points.
  private static let padding = 6.0
  private static let checkGap = 4.0
  private static let markGap = 10.0

  private var check: Double { 14 * textGrowth }
  /// How far the title of a chosen chip gives way to its check mark.
  private var shift: Double { 8 * textGrowth }
  private var side: Double { 14 + shift }

  required init() {
    super.init()
    label.alignment = .center
    addSubview(label)
  }

  override var isPart: Bool { true }

  /// Half the height of a chip with one line, in points.
  var cornerRadius: Double {
    if style == .radio { return 5 }
    let line = environment?.scaled(label.font).lineHeight ?? 0
    return min(max((line + Self.padding * 2).rounded(.up), 32), frame.height) / 2
  }

  /// Does not change the opacity: a disabled group is faint as a whole.
  func setEnabled(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
    opacity = 1
  }

  /// The side of the circle or the box of a row, in points.
  private var markSide: Double { CheckboxControl.side * textGrowth }

  func sizeThatFits(_ size: Size, as style: ChoiceStyle) -> Size {
    guard style == .radio else { return sizeThatFits(size) }
    let start = markSide + Self.markGap
    let text = label.sizeThatFits(Size(width: max(size.width - start, 0), height: .infinity))
    return Size(
      width: min(text.width + start, size.width),
      height: max((text.height + Self.padding * 2).rounded(.up), 36))
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let room = Size(width: max(size.width - side * 2, 0), height: .infinity)
    let text = label.sizeThatFits(room)
    return Size(
      width: min(text.width + side * 2, size.width),
      height: max((text.height + Self.padding * 2).rounded(.up), 32))
  }

  override func layoutSubviews() {
    let isRow = style == .radio
    label.alignment = isRow ? .leading : .center
    let start = isRow ? markSide + Self.markGap : side
    let room = Size(
      width: max(frame.width - start - (isRow ? 0 : side), 0), height: .infinity)
    let height = min(label.sizeThatFits(room).height, frame.height)
    label.frame = Rect(
      x: start + (isChosen && style == .chips ? shift : 0), y: (frame.height - height) / 2,
      width: room.width, height: height)
    let isOnAccent = style == .segments && isChosen && environment?.theme.isHighContrast == true
    label.color = isOnAccent ? .onAccent : .primary
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let theme = environment.theme
    let hover = state.contains(.highlighted) ? 2 : hoverProgress(in: &list)
    switch style {
    case .segments: drawSegment(theme, hover, in: &list)
    case .radio:
      let mark = Rect(
        x: 0, y: bounds.midY - markSide / 2, width: markSide, height: markSide)
      CheckboxControl.drawMark(
        in: mark, isRound: !isMultiple, on: isChosen ? 1 : 0, tint: 0.1 * hover, environment,
        into: &list)
    case .chips, .menu:
      drawChip(theme, hover, isFlipped: environment.isRightToLeft, in: &list)
    }
  }

  private func drawSegment(_ theme: Theme, _ hover: Double, in list: inout DrawList) {
    let radius = ChoiceGroupControl.cornerRadius - 2
    guard isChosen else {
      list.fill(bounds, theme[.primary].opacity(0.05 * hover), cornerRadius: radius)
      return
    }
    if !theme.hasOutlines {
      list.append(
        .shadow(bounds, Color.black.opacity(0.2), blur: 4, offset: 1, cornerRadius: radius))
    }
    let raised = theme[.surface].mixed(with: theme[.primary], theme.isDark ? 0.32 : 0)
    list.fill(bounds, theme.isHighContrast ? theme[.accent] : raised, cornerRadius: radius)
  }

  private func drawChip(
    _ theme: Theme, _ hover: Double, isFlipped: Bool, in list: inout DrawList
  ) {
    let radius = cornerRadius
    let rest = theme[isChosen ? .selection : .surface]
    list.fill(bounds, rest.mixed(with: theme[.primary], 0.05 * hover), cornerRadius: radius)
    let line = isChosen ? theme[.accent] : theme[.secondary].opacity(theme.isHighContrast ? 1 : 0.5)
    list.append(.stroke(bounds, line, width: isChosen ? 1.5 : 1, cornerRadius: radius))
    guard isChosen else { return }
    let check = Rect(
      x: label.frame.x - check - Self.checkGap, y: bounds.midY - check / 2, width: check,
      height: check)
    IconView.draw(.check, in: check, isFlipped: isFlipped, theme[.accent], into: &list)
  }
}
