// What shows the parts of a component.

extension Component {
  /// The views of items that are in the view tree now, by index; of an item that is seen more than
  /// once in an endless carousel, the one nearest to the middle.
  public var visibleViews: [Int: any ItemConfigurable] {
    guard let views = viewsIfLoaded else { return [:] }
    var visible: [Int: any ItemConfigurable] = [:]
    for slot in views.shownSlots where views.slot(showing: nearestSlot(ofItem: slot.item)) == slot {
      visible[slot.item] = views.items[slot]?.view
    }
    return visible
  }

  /// The view of a part, and where it is, in the component's content; nil when it is not in the view
  /// tree. Of an item that is seen more than once, it is the one nearest to the middle.
  func shown(_ part: ItemPath.Part, inner: Double) -> (view: any ItemConfigurable, frame: Rect)? {
    guard let views = viewsIfLoaded else { return nil }
    switch part {
    case .item(let index):
      guard model.items.indices.contains(index),
        let slot = views.slot(showing: nearestSlot(ofItem: index)), let shown = views.items[slot]
      else { return nil }
      return (shown.view, geometry.frame(of: slot).offsetBy(x: -horizontal.offset))
    case .header:
      guard let frame = geometry.headerFrame(inner: inner) else { return nil }
      return views.header.map { ($0.view, frame) }
    case .footer:
      guard let frame = geometry.footerFrame else { return nil }
      return views.footer.map { ($0.view, frame) }
    }
  }

  /// The frame of a part in the component's content, nothing being scrolled; nil when there is none.
  func frame(of part: ItemPath.Part) -> Rect? {
    switch part {
    case .item(let index):
      model.items.indices.contains(index) ? geometry.frame(ofItem: index) : nil
    case .header: geometry.headerFrame(inner: 0)
    case .footer: geometry.footerFrame
    }
  }

  private func nearestSlot(ofItem index: Int) -> ComponentGeometry.Slot {
    geometry.slot(ofItem: index, near: horizontal.offset)
  }

  /// The components inside an item, header or footer shown by a composite view; nil for any other.
  /// Those on the screen while the part is seen, else ones of their own.
  ///
  /// - Complexity: O(items inside), which are all measured.
  public func stack(inside part: ItemPath.Part) -> InnerStack? {
    guard let item = model.part(part) else { return nil }
    if let shown = shown(part, inner: 0) {
      return (shown.view as? CompositeItemView)?.preparedStack()
    }
    let (role, width): (Configuration.Role, Double) =
      switch part {
      case .item(let index): (.item, geometry.frame(ofItem: index).width)
      case .header: (.header, geometry.width)
      case .footer: (.footer, geometry.width)
      }
    guard pool.prototype(for: item, role: role) is CompositeItemView else { return nil }
    let stack = InnerStack(item.children, width: width, pool: pool)
    for (component, old) in zip(stack.components, innerStands[part]) {
      component.restore(old.stand)
      component.innerStands = old.inside
    }
    return stack
  }

  /// The name of the view type that shows a part.
  public func viewName(of item: Item, role: Configuration.Role) -> String {
    pool.viewName(forKind: item.kind, role: role)
  }
}
