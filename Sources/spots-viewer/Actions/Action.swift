/// What an item's action means to the viewer.
enum Action: Equatable {
  /// Opens another screen, by a web address or by a path relative to the folder of the document.
  case screen(String)
  /// Opens this address in the user's browser or mail program.
  case link(String)
  /// Means nothing to the viewer; a program that reads the events may know it.
  case other(String)

  private static let longest = 4096

  init(_ action: String) {
    let name = action.hasPrefix("screen:") ? String(action.dropFirst("screen:".count)) : action
    let isPath = !name.isEmpty && name.utf8.count < Self.longest && !name.utf8.contains(0)
    let isScreen = action.hasPrefix("screen:") || action.hasSuffix(".json") && !action.contains(":")
    if isScreen, isPath {
      self = .screen(name)
    } else {
      self = Self.isLink(action) ? .link(LinkAddress.harmless(action)) : .other(action)
    }
  }

  /// Whether `text` is an address that may be passed to a browser: `http`, `https` or `mailto`, of
  /// printable characters without blanks.
  private static func isLink(_ text: String) -> Bool {
    guard text.utf8.count < longest,
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return false }
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("mailto:")
  }
}
