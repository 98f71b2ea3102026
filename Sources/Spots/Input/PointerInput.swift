// The pointer: what is under it, whether it clicks that, what it drags, and what its wheel moves.

/// Turns what the pointer does into clicks, drags and scrolling.
///
/// Owned by the controller; lives as long as it does.
@MainActor
final class PointerInput {
  /// What a press turned into.
  private enum Drag {
    /// A click, or nothing once the pointer has moved.
    case none
    case container
    case carousel(Component)
    /// Turns to another tab: a finger moves sideways from here, and nothing else wants that.
    case tabs(Point)
    /// Moves an item to another place, or sweeps it aside.
    case item
  }

  /// Content pulled down further than this is refreshed, in points.
  private static let refreshDistance = 60.0
  /// A finger turns a tab when it has moved so far, in points, or so fast, in points a second.
  private static let turning = (distance: 80.0, speed: 500.0)

  /// The part under the pointer.
  private(set) var hover: ItemPath?
  /// What was under the pointer when it was pressed; nil once the press became a drag.
  private(set) var pressed: ItemPath?
  private var position: Point?
  /// The time of the last press.
  private var now = 0.0
  /// The target of the first press of a series; nil when it hit nothing, or when that is gone.
  private var first: ItemPath?
  private var drag = Drag.none
  private var velocity = PointerVelocity()
  private let wheel = WheelInput()
  private let arrows = ArrowInput()
  private let gestures: ItemGestures
  private let scrollView: SpotsScrollView
  private let navigator: ScrollNavigator
  private let focus: KeyboardFocus
  private let controls: ViewInteraction
  var onEffect: (InputEffect) -> Void = { _ in } { didSet { gestures.onEffect = onEffect } }

  init(
    _ scrollView: SpotsScrollView, _ navigator: ScrollNavigator, _ focus: KeyboardFocus,
    _ controls: ViewInteraction
  ) {
    (self.scrollView, self.navigator) = (scrollView, navigator)
    (self.focus, self.controls) = (focus, controls)
    gestures = ItemGestures(scrollView)
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
    let isHeader = hover.last.part == .header && isDisclosure(hover)
    return (item.action != nil || isHeader || isOverChevron(hover))
      && scrollView.paths.isEnabled(hover)
  }

  /// Whether a part can hide something.
  private func isDisclosure(_ path: ItemPath) -> Bool {
    scrollView.paths.component(of: path)?.content.disclosure.isExpanded(path.last.part) != nil
  }

  /// Whether the pointer is over the sign with which a row shows and hides those inside it.
  private func isOverChevron(_ path: ItemPath) -> Bool {
    guard path.last.item != nil, isDisclosure(path), let position,
      let hit = HitTest(scrollView, at: position).view, let view = hit.view as? ElementCell
    else { return false }
    return hit.point.x < view.cellStyle.textStart
  }

  /// Follows the content's change.
  func follow(_ move: ContentMove) {
    pressed = pressed.flatMap { move($0) }
    let target = first
    first = target.flatMap { move($0) }
    if target != nil, first == nil { controls.forgetSeries() }
    hover = nil
    func isKept(_ carousel: Component) -> Bool {
      scrollView.components.contains { $0 === carousel }
        || carousel.place.container?.isNested == true
    }
    wheel.follow(isKept)
    if case .carousel(let carousel) = drag, !isKept(carousel) { drag = .none }
  }

