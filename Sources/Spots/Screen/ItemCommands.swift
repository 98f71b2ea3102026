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

  private func actions(of path: ItemPath) -> [ItemAction] {
    ItemPermissions(scrollView: scrollView).actions(of: path)
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

  /// Opens the menu of a part beside the part.
  func openActions(of path: ItemPath) {
    guard let frame = scrollView.contentFrame(of: path) else { return }
    _ = openActions(of: path, beside: frame.offsetBy(y: -scrollView.verticalScroll.offset))
  }

  /// Opens the menu of a part on which a press rests.
  private func openActions(of path: ItemPath, heldAt point: Point, at now: Double) {
    guard openActions(of: path, beside: Rect(origin: point, size: .zero)) else { return }
    state.popups.pressStays(at: point)
    state.pointer.cancel(at: now)
  }

  /// Chooses one of the actions of a part: the same as a click on an item with the action, except
  /// that the selection stays as it is.
  func perform(_ index: Int, of path: ItemPath) {
    guard let item = controller.item(at: path), item.actions.indices.contains(index) else { return }
    state.selection.send(item.actions[index].action, of: item, at: path)
  }

  // MARK: Clicks and keys

  /// Does what input has a single item do.
  func perform(_ effect: InputEffect, at now: Double) {
    switch effect {
    case .click(let path, let choice, let activates):
      let isChosen = choose(path, choice)
      if activates, !isChosen || choice == .alone { state.activate(path) }
    case .perform(let action, let path): perform(action, of: path)
    case .openActions(let path): openActions(of: path)
    case .openActionsAt(let point, let path): openActions(of: path, heldAt: point, at: now)
    case .hold(let path): editing.hold(path)
    case .moveHeld(let index): editing.show(at: index)
    case .letGo(let isMoved): editing.letGo(isMoved: isMoved)
    default: break
    }
  }

  /// - Returns: Whether the item is enabled, and in a component where several can be selected.
  private func choose(_ path: ItemPath, _ choice: SelectionChoice) -> Bool {
    state.selection.choose(scrollView.usable(path), choice)
  }

  private func selectAll(beside path: ItemPath) -> Bool {
    guard path.last.item != nil, state.selection.policy(at: path) == .several else { return false }
    controller.selection.selectAll(in: path.componentPath)
    controller.announcements.add("\(controller.selection[path.componentPath].indexCount) selected")
    return true
  }

  /// Selects, deletes or moves items with a key, where their component lets users do that.
  ///
  /// - Returns: Whether the key means that where the keyboard is.
  func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    let keyboard = state.keyboard
    guard let path = keyboard.path else { return false }
    switch (key, modifiers) {
    case (.space, []):
      guard choose(path, .toggled) else { return false }
      keyboard.focus(path, at: now)
    case (.character("a"), .control):
      guard selectAll(beside: path) else { return false }
    case (.up, .shift), (.down, .shift), (.left, .shift), (.right, .shift):
      return extendSelection(key, from: path, at: now)
    case (.menu, []), (.function(10), .shift):
      guard !actions(of: path).isEmpty else { return false }
      keyboard.focus(path, at: now)
      openActions(of: path)
    case (.delete, []):
      // So that the ring marks the item that takes its place.
      keyboard.mark()
      guard editing.delete(path) else { return false }
    case (.up, .alt), (.down, .alt):
      guard let place = editing.move(path, by: key == .up ? -1 : 1) else { return false }
      keyboard.focus(place, at: now)
    default: return false
    }
    controller.onNeedsFrame()
    return true
  }

  /// Moves the focus and selects all items up to there.
  ///
  /// - Returns: Whether several items can be selected here.
  private func extendSelection(_ key: Key, from path: ItemPath, at now: Double) -> Bool {
    guard let start = path.last.item else { return false }
    state.input.keyPressed(key, at: now)
    guard let end = state.keyboard.path, end.componentPath == path.componentPath else {
      return true
    }
    _ = choose(end, .extended(from: start))
    return true
  }
}
