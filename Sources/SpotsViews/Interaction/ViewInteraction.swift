// What the pointer and the keyboard do to the controls of a view tree: hover, press, drag, release,
// repeat, and which control has the keyboard.

/// The state of the pointer in a view tree. A step depends on the state, the view under the
/// pointer, the event and its time alone, and yields what happens to controls. Keeps no views
/// alive.
@MainActor
package struct PointerState {
  /// Something that happens to a control. Points are in the coordinates of the tree's root.
  package enum Effect {
    case mark(Control, ViewState)
    case unmark(Control, ViewState)
    case press(Control, Point, clicks: Int)
    case pressMiddle(Control, Point)
    case drag(Control, Point)
    case release(Control, Point)
    case cancel(Control)
    case repeatPress(Control)
    case activate(Control)
  }

  private enum Press {
    case none, here
    /// The press is meant for something else, and no control reacts until it ends.
    case elsewhere
  }

  /// The enabled control under the pointer.
  package private(set) weak var hovered: Control?
  /// The control that the pointer was pressed on.
  package private(set) weak var pressed: Control?
  /// When a press that is held repeats, or means something else; nil for never.
  package private(set) var due: Double?
  private var press = Press.none
  /// The point at which the pointer was pressed; nil unless it is held.
  package private(set) var start: Point?
  /// Whether the press may still become a click, since the pointer has not moved far.
  package private(set) var isStill = false
  /// The presses of the present series, in quick succession at one place; 0 for one that began
  /// elsewhere. What comes under the pointer because of the first press gets none of the others: a
  /// user who clicks twice where one click is enough means what was there before.
  package private(set) var clicks = 0
  private var seriesStart = Point.zero
  /// Whether a press goes on to the control that it is moved to, as in a menu.
  private let slides: Bool
  /// A press that moves further than this is a drag, in points.
  fileprivate var reach = Environment.usualDragThreshold

  /// How long a press is held before it repeats or means something else, and the time between
  /// repeats, in seconds.
  private static let (repeatDelay, repeatInterval) = (0.5, 0.08)

  package init(slides: Bool = false) { self.slides = slides }

  /// Whether the pointer was pressed on a view that senses it, and is held since.
  package var isHolding: Bool { press == .here }

  /// - Parameters:
  ///   - event: What the user did; keys, text and the wheel have no effect.
  ///   - view: The frontmost view under the pointer that senses it.
  package mutating func step(
    _ event: InputEvent, over view: View?, at now: Double
  ) -> [Effect] {
    switch event {
    case .pointerMoved(let point):
      if let start, point.distance(to: start) > reach { isStill = false }
      slide(to: view)
      let effects = hover(view)
      guard let pressed, pressed.sense.contains(.drag) else { return effects }
      return effects + [.drag(pressed, point)]
    case .pointerPressed(let point, .left, let clicks, _, _):
      return begin(at: point, clicks, over: view, now)
    case .pointerPressed(let point, .middle, _, _, _):
      return hover(view) + (hovered.map { [.pressMiddle($0, point)] } ?? [])
    case .pointerReleased(let point, .left): return end(at: point, over: view)
    case .pointerLeft:
      clicks = 0
      return hover(nil)
    case .pointerCancelled:
      defer { (press, start) = (.none, nil) }
      return passOn() + hover(nil)
    default: return []
    }
  }

  private mutating func begin(
    at point: Point, _ clicks: Int, over view: View?, _ now: Double
  ) -> [Effect] {
    let isFar =
      point.distance(to: seriesStart) > max(reach, Environment.usualDragThreshold)
    if clicks <= 1 || self.clicks > 0 && isFar {
      // The system lets a series wander over several small items.
      (self.clicks, seriesStart) = (1, point)
    } else if self.clicks > 0 {
      self.clicks += 1
    }
    (press, start, isStill) = (view == nil ? .elsewhere : .here, point, true)
    let control = self.clicks > 0 ? Self.enabled(view) : nil
    pressed = control
    due = control?.sense.contains(.hold) == true ? now + Self.repeatDelay : nil
    return hover(view) + (control.map { [.press($0, point, clicks: self.clicks)] } ?? [])
  }

  private mutating func end(at point: Point, over view: View?) -> [Effect] {
    let released = pressed
    (pressed, press, due, start) = (nil, .none, nil, nil)
    guard let released else { return hover(view) }
    var effects = [.unmark(released, .highlighted), .release(released, point)] + hover(view)
    let isClick = released.sense.contains(.click) && (isStill || !released.sense.contains(.drag))
    if released === hovered, isClick { effects.append(.activate(released)) }
    return effects
  }

  /// Begins with a press at `point` that was meant for another view, the one that opened this tree.
  /// Once the pointer has moved, its release is meant for the view below it.
  package mutating func beginPressed(at point: Point) {
    (press, start, isStill, clicks, seriesStart) = (.here, point, true, 1, point)
  }

  /// The press, while it is held, is meant for something else from now on.
  package mutating func passOn() -> [Effect] {
    defer { (pressed, press, due, isStill) = (nil, .elsewhere, nil, false) }
    return pressed.map { [.unmark($0, .highlighted), .cancel($0)] } ?? []
  }

  /// The press means something else if it is held long enough.
  package mutating func awaitLongPress(at now: Double) { due = now + Self.repeatDelay }

  /// Forgets the series of clicks.
  fileprivate mutating func forget() { clicks = 0 }

  private mutating func slide(to view: View?) {
    guard slides, press == .here, pressed != nil || !isStill,
      pressed?.sense.contains(.drag) != true, let control = Self.enabled(view),
      !control.sense.contains(.drag)
    else { return }
    pressed = control
  }

  private static func enabled(_ view: View?) -> Control? {
    (view as? Control).flatMap { $0.isEnabled ? $0 : nil }
  }

  /// The view under the pointer is another one, although the pointer may not have moved.
  package mutating func hover(_ view: View?) -> [Effect] {
    let control = Self.enabled(view)
    var effects: [Effect] = []
    if let hovered, hovered !== control {
      effects.append(.unmark(hovered, [.hover, .highlighted]))
    }
    hovered = control
    guard let control, press == .none || pressed === control else { return effects }
    let states: ViewState = pressed === control ? [.hover, .highlighted] : .hover
    return control.state.isSuperset(of: states) ? effects : effects + [.mark(control, states)]
  }

  /// Repeats a press that is held, if it is time.
  ///
  /// - Returns: What happens, and whether the press has become a long one.
  package mutating func hold(at now: Double) -> (effects: [Effect], isLong: Bool) {
    guard let due, now >= due else { return ([], false) }
    guard let pressed, pressed.sense.contains(.hold) else {
      self.due = nil
      return ([], isStill)
    }
    // Repeats that late frames have missed are not made up for.
    self.due = now + Self.repeatInterval
    return ([.repeatPress(pressed)], false)
  }
}

