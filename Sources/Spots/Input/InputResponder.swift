// The meaning of input: what the pointer and the keyboard ask the screen to do.

/// How the pointer was pressed.
struct PointerPress: Equatable {
  var modifiers: Modifiers = []
  var isTouch = false

  /// The change of the selection that a click asks for. A finger, which comes without keys, adds
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
  /// The item is selected, or no longer.
  case toggled
  /// All items are selected up to this one, from the last one that was chosen by itself; from
  /// `start` on where there is none.
  case extended(from: Int?)
}

/// Acts on input that does more than scroll.
@MainActor
protocol InputResponder: AnyObject {
  /// A part is activated by a key.
  func activate(_ path: ItemPath)

  /// Presses the button that the screen is there for.
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

  /// The screen looks different.
  func setNeedsFrame()
}

/// Acts on input that is meant for a single item.
@MainActor
protocol ItemResponder: AnyObject {
  /// A part is clicked.
  ///
  /// - Parameter activates: Whether the click activates it, as one of two clicks may not.
  func click(_ path: ItemPath, _ choice: SelectionChoice, activates: Bool)

  /// Changes the selection where several items can be selected.
  ///
  /// - Returns: Whether the item at `path` is one of these.
  func choose(_ path: ItemPath, _ choice: SelectionChoice) -> Bool

  /// Selects all items beside one.
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

  /// Opens the menu of a part where a press rests, which has no other meaning then.
  func openActions(of path: ItemPath, heldAt point: Point, at now: Double)

  /// Deletes an item, and all others that are selected with it.
  ///
  /// - Returns: Whether users may.
  func delete(_ path: ItemPath) -> Bool

  /// Moves an item by so many places.
  ///
  /// - Returns: Where it is then; nil where users may not.
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
