/// An item that is swept aside, so that its actions are seen beside it.
///
/// A finger, or two on a touchpad, sweeps an item toward the side where lines begin. Its actions
/// are then buttons, until one of them is pressed or something else happens. Only one item is swept
/// aside at a time.
///
/// Owned by the gestures; lives as long as it does.
@MainActor
final class SwipeInput {
  private struct Sweep {
    let component: Component
    /// How far the item is swept, in points.
    var scroll: ScrollAxis
    /// When a sweep by touchpad counts as over; nil when there is none.
    var wheelEnd: Double?
  }

  /// How long a touchpad has to rest until the item moves on by itself, in seconds.
  private static let wheelTime = 0.2

  private var sweep: Sweep?
  private let scrollView: SpotsScrollView

  init(_ scrollView: SpotsScrollView) {
    self.scrollView = scrollView
  }

  /// Whether an item is swept aside, or on its way.
  var isOpen: Bool { sweep != nil }

  /// When the item moves on by itself, in frame time; nil for never.
  var due: Double? { sweep?.wheelEnd }

  /// The path of the item that is swept aside.
  var path: ItemPath? {
    sweep.flatMap { sweep in sweep.component.place.swept.map { sweep.component.path.item($0.item) }
    }
  }

  // MARK: Gestures

  /// Takes an item to sweep it aside.
  ///
  /// - Returns: Whether it has a view, and actions.
  private func take(_ path: ItemPath) -> Bool {
    if self.path == path { return true }
    close(at: nil)
    guard let component = scrollView.paths.component(of: path), let item = path.last.item,
      let view = component.view(at: item), component.geometry.period == nil,
      let actions = component.item(at: item).map(ItemAction.menu), !actions.isEmpty
    else { return false }
    var scroll = ScrollAxis()
    let width = component.views.root.sweptActions.prepare(actions, beside: view)
    scroll.viewportLength = width
    scroll.setMaximum(width)
    scroll.isInstant = view.environment?.reducesMotion ?? false
    sweep = Sweep(component: component, scroll: scroll)
    component.place.swept = SweptItem(item: item, distance: 0)
    return true
  }

  /// A finger begins to sweep the item at `path`.
  ///
  /// - Returns: Whether it can be swept.
  func begin(_ path: ItemPath, at x: Double, now: Double) -> Bool {
    guard take(path) else { return false }
    sweep?.scroll.beginDrag(at: x, now: now)
    return true
  }

  func drag(to x: Double) {
    sweep?.scroll.drag(to: x)
    show()
  }

  /// The finger is lifted.
  ///
  /// - Parameter velocity: Of the finger, in points per second.
  func end(velocity: Double, at now: Double) {
    guard let width = sweep?.scroll.maximum else { return }
    sweep?.scroll.endDrag(velocity: -velocity, at: now) { $0 > width / 2 ? width : 0 }
  }

  /// A touchpad sweeps the item at `path`.
  ///
  /// - Returns: Whether it can be swept in that direction.
  func wheel(_ path: ItemPath, by notches: Double, at now: Double) -> Bool {
    guard notches > 0 || self.path == path, take(path) else { return false }
    sweep?.scroll.wheel(notches, precise: true, at: now)
    sweep?.wheelEnd = now + Self.wheelTime
    show()
    return true
  }

  /// Sends the item back to its place, at once if `now` is nil.
  func close(at now: Double?) {
    guard let now else {
      sweep?.component.place.swept = nil
      sweep = nil
      return
    }
    sweep?.wheelEnd = nil
    sweep?.scroll.glide(to: 0, at: now)
  }

  // MARK: Frames

  /// - Returns: Whether the item moves.
  func advance(to now: Double) -> Bool {
    guard let sweep, sweep.component.place.swept != nil, sweep.component.viewsIfLoaded != nil else {
      close(at: nil)
      return false
    }
    if let end = sweep.wheelEnd, now >= end {
      let width = sweep.scroll.maximum
      self.sweep?.wheelEnd = nil
      self.sweep?.scroll.glide(to: sweep.scroll.offset > width / 2 ? width : 0, at: now)
    }
    self.sweep?.scroll.advance(to: now)
    show()
    guard let scroll = self.sweep?.scroll, !scroll.isMoving else {
      return self.sweep?.scroll.isDragging == false
    }
    if scroll.offset <= 0, self.sweep?.wheelEnd == nil { close(at: nil) }
    return false
  }

  private func show() { sweep?.component.place.swept?.distance = max(sweep?.scroll.offset ?? 0, 0) }
}
