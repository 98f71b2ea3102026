import Spots

/// Something that happened in a viewer's window.
public enum ViewerEvent {
  /// The first frame is on the screen.
  case shown
  /// A new version of a document is on show, or one that was unavailable is available again.
  case reloaded
  /// The user asked for the document again.
  case refresh
  /// The user came near the end of the screen.
  case reachedEnd
  /// An item, header or footer was clicked, or activated with Return. Actions that the viewer's
  /// router takes are not reported. With an action, `values` has the values of the screen, by name,
  /// as in `submitted`.
  case itemSelected(Item, at: ItemPath, values: [String: JSONValue])
  /// The selected items have changed in a component where several can be selected: their indexes,
  /// and all of its items.
  case selectionChanged(RangeSet<Int>, of: ItemList, at: ComponentPath)
  /// The user moved the item at a path to another index of its component, where allowed.
  case itemMoved(Item, at: ItemPath, to: Int)
  /// The user deleted the items with these indexes, of all that a component had, where allowed.
  case itemsDeleted(RangeSet<Int>, of: ItemList, at: ComponentPath)
  /// The user changed the value with this name, which is that of the item at the path.
  case valueChanged(name: String, JSONValue, at: ItemPath)
  /// An item at the path sent the action `submit`, or one that begins with `submit:`, and nothing
  /// is wrong with the values of the screen, by name.
  case submitted([String: JSONValue], action: String, at: ItemPath)
  /// The user typed a filter text, which leaves `shown` of a component's items on show; all of them
  /// if it is empty.
  case filtered(by: String, shown: Int, of: Int, at: ComponentPath)
  /// A carousel came to rest with the item at the path in its middle.
  case carouselEnded(at: ItemPath)
  /// The viewer opened a screen, by the name an action gave it, or went back to it.
  case navigated(to: String)
  /// A new version of a document, or of a nib it uses, has errors; this is the first one.
  case error(Diagnostic)
  /// The document at a path is no longer available; `reloaded` follows once it is again.
  case unavailable(path: String, reason: String)
  /// The line of the stream with this number, from 1, is a document that is on show, or a change
  /// that was made.
  case lineApplied(Int)
  /// The line of the stream with this number changes nothing.
  case lineRefused(Int, PatchError)
  /// The line of the stream with this number asks for the document as it is: UTF-8, on one line.
  case snapshot([UInt8], line: Int)
  /// The window was closed; the last event.
  case closed
}
