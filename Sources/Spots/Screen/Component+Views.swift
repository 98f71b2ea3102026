// What shows the parts of a component.

extension Component {
  /// The views of items that are in the view tree now, by index; of an item that is seen more than
  /// once in an endless carousel, one of them.
  public var visibleViews: [Int: any ItemConfigurable] {
    Dictionary((viewsIfLoaded?.items ?? [:]).map { ($0.key.item, $0.value.view) }) { first, _ in
      first
    }
  }

  /// The components inside an item shown by a composite view; nil for any other item. Those on the
  /// screen while the item is seen, else ones that hold until the next question.
  public func stack(insideItem index: Int) -> InnerStack? {
    guard let item = item(at: index) else { return nil }
    let shown = viewsIfLoaded?.items.first { $0.key.item == index }?.value.view
    let width = geometry.frame(ofItem: index).width
    if let shown { return (shown as? CompositeItemView)?.stack(of: item, width: width) }
    let prototype = pool.prototype(for: item, role: .item) as? CompositeItemView
    guard let stack = prototype?.stack(of: item, width: width) else { return nil }
    // The view has measured other items; their carousels are of no concern here.
    prototype?.restore(innerStands[index] ?? [], width: width)
    return stack
  }

  /// The name of the view type that shows a part.
  public func viewName(of item: Item, role: Configuration.Role) -> String {
    pool.viewName(forKind: item.kind, role: role)
  }
}
