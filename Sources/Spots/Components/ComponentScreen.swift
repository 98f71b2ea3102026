/// The screen around components, which carries out what they ask for.
///
/// Those of the screen and those inside its composite parts share it.
@MainActor
struct ComponentScreen {
  /// What components ask of their screen.
  enum Effect {
    /// Something happened to a view. Views are being moved, so that programs are told later.
    case event(SpotsEvent)
    /// Only the items of a component that match a text are to be shown.
    case filter(Component, by: String)
    /// The bar in which users filter a component is to be opened.
    case openFilter(of: Component, staysOpen: Bool)
  }

  /// Changes the content of one component.
  typealias Change = (Component, Animation, (ComponentEdit) throws -> Void) throws -> ContentChange

  let onEffect: (Effect) -> Void
  /// How a part is being used.
  let state: (ItemPath) -> ViewState
  let change: Change
}

/// Where a component is, and what is kept for its views while it has none.
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

  /// The component's position on its screen.
  var path: ComponentPath { ComponentPath(index, in: container?.containerPath) }

  /// Items have moved, or are gone.
  func follow(_ diff: ItemDiff) {
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
