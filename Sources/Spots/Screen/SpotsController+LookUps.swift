// What is on the screen, found by place and by content.

// The types of their closures tell `filter(components:)` and `filter(items:)` apart.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension SpotsController {
  /// The component at `index`; nil when there is none.
  public func component(at index: Int) -> Component? {
    components.indices.contains(index) ? components[index] : nil
  }

  /// The component at `path`; nil when there is none, or when it is inside a composite item that has
  /// no view.
  public func component(at path: ComponentPath) -> Component? {
    scrollView.component(of: path.part(.header))
  }

  /// The first component, with its index, that `isWanted`.
  public func resolve(
    component isWanted: (_ index: Int, _ component: Component) -> Bool
  ) -> Component? {
    components.enumerated().first { isWanted($0.offset, $0.element) }?.element
  }

  /// The path of the first item that `isWanted`; items inside of composite ones are not asked for.
  public func path(
    ofFirst isWanted: (_ path: ItemPath, _ item: Item) -> Bool
  ) -> ItemPath? {
    for (index, component) in components.enumerated() {
      for (number, item) in component.model.items.enumerated() {
        let path = ItemPath(component: index, item: number)
        if isWanted(path, item) { return path }
      }
    }
    return nil
  }

  /// The components that are wanted, from top to bottom.
  public func filter(components isWanted: (Component) -> Bool) -> [Component] {
    components.filter(isWanted)
  }

  /// The items that are wanted, with their component; components without any are left out.
  public func filter(
    items isWanted: (Item) -> Bool
  ) -> [(component: Component, items: [Item])] {
    components.compactMap { component in
      let items = component.model.items.filter(isWanted)
      return items.isEmpty ? nil : (component, Array(items))
    }
  }

  /// The view of an item, header or footer; nil when it is not in the window.
  public func view(at path: ItemPath) -> View? {
    scrollView.component(of: path)?.view(of: path.last.part)
  }

  /// The items of the screen's components that have views, from top to bottom.
  public var visiblePaths: [ItemPath] {
    scrollView.mounted.flatMap { component in
      component.visibleIndexes.map { ItemPath(component: component.index, item: $0) }
    }
  }

  /// The part the keyboard acts on; nil when none is marked.
  public var focused: ItemPath? { keyboard.isActive ? keyboard.path : nil }

  /// Makes an item the selected one, as a click does, but without telling that it was clicked.
  ///
  /// - Returns: Whether there is such an item.
  @discardableResult
  public func select(_ path: ItemPath) -> Bool {
    guard path.last.item != nil, item(at: path) != nil else { return false }
    selected = path
    return true
  }

  /// Leaves no item selected.
  public func deselect() { selected = nil }
}

extension Component {
  /// The item at `index`; nil when there is none.
  public func item(at index: Int) -> Item? {
    model.items.indices.contains(index) ? model.items[index] : nil
  }

  /// The view of the item at `index`; nil when it is not in the window.
  public func view(at index: Int) -> View? { shown(.item(index), inner: 0)?.view }

  /// The indexes of the items that have views, ascending.
  public var visibleIndexes: [Int] { visibleViews.keys.sorted() }

  /// The items that are wanted.
  public func filter(items isWanted: (Item) -> Bool) -> [Item] {
    Array(model.items.filter(isWanted))
  }

  /// The index of the selected item; nil when it is none of this component.
  public var selectedIndex: Int? { index(of: controller?.selected) }

  /// The index of the item the keyboard acts on; nil when it is none of this component.
  public var focusedIndex: Int? { index(of: controller?.focused) }

  private var controller: SpotsController? { owner as? SpotsController }

  private func index(of path: ItemPath?) -> Int? {
    guard let path, path.component == index, controller?.component(at: index) === self else {
      return nil
    }
    return path.item
  }

  /// The view of a part; nil when it is not in the window.
  func view(of part: ItemPath.Part) -> View? { shown(part, inner: 0)?.view }

  /// The component's position on its screen.
  public var path: ComponentPath { ComponentPath(index, in: owner?.containerPath) }
}
