/// The controls that the user works with: the one under the pointer, the one that is pressed, and
/// the one that has the keyboard.
///
/// One for the screen, owned by the presentation state, and one for the bar above it. Keeps no
/// controls alive.
@MainActor
final class ControlInput {
  private(set) weak var hovered: Control?
  /// The control that the pointer was pressed on.
  private(set) weak var pressed: Control?
  private weak var withKeyboard: Control?
  /// Whether a control has had the keyboard since it last went elsewhere.
  private var isSeated = false
  /// When the pressed control repeats its press; nil when it does not.
  private(set) var nextRepeat: Double?
  /// How long a press is held before it repeats, and the time between repeats, in seconds.
  private static let (repeatDelay, repeatInterval) = (0.5, 0.08)
  /// How many times the keyboard has gone to another control.
  private var handovers = 0
  /// Points are in its coordinates.
  private let root: View

  init(_ root: View) { self.root = root }

  // MARK: The pointer

  /// Whether the pointer's movements are meant for a control.
  var isTracking: Bool { pressed?.tracksPointer ?? false }

  /// Whether the pointer is over a control that takes text.
  var isOverText: Bool { hovered?.caretFrame != nil && hovered?.hasTextPointer == true }

  /// Follows the pointer to a control.
  func hover(_ control: Control?) {
    let answering = control?.isEnabled == true ? control : nil
    if let hovered, hovered !== answering { hovered.state.remove([.hover, .highlighted]) }
    hovered = answering
    guard let answering, pressed == nil || pressed === answering else { return }
    answering.state.insert(.hover)
    if pressed === answering { answering.state.insert(.highlighted) }
  }

  /// - Returns: Whether the press is meant for a control.
  func press(at point: Point, clicks: Int, _ now: Double) -> Bool {
    guard let hovered else { return false }
    pressed = hovered
    nextRepeat = hovered.repeatsPress ? now + Self.repeatDelay : nil
    hovered.state.insert(.highlighted)
    hovered.pointerPressed(at: hovered.convert(point, from: root), clicks: clicks)
    return true
  }

  /// Repeats a press that is held.
  func repeatPress(at now: Double) {
    guard let due = nextRepeat, now >= due else { return }
    // Repeats that late frames have missed are not made up for.
    nextRepeat = pressed == nil ? nil : now + Self.repeatInterval
    pressed?.pressRepeated()
  }

  func drag(to point: Point) {
    guard let pressed else { return }
    pressed.pointerDragged(to: pressed.convert(point, from: root))
  }

  /// - Parameter isClick: Whether the pointer has not moved away since it went down.
  /// - Returns: Whether a control was pressed.
  func release(at point: Point, isClick: Bool) -> Bool {
    guard let control = pressed else { return false }
    (pressed, nextRepeat) = (nil, nil)
    control.state.remove(.highlighted)
    control.pointerReleased(at: control.convert(point, from: root))
    if isClick, !control.tracksPointer, control === hovered { control.activate() }
    return true
  }

  /// Ends the press without activating anything.
  func cancel() {
    pressed?.state.remove(.highlighted)
    (pressed, nextRepeat) = (nil, nil)
  }

  /// Gives a turn of the wheel to the control under the pointer.
  ///
  /// - Returns: Whether it means something there.
  func turnWheel(by notches: Double) -> Bool {
    notches != 0 && hovered?.wheelTurned(by: notches) == true
  }

  /// Gives a press of the middle button to the control under the pointer; nil where there is none.
  func pressMiddle(at point: Point) -> Control? {
    hovered?.middleButtonPressed(at: hovered?.convert(point, from: root) ?? .zero)
    return hovered
  }

  // MARK: The keyboard

  /// Gives the keyboard to `control`, or to none.
  ///
  /// - Parameters:
  ///   - isMarked: Whether the control shows that it has the keyboard.
  ///   - stays: Whether the keyboard is where it was, even if another view shows the control now.
  func setKeyboard(_ control: Control?, isMarked: Bool, stays: Bool) {
    let stays = stays && isSeated
    isSeated = stays || control != nil
    if withKeyboard !== control {
      if stays { control?.keyboardWillReturn(from: withKeyboard) } else { handovers += 1 }
      withKeyboard?.state.remove(.focused)
      withKeyboard?.hasKeyboard = false
    }
    withKeyboard = control
    guard let control else { return }
    if isMarked { control.state.insert(.focused) } else { control.state.remove(.focused) }
    control.hasKeyboard = true
  }

  /// The place of typed text, in the coordinates of `root`; nil while nothing takes text.
  var textInputArea: TextInputArea? {
    guard let control = withKeyboard, control.isEnabled, let caret = control.caretFrame else {
      return nil
    }
    let origin = control.convert(.zero, from: root)
    return TextInputArea(
      caret: caret.offsetBy(x: -origin.x, y: -origin.y), field: handovers,
      isSecret: control.takesSecret)
  }
}

extension HitTest {
  /// The control under the point; nil where there is none.
  var control: Control? {
    guard let (view, point) = view else { return nil }
    return view.control(at: point)
  }
}

extension Control {
  /// The path of the part of a container in whose view the control is; nil when it is in none.
  ///
  /// - Parameter around: The part that the container is in; nil for that of the screen.
  func path(in container: SpotsScrollView, around: ItemPath? = nil) -> ItemPath? {
    for component in container.mounted {
      let path = ComponentPath(component.index, in: around)
      guard let parts = component.viewsIfLoaded?.parts else { continue }
      var mounted = parts.slots.map { (ItemPath.Part.item($0.item), parts.items[$0]) }
      mounted += [(.header, parts.header), (.footer, parts.footer)]
      for case (let part, let item?) in mounted where isInside(item.view) {
        guard let inner = item.container?.scrollView else { return path.part(part) }
        return self.path(in: inner, around: path.part(part))
      }
    }
    return nil
  }
}

extension View {
  fileprivate func isInside(_ ancestor: View) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === ancestor }
  }
}
