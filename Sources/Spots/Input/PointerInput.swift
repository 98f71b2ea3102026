// The pointer: what is under it, whether it clicks that, and what a press of it becomes.

/// Turns what the pointer does into clicks, drags and scrolling.
///
/// Owned by the controller; lives as long as it does.
@MainActor
final class PointerInput {
  /// The part under the pointer.
  private(set) var hover: ItemPath?
  /// What was under the pointer when it was pressed; nil once the press became a drag.
  private(set) var pressed: ItemPath?
  private var position: Point?
  /// The time of the last press.
  private var now = 0.0
  /// The target of the first press of a series; nil when it hit nothing, or when that is gone.
  private var first: ItemPath?
  /// Whether a drag moves an item to another place, or sweeps it aside.
  private var dragsItem = false
  private var velocity = PointerVelocity()
  let wheel: WheelInput
  private let drag: ContentDrag
  private let arrows = ArrowInput()
  private let gestures: ItemGestures
  private let scrollView: SpotsScrollView
  private let navigator: ScrollNavigator
  private let focus: KeyboardFocus
  private let controls: ViewInteraction
  var onEffect: (InputEffect) -> Void = { _ in } {
    didSet { (gestures.onEffect, drag.onEffect) = (onEffect, onEffect) }
  }

  init(
    _ scrollView: SpotsScrollView, _ navigator: ScrollNavigator, _ focus: KeyboardFocus,
    _ controls: ViewInteraction
  ) {
    (self.scrollView, self.navigator) = (scrollView, navigator)
    (self.focus, self.controls) = (focus, controls)
    gestures = ItemGestures(scrollView)
    wheel = WheelInput(scrollView, gestures)
    drag = ContentDrag(scrollView)
    scrollbar.onRequest = { [weak self] in self?.scroll($0) }
  }

  private var scrollbar: Scrollbar { scrollView.scrollbar }

  /// The point at which the pointer was pressed on the screen; nil unless it is held.
  private var start: Point? { controls.isTracking ? nil : controls.pointer.start }

  /// Whether the press, if there is one, may still become a click.
  private var isStill: Bool { controls.pointer.start == nil || controls.pointer.isStill }

  /// Whether the pointer holds something: it may still become a click or a drag.
  var isHolding: Bool { controls.pointer.start != nil }

  /// Whether the pointer holds an item.
  var holdsItem: Bool { gestures.held != nil }

  /// Whether the pointer is over an arrow, and so not over the items below it.
  var isOverArrow: Bool { hoveredControl is PageArrow }

  /// Whether a click at the pointer's position would activate something that has an action, as a
  /// link or a button does, or turn a page by a dot or an arrow; false while the pointer drags.
  var isOverAction: Bool {
    guard isStill else { return false }
    if isOverArrow || hoveredControl is PageIndicator || hoveredControl is LinkControl {
      return true
    }
    guard let hover, let item = scrollView.paths.item(at: hover) else { return false }
    let isHeader = hover.last.part == .header && scrollView.paths.isDisclosure(hover)
    return (item.action != nil || isHeader || isOverChevron(hover))
      && scrollView.paths.isEnabled(hover)
  }

  /// Whether the pointer is over the sign with which a row shows and hides those inside it.
  private func isOverChevron(_ path: ItemPath) -> Bool {
    guard path.last.item != nil, scrollView.paths.isDisclosure(path), let position else {
      return false
    }
    return HitTest(scrollView, at: position).isOnChevron
  }

  /// Follows the content's change.
  func follow(_ move: ContentMove) {
    pressed = pressed.flatMap { move($0) }
    let target = first
    first = target.flatMap { move($0) }
    if target != nil, first == nil { controls.forgetSeries() }
    hover = nil
    wheel.follow()
    drag.follow()
  }

  /// The item that the pointer holds is gone.
  func dropItem() {
    guard holdsItem else { return }
    gestures.drop()
    dragsItem = false
  }

  /// Finds what is under the pointer again, after it or the content moved.
  func updateHover() {
    var (isOnScrollbar, hit) = (false, HitTest?.none)
    if let position {
      isOnScrollbar = scrollbar.isReachable && scrollbar.track.contains(position)
      if !isOnScrollbar { hit = HitTest(scrollView, at: position) }
    }
    arrows.follow(hit?.levels ?? [], isPressed: start != nil, isDragging: !isStill)
    let mark = isOnScrollbar ? scrollbar : hit?.mark
    let under = mark == nil ? hit?.activePath.map(scrollView.paths.usable) : nil
    let path = gestures.held.map(\.path) ?? under
    let isUsable = path.map(scrollView.paths.isEnabled) == true && path == hit?.path
    controls.hover(mark ?? (isUsable ? hit?.control : nil), at: position)
    guard path != hover else { return }
    hover = path
    onEffect(.statesChanged)
  }

