/// One component on the screen: what it holds, where its parts are, and the views of those that can
/// be seen.
///
/// Owned by the container; lives across reloads as long as the screen has the component.
@MainActor
public final class Component {
  let content: ComponentContent
  let scroll: CarouselScroll
  /// Unique among all components of the program, past ones included.
  let number: Int
  private static var lastNumber = 0
  /// The views of what can be seen; nil while nothing of the component is in the window.
  private(set) var viewsIfLoaded: ComponentViews?
  /// A hidden component takes no room and keeps its height.
  public internal(set) var isHidden = false
  let place = ComponentPlace()
  /// The component before the change that is being made.
  private var snapshot: ComponentSnapshot?

  init(model: ComponentModel, in column: ColumnFrame, pool: ReusePool, isNested: Bool = false) {
    Self.lastNumber += 1
    number = Self.lastNumber
    content = ComponentContent(model: model, in: column, pool: pool, isNested: isNested)
    scroll = CarouselScroll(content)
    layOut(in: column)
  }

  /// The header, footer, items and layout that the component shows.
  public var model: ComponentModel { content.model }

  /// The arrangement at the present width.
  public var geometry: ComponentGeometry { _read { yield content.geometry } }

  /// The horizontal offset of a carousel and its motion.
  public internal(set) var horizontalScroll: ScrollAxis {
    get { scroll.horizontalScroll }
    set { scroll.horizontalScroll = newValue }
  }

  /// The distance that a carousel's items are scrolled, in points from 0; in an endless one, within
  /// one turn.
  public var contentOffsetX: Double { scroll.contentOffset }

  /// The index on the screen, or in the composite item.
  public var index: Int { place.index }

  /// The component's position on its screen.
  public var path: ComponentPath { place.path }

  /// The screen that the component stands on; nil inside a composite part.
  private var screen: ComponentScreen? { place.container.flatMap { $0.isNested ? nil : $0.screen } }

  /// Whether nothing inside can be used.
  var isDisabled: Bool { place.container?.isDisabled == true }

  /// The height the component takes on the screen.
  package var height: Double { takesRoom ? geometry.contentSize.height : 0 }

  /// Whether nothing keeps the component from being shown.
  var takesRoom: Bool { !isHidden && !content.isLeftOut && !isEmptied && !place.hides(model.tab) }

  /// Whether a filter has left out all items while it shows some of other components.
  var isEmptied = false

  // MARK: Changing

  /// Changes this component in one step; see `SpotsController.change`.
  ///
  /// - Throws: What `body` throws, and `ChangeError.notOnScreen`; nothing has changed then.
  @discardableResult
  public func change(
    animation: Animation = .automatic, _ body: (ComponentEdit) throws -> Void
  ) throws -> ContentChange {
    guard let screen else { throw ChangeError.notOnScreen }
    return try screen.change(self, animation, body)
  }

  /// Adds items after the others, in a change of its own.
  @discardableResult
  public func append(_ items: Item...) throws -> ContentChange { try change { $0.append(items) } }

  /// Adds items before the others, in a change of its own.
  @discardableResult
  public func prepend(_ items: Item...) throws -> ContentChange { try change { $0.prepend(items) } }

  /// Adds an item before the one at `index`, in a change of its own.
  @discardableResult
  public func insert(_ item: Item, at index: Int) throws -> ContentChange {
    try change { try $0.insert(item, at: index) }
  }

  /// Shows `item` in place of the one at `index`, in a change of its own.
  @discardableResult
  public func update(_ item: Item, at index: Int) throws -> ContentChange {
    try change { try $0.update(item, at: index) }
  }

  /// Deletes the item at `index`, in a change of its own.
  @discardableResult
  public func delete(at index: Int) throws -> ContentChange {
    try change { try $0.delete(at: index) }
  }

  // MARK: Look-ups

  /// The item at `index`; nil when there is none.
  public func item(at index: Int) -> Item? {
    model.items.indices.contains(index) ? model.items[index] : nil
  }

  /// The view of the item at `index`; nil when it is not in the window.
  public func view(at index: Int) -> View? { view(of: .item(index)) }

