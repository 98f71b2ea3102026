/// A view on the screen and the item it shows.
@MainActor
final class MountedItem {
  let view: any ItemConfigurable
  /// The view again, if it has components inside.
  let container: (any ComponentContainer)?
  var item: Item
  /// The width the layout offered when the view was configured, in points.
  var width: Double
  var moving: Moving

  init(view: any ItemConfigurable, item: Item, width: Double, moving: Moving = Moving()) {
    self.view = view
    self.item = item
    self.width = width
    self.moving = moving
    container = view as? any ComponentContainer
  }
}

/// The views of a component that are on the screen: its own, those of items, header and footer.
@MainActor
final class MountedParts {
  let root = ComponentView()
  var items: [ComponentGeometry.Slot: MountedItem] = [:] { didSet { isSorted = false } }
  var header: MountedItem? { didSet { if header !== oldValue { isSorted = false } } }
  var footer: MountedItem? { didSet { if footer !== oldValue { isSorted = false } } }
  private let pool: ReusePool
  // Every frame asks for these.
  private var sortedSlots: [ComponentGeometry.Slot] = []
  private var sortedContainers: [any ComponentContainer] = []
  private var isSorted = true

  init(pool: ReusePool) {
    self.pool = pool
  }

  /// The places of the items, in an order that is the same in every run of the program.
  var slots: [ComponentGeometry.Slot] {
    sort()
    return sortedSlots
  }

  /// The views with components inside: the header's, those of items in the order of their places, the
  /// footer's.
  var containers: [any ComponentContainer] {
    sort()
    return sortedContainers
  }

  private func sort() {
    guard !isSorted else { return }
    isSorted = true
    sortedSlots.removeAll(keepingCapacity: true)
    sortedSlots.append(contentsOf: items.keys)
    sortedSlots.sort()
    sortedContainers.removeAll(keepingCapacity: true)
    if let container = header?.container { sortedContainers.append(container) }
    for slot in sortedSlots {
      if let container = items[slot]?.container { sortedContainers.append(container) }
    }
    if let container = footer?.container { sortedContainers.append(container) }
  }

  /// The header or the footer.
  func edge(_ role: Configuration.Role) -> MountedItem? { role == .header ? header : footer }

  /// The place that shows an item: `nearest` if that has a view, else the first one that has.
  func slot(showing nearest: ComponentGeometry.Slot) -> ComponentGeometry.Slot? {
    items[nearest] == nil ? slots.first { $0.item == nearest.item } : nearest
  }

  /// Shows the item in the view it has, where the layout offers `width` now.
  func configure(_ mounted: MountedItem, width: Double) {
    mounted.width = width
    pool.configure(mounted.view, with: mounted.item, width: width)
  }

  /// The scroll positions inside composite parts, in addition to those of `states`.
  func scrollStates(over states: NestedScrollStates) -> NestedScrollStates {
    var states = states
    for slot in slots { states.remember(items[slot], .item(slot.item)) }
    states.remember(header, .header)
    states.remember(footer, .footer)
    return states
  }

  /// Scrolls the components inside composite parts to where they were.
  func restore(_ states: NestedScrollStates) {
    for slot in slots { states.restore(items[slot], .item(slot.item)) }
    states.restore(header, .header)
    states.restore(footer, .footer)
  }
}
