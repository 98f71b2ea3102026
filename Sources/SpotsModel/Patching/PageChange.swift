/// A change of the pages of a window, rather than of what is on one of them.
package enum PageChange: Sendable {
  /// Opens a screen over the one in front.
  case push(PageDocument)
  /// Opens a screen as a sheet over the one in front.
  case sheet(PageDocument)
  /// Shows a screen in place of one.
  case replace(PageDocument)
  /// Closes a page, and those over it.
  case pop
  /// Shows a few words for a while.
  case toast(Toast)
  /// Ends the window.
  case close
  /// Says what is wrong with the answer that has a name; an empty message says nothing any more.
  case error(name: String, message: String)

  /// The screen that it opens; nil where it opens none.
  package var document: PageDocument? {
    switch self {
    case .push(let document), .sheet(let document), .replace(let document): document
    case .pop, .toast, .close, .error: nil
    }
  }
}

/// The document of a page that a line opens.
package struct PageDocument: Sendable {
  /// The line, with blanks in place of all that is around the document: faults are at their places
  /// in the line.
  package let bytes: [UInt8]
  /// The name of the page for the lines that follow; nil for none.
  package let name: String?
}

/// A few words that are shown for a while, and perhaps a button.
package struct Toast: Sendable {
  package var title: String
  /// The words on the button.
  package var button: String
  /// What pressing the button means, as a URI; nil without a button.
  package var action: String?
}