  /// The view of a part; nil when it is not in the window.
  package func view(of part: ItemPath.Part) -> View? { mounted(part, inner: 0)?.item.view }

  /// The views of items that are in the view tree, by index. For an item that an endless carousel
  /// shows more than once, the view nearest to the middle.
  public var visibleViews: [Int: any ItemConfigurable] {
    guard let parts = viewsIfLoaded?.parts else { return [:] }
    var visible: [Int: any ItemConfigurable] = [:]
    for slot in parts.slots where parts.slot(showing: nearestSlot(ofItem: slot.item)) == slot {
      visible[slot.item] = parts.items[slot]?.view
    }
    return visible
  }

  /// The indexes of the items that have views, ascending.
  public var visibleIndexes: [Int] { visibleViews.keys.sorted() }

  /// The items that satisfy `isWanted`.
  public func filter(items isWanted: (Item) -> Bool) -> [Item] {
    Array(model.items.filter(isWanted))
  }

  /// The words that an item must contain to be shown; without any, all items are. Empty until a
  /// user or the program sets it.
  ///
  /// An item needs every word somewhere in its title, subtitle, text, Markdown and detail, or in
  /// those of the items inside it. Case, accents and width make no difference. New items are
  /// filtered, too; paths and indexes count all items. Users set it by typing if there is a filter.
  /// Components inside items are never filtered.
  ///
  /// - Complexity: Setting it takes O(characters of all items).
  public var filterText: String {
    get { content.filter?.text ?? "" }
    set { screen?.onEffect(.filter(self, by: newValue)) }
  }

  /// Opens the bar in which users filter the items, as Ctrl+F does; does nothing when the model has
  /// no `filter`, or the component is on no screen.
  ///
  /// - Parameters:
  ///   - staysOpen: Whether closing the bar only empties it.
  ///   - bestFirst: Whether the items that match best come first, from now on, rather than stay in
  ///     their order.
  public func openFilter(staysOpen: Bool = false, bestFirst: Bool = false) {
    content.sortsMatches = bestFirst
    screen?.onEffect(.openFilter(of: self, staysOpen: staysOpen))
  }

  /// How many items are shown: those that neither a filter nor a condition leaves out.
  public var shownCount: Int { geometry.shown.count }

  /// The number of items that no value hides, whether they match the filter or not.
  public var presentCount: Int { content.presentCount }

  /// The name of the view type that shows a part.
  package func viewName(of item: Item, role: ViewRole) -> String {
    content.pool.viewName(for: item, role: content.viewRole(role))
  }

  /// A part that has a view, and its frame in the component's content; nil when it has none. For an
  /// item that is shown more than once, the one nearest to the middle.
  ///
  /// - Parameter inner: How much of the component is above the window.
  func mounted(_ part: ItemPath.Part, inner: Double) -> (item: MountedItem, frame: Rect)? {
    guard let parts = viewsIfLoaded?.parts else { return nil }
    switch part {
    case .item(let index):
      guard model.items.indices.contains(index),
        let slot = parts.slot(showing: nearestSlot(ofItem: index)), let item = parts.items[slot]
      else { return nil }
      return (item, geometry.frame(of: slot).offsetBy(x: -scroll.itemsOffset))
    case .header:
      guard let frame = geometry.headerFrame(inner: inner) else { return nil }
      return parts.header.map { ($0, frame) }
    case .footer:
      guard let frame = geometry.footerFrame else { return nil }
      return parts.footer.map { ($0, frame) }
    }
  }

  private func nearestSlot(ofItem index: Int) -> ComponentGeometry.Slot {
    geometry.slot(ofItem: index, near: horizontalScroll.offset)
  }

  // MARK: Layout

  /// Arranges everything anew for `column`.
  ///
  /// - Parameter isMoving: Whether views can move from where they are; otherwise they are
  ///   configured anew and come to rest, because the environment may have changed.
  func layOut(in column: ColumnFrame, isMoving: Bool = false) {
    scroll.rearrange { content.arrange(in: column) }
    if !isMoving { viewsIfLoaded?.rebuild() }
  }

