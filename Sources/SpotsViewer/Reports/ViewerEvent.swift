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
  /// The user did something on the screen of a controller: selected, moved or deleted items,
  /// changed or submitted values, filtered, or brought a carousel to rest. Actions that the
  /// viewer's router takes are not reported.
  case screen(SpotsEvent, of: SpotsController)
  /// The user took back what an earlier event told of: items that were deleted or moved. If their
  /// component is editable they are as before already; otherwise the screen has not changed.
  case undone(SpotsEvent, of: SpotsController)
  /// The user chose what a note offers.
  case actionChosen(String)
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
  /// The line of the stream with this number asks for the document as it is: UTF-8, on one line. It
  /// says where its data is from, and not how that has changed.
  case snapshot([UInt8], line: Int, isDataChanged: Bool)
  /// What is wrong with messages of A2UI, as messages of the same protocol for their server.
  case surfaceFaults([JSONValue])
  /// The window was closed; the last event.
  case closed
}
