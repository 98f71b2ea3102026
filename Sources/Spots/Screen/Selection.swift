/// The selected item of a screen, and what activating a part leads to.
///
/// Owned by the controller; lives as long.
@MainActor
final class Selection {
  /// The item that was activated last; nil when it is gone, or there was none.
  private(set) var path: ItemPath?
  private unowned let controller: SpotsController

  init(_ controller: SpotsController) {
    self.controller = controller
  }

  /// - Parameter isFollowing: Whether the path changes because its item moved, which is no news.
  func set(_ path: ItemPath?, isFollowing: Bool = false) {
    guard path != self.path else { return }
    self.path = path
    controller.scrollView.refreshStates()
    controller.onNeedsFrame()
    if isFollowing, path != nil { return }
    controller.componentDelegate?.controller(controller, didChangeSelection: path)
  }

  /// Activates a part: selects an item, and passes its action to the router, else the item to the
  /// delegate. Headers and footers count only with an action, disabled items never.
  func activate(_ path: ItemPath) {
    let path = controller.scrollView.usable(path)
    guard let item = controller.item(at: path), path.last.item != nil || item.action != nil,
      controller.environment.isEnabled(item)
    else { return }
    if path.last.item != nil { set(path) }
    send(item.action, of: item, at: path)
  }

  /// Passes an action of an item to the router, else the item with it to the delegate.
  func send(_ action: String?, of item: Item, at path: ItemPath) {
    controller.onNeedsFrame()
    if let action, controller.state.answers(action, of: item, at: path) { return }
    if let action, let router = controller.router, router.route(action) { return }
    var item = item
    item.action = action
    controller.componentDelegate?.controller(controller, itemSelected: item, at: path)
  }
}
