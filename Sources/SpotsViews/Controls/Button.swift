/// A button with a title.
@MainActor
public struct Button: ViewElement {
  /// As many lines as it needs.
  public var title: String
  /// How much it stands out.
  public var emphasis: ButtonEmphasis
  /// Called when the user presses it; nil sends `action`.
  public var onPress: (() -> Void)?
  /// The action to send; nil for that of the enclosing item.
  public var action: String?
  /// The data that goes along with the action; nil for that of the enclosing item.
  public var payload: JSONValue?
  /// Whether the control responds to the user.
  public var isEnabled: Bool
  /// Whether its action is under way: moving dots replace the title, and presses do nothing.
  public var isBusy = false

  /// Creates a button, plain and with the action of the enclosing item unless given otherwise.
  public init(
    _ title: String, emphasis: ButtonEmphasis = .plain, action: String? = nil,
    isEnabled: Bool = true, onPress: (() -> Void)? = nil
  ) {
    self.title = title
    self.emphasis = emphasis
    self.action = action
    self.isEnabled = isEnabled
    self.onPress = onPress
  }

  /// Sets every property.
  public func updateView(_ view: ButtonControl, with context: ViewElementContext) {
    (view.title, view.emphasis, view.isEnabled) = (title, emphasis, isEnabled)
    (view.action, view.payload) = (action, payload)
    (view.onPress, view.isBusy) = (onPress, isBusy)
  }

  /// A button with its title.
  public var accessibility: Accessibility? { Accessibility(role: .button, label: title) }
}

/// The view of `Button`: as wide as its title, and at least 36 points high.
public final class ButtonControl: Control {
  /// As many lines as it needs.
  public var title: String {
    get { label.text }
    set {
      label.text = newValue
      setNeedsLayout()
    }
  }
  /// How much it stands out.
  public var emphasis = ButtonEmphasis.plain {
    didSet { if emphasis != oldValue { showEmphasis() } }
  }
  /// The action to send; nil for that of the enclosing item.
  public var action: String?
  /// The data that goes along with the action; nil for that of the enclosing item.
  public var payload: JSONValue?
  /// Called when the user presses it, in place of sending the action.
  public var onPress: (() -> Void)?
  /// Whether its action is under way.
  public var isBusy = false {
    didSet {
      guard isBusy != oldValue else { return }
      label.isHidden = isBusy
      setNeedsDisplay()
    }
  }

  private let label = Label(.bodyMedium, lineLimit: 0)
  private static let padding = Size(width: 16, height: 7.5)
  private static let cornerRadius = 8.0

  /// Creates a plain button without a title.
  public required init() {
    super.init()
    label.alignment = .center
    addSubview(label)
  }

  private func showEmphasis() {
    switch emphasis {
    case .plain: label.color = .primary
    case .primary: label.color = .onAccent
    case .destructive: label.color = .error
    }
    setNeedsDisplay()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let room = Size(width: max(size.width - Self.padding.width * 2, 0), height: .infinity)
    let text = label.sizeThatFits(room)
    return Size(
      width: text.width + Self.padding.width * 2,
      height: max((text.height + Self.padding.height * 2).rounded(.up), 36))
  }

  public override func layoutSubviews() {
    super.layoutSubviews()
    let side = min(Self.padding.width, frame.width / 2)
    let room = Size(width: frame.width - side * 2, height: .infinity)
    let height = min(label.sizeThatFits(room).height, frame.height)
    label.frame = Rect(
      x: side, y: (frame.height - height) / 2, width: room.width, height: height)
  }

  /// Calls `onPress`, or sends the action.
  public override func activate() {
    if isBusy { return }
    if let onPress { onPress() } else { send(.activated(action: action, payload: payload)) }
  }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let rest: Color =
      switch emphasis {
      case .plain: theme[.surfacePressed]
      case .primary: theme[.accent]
      case .destructive: theme[.errorSurface]
      }
    let text = theme[label.color]
    // A filled button changes more, since it moves away from the color of its title.
    let tint = state.contains(.highlighted) ? 0.2 : 0.1 * hoverProgress(in: &list)
    let isFilled = emphasis == .primary
    list.fill(
      bounds, rest.mixed(with: theme[.primary], isFilled ? tint : tint / 2),
      cornerRadius: Self.cornerRadius)
    if theme.hasOutlines, !isFilled {
      let line = theme.isHighContrast ? text : theme[.separator]
      list.append(.stroke(bounds, line, width: 1, cornerRadius: Self.cornerRadius))
    }
    if isBusy {
      let side = min(frame.height - 12, 20)
      let square = Rect(
        x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
      SpinnerView.draw(in: square, text, environment, into: &list)
    }
    drawKeyboardMark(around: bounds, cornerRadius: Self.cornerRadius, in: &list)
  }
}