  /// Arranges everything anew if `column` differs from the one the component stands in.
  func move(to column: ColumnFrame) {
    if column != content.column { layOut(in: column, isMoving: true) }
  }

  /// Measures what is needed to know everything in `rect`, in content coordinates.
  ///
  /// - Returns: Whether the content's height changed.
  func prepare(_ rect: Rect) -> Bool {
    let height = geometry.contentSize.height
    guard !geometry.isComplete else { return false }
    if model.arrangement == .carousel {
      scroll.prepareColumns(rect)
    } else {
      content.prepareRows(rect)
    }
    return geometry.contentSize.height != height
  }

  /// Measures every item.
  func prepareAll() { scroll.measureAll() }

  /// Measures the first items where there is no estimate: a component without height would never
  /// come into view, and so never be measured.
  func prepareBeginning() {
    guard geometry.lacksHeight else { return }
    _ = prepare(
      Rect(x: scroll.itemsOffset, y: geometry.headerHeight, width: geometry.width, height: 1))
  }

  // MARK: Content

  /// Adopts a new version of the model. Items that stay keep their views, which are configured anew
  /// if the item changed, and those that did not change keep their sizes.
  ///
  /// - Parameters:
  ///   - known: How the items change, if that is known.
  ///   - isAnimated: Whether views move to their new places.
  /// - Returns: How the items changed.
  @discardableResult
  func apply(_ new: ComponentModel, known: ItemDiff? = nil, isAnimated: Bool = false) -> ItemDiff {
    let diff = known ?? ItemDiff(from: model.items, to: new.items)
    if isAnimated {
      snapshot = ComponentSnapshot(geometry: geometry, offset: scroll.itemsOffset, diff: diff)
    }
    scroll.rearrange(through: diff) { content.adopt(new, diff) }
    viewsIfLoaded?.showFilter()
    place.follow(diff)
    viewsIfLoaded?.adopt(diff)
    return diff
  }

  /// Whether a filter may have left out items.
  var isFiltered: Bool { content.filter?.sought.isEmpty == false }

  /// Whether `filterText` has yet to be searched for.
  var awaitsFilter: Bool { content.filter?.isAwaited ?? false }

  /// Leaves out the items whose texts do not match `text`; their views go back to the pool.
  ///
  /// - Parameter later: Called once the items can be searched, if they cannot be yet; nil waits for
  ///   that.
  /// - Returns: Whether the search is done.
  func look(for text: String, later: (() -> Void)?) -> Bool {
    guard let shown = content.look(for: text, later: later) else { return false }
    viewsIfLoaded?.showFilter()
    show(shown)
    return true
  }

  private func show(_ shown: ShownItems) {
    if shown == geometry.shown { return }
    scroll.leaveOut { content.show(shown) }
    viewsIfLoaded?.removeLeftOut()
    place.leaveOut(allBut: shown)
  }

  /// Configures and measures items anew although their model has not changed; nil stands for all,
  /// the header and the footer.
  func reload(_ indexes: [Int]?) {
    guard let indexes else {
      viewsIfLoaded?.reconfigure()
      return scroll.rearrange { content.remeasure(model.items.indices) }
    }
    viewsIfLoaded?.reconfigure(items: Set(indexes))
    scroll.rearrange { content.remeasure(indexes) }
  }

  /// Follows changes of the values in `names`: items that depend on them come and go, and their
  /// views are configured anew, and measured again where they want another size.
  ///
  /// - Returns: Whether the layout has changed.
  func valuesDidChange(_ names: Set<String>) -> Bool {
    viewsIfLoaded?.reconfigure { content.pool.registry.valueNames.include(oneOf: names, for: $0) }
    let shown = content.itemsShown(by: names)
    if let shown { show(shown) }
    guard let resized = content.itemsResized(by: names) else { return shown != nil }
    scroll.rearrange { content.remeasure(resized) }
    return true
  }

  /// The scroll positions of components inside composite parts, with or without views.
  var presentStates: NestedScrollStates {
    viewsIfLoaded?.parts.scrollStates(over: place.nestedStates) ?? place.nestedStates
  }

