/// A box that shows the chosen option and opens a menu of all options.
@MainActor
public struct ChoiceMenu: ViewElement {
  /// The options.
  public var choice: Choice
  /// The value of the chosen option, or an array of values if several can be chosen. A value that
  /// is not among the options is shown as it is.
  public var value: JSONValue
  /// Identifies the choice: an open menu closes when the view is reused for another choice.
  public var name: String
  /// The name of the menu for users who do not see it.
  public var label: String
  /// Shown while nothing is chosen; empty for the default, "Choose…".
  public var placeholder: String
  /// Called with the value the user has chosen; if nil, the enclosing item gets the value.
  public var onChange: ((JSONValue) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a menu, enabled unless given.
  public init(
    _ choice: Choice, value: JSONValue, name: String = "", label: String = "",
    placeholder: String = "", isEnabled: Bool = true, onChange: ((JSONValue) -> Void)? = nil
  ) {
    self.choice = choice
    self.value = value
    self.name = name
    self.label = label
    self.placeholder = placeholder
    self.isEnabled = isEnabled
    self.onChange = onChange
  }

  /// Sets every property.
  public func updateView(_ view: ChoiceMenuControl, with context: ViewElementContext) {
    view.show(self)
  }

  fileprivate func shownPlaceholder(in words: Words) -> String {
    placeholder.isEmpty ? words[.choose] : placeholder
  }

  /// A box with the titles of what is chosen.
  public var accessibility: Accessibility? { accessibility(in: .english) }
}

extension ChoiceMenu: WordedElement {
  func accessibility(in words: Words) -> Accessibility {
    var reading = Accessibility(role: .comboBox, details: choice.text(of: value))
    reading.placeholder = shownPlaceholder(in: words)
    return reading
  }
}

/// The view of `ChoiceMenu`: as wide as what is chosen, and at least 32 points high.
public final class ChoiceMenuControl: Control {
  private var shown = ChoiceMenu(Choice(of: []), value: .null)
  /// The menu that is open.
  private weak var menu: Menu?
  private let label = Label(.body, lineLimit: 0)

  private static let padding = Size(width: 12, height: 5.5)
  private static let markSide = 10.0
  private static let gap = 8.0
  private static let leastTextWidth = 24.0
  private static let cornerRadius = 8.0

  /// Creates a control without options.
  public required init() {
    super.init()
    label.alignment = .trailing
    addSubview(label)
  }

  /// Shows the chosen value; a menu that is open for another choice closes.
  func show(_ new: ChoiceMenu) {
    let old = shown
    (shown, isEnabled) = (new, new.isEnabled)
    if new.choice != old.choice || new.name != old.name { menu?.close() }
    menu?.update(rows)
    showText()
  }

  private func showText() {
    let text = shown.choice.text(of: shown.value)
    label.text = text.isEmpty ? shown.shownPlaceholder(in: words) : text
    label.color = text.isEmpty ? .secondary : .primary
    setNeedsLayout()
  }

  private var rows: [Menu.Row] {
    zip(shown.choice.options, shown.choice.chosen(in: shown.value)).map {
      Menu.Row(title: $0.title, isChecked: $1)
    }
  }

  // MARK: Input

  public override func pointerPressed(at point: Point, clicks: Int) { activate() }

  /// Opens the menu.
  public override func activate() {
    guard !shown.choice.options.isEmpty else { return }
    let menu = Menu(rows, name: shown.label, isSearched: true) { [weak self] in self?.choose($0) }
    menu.staysOpen = shown.choice.isMultiple
    self.menu = menu
    open(menu)
    setNeedsDisplay()
  }

  private func choose(_ index: Int) {
    let chosen = shown.choice.value(choosing: index, in: shown.value)
    guard chosen != shown.value else { return }
    shown.value = chosen
    menu?.rows = rows
    showText()
    if let onChange = shown.onChange { onChange(chosen) } else { send(.valueChanged(chosen)) }
  }

  /// Enter, Space and Alt+Down open the menu.
  public override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard key == .down, modifiers == .alt else { return super.keyPressed(key, modifiers) }
    activate()
    return true
  }

  // MARK: Layout

  private var markSide: Double { Self.markSide * textGrowth }

  private var sides: Double { Self.padding.width * 2 + Self.gap + markSide }

  public override func sizeThatFits(_ size: Size) -> Size {
    let room = Size(width: max(size.width - sides, 0), height: .infinity)
    let text = label.sizeThatFits(room)
    let line = environment?.scaled(label.font).lineHeight ?? 0
    return Size(
      width: min(max(text.width, Self.leastTextWidth) + sides, size.width),
      height: max((max(text.height, line) + Self.padding.height * 2).rounded(.up), 32))
  }

  public override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(frame.width - sides, 0)
    let height = min(label.sizeThatFits(Size(width: width, height: .infinity)).height, frame.height)
    label.frame = Rect(
      x: Self.padding.width, y: (frame.height - height) / 2, width: width, height: height)
  }

  // MARK: Drawing

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let isOpen = menu?.superview != nil
    let hover = isOpen ? 1 : hoverProgress(in: &list)
    // Not the color of a hovered row, against which the box would vanish.
    list.fill(
      bounds, theme[.surfacePressed].mixed(with: theme[.primary], 0.05 * hover),
      cornerRadius: Self.cornerRadius)
    if theme.hasOutlines {
      list.append(
        .stroke(bounds, theme[.secondary], width: 1, cornerRadius: Self.cornerRadius))
    }
    let (side, overlap) = (markSide, markSide / 10)
    let x = frame.width - Self.padding.width - side
    let tops = [(Icon.Name.up, bounds.midY - side + overlap), (.down, bounds.midY - overlap)]
    for (icon, y) in tops {
      let square = Rect(x: x, y: y, width: side, height: side)
      IconView.draw(icon, in: square, theme[.secondary], into: &list)
    }
    drawKeyboardMark(around: bounds, cornerRadius: Self.cornerRadius, in: &list)
  }
}