/// Has the controls of a view tree respond to the user.
///
/// There is one for the screen, and one for each thing in front of it. Keeps no controls alive.
@MainActor
package final class ViewInteraction {
  package private(set) var pointer = PointerState()
  private weak var withKeyboard: Control?
  /// Whether a control has had the keyboard since it last went elsewhere.
  private var isSeated = false
  /// How many times the keyboard has gone to another control.
  private var handovers = 0
  private weak var root: View?

  /// - Parameters:
  ///   - root: The root of the tree, in whose coordinates all points are.
  ///   - slides: Whether a press goes on to the control that it is moved to, as in a menu.
  package init(_ root: View, slides: Bool = false) {
    self.root = root
    pointer = PointerState(slides: slides)
  }

  // MARK: The pointer

  /// Whether the pointer's movements are meant for a control.
  package var isTracking: Bool { pointer.pressed?.sense.contains(.drag) ?? false }

  /// Whether the pointer is over a control that takes text.
  package var isOverText: Bool { pointer.hovered?.sense.contains(.text) ?? false }

  /// Whether the pointer is over an edge that can be moved sideways, or moves it.
  package var isOverEdge: Bool {
    (pointer.pressed ?? pointer.hovered)?.sense.contains(.edge) ?? false
  }

  /// The frontmost view at a point that senses something.
  package func view(at point: Point) -> View? {
    root?.front(at: point) { !$0.sense.isEmpty }?.view
  }

  /// Finds what is under the pointer, and has the controls there respond.
  ///
  /// - Returns: Whether the event is meant for the tree rather than for what is behind it.
  package func handle(_ event: InputEvent, at now: Double) -> Bool {
    let view = event.point.flatMap(view)
    let wasHolding = pointer.isHolding
    step(event, over: view, at: now)
    switch event {
    case .pointerMoved, .pointerReleased(_, .left): return wasHolding
    case .pointerPressed(_, let button, _, _, _):
      return view != nil && [.left, .middle, .right].contains(button)
    default: return false
    }
  }

  /// Has the controls respond, where it is known what is under the pointer.
  package func step(_ event: InputEvent, over view: View?, at now: Double) {
    if let reach = root?.environment?.dragThreshold { pointer.reach = reach }
    for effect in pointer.step(event, over: view, at: now) { perform(effect) }
  }

  private func inside(_ control: Control, _ point: Point) -> Point {
    root.map { control.convert(point, from: $0) } ?? point
  }

  /// See `PointerState.beginPressed(at:)`.
  package func beginPressed(at point: Point) { pointer.beginPressed(at: point) }

  /// Follows the pointer, or content that moves under it.
  ///
  /// - Parameter point: The place of the pointer, where the view is to know it.
  package func hover(_ view: View?, at point: Point? = nil) {
    for effect in pointer.hover(view) { perform(effect) }
    guard let point, let control = pointer.hovered else { return }
    control.pointerMoved(to: inside(control, point))
  }

  /// Repeats a press that is held, and returns whether it has become a long one.
  package func hold(at now: Double) -> Bool {
    let (effects, isLong) = pointer.hold(at: now)
    for effect in effects { perform(effect) }
    return isLong
  }

  /// See `PointerState.awaitLongPress(at:)`.
  package func awaitLongPress(at now: Double) { pointer.awaitLongPress(at: now) }

  /// The press is meant for something else than a control from now on.
  package func passOn() { for effect in pointer.passOn() { perform(effect) } }

  /// Forgets a press, and the series of clicks it belongs to: its end is meant for something else.
  package func cancel() {
    step(.pointerCancelled, over: nil, at: 0)
    forgetSeries()
  }

  /// Further presses of a series mean nothing.
  package func forgetSeries() { pointer.forget() }

  private func perform(_ effect: PointerState.Effect) {
    switch effect {
    case .mark(let control, let states): control.state.formUnion(states)
    case .unmark(let control, let states): control.state.subtract(states)
    case .press(let control, let point, let clicks):
      control.pointerPressed(at: inside(control, point), clicks: clicks)
    case .pressMiddle(let control, let point):
      control.middleButtonPressed(at: inside(control, point))
    case .drag(let control, let point): control.pointerDragged(to: inside(control, point))
    case .release(let control, let point): control.pointerReleased(at: inside(control, point))
    case .cancel(let control): control.pointerCancelled()
    case .repeatPress(let control): control.pressRepeated()
    case .activate(let control): control.activate()
    }
  }

  // MARK: The keyboard

  /// Gives the keyboard to `control`, or to none.
  ///
  /// - Parameters:
  ///   - isMarked: Whether the control shows that it has the keyboard.
  ///   - stays: Whether the keyboard is where it was, even if another view shows the control now.
  package func setKeyboard(_ control: Control?, isMarked: Bool, stays: Bool = false) {
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

  /// Whether a control has the keyboard.
  var hasKeyboard: Bool { withKeyboard != nil }

  /// Gives the keyboard to the next control of the tree, or takes it from the last one.
  ///
  /// - Returns: Whether there is another control.
  @discardableResult
  package func moveKeyboard(isForward: Bool) -> Bool {
    let stops = stops
    let place = stops.firstIndex { $0 === withKeyboard }
    let next = isForward ? (place ?? -1) + 1 : (place ?? stops.count) - 1
    setKeyboard(stops.indices.contains(next) ? stops[next] : nil, isMarked: true)
    return withKeyboard != nil
  }

  /// The controls that Tab stops at, in its order.
  private var stops: [Control] { root?.controls.filter { $0.isEnabled && !$0.isPart } ?? [] }

  /// Gives the keyboard to the control beside the one that has it, in a bar of controls.
  ///
  /// - Returns: Whether the control is in a bar.
  private func moveInside(isForward: Bool) -> Bool {
    let around = withKeyboard.map { sequence(first: $0 as View) { $0.superview } }
    guard let bar = around?.first(where: \.arrowsMoveInside) else { return false }
    let stops = bar.controls.filter { $0.isEnabled && !$0.isPart }
    guard let place = stops.firstIndex(where: { $0 === withKeyboard }) else { return false }
    let next = place + (isForward ? 1 : -1)
    if stops.indices.contains(next) { setKeyboard(stops[next], isMarked: true) }
    return true
  }

  /// Gives a key to the control that has the keyboard. Tab goes on to the next one; arrows move
  /// along a bar, and otherwise leave it.
  ///
  /// - Returns: Whether the key is meant for the tree.
  package func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard let control = withKeyboard, stops.contains(where: { $0 === control }) else {
      return false
    }
    if control.keyPressed(key, modifiers) { return true }
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    if key == .tab { return moveKeyboard(isForward: !modifiers.contains(.shift)) }
    if key == .left || key == .right, moveInside(isForward: key == .right) { return true }
    if [.up, .down, .left, .right].contains(key) { setKeyboard(nil, isMarked: false) }
    return false
  }

  /// The place of typed text, in the coordinates of the root; nil while nothing takes text.
  package var textInputArea: TextInputArea? {
    guard let root, let control = withKeyboard, control.isEnabled, let caret = control.caretFrame
    else { return nil }
    let origin = control.convert(.zero, from: root)
    return TextInputArea(
      caret: caret.offsetBy(x: -origin.x, y: -origin.y), field: handovers,
      isSecret: control.takesSecret)
  }
}