  /// Restores the scroll positions of components inside composite parts, with or without views.
  func restore(inside states: NestedScrollStates) {
    place.nestedStates = states
    viewsIfLoaded?.parts.restore(states)
  }

  /// Scrolls the component, and the carousels inside its composite parts, to the beginning.
  func startOver() {
    scroll.beginGesture()
    scroll.restore(nil)
    place.nestedStates = NestedScrollStates()
    for container in viewsIfLoaded?.parts.containers ?? [] {
      for component in container.scrollView.components { component.startOver() }
    }
  }

  // MARK: Views

  /// The views of what can be seen; made on first use.
  var views: ComponentViews {
    if let viewsIfLoaded { return viewsIfLoaded }
    let views = ComponentViews(of: self)
    viewsIfLoaded = views
    return views
  }

  /// Shows the part of the component that starts `inner` points below its top and is `height` high.
  func mount(inner: Double, height: Double, now: Double) {
    horizontalScroll.isInstant = content.pool.environment.reducesMotion
    views.mount(inner: inner, height: height, now: now)
  }

  /// Gives every view a transition from where it was before the change to where it is now.
  func startMotions(origin: Point, oldOrigin: Point?, _ change: ChangeAnimation) {
    let snapshot =
      snapshot
      ?? ComponentSnapshot(geometry: geometry, offset: scroll.itemsOffset, diff: nil)
    views.startMotions(origin: origin, oldOrigin: oldOrigin, snapshot, change)
  }

  /// Sends the item that the pointer held to its place.
  func dropLifted() {
    if let lifted = place.lifted { viewsIfLoaded?.drop(lifted) }
    place.lifted = nil
  }

  /// Forgets the state before the change, which is complete.
  func forgetSnapshot() { snapshot = nil }

  /// Returns all views to the pool.
  func unmount() {
    viewsIfLoaded?.unmount()
    viewsIfLoaded = nil
    endUnseenMotion()
  }

  /// Ends a motion at its destination if there are no views to show it.
  func endUnseenMotion() {
    if viewsIfLoaded == nil, horizontalScroll.isMoving { scroll.endMotion() }
  }
}

extension Collection<Component> {
  /// The path of the first item that satisfies `isWanted`; items inside composite ones are left
  /// out.
  @MainActor
  public func path(ofFirst isWanted: (Item) -> Bool) -> ItemPath? {
    for component in self {
      if let index = component.model.items.firstIndex(where: isWanted) {
        return ItemPath(component: component.index, item: index)
      }
    }
    return nil
  }

  /// The items that satisfy `isWanted`, with their component; components without any are left out.
  @MainActor
  public func filter(items isWanted: (Item) -> Bool) -> [(component: Component, items: [Item])] {
    compactMap { component in
      let items = component.filter(items: isWanted)
      return items.isEmpty ? nil : (component, items)
    }
  }
}

/// A component before the change that is being made. A class, because every component has room for
/// one, but few of them change at a time.
final class ComponentSnapshot {
  private let geometry: ComponentGeometry
  private let offset: Double
  /// nil when the items did not change.
  private let diff: ItemDiff?

  init(geometry: ComponentGeometry, offset: Double, diff: ItemDiff?) {
    self.geometry = geometry
    self.offset = offset
    self.diff = diff
  }

  /// The old index of the item that is at `slot` now and its frame, in the container's coordinates;
  /// nil when it is new.
  ///
  /// - Parameter origin: Where the component began.
  func frame(of slot: ComponentGeometry.Slot, origin: Point) -> (item: Int, frame: Rect)? {
    guard let item = diff.map({ $0.origin(of: slot.item) }) ?? slot.item,
      geometry.shown.contains(item)
    else { return nil }
    let frame = geometry.frame(of: ComponentGeometry.Slot(item: item, turn: slot.turn))
    return (item, frame.offsetBy(x: origin.x - offset, y: origin.y))
  }

  func headerFrame(origin: Point) -> Rect? {
    geometry.headerFrame(inner: max(-origin.y, 0))?.offsetBy(x: origin.x, y: origin.y)
  }

  func footerFrame(origin: Point) -> Rect? {
    geometry.footerFrame?.offsetBy(x: origin.x, y: origin.y)
  }
}
