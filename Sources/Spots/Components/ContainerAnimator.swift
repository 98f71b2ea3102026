// The motion of a container's components while its content changes: where the components were, and
// the removed ones that are still leaving.
//
// All places are in the coordinates of the container's window. A container inside an item stands
// still in the item, so its coordinates are the item's.

/// Animates the components of one container through changes of its content.
///
/// Owned by the container; components that are gone live here until their views have left.
@MainActor
final class ContainerAnimator {
  /// The container before a change.
  private struct Snapshot {
    var components: [Component]
    var layout: ContainerLayout
    /// The offset of the origin of coordinates within the content.
    var reference: Double
    var viewport: Rect

    var offset: Double
    var height: Double

    /// The origin of a component, with or without views.
    func origin(of index: Int) -> Point {
      layout.origin(of: index, offset: offset, height: height) - Point(y: reference)
    }

    /// The index of each component.
    @MainActor
    func indexes() -> [ObjectIdentifier: Int] {
      var indexes = [ObjectIdentifier: Int](minimumCapacity: components.count)
      for (index, component) in components.enumerated() {
        indexes[ObjectIdentifier(component)] = index
      }
      return indexes
    }
  }

  /// A removed component whose views are still leaving.
  struct DisappearingComponent {
    var component: Component
    /// Its visible part, in the content; while a change is being made, in the window.
    var frame: Rect
  }

  private(set) var departing: [DisappearingComponent] = []
  private var snapshot: Snapshot?
  private unowned let container: SpotsScrollView

  init(of container: SpotsScrollView) {
    self.container = container
  }

  /// Whether an animated change is being made.
  var isChanging: Bool { snapshot != nil }

  /// Where the window begins in the content.
  private var reference: Double { container.isNested ? 0 : container.verticalScroll.offset }

  /// The part of the container that is in the window. While an item moves, more of a container
  /// inside it may be visible than what stays mounted.
  private var viewport: Rect {
    let part = container.bounds.offsetBy(y: container.verticalScroll.offset - reference)
    return container.isNested ? part.expanded(by: 1000) : part
  }

  private func visible(_ component: Component) -> Rect {
    component.views.root.frame.offsetBy(y: container.verticalScroll.offset - reference)
  }

  private func origin(of component: Component) -> Point {
    container.origin(of: component.index) - Point(y: reference)
  }

  // MARK: A change

  /// Remembers where everything visible is, before a change.
  func remember() {
    snapshot = Snapshot(
      components: container.components, layout: container.layout, reference: reference,
      viewport: viewport, offset: container.verticalScroll.offset, height: container.frame.height)
    for component in container.mounted {
      component.views.animator.remember(origin: origin(of: component), visible: visible(component))
    }
    for index in departing.indices {
      departing[index].frame = departing[index].frame.offsetBy(y: -reference)
    }
  }

  /// Gives every view a transition from where it was to where it is now; views must be mounted.
  func start(_ animation: Animation) {
    guard let snapshot else { return }
    self.snapshot = nil
    var change = ChangeAnimation(
      animation: animation, viewport: viewport.union(snapshot.viewport), visible: .zero)
    let oldIndexes = snapshot.indexes()
    for component in container.mounted {
      change.visible = visible(component)
      let oldOrigin =
        component.views.animator.originBefore
        ?? oldIndexes[ObjectIdentifier(component)].map(snapshot.origin(of:))
      component.startMotions(origin: origin(of: component), oldOrigin: oldOrigin, change)
    }
    startDepartures(change)
    for component in container.components { component.forgetSnapshot() }
  }

  private func startDepartures(_ change: ChangeAnimation) {
    for index in departing.indices {
      let animator = departing[index].component.views.animator
      departing[index].frame = departing[index].frame.offsetBy(y: reference)
      guard let origin = animator.originBefore else { continue }
      animator.startLeaving(origin: origin, change)
      animator.forget()
    }
  }

  /// Lets the views of a removed component leave.
  func depart(_ component: Component) {
    let frame = component.views.animator.visibleBefore ?? .zero
    component.views.leaveAll()
    departing.append(DisappearingComponent(component: component, frame: frame))
  }

  /// Forgets the change that was being made.
  func cancel() { snapshot = nil }

  // MARK: A frame

  /// Whether a motion begins with the next frame.
  var beginsMotion: Bool {
    container.mounted.contains(where: \.views.animator.beginsMotion)
      || departing.contains(where: \.component.views.animator.beginsMotion)
  }

  /// - Returns: Whether something moves other than by scrolling.
  func advance(to now: Double) -> Bool {
    var isMoving = false
    for component in container.mounted {
      isMoving = component.views.animator.advance(to: now) || isMoving
    }
    for gone in departing {
      isMoving = gone.component.views.animator.advance(to: now) || isMoving
      if !gone.component.views.animator.isMoving { gone.component.unmount() }
    }
    departing.removeAll { !$0.component.views.animator.isMoving }
    return isMoving
  }

  /// Shows moving views where they are at `now`, while the enclosing item leaves.
  func showMotions(at now: Double) {
    for component in container.mounted { component.views.animator.showMotions(at: now) }
    placeDeparting(at: now)
  }

  /// Ends every motion: everything is where it belongs.
  func end() {
    for component in container.mounted { component.views.animator.end() }
    endDepartures()
  }

  /// Returns the views of removed components to the pool.
  func endDepartures() {
    for gone in departing { gone.component.unmount() }
    departing = []
  }

  /// Shows removed components where they are now.
  func placeDeparting(at now: Double) {
    for gone in departing {
      gone.component.views.root.frame = gone.frame.offsetBy(y: -container.shownOffset)
      gone.component.views.animator.now = now
      gone.component.views.animator.placeLeaving()
    }
  }
}
