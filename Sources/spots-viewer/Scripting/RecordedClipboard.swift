import Spots

/// The user's clipboard, which tells what has been read from it.
final class RecordedClipboard: Clipboard {
  private let clipboard: any Clipboard
  /// What was read of `text` and `selectedText` since `forget()`; nil where nothing was.
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
