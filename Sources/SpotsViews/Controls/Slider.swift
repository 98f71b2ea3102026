// Controls for numbers: a slider to choose roughly, a stepper to go step by step.

/// A knob on a track, for choosing a number roughly.
@MainActor
public struct Slider: ViewElement {
  /// The number; the view shows the nearest one that can be chosen.
  public var value: Double
  /// The numbers to choose from.
  public var choice: NumberChoice
  /// Called with each number while the user moves the knob; if nil, the enclosing item gets it.
  public var onChange: ((Double) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a slider, enabled unless given.
  public init(
    _ value: Double, choice: NumberChoice = NumberChoice(in: 0...1), isEnabled: Bool = true,
    onChange: ((Double) -> Void)? = nil
  ) {
    self.value = value
    self.choice = choice
    self.onChange = onChange
    self.isEnabled = isEnabled
  }

  /// Sets every property.
  public func updateView(_ view: SliderControl, with context: ViewElementContext) {
    (view.choice, view.onChange, view.isEnabled) = (choice, onChange, isEnabled)
    view.value = choice.nearest(to: value)
  }

  /// A number in its range.
  public var accessibility: Accessibility? { .number(value, choice, role: .slider) }
}

/// Two buttons that lower and raise a number by a step.
@MainActor
public struct Stepper: ViewElement {
  /// The number; the view shows the nearest one that can be chosen.
  public var value: Double
  /// The numbers to choose from.
  public var choice: NumberChoice
  /// Called with each number the user chooses; if nil, the enclosing item gets it.
  public var onChange: ((Double) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a stepper, enabled unless given.
  public init(
    _ value: Double, choice: NumberChoice, isEnabled: Bool = true,
    onChange: ((Double) -> Void)? = nil
  ) {
    self.value = value
    self.choice = choice
    self.onChange = onChange
    self.isEnabled = isEnabled
  }

  /// Sets every property.
  public func updateView(_ view: StepperControl, with context: ViewElementContext) {
    (view.choice, view.onChange, view.isEnabled) = (choice, onChange, isEnabled)
    view.value = choice.nearest(to: value)
  }

  /// A number in its range.
  public var accessibility: Accessibility? { .number(value, choice, role: .spinButton) }
}

extension Accessibility {
  /// The accessibility of a number that users choose.
  static func number(
    _ value: Double, _ choice: NumberChoice, role: AccessibleRole
  ) -> Accessibility {
    Accessibility(
      role: role,
      value: AccessibleValue(
        value, minimum: choice.range.lowerBound, maximum: choice.range.upperBound,
        step: choice.stride, isSettable: true))
  }
}

/// A control for choosing a number.
open class NumberControl: Control {
  /// The numbers to choose from.
  public var choice = NumberChoice(in: 0...1) {
    didSet { if choice != oldValue { setNeedsDisplay() } }
  }
  /// The number, one of the choice.
  public var value = 0.0 { didSet { if value != oldValue { setNeedsDisplay() } } }
  /// Called with each number the user chooses, instead of telling the screen.
  public var onChange: ((Double) -> Void)?

  /// Chooses the number nearest to `number`, as the user does.
  public final func choose(_ number: Double) {
    let number = choice.nearest(to: number)
    guard number != value else { return }
    value = number
    if let onChange { onChange(number) } else { send(.valueChanged(.of(number))) }
  }

  /// The left and right arrows change the number by the choice's `stride`.
  open override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isEmpty else { return false }
    switch key {
    case .left: choose(value - choice.stride)
    case .right: choose(value + choice.stride)
    default: return false
    }
    return true
  }
}

/// The view of `Slider`: 28 points high, more with larger text, and as wide as there is room.
public final class SliderControl: NumberControl {
  /// The number of equal parts into which the track is divided for the pointer.
  private static let places = 1000.0

  private var side: Double { 18 * growth }

