/// A view on the screen and the item it shows.
@MainActor
final class MountedItem {
  let view: any ItemConfigurable
  /// The view again, if it has components inside.
  let container: CompositeItemView?
  var item: Item
  /// The width the layout offered when the view was configured, in points.
  var width: Double
  var moving: ItemTransition

  init(
    view: any ItemConfigurable, item: Item, width: Double, moving: ItemTransition = ItemTransition()
  ) {
    self.view = view
    self.item = item
    self.width = width
    self.moving = moving
    container = view as? CompositeItemView
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
  private var sortedContainers: [CompositeItemView] = []
  private var isSorted = true

  init(pool: ReusePool) {
    self.pool = pool
  }

  /// The places of the items, in an order that is the same in every run of the program.
  var slots: [ComponentGeometry.Slot] {
    sort()
    return sortedSlots
  }

  /// The views with components inside: the header's, those of items in the order of their places,
  /// the footer's.
  var containers: [CompositeItemView] {
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

  /// The part that `view` shows; nil for a view on its way out, and for any other.
  func part(of view: View) -> ItemPath.Part? {
    if header?.view === view { return .header }
    if footer?.view === view { return .footer }
    return items.first { $0.value.view === view }.map { .item($0.key.item) }
  }

  /// The header or the footer.
  func edge(_ role: ViewRole) -> MountedItem? { role == .header ? header : footer }

  /// The place that shows an item: `nearest` if that has a view, else the first one that has.
  func slot(showing nearest: ComponentGeometry.Slot) -> ComponentGeometry.Slot? {
    items[nearest] == nil ? slots.first { $0.item == nearest.item } : nearest
  }

  /// Configures the item's view for `width`, which the layout now offers it.
  func configure(_ mounted: MountedItem, width: Double) {
    mounted.width = width
    pool.configure(mounted.view, with: mounted.item, width: width)
  }

  /// The scroll positions of `states`, with those inside composite parts that have views added.
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

extension View {
  /// The innermost component that shows the view; nil outside of components.
  var component: Component? { (self as? ComponentView)?.shown ?? superview?.component }

  /// The path of the part that the view is in; nil outside of components.
  var itemPath: ItemPath? {
    guard let superview else { return nil }
    let root = superview as? ComponentView ?? superview.superview as? ComponentView
    guard let component = root?.shown, let part = component.views.parts.part(of: self) else {
      return superview.itemPath
    }
    return component.path.part(part)
  }
}

/// The scroll positions of the components inside a component's composite parts, so that a part that
/// comes back into view, perhaps in another view than before, looks as the user left it.
///
/// Owned by the component; lives as long as it does.
@MainActor
struct NestedScrollStates {
  /// The scroll position of a component inside a composite part, and those inside its own parts.
  struct Entry {
    var state: CarouselPosition
    var inside: NestedScrollStates
  }

  /// The components of each part, from top to bottom.
  private var entries: [ItemPath.Part: [Entry]] = [:]

  /// Keeps the positions inside `mounted`, if it has components inside.
  mutating func remember(_ mounted: MountedItem?, _ part: ItemPath.Part) {
    if let container = mounted?.container { entries[part] = container.scrollView.scrollStates }
  }

  /// Scrolls the components inside `mounted` to where those of `part` were.
  func restore(_ mounted: MountedItem?, _ part: ItemPath.Part) {
    if let container = mounted?.container, let kept = entries[part] {
      container.scrollView.restore(kept)
    }
  }

  /// The positions kept for the components of `part`, from top to bottom.
  subscript(part: ItemPath.Part) -> [Entry] { entries[part] ?? [] }

  /// Moves the entries to the items' new indexes; those of deleted items are dropped.
  mutating func follow(_ diff: ItemDiff) {
    guard !entries.isEmpty else { return }
    entries = Dictionary(
      uniqueKeysWithValues: entries.compactMap { part, kept in
        guard case .item(let index) = part else { return (part, kept) }
        return diff.newIndex(of: index).map { (.item($0), kept) }
      })
  }
}
