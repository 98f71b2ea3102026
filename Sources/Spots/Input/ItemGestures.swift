/// The pointer's gestures for single items: dragging one to another place, and sweeping one aside
/// to uncover its actions.
///
/// Owned by the pointer's input; lives as long as it does.
@MainActor
final class ItemGestures {
  /// How the pointer was pressed.
  var press = PointerPress()
  var onEffect: (InputEffect) -> Void = { _ in }
  /// The item that the pointer holds.
  private(set) var held: ItemDrag?
  private let swipe: SwipeInput
  private let scrollView: SpotsScrollView
  private let permissions: ItemPermissions

  init(_ scrollView: SpotsScrollView) {
    self.scrollView = scrollView
    permissions = ItemPermissions(scrollView: scrollView)
    swipe = SwipeInput(scrollView)
  }

  // MARK: Taking

  /// Whether users may move the item at `path`, but only a press that rests takes it, because a
  /// drag scrolls the screen or the carousel.
  private func isTakenLate(_ path: ItemPath) -> Bool {
    guard permissions.mayMove(path) else { return false }
    return press.isTouch || scrollView.paths.component(of: path)?.model.arrangement == .carousel
  }

  /// Whether a press that rests means something to the part at `path`.
  func answersLongPress(_ path: ItemPath) -> Bool {
    isTakenLate(path) || press.isTouch && hasActions(path)
  }

  private func hasActions(_ path: ItemPath) -> Bool { !permissions.actions(of: path).isEmpty }

  /// A press rests on the part at `path`, which is taken, or has its menu opened.
  ///
  /// - Returns: Whether it is taken.
  func longPress(on path: ItemPath, at start: Point, now: Double) -> Bool {
    if isTakenLate(path), take(path, from: start, at: now) { return true }
    if press.isTouch { onEffect(.openActionsAt(start, path)) }
    return false
  }

  /// A press on the part at `path` becomes a drag.
  ///
  /// - Parameter scrollsSideways: Whether something scrolls sideways there.
  /// - Returns: Whether the drag is meant for the item.
  func begin(
    _ path: ItemPath, from start: Point, to point: Point, scrollsSideways: Bool, at now: Double
  ) -> Bool {
    let isSideways = abs(point.x - start.x) > abs(point.y - start.y)
    if permissions.mayMove(path), !isTakenLate(path) {
      let isRow = scrollView.paths.component(of: path)?.content.hasRows == true
      return (!isSideways || !isRow) && take(path, from: start, at: now)
    }
    guard isSideways, press.isTouch, !scrollsSideways, hasActions(path) else { return false }
    return swipe.begin(path, at: start.x, now: now)
  }

  /// - Returns: Whether the item can be moved.
  private func take(_ path: ItemPath, from start: Point, at now: Double) -> Bool {
    swipe.close(at: nil)
    guard let item = ItemDrag(path, in: scrollView, from: start, to: start, at: now) else {
      return false
    }
    item.onMove = { [weak self] in self?.onEffect(.moveHeld(to: $0)) }
    onEffect(.hold(path))
    held = item
    return true
  }

  // MARK: Dragging

  func move(to point: Point) {
    if let held { held.move(to: point) } else { swipe.drag(to: point.x) }
  }

  /// The drag ends.
  ///
  /// - Parameters:
  ///   - velocity: Of the pointer, in points per second.
  ///   - isCancelled: Whether the item goes back to where it was.
  func end(velocity: Double, isCancelled: Bool, at now: Double) {
    guard let held else { return swipe.end(velocity: isCancelled ? 0 : velocity, at: now) }
    let menu = held.isUnmoved && press.isTouch && !isCancelled ? held.path : nil
    onEffect(.letGo(isMoved: !isCancelled))
    held.end()
    self.held = nil
    // A long press with a finger also asks for the menu.
    if let menu { onEffect(.openActions(menu)) }
  }

  /// The item that the pointer holds is gone.
  func drop() { held = nil }

  /// Moves what is in motion, and follows what has scrolled.
  ///
  /// - Returns: Whether the motion continues in the next frame.
  func advance(to now: Double) -> Bool {
    let isSweeping = swipe.isOpen && swipe.advance(to: now)
    return held?.advance(to: now) ?? false || isSweeping
  }

  // MARK: Sweeping aside

  /// Whether an item is swept aside.
  var isOpen: Bool { swipe.isOpen }

  /// When an item that was swept aside moves on by itself, in frame time; nil for never.
  var due: Double? { swipe.due }

  /// Lets an item that is swept aside go back.
  func close(at now: Double) { swipe.close(at: now) }

  /// The pointer was pressed on the part at `path`: an item that is swept aside goes back, unless
  /// that is the one.
  ///
  /// - Returns: Whether it goes back.
  func closeBeside(_ path: ItemPath?, at now: Double) -> Bool {
    guard path != swipe.path else { return false }
    swipe.close(at: now)
    return true
  }

  /// Chooses an action of the item that is swept aside; nil opens the menu that has all of them.
  func choose(_ action: Int?) {
    guard let path = swipe.path else { return }
    onEffect(action.map { .perform($0, of: path) } ?? .openActions(path))
  }

  /// A touchpad sweeps what is at `point`, where nothing scrolls sideways.
  ///
  /// - Returns: Whether there is something to sweep.
  func wheel(at point: Point, by notches: Double, now: Double) -> Bool {
    guard let path = HitTest(scrollView, at: point).activePath.map(scrollView.paths.usable),
      hasActions(path)
    else { return false }
    return swipe.wheel(path, by: notches, at: now)
  }
}