  // MARK: Moving and pressing

  func moved(to point: Point, at now: Double) {
    position = point
    let (start, wasStill) = (start, isStill)
    if start != nil { velocity.add(point, at: now) }
    controls.step(.pointerMoved(point), over: hoveredControl, at: now)
    if let start, wasStill, !isStill { beginDrag(from: start, to: point, at: now) }
    continueDrag(to: point)
    if scrollbar.track.contains(point) { scrollbar.contentMoved(at: now) }
    updateHover()
  }

  func left(at now: Double) {
    position = nil
    controls.step(.pointerLeft, over: nil, at: now)
    updateHover()
  }

  /// - Parameter clicks: The press's number in its series, from 1.
  func pressed(
    at point: Point, clicks: Int, _ press: PointerPress = PointerPress(), at now: Double
  ) {
    (position, self.now, gestures.press, dragsItem) = (point, now, press, false)
    drag.drop()
    updateHover()
    if hoveredControl !== scrollbar { stopScrolling(at: point, now) }
    var control = hoveredControl
    if gestures.isOpen, !(control is SweptButton), control !== scrollbar { control = nil }
    // A finger scrolls where the mouse selects.
    if press.isTouch, control is SelectionArea { control = nil }
    controls.step(.pointerPressed(point, .left, clicks: clicks), over: control, at: now)
    if controls.pointer.clicks == 1 { first = hover }
    velocity = PointerVelocity()
    velocity.add(point, at: now)
    pressed = controls.pointer.clicks > 0 ? hover : nil
    control = controls.pointer.pressed
    if gestures.isOpen {
      // A press beside the item only lets it go back.
      if control == nil, gestures.closeBeside(pressed, at: now) { pressed = nil }
    } else if !controls.isTracking, pressed.map(gestures.answersLongPress) == true {
      controls.awaitLongPress(at: now)
    }
    if let pressed, let control { focus.put(on: pressed, control: control) }
    onEffect(.statesChanged)
  }

  private func stopScrolling(at point: Point, _ now: Double) {
    wheel.stop(at: now)
    focus.deactivate()
    scrollView.verticalScroll.stop(at: now)
    let turning = (hoveredControl as? PageArrow)?.component
    for component in HitTest(scrollView, at: point).components where component !== turning {
      component.horizontalScroll.stop(at: now)
    }
    updateHover()
  }

  /// The control under the pointer.
  private var hoveredControl: Control? { controls.pointer.hovered }

  func released(at point: Point, at now: Double) {
    position = point
    velocity.add(point, at: now)
    let (pressed, control, start) = (pressed, controls.pointer.pressed, start)
    let isClick = start != nil && isStill && controls.pointer.clicks > 0
    endDrag(at: now)
    if isClick, let start { settleCarousels(at: start, now) }
    self.pressed = nil
    updateHover()
    controls.step(.pointerReleased(point, .left), over: hoveredControl, at: now)
    updateHover()
    if let control, control === hoveredControl, isClick { click(control, at: point, now) }
    if isClick, gestures.isOpen {
      gestures.close(at: now)
    } else if isClick, control == nil || control is SelectionArea {
      click(pressed)
    }
    onEffect(.statesChanged)
  }

  /// Does what an arrow, a dot or a button beside a swept item is for.
  private func click(_ mark: Control, at point: Point, _ now: Double) {
    let scroll = mark.component?.scroll
    switch mark {
    case let arrow as PageArrow: scroll?.turnPage(arrow.direction.rawValue, at: now)
    case let dots as PageIndicator:
      guard let scroll, let page = dots.page(at: dots.convert(point, from: scrollView)) else {
        return
      }
      scroll.horizontalScroll.glide(to: scroll.offset(ofPage: page), at: now)
    case let button as SweptButton: gestures.choose(button.action)
    default: break
    }
  }

  /// Ends a press without a click, and a drag without a fling or a refresh; the pointer is nowhere.
  func cancel(at now: Double) {
    let wasStill = start.flatMap { isStill ? $0 : nil }
    velocity = PointerVelocity()
    endDrag(at: now, isCancelled: true)
    if let wasStill { settleCarousels(at: wasStill, now) }
    pressed = nil
    controls.step(.pointerCancelled, over: nil, at: now)
    gestures.close(at: now)
    left(at: now)
    onEffect(.statesChanged)
  }

  /// The middle button was pressed: the control under the pointer has the keyboard then.
  ///
  /// - Returns: Whether there is one.
  func middleButtonPressed(at point: Point, at now: Double) -> Bool {
    moved(to: point, at: now)
    guard let hover, let control = hoveredControl else { return false }
    controls.step(.pointerPressed(point, .middle, clicks: 1), over: control, at: now)
    focus.put(on: hover, control: control)
    onEffect(.statesChanged)
    return true
  }

