// The meaning of input: what the pointer and the keyboard ask the screen to do.

/// How the pointer was pressed.
struct PointerPress: Equatable {
  var modifiers: Modifiers = []
  var isTouch = false

  /// The change of the selection that a click asks for. A touch, which has no modifier keys, adds
  /// items and takes them away.
  var choice: SelectionChoice {
    if modifiers.contains(.shift) { return .extended(from: nil) }
    return isTouch || modifiers.contains(.control) ? .toggled : .alone
  }
}

/// The effect of a click or key on a selection of several items.
enum SelectionChoice: Equatable {
  /// The item is selected, and no other.
  case alone
  /// The item is selected or, if it was already, deselected.
  case toggled
  /// All items are selected from the last one that was chosen by itself up to this one; without
  /// such an item, from the given index on.
  case extended(from: Int?)
}

/// A request of input, or of another part of the screen, to the whole; scrolling needs none.
enum InputEffect {
  /// Another item is hovered, pressed or focused now.
  case statesChanged
  /// The keyboard acts on another part, or on none.
  case focusChanged(ItemPath?)
  /// The user asks for fresh content.
  case refresh
  /// The action of a part has ended; nil stands for all.
  case endProgress(of: ItemPath?)
  /// The field that has the keyboard comes back onto the screen, if it is out of sight.
  case bringFieldBack
  /// The tab so many places after the chosen one is to be shown, if there is one.
  case turnTab(by: Int)
  /// A part is to be shown, whatever hides it: another tab, a collapsed header or row, or a filter.
  case uncover(ItemPath)
  /// A part is activated by a key.
  case activate(ItemPath)
  /// Enter was pressed in a field of one line.
  case endLine(ItemPath, at: Double)
  /// A part is clicked. Only one of two clicks activates it.
  case click(ItemPath, SelectionChoice, activates: Bool)
  /// A header or a row is expanded if it is collapsed, and collapsed otherwise.
  case toggle(ItemPath)
  /// Chooses one of the actions of a part.
  case perform(Int, of: ItemPath)
  /// Opens the menu of a part, beside it.
  case openActions(ItemPath)
  /// Opens the menu of a part on which a press rests; the press has no other meaning then.
  case openActionsAt(Point, ItemPath)
  /// The pointer takes an item.
  case hold(ItemPath)
  /// The item that the pointer holds would be put at this index.
  case moveHeld(to: Int)
  /// The pointer lets go of the item that it holds, which goes back unless it is moved.
  case letGo(isMoved: Bool)
}

/// Answers whether users may move an item, and which of its actions they can choose.
@MainActor
struct ItemPermissions {
  let scrollView: SpotsScrollView

  /// Whether users may move the item at a path. While only some items are shown, and in trees, none
  /// may be moved, since its destination would be ambiguous.
  func mayMove(_ path: ItemPath) -> Bool {
    guard path.last.item != nil, scrollView.paths.isUsable(path),
      let component = scrollView.paths.component(of: path), component.geometry.shown.isAll,
      component.content.disclosure.outline.isEmpty
    else { return false }
    return scrollView.paths.model(at: path.componentPath)?.interaction.isReorderable ?? false
  }

  /// The actions that can be chosen for the part at a path.
  func actions(of path: ItemPath) -> [ItemAction] {
    guard let item = scrollView.paths.item(at: path), scrollView.paths.isEnabled(path) else {
      return []
    }
    return ItemAction.menu(of: item)
  }
}
