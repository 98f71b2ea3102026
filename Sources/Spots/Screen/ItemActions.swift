/// The menus of items: what can be done with items besides clicking them.
///
/// Owned by the commands; lives as long as it does.
@MainActor
final class ItemActions {
  /// The item whose menu is open, or was the last time; nil when it is gone.
  private var path: ItemPath?
  private unowned let controller: SpotsController

  init(_ controller: SpotsController) {
    self.controller = controller
  }

  /// The actions that can be chosen for the part at a path.
  func actions(of path: ItemPath) -> [ItemAction] {
    guard let item = controller.item(at: path), !item.actions.isEmpty,
      controller.scrollView.isEnabled(path)
    else { return [] }
    return item.actions
  }

  /// Opens the menu of the part at a path, if it has one.
  ///
  /// - Parameter rect: The frame to place the menu beside, in the coordinates of input events.
  /// - Returns: Whether it has one.
  func open(of path: ItemPath, beside rect: Rect) -> Bool {
    let path = controller.scrollView.usable(path)
    let actions = actions(of: path)
    guard !actions.isEmpty else { return false }
    self.path = path
    let rows = actions.map { Menu.Row(title: $0.name, isDestructive: $0.isDestructive) }
    let menu = Menu(rows, name: controller.item(at: path)?.title ?? "") { [weak self] index in
      // The screen may have changed meanwhile.
      guard let self, let path = self.path, self.actions(of: path) == actions else { return }
      self.perform(index, of: path)
    }
    controller.state.popups.open(menu, beside: .rect(rect))
    controller.onNeedsFrame()
    return true
  }

  /// Performs a chosen action: the same as a click on an item with that action, except that the
  /// selection stays as it is.
  func perform(_ index: Int, of path: ItemPath) {
    guard let item = controller.item(at: path), item.actions.indices.contains(index) else { return }
    controller.state.selection.send(item.actions[index].action, of: item, at: path)
  }

  /// Follows the content's change.
  func follow(_ move: ContentMove) { path = path.flatMap { move($0) } }
}