  /// The item that the pointer holds is gone.
  func dropItem() {
    guard holdsItem else { return }
    gestures.drop()
    drag = .none
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

  /// The components at `point`, the innermost first.
  private func components(at point: Point) -> [Component] {
    HitTest(scrollView, at: point).levels.reversed().map(\.component)
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
    (position, self.now, gestures.press, drag) = (point, now, press, .none)
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
    for component in components(at: point) where component !== turning {
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
    (self.pressed, drag) = (nil, .none)
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
    (pressed, drag) = (nil, .none)
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
    if pressed.last.item != nil || item.action != nil || isDisclosure(pressed) {
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

  /// The press at `start` has become a drag: of the screen, or of a carousel under it.
  private func beginDrag(from start: Point, to point: Point, at now: Double) {
    let taken = pressed
    pressed = nil
    controls.passOn()
    let carousel = components(at: start).first { $0.horizontalScroll.maximum > 0 }
    let isForItem = taken.map {
      gestures.begin($0, from: start, to: point, scrollsSideways: carousel != nil, at: now)
    }
    if isForItem == true {
      drag = .item
      return onEffect(.statesChanged)
    }
    let isHorizontal = abs(point.x - start.x) > abs(point.y - start.y)
    if isHorizontal {
      carousel?.scroll.beginGesture()
      carousel?.horizontalScroll.beginDrag(at: start.x, now: now)
      drag = carousel.map { .carousel($0) } ?? (gestures.press.isTouch ? .tabs(start) : .none)
    } else {
      gestures.close(at: now)
      scrollView.verticalScroll.beginDrag(at: start.y, now: now)
      drag = .container
    }
    settleCarousels(at: start, now)
    onEffect(.statesChanged)
  }

  private func continueDrag(to point: Point) {
    switch drag {
    case .none, .tabs: return
    case .item: gestures.move(to: point)
    case .container: scrollView.verticalScroll.drag(to: point.y)
    case .carousel(let carousel): carousel.horizontalScroll.drag(to: point.x)
    }
    scrollView.setNeedsDisplay()
  }

  private func endDrag(at now: Double, isCancelled: Bool = false) {
    let velocity = velocity.velocity(at: now)
    switch drag {
    case .none: return
    case .tabs(let start):
      let distance = (position ?? start).x - start.x
      let isFar = abs(distance) > Self.turning.distance
      let isFast = abs(velocity.x) > Self.turning.speed && velocity.x * distance > 0
      if !isCancelled, isFar || isFast { onEffect(.turnTab(by: distance < 0 ? 1 : -1)) }
    case .item: gestures.end(velocity: velocity.x, isCancelled: isCancelled, at: now)
    case .container:
      if !isCancelled, scrollView.verticalScroll.offset < -Self.refreshDistance {
        onEffect(.refresh)
      }
      scrollView.verticalScroll.endDrag(velocity: -velocity.y, at: now)
    case .carousel(let carousel):
      let scroll = carousel.scroll
      scroll.horizontalScroll.endDrag(
        velocity: -velocity.x, at: now, snap: scroll.snap(from: scroll.gestureStart))
    }
    scrollView.setNeedsDisplay()
  }

  /// Lets carousels at `point`, which a press may have stopped on their way, come to rest.
  private func settleCarousels(at point: Point, _ now: Double) {
    for carousel in components(at: point) {
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
      (drag, pressed) = (.item, nil)
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
    drag = .none
    return true
  }

  // MARK: The wheel

  /// Whether the wheel moves `carousel`, so that it does not come to rest yet.
  func isTurning(_ carousel: Component) -> Bool { wheel.isTurning(carousel) }

  /// When the wheel's gesture ends, or a press that is held means something new, in frame time; nil
  /// for never.
  var gestureEnd: Double? {
    earlier(earlier(wheel.end, gestures.due), controls.pointer.due)
  }

  /// Lets a carousel that the wheel moved come to rest once the wheel has stopped.
  func endWheelGesture(at now: Double) { wheel.endGesture(at: now) }

  /// The wheel turned over `point`.
  func wheel(_ point: Point, delta: Point, precise: Bool, modifiers: Modifiers, at now: Double) {
    position = point
    // Shift turns a vertical wheel into a horizontal one.
    let isShifted = modifiers.contains(.shift) && delta.x == 0
    let horizontal = isShifted ? -delta.y : delta.x
    if abs(delta.y) > abs(horizontal) { gestures.close(at: now) }
    if horizontal != 0 { scrollSideways(at: point, horizontal, precise, isShifted, now) }
    guard delta.y != 0, !isShifted, hoveredControl?.wheelTurned(by: delta.y) != true else { return }
    scrollVertically(-delta.y, precise, now)
  }

  private func scrollVertically(_ notches: Double, _ precise: Bool, _ now: Double) {
    scrollView.verticalScroll.wheel(notches, precise: precise, at: now)
    scrollView.setNeedsDisplay()
  }

  /// Moves the carousel at `point`, or the screen where the wheel is shifted and no carousel wants
  /// it, or sweeps an item aside.
  private func scrollSideways(
    at point: Point, _ notches: Double, _ precise: Bool, _ isShifted: Bool, _ now: Double
  ) {
    let carousels = components(at: point)
    switch wheel.turn(carousels, by: notches, precise: precise, at: now) {
    case .moved: scrollView.setNeedsDisplay()
    case .kept: return
    case .passedOn where isShifted: scrollVertically(notches, precise, now)
    case .passedOn:
      guard precise, !carousels.contains(where: { $0.horizontalScroll.maximum > 0 }),
        gestures.wheel(at: point, by: notches, now: now)
      else { return }
      scrollView.setNeedsDisplay()
    }
  }
}
