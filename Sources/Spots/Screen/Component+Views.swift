// What shows the parts of a component.

extension Component {
  /// The views of items that are in the view tree now, by index; of an item that is seen more than
  /// once in an endless carousel, one of them.
  public var visibleViews: [Int: any ItemConfigurable] {
    Dictionary(views.items.map { ($0.key.item, $0.value.view) }) { first, _ in first }
  }

  /// The components inside an item shown by a composite view; nil for any other item. Those on the
  /// screen while the item is seen, else ones that hold until the next question.
  public func stack(insideItem index: Int) -> InnerStack? {
    guard let item = item(at: index) else { return nil }
    let shown = views.items.first { $0.key.item == index }?.value.view
    let view = shown ?? pool.prototype(for: item, role: .item)
    let width = geometry.frame(ofItem: index).width
    return (view as? CompositeItemView)?.stack(of: item, width: width)
  }

  /// The name of the view type that shows a part.
  public func viewName(of item: Item, role: Configuration.Role) -> String {
    pool.viewName(forKind: item.kind, role: role)
  }
}
