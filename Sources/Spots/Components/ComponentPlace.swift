/// The position of a component, and the state of its views that outlives them.
///
/// Owned by the component; its views have it, too.
@MainActor
final class ComponentPlace {
  /// The index on the screen, or in the composite item.
  var index = 0
  /// The container of the component; nil when it is gone.
  weak var container: SpotsScrollView?
  /// The scroll positions inside composite parts.
  var nestedStates = NestedScrollStates()
  /// The item that the pointer holds; nil for none.
  var lifted: LiftedItem?
  /// The item that is swept aside; nil for none.
  var swept: SweptItem?

  /// How many items have come at the end since the end was last in the window.
  var newRowCount = 0

  /// The component's position on its screen.
  var path: ComponentPath { ComponentPath(index, in: container?.containerPath) }

  /// The screen around the container; nil while that is on none.
  var screen: ComponentScreen? { container?.screen }

  /// Tells the screen what happened to a view.
  func tell(_ event: SpotsEvent) { screen?.onEffect(.event(event)) }

  /// Whether the screen shows another tab than the one with this name; nil is in all of them.
  func hides(_ tab: String?) -> Bool {
    guard let tab, let shown = container?.shownTab else { return false }
    return tab != shown
  }

  /// Items have moved, or are gone.
  func follow(_ diff: ItemDiff) {
    if let last = diff.insertions.last, last.upperBound == diff.newCount {
      newRowCount += last.count
    }
    nestedStates.follow(diff)
    lifted = lifted.flatMap { held in
      diff.newIndex(of: held.item).map { LiftedItem(item: $0, origin: held.origin) }
    }
    swept = swept.flatMap { swept in
      diff.newIndex(of: swept.item).map { SweptItem(item: $0, distance: swept.distance) }
    }
  }

  /// Only these items are shown from now on.
  func leaveOut(allBut shown: ShownItems) {
    if let item = lifted?.item, !shown.contains(item) { lifted = nil }
    if let item = swept?.item, !shown.contains(item) { swept = nil }
  }
}

/// An item that is shown apart from its place.
struct LiftedItem: Equatable {
  /// Its index.
  var item: Int
  /// Its top left corner in the component's content, horizontal scrolling added.
  var origin: Point
}

/// An item that is shown beside its place, where its actions are.
struct SweptItem: Equatable {
  /// Its index.
  var item: Int
  /// How far it is moved to the left of its place, in points.
  var distance: Double
}
