// Controls that are on or off: switches, which act at once, and check boxes, part of an answer.

/// A switch, on or off.
@MainActor
public struct Toggle: ViewElement {
  /// Whether it is on.
  public var isOn: Bool
  /// Called with the new state after a change by the user; if nil, the enclosing item gets it.
  public var onChange: ((Bool) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a switch, enabled unless given.
  public init(isOn: Bool, isEnabled: Bool = true, onChange: ((Bool) -> Void)? = nil) {
    self.isOn = isOn
    self.onChange = onChange
    self.isEnabled = isEnabled
  }

  /// Sets every property.
  public func updateView(_ view: ToggleControl, with context: ViewElementContext) {
    (view.isOn, view.onChange, view.isEnabled) = (isOn, onChange, isEnabled)
  }

  /// A switch that is on or off.
  public var accessibility: Accessibility? {
    var reading = Accessibility(role: .toggle)
    reading.isChecked = isOn
    return reading
  }
}

/// A box with or without a check mark.
@MainActor
public struct Checkbox: ViewElement {
  /// Whether it has a check mark.
  public var isChecked: Bool
  /// Called with the new state after a change by the user; if nil, the enclosing item gets it.
  public var onChange: ((Bool) -> Void)?
  /// Whether the control responds to the user.
  public var isEnabled: Bool

  /// Creates a box, enabled unless given.
  public init(isChecked: Bool, isEnabled: Bool = true, onChange: ((Bool) -> Void)? = nil) {
    self.isChecked = isChecked
    self.onChange = onChange
    self.isEnabled = isEnabled
  }

  /// Sets every property.
  public func updateView(_ view: CheckboxControl, with context: ViewElementContext) {
    (view.isOn, view.onChange, view.isEnabled) = (isChecked, onChange, isEnabled)
  }

  /// A box that is checked or not.
  public var accessibility: Accessibility? {
    var reading = Accessibility(role: .checkBox)
    reading.isChecked = isChecked
    return reading
  }
}

/// A control that is on or off and changes with a click.
open class TwoStateControl: Control {
  /// Whether it is on; only a change by the user is animated.
  public var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      turning.turn(to: isOn)
      if !isTurnedByUser { _ = turning.end() }
      setNeedsDisplay()
    }
  }
  /// Called with the new state after a change by the user, instead of telling the screen.
  public var onChange: ((Bool) -> Void)?

  private var turning = Fade()
  private var isTurnedByUser = false

  /// Switches to the other state.
  open override func activate() {
    isTurnedByUser = true
    isOn.toggle()
    if let onChange { onChange(isOn) } else { send(.valueChanged(.bool(isOn))) }
    isTurnedByUser = false
  }

  /// How far it has turned on in the frame being recorded, 0 to 1.
  final func turn(in list: inout DrawList) -> Double { part(of: &turning, in: &list) }
}

/// The view of `Toggle`: 44 by 26 points, more with larger text.
public final class ToggleControl: TwoStateControl {
  private static let size = Size(width: 44, height: 26)

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: Self.size.width * growth, height: Self.size.height * growth)
  }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let size = sizeThatFits(.zero)
    let track = Rect(
      x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width,
      height: size.height)
    let (on, hover) = (turn(in: &list), hoverProgress(in: &list))
    let radius = track.height / 2
    list.fill(track, theme.outline.mixed(with: theme[.accent], on), cornerRadius: radius)
    let side = (20 + (state.contains(.highlighted) ? 2 : hover)) * growth
    let x = track.x + radius + (track.width - radius * 2) * on
    list.fill(
      Rect(x: x - side / 2, y: track.midY - side / 2, width: side, height: side),
      (theme.isDark ? theme[.primary] : theme[.surface]).mixed(with: theme[.onAccent], on),
      cornerRadius: side / 2)
    drawKeyboardMark(around: track, cornerRadius: radius, in: &list)
  }
}

/// The view of `Checkbox`: a square of 20 points, more with larger text.
public final class CheckboxControl: TwoStateControl {
  static let side = 20.0

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: Self.side * growth, height: Self.side * growth)
  }

  public override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let side = Self.side * growth
    let box = Rect(
      x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
    let (on, hover) = (turn(in: &list), hoverProgress(in: &list))
    let tint = state.contains(.highlighted) ? 0.2 : 0.1 * hover
    Self.drawMark(in: box, on: on, tint: tint, environment, into: &list)
    drawKeyboardMark(around: box, cornerRadius: 5, in: &list)
  }

  /// Draws a box with a check mark, or a circle with a dot.
  ///
  /// - Parameters:
  ///   - on: How far it is checked, 0 to 1.
  ///   - tint: How much of the accent color is in a box that is not, 0 to 1.
  static func drawMark(
    in box: Rect, isRound: Bool = false, on: Double, tint: Double, _ environment: Environment,
    into list: inout DrawList
  ) {
    let theme = environment.theme
    let radius = isRound ? box.height / 2 : 5
    list.fill(
      box, theme[.surface].mixed(with: theme[.accent], on > 0 ? on : tint), cornerRadius: radius)
    let line = theme[.secondary].mixed(with: theme[.accent], on)
    list.append(.stroke(box, line, width: 1.5, cornerRadius: radius))
    guard on > 0 else { return }
    list.faded(by: on) { list in
      if isRound {
        let dot = box.expanded(by: -box.height * 0.3)
        list.fill(dot, theme[.onAccent], cornerRadius: dot.height / 2)
      } else {
        IconView.draw(
          .check, in: box.expanded(by: -3), isFlipped: environment.isRightToLeft,
          theme[.onAccent], into: &list)
      }
    }
  }
}
