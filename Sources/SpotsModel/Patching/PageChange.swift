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
  /// Shows the tab that has a name.
  case tab(String)
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
    case .pop, .tab, .toast, .close, .error: nil
    }
  }

  /// Reads what is wrong with an answer.
  init(error value: JSONValue) throws(PatchError) {
    let texts = try LineTexts(value, ["name", "message"], in: .error).texts
    guard let name = texts["name"] else { throw PatchError("/error", "'name' is missing") }
    self = .error(name: name, message: texts["message"] ?? "")
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
  /// The action of the button, as a URI; nil for a note without one.
  package var action: String?

  /// Reads a note: a text, or an object.
  init(_ value: JSONValue) throws(PatchError) {
    if case .string(let title) = value {
      (self.title, button, action) = (title, "", nil)
      return
    }
    let texts = try LineTexts(value, ["title", "button", "action"], in: .toast).texts
    guard let title = texts["title"] else { throw PatchError("/toast", "'title' is missing") }
    (self.title, button, action) = (title, texts["button"] ?? "Show", texts["action"])
  }
}

/// The members of an object in a line, all of which are texts.
private struct LineTexts {
  let texts: [String: String]

  /// - Parameters:
  ///   - names: Those that the object may have.
  ///   - key: The key of the line that has the object.
  init(_ value: JSONValue, _ names: [String], in key: PatchKey) throws(PatchError) {
    let word = key.rawValue
    guard case .object(let members) = value else {
      throw PatchError("/\(word)", "'\(word)' expects an object, not \(value.kindInWords)")
    }
    var texts: [String: String] = [:]
    for (name, value) in members {
      let path = JSONPointer([word, String(name.printable(limit: 256))]).text
      guard names.contains(name) else {
        let advice = advice(nearestTo: name, among: names)
        throw PatchError(path, "unknown key '\(name.printable(limit: 40))'\(advice)")
      }
      guard case .string(let text) = value else {
        throw PatchError(path, "'\(name)' expects a string, not \(value.kindInWords)")
      }
      texts[name] = text
    }
    self.texts = texts
  }
}
