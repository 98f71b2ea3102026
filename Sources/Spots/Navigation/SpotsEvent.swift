/// Something that happened on a screen, as a program is told by `SpotsController.onEvent` and by
/// the delegates.
///
/// While a screen is shown, an event comes after all views are in place, so that handlers may
/// change the screen.
public enum SpotsEvent: Sendable {
  /// Goes on after an event: no other of its kind comes before this is called.
  public typealias Completion = @MainActor () -> Void

  /// The user clicked an item, or pressed Return or Space on it. Actions that the router takes are
  /// not reported.
  case itemSelected(Item, at: ItemPath)
  /// The value of an item, by its name, has changed since the last frame. That of a place in the
  /// data has the name `/data` and the JSON pointer of the place; its row may be gone.
  case valueChanged(name: String, JSONValue, at: ItemPath)
  /// The user has left a field whose value is the place in the data at a JSON pointer. Something
  /// else, the second value, had come there meanwhile; it has been replaced by what was entered.
  case valueConflict(JSONValue, JSONValue, pointer: String)
  /// The user added, deleted or moved rows of the data: the operations of a JSON Patch (RFC 6902)
  /// whose pointers begin at the root of the data.
  case dataChanged([JSONValue])
  /// An item sent the action `submit`, or one that begins with `submit:`, and nothing is wrong with
  /// the values of the screen: those of all items that are present, by name.
  case submitted([String: JSONValue], action: String, at: ItemPath)
  /// The selected item has changed; nil when none is selected.
  case selectionChanged(ItemPath?)
  /// The selected items have changed in a component where several can be selected.
  case severalSelected(RangeSet<Int>, of: ComponentPath)
  /// The user moved an item to another index of its component. If the component is editable, the
  /// screen shows it there already; otherwise the screen has not changed.
  case itemMoved(Item, from: ItemPath, to: Int)
  /// The user deleted the items with these indexes, of all that the component had. If the component
  /// is editable, or an action has removed a row of the data, they are already gone; otherwise the
  /// screen has not changed.
  case itemsDeleted(RangeSet<Int>, from: ItemList, of: ComponentPath)
  /// A filter has changed which items are shown: those with the text in their texts, or all if it
  /// is empty. The path is that of the first component it has changed; a filter that users type
  /// into changes all components with a `filter`.
  case filtered(ComponentPath, by: String)
  /// The user expanded (true) or collapsed a header, or a row with others inside.
  case expanded(Item, at: ItemPath, Bool)
  /// The user sorted the rows of a table by one of its columns; nil when they are in the order of
  /// the document again. Rows of data are in their new order, or will be soon; items that are
  /// written out are for the program to sort.
  case sorted(ComponentPath, column: Int?, SortOrder)
  /// The user chose a tab of the screen, by its name.
  case tabChosen(String)
  /// The components or items of the screen have changed.
  case contentChanged
  /// The view of an item came into the window and shows the item.
  case willDisplay(View, Item, at: ItemPath)
  /// The view of an item left the window, or shows another item from now on.
  case didEndDisplaying(View, Item, at: ItemPath)
  /// The view of a header or footer shows its item.
  case didConfigureEdge(View, Item, at: ItemPath)
  /// The state of the view of an item, header or footer has changed.
  case stateChanged(ViewState, View, Item, at: ItemPath)
  /// The item that the keyboard acts on has changed; nil when there is none.
  case focusChanged(ItemPath?)
  /// The vertical offset has changed since the last frame.
  case scrolled
  /// The content was scrolled back to its beginning.
  case reachedBeginning(Completion)
  /// The end is near: less than two viewports from the bottom, or six rows when the content is
  /// shorter than that. Comes once for each content height.
  case reachedEnd(Completion)
  /// The offset of a visible carousel has changed since the last frame.
  case carouselScrolled(ComponentPath)
  /// A carousel came to rest with this item in its middle. It is animated if the carousel got there
  /// by itself, after a fling, a snap or a wheel.
  case carouselEnded(ComponentPath, item: Int, animated: Bool)
  /// The content was pulled down past its top and let go, or F5 was pressed.
  case refresh(Completion)
}
