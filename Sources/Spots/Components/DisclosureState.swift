/// The collapsed parts of a component: everything below its header, or the rows inside others.
///
/// Owned by the component's content; lives across reloads.
struct DisclosureState {
  /// Whether only the header is shown.
  private(set) var isCollapsed = false
  private var canCollapse = false
  private(set) var outline = RowOutline()
  /// Whether the component is inside an item, where nothing is hidden.
  private let isNested: Bool

  init(of model: ComponentModel, isNested: Bool) {
    self.isNested = isNested
    guard !isNested else { return }
    canCollapse = Self.canCollapse(model)
    isCollapsed = canCollapse && model.collapsing.isInitial
    outline = RowOutline(of: model)
  }

  private static func canCollapse(_ model: ComponentModel) -> Bool {
    model.collapsing.isAllowed && model.header != nil && model.kind != .table
  }

  /// Follows a change of the model: what the user chose stays unless the model says something else.
  mutating func follow(_ diff: ItemDiff, from old: ComponentModel, to new: ComponentModel) {
    guard !isNested else { return }
    let could = canCollapse
    canCollapse = Self.canCollapse(new)
    if new.collapsing.isInitial != old.collapsing.isInitial || !could {
      isCollapsed = new.collapsing.isInitial
    }
    isCollapsed = isCollapsed && canCollapse
    outline.follow(diff, from: old, to: new)
  }

  /// Whether what a part can hide is shown; nil for one that can hide nothing.
  func isExpanded(_ part: ItemPath.Part) -> Bool? {
    switch part {
    case .header: canCollapse ? !isCollapsed : nil
    case .item(let index): outline.isParent(index) ? outline.isExpanded(index) : nil
    case .footer: nil
    }
  }

  /// Shows or hides what a part can hide.
  mutating func setExpanded(_ isExpanded: Bool, _ part: ItemPath.Part) {
    switch part {
    case .header: isCollapsed = canCollapse && !isExpanded
    case .item(let index): outline.setExpanded(isExpanded, index)
    case .footer: return
    }
  }

  /// How many rows a row is inside of; nil where no row is inside another.
  func level(of index: Int) -> Int? { outline.isEmpty ? nil : outline.level(of: index) }

  /// The items that are not hidden.
  func shown(of items: ShownItems) -> ShownItems {
    isCollapsed ? ShownItems([], of: items.total) : items.leavingOut(outline.hidden)
  }
}
