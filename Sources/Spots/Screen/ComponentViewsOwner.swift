/// Who a component's views belong to.
@MainActor
protocol ComponentViewsOwner: AnyObject {
  /// The item, header or footer that holds the components; nil on the screen itself.
  var containerPath: ItemPath? { get }
  func state(of path: ItemPath) -> ViewState
  func willDisplay(_ view: View, _ item: Item, at path: ItemPath)
  func didEndDisplaying(_ view: View, _ item: Item, at path: ItemPath)
  func didConfigureEdge(_ view: View, _ item: Item, at path: ItemPath)
  func didChangeState(of view: View, _ item: Item, at path: ItemPath)
}
