import Spots

/// The user's clipboard, with a note of what has been read from it.
final class RecordedClipboard: Clipboard {
  private let clipboard: any Clipboard
  /// What was read since `forget()`, of both sources; nil where not read.
  private(set) var read: (text: String?, selectedText: String?)

  init(_ clipboard: any Clipboard) {
    self.clipboard = clipboard
  }

  func forget() { read = (nil, nil) }

  var text: String {
    get { clipboard.text }
    set { clipboard.text = newValue }
  }

  var selectedText: String {
    get { clipboard.selectedText }
    set { clipboard.selectedText = newValue }
  }

  func read(_ source: ClipboardSource, _ body: @escaping @MainActor (String) -> Void) {
    clipboard.read(source) { [self] text in
      if source == .copied { read.text = text } else { read.selectedText = text }
      body(text)
    }
  }
}
