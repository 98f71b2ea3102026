/// Does what users ask for with items besides activating them: selects, moves and deletes them,
/// and opens their menus.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ItemCommands {
  let editing: ItemEditing
  /// The item whose menu is open, or was the last time; nil when it is gone.
  private var menuPath: ItemPath?
  private unowned let controller: SpotsController

  init(_ controller: SpotsController) {
    self.controller = controller
    editing = ItemEditing(controller)
  }

  private var state: PresentationState { controller.state }
  private var scrollView: SpotsScrollView { controller.scrollView }

  /// Follows the content's change.
  ///
  /// - Returns: Whether the item that the pointer holds, if any, is still there.
  func follow(_ move: ContentMove) -> Bool {
    menuPath = menuPath.flatMap { move($0) }
    return editing.follow(move)
  }

  // MARK: Menus

  /// The actions that can be chosen for the part at a path.
  private func actions(of path: ItemPath) -> [ItemAction] {
    guard let item = controller.item(at: path), !item.actions.isEmpty, scrollView.isEnabled(path)
    else { return [] }
    return item.actions
  }

  /// Opens the menu of the part at a path, if it has one.
  ///
  /// - Parameter rect: The frame to place the menu beside, in the coordinates of input events.
  /// - Returns: Whether it has one.
  func openActions(of path: ItemPath, beside rect: Rect) -> Bool {
    let path = scrollView.usable(path)
    let actions = actions(of: path)
    guard !actions.isEmpty else { return false }
    menuPath = path
    let rows = actions.map { Menu.Row(title: $0.name, isDestructive: $0.isDestructive) }
    let menu = Menu(rows, name: controller.item(at: path)?.title ?? "") { [weak self] index in
      // The screen may have changed meanwhile.
      guard let self, let path = menuPath, self.actions(of: path) == actions else { return }
      perform(index, of: path)
    }
    state.popups.open(menu, beside: .rect(rect))
    controller.onNeedsFrame()
    return true
  }
}

extension ItemCommands: ItemResponder {
  func click(_ path: ItemPath, _ choice: SelectionChoice, activates: Bool) {
    let isChosen = choose(path, choice)
    if activates, !isChosen || choice == .alone { state.activate(path) }
  }

  func choose(_ path: ItemPath, _ choice: SelectionChoice) -> Bool {
    state.selection.choose(scrollView.usable(path), choice)
  }

  func selectAll(beside path: ItemPath) -> Bool {
    guard path.last.item != nil, state.selection.policy(at: path) == .several else { return false }
    controller.selection.selectAll(in: path.componentPath)
    controller.announcements.add("\(controller.selection[path.componentPath].indexCount) selected")
    return true
  }

  func hasActions(_ path: ItemPath) -> Bool { !actions(of: path).isEmpty }

  /// The same as a click on an item with the action, except that the selection stays as it is.
  func perform(_ index: Int, of path: ItemPath) {
    guard let item = controller.item(at: path), item.actions.indices.contains(index) else { return }
    state.selection.send(item.actions[index].action, of: item, at: path)
  }

  func openActions(of path: ItemPath) -> Bool {
    guard let frame = scrollView.contentFrame(of: path) else { return false }
    return openActions(
      of: path, beside: frame.offsetBy(y: -scrollView.verticalScroll.offset))
  }

  func openActions(of path: ItemPath, heldAt point: Point, at now: Double) {
    guard openActions(of: path, beside: Rect(origin: point, size: .zero)) else { return }
    state.popups.pressStays(at: point)
    state.pointer.cancel(at: now)
  }

  func delete(_ path: ItemPath) -> Bool { editing.delete(path) }

  func move(_ path: ItemPath, by distance: Int) -> ItemPath? { editing.move(path, by: distance) }

  func mayMove(_ path: ItemPath) -> Bool { editing.mayMove(path) }

  func hold(_ path: ItemPath) { editing.hold(path) }

  func showHeldItem(at index: Int) { editing.show(at: index) }

  func letGoOfItem(isMoved: Bool) { editing.letGo(isMoved: isMoved) }
}
