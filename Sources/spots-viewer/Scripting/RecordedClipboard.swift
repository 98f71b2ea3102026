import Spots

/// The user's clipboard, with a note of what has been read from it.
final class RecordedClipboard: Clipboard {
  private let clipboard: any Clipboard
  /// What `text` and `selectedText` returned since `forget()`; nil where not read.
  private(set) var read: (text: String?, selectedText: String?)

  init(_ clipboard: any Clipboard) {
    self.clipboard = clipboard
  }

  func forget() { read = (nil, nil) }

  var text: String {
    get {
      let text = clipboard.text
      read.text = text
      return text
    }
    set { clipboard.text = newValue }
  }

  var selectedText: String {
    get {
      let text = clipboard.selectedText
      read.selectedText = text
      return text
    }
    set { clipboard.selectedText = newValue }
  }
}
