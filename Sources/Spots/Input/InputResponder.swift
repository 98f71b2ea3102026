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

/// Acts on input that does more than scroll.
@MainActor
protocol InputResponder: AnyObject {
  /// A part is activated by a key.
  func activate(_ path: ItemPath)

  /// Presses the screen's main button, such as that of a form.
  ///
  /// - Returns: Whether it has one that can be used.
  func pressMainButton() -> Bool

  /// The user asks for fresh content.
  ///
  /// - Returns: Whether that means something to the program.
  func askForRefresh() -> Bool

  /// Another item is hovered, pressed or focused now.
  func statesDidChange()

  /// The keyboard acts on another part, or on none.
  func focusDidChange(to path: ItemPath?)

  /// Text is typed into the field that has the keyboard, which has to be on the screen for it.
  func bringFieldBack()

  /// The screen looks different, and needs another frame.
  func setNeedsFrame()
}

/// Acts on input that is meant for a single item.
@MainActor
protocol ItemResponder: AnyObject {
  /// A part is clicked.
  ///
  /// - Parameter activates: Whether the click activates it; only one of two clicks does.
  func click(_ path: ItemPath, _ choice: SelectionChoice, activates: Bool)

  /// Changes the selection in a component where several items can be selected.
  ///
  /// - Returns: Whether the item at `path` is in such a component, and enabled.
  func choose(_ path: ItemPath, _ choice: SelectionChoice) -> Bool

  /// Selects all items of the component that `path` is in.
  ///
  /// - Returns: Whether several can be selected there.
  func selectAll(beside path: ItemPath) -> Bool

  /// Whether a part has a menu of actions.
  func hasActions(_ path: ItemPath) -> Bool

  /// Chooses one of the actions of a part.
  func perform(_ action: Int, of path: ItemPath)

  /// Opens the menu of a part, beside it.
  ///
  /// - Returns: Whether it has one.
  func openActions(of path: ItemPath) -> Bool

  /// Opens the menu of a part on which a press rests; the press has no other meaning then.
  func openActions(of path: ItemPath, heldAt point: Point, at now: Double)

  /// Deletes an item, and all others that are selected with it.
  ///
  /// - Returns: Whether users may.
  func delete(_ path: ItemPath) -> Bool

  /// Moves an item by `distance` places.
  ///
  /// - Returns: Its new path; nil when users may not move it.
  func move(_ path: ItemPath, by distance: Int) -> ItemPath?

  /// Whether users may move an item.
  func mayMove(_ path: ItemPath) -> Bool

  /// The pointer takes an item.
  func hold(_ path: ItemPath)

  /// The item that the pointer holds would be put at this index.
  func showHeldItem(at index: Int)

  /// The pointer lets go of the item that it holds.
  ///
  /// - Parameter isMoved: Whether it stays where it is shown, rather than going back.
  func letGoOfItem(isMoved: Bool)
}