  /// Whether the pointer is over a text that can be edited.
  var isOverText: Bool { isStill && controls.isOverText }

  private func click(_ pressed: ItemPath?) {
    guard let pressed, pressed == hover, let item = scrollView.paths.item(at: pressed) else {
      return
    }
    let component = scrollView.paths.component(of: pressed)?.model
    let needed = component?.interaction.mouseClick == .double ? 2 : 1
    if pressed.last.item != nil || item.action != nil || scrollView.paths.isDisclosure(pressed) {
      focus.put(on: pressed)
    }
    if pressed == first, isOverChevron(pressed) { return onEffect(.toggle(pressed)) }
    let count = controls.pointer.clicks
    let activates = pressed == first && (needed == 1 ? count == 1 : count % needed == 0)
    onEffect(.click(pressed, gestures.press.choice, activates: activates))
  }

  /// Scrolls as the scrollbar is used.
  private func scroll(_ request: Scrollbar.Request) {
    switch request {
    case .offset(let offset):
      scrollView.verticalScroll.jump(to: offset)
      // Measuring there may make the content longer; the thumb at the end stays at the end.
      navigator.stayAtBottom(offset >= scrollView.verticalScroll.maximum)
    case .page(let direction):
      let target = scrollView.verticalScroll.target + direction * scrollView.frame.height
      scrollView.verticalScroll.glide(to: target, at: now)
    }
    scrollView.setNeedsDisplay()
  }

  // MARK: Dragging

  /// The press at `start` has become a drag: of the screen, or of what is under it.
  private func beginDrag(from start: Point, to point: Point, at now: Double) {
    let taken = pressed
    pressed = nil
    controls.passOn()
    let components = HitTest(scrollView, at: start).components
    let carousel = components.first { $0.horizontalScroll.maximum > 0 }
    dragsItem =
      taken.map {
        gestures.begin($0, from: start, to: point, scrollsSideways: carousel != nil, at: now)
      } ?? false
    if !dragsItem {
      let isSideways = abs(point.x - start.x) > abs(point.y - start.y)
      if !isSideways { gestures.close(at: now) }
      drag.begin(
        from: start, isSideways ? .sideways(carousel, isTouch: gestures.press.isTouch) : .upright,
        at: now)
      settleCarousels(at: start, now)
    }
    onEffect(.statesChanged)
  }

  private func continueDrag(to point: Point) {
    if dragsItem {
      gestures.move(to: point)
      scrollView.setNeedsDisplay()
    } else {
      drag.move(to: point)
    }
  }

  private func endDrag(at now: Double, isCancelled: Bool = false) {
    let velocity = velocity.velocity(at: now)
    if dragsItem {
      gestures.end(velocity: velocity.x, isCancelled: isCancelled, at: now)
      scrollView.setNeedsDisplay()
      dragsItem = false
    } else {
      drag.end(at: position, velocity: velocity, isCancelled: isCancelled, now: now)
    }
  }

  /// Lets carousels at `point`, which a press may have stopped on their way, come to rest.
  private func settleCarousels(at point: Point, _ now: Double) {
    for carousel in HitTest(scrollView, at: point).components {
      carousel.scroll.comeToRest(at: now)
    }
  }

  // MARK: Items

  /// Moves the items that the pointer holds or has swept aside; takes one that a press rests on, or
  /// opens its menu; repeats the press of a control.
  ///
  /// - Returns: Whether the motion continues in the next frame.
  func advanceHeld(to now: Double) -> Bool {
    if controls.hold(at: now), let path = pressed, let start,
      gestures.longPress(on: path, at: start, now: now)
    {
      (dragsItem, pressed) = (true, nil)
      controls.passOn()
      onEffect(.statesChanged)
    }
    return gestures.advance(to: now)
  }

  /// Puts the item that the pointer holds, or that is swept aside, back to where it was.
  ///
  /// - Returns: Whether there is one.
  func putItemBack(at now: Double) -> Bool {
    if gestures.isOpen {
      gestures.close(at: now)
      scrollView.setNeedsDisplay()
      return true
    }
    guard holdsItem else { return false }
    endDrag(at: now, isCancelled: true)
    return true
  }

  // MARK: The wheel

  /// When the wheel's gesture ends, or a press that is held means something new, in frame time; nil
  /// for never.
  var gestureEnd: Double? {
    earlier(earlier(wheel.end, gestures.due), controls.pointer.due)
  }

  /// The wheel turned over `point`.
  func wheelTurned(
    over point: Point, by delta: Point, precise: Bool, _ modifiers: Modifiers, at now: Double
  ) {
    position = point
    let turn = WheelInput.Turn(delta, isShifted: modifiers.contains(.shift), precise: precise)
    wheel.turned(turn, over: point, hoveredControl, at: now)
  }
}
