/// Does what users ask for with items besides activating them: selects, moves and deletes them,
/// and opens their menus.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ItemCommands {
  let editing: ItemEditing
  let actions: ItemActions
  private unowned let controller: SpotsController

  init(_ controller: SpotsController) {
    self.controller = controller
    (editing, actions) = (ItemEditing(controller), ItemActions(controller))
  }

  private var state: PresentationState { controller.state }
  private var scrollView: SpotsScrollView { controller.scrollView }

  /// Follows the content's change.
  ///
  /// - Returns: Whether the item that the pointer holds, if any, is still there.
  func follow(_ move: ContentMove) -> Bool {
    actions.follow(move)
    return editing.follow(move)
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
    return true
  }

  func hasActions(_ path: ItemPath) -> Bool { !actions.actions(of: path).isEmpty }

  func perform(_ action: Int, of path: ItemPath) { actions.perform(action, of: path) }

  func openActions(of path: ItemPath) -> Bool {
    guard let frame = scrollView.contentFrame(of: path) else { return false }
    return actions.open(
      of: path, beside: frame.offsetBy(y: -scrollView.verticalScroll.offset))
  }

  func openActions(of path: ItemPath, heldAt point: Point, at now: Double) {
    guard actions.open(of: path, beside: Rect(origin: point, size: .zero)) else { return }
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