  public override var sense: Sense { .drag }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width.isFinite ? size.width : 160, height: 28 * growth)
  }

  /// The x coordinates between which the middle of the knob moves.
  private var reach: ClosedRange<Double> {
    let margin = min(side / 2 + 1, frame.width / 2)
    return margin...max(frame.width - margin, margin)
  }

  private func choose(at point: Point) {
    let length = reach.upperBound - reach.lowerBound
    let exact = length > 0 ? (point.x - reach.lowerBound) / length : 0
    // No hand is more exact than this, and the number is easier to read.
    let part = (exact * Self.places).rounded() / Self.places
    let range = choice.range
    choose(range.lowerBound + min(max(part, 0), 1) * (range.upperBound - range.lowerBound))
  }

  public override func pointerPressed(at point: Point, clicks: Int) { choose(at: point) }

  public override func pointerDragged(to point: Point) { choose(at: point) }

  /// Home and End choose the least and the greatest number.
  public override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isEmpty else { return false }
    switch key {
    case .home: choose(choice.range.lowerBound)
    case .end: choose(choice.range.upperBound)
    default: return super.keyPressed(key, modifiers)
    }
    return true
  }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let range = choice.range
    let length = range.upperBound - range.lowerBound
    let part = length > 0 ? (value - range.lowerBound) / length : 0
    let x = reach.lowerBound + (reach.upperBound - reach.lowerBound) * part
    let (side, thickness) = (side, 4 * growth)
    let y = bounds.midY - thickness / 2
    list.fill(
      Rect(x: 0, y: y, width: frame.width, height: thickness),
      theme[.secondary].opacity(theme.isHighContrast ? 1 : 0.4), cornerRadius: thickness / 2)
    list.fill(
      Rect(x: 0, y: y, width: x, height: thickness), theme[.accent], cornerRadius: thickness / 2)
    let isPressed = state.contains(.highlighted)
    let halo = side + (isPressed ? 10 : 8 * hoverProgress(in: &list))
    let knob = Rect(x: x - side / 2, y: bounds.midY - side / 2, width: side, height: side)
    if halo > side {
      list.fill(
        knob.expanded(by: (halo - side) / 2), theme[.accent].opacity(0.18),
        cornerRadius: halo / 2)
    }
    list.fill(knob, theme[.accent], cornerRadius: side / 2)
    list.fill(knob.expanded(by: -5 * growth), theme[.onAccent], cornerRadius: side / 2 - 5 * growth)
    drawKeyboardMark(around: knob, cornerRadius: side / 2, in: &list)
  }
}

/// The view of `Stepper`: 72 by 32 points, half for each button, more with larger text.
public final class StepperControl: NumberControl {
  private static let size = Size(width: 72, height: 32)
  /// Which button the pointer presses: −1 the one that lowers, 1 the one that raises, 0 none.
  private var pressedSide = 0.0 { didSet { setNeedsDisplay() } }
  private var hasRepeated = false

  public override var sense: Sense { [.drag, .hold] }

  /// Steps again in the direction of the pressed button.
  public override func pressRepeated() {
    guard pressedSide != 0 else { return }
    hasRepeated = true
    choose(value + pressedSide * choice.stride)
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: Self.size.width * growth, height: Self.size.height * growth)
  }

  private func side(at point: Point) -> Double {
    bounds.contains(point) ? (point.x < bounds.midX ? -1 : 1) : 0
  }

  public override func pointerPressed(at point: Point, clicks: Int) {
    (pressedSide, hasRepeated) = (side(at: point), false)
  }

  public override func pointerReleased(at point: Point) {
    if pressedSide != 0, !hasRepeated, side(at: point) == pressedSide {
      choose(value + pressedSide * choice.stride)
    }
    pressedSide = 0
  }

  package override func pointerCancelled() { pressedSide = 0 }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let hover = hoverProgress(in: &list)
    list.fill(
      bounds, theme[.surfacePressed].mixed(with: theme[.primary], 0.05 * hover), cornerRadius: 8)
    if theme.hasOutlines {
      list.append(.stroke(bounds, theme[.secondary], width: 1, cornerRadius: 8))
    }
    for (side, icon) in [(-1.0, Icon.Name.minus), (1, .plus)] {
      let half = Rect(
        x: side < 0 ? 0 : frame.width / 2, y: 0, width: frame.width / 2, height: frame.height)
      if pressedSide == side {
        list.fill(half.expanded(by: -2), theme[.secondary].opacity(0.25), cornerRadius: 6)
      }
      let isAtEnd = side < 0 ? value <= choice.range.lowerBound : value >= choice.range.upperBound
      list.faded(by: isAtEnd ? 0.4 : 1) { list in
        let square = Rect(x: half.midX, y: half.midY, width: 0, height: 0).expanded(by: 8 * growth)
        IconView.draw(icon, in: square, theme[.primary], into: &list)
      }
    }
    list.fill(
      Rect(x: bounds.midX - 0.5, y: 8, width: 1, height: frame.height - 16), theme[.separator])
    drawKeyboardMark(around: bounds, cornerRadius: 8, in: &list)
  }
}
