import Spots

/// The place of a further step in the window. The raw value is the word its action begins with.
package enum StepPlace: String, CaseIterable {
  /// In the window, or in the column beside a sidebar.
  case window = "push"
  /// Over the screen that opens it.
  case sheet
  /// Beside the item that opens it, over the screen; in a compact window as a sheet.
  case popover
}

/// What an item's action means to the viewer.
package enum ActionMeaning: Equatable {
  /// Opens another screen, by a web address or by a path relative to the folder of the document.
  case screen(String)
  /// Opens a screen as a further step, whose answers are one with those of the steps before it:
  /// one that the document has under this name, or else one by an address or a path.
  case step(String, StepPlace)
  /// Shows a tab of the screen.
  case tab(String)
  /// Goes back to the screen before.
  case pop
  /// Closes the screen; the first one with its window.
  case close
  /// Opens this address in the user's browser or mail program.
  case link(String)
  /// Means nothing to the viewer; a program that reads the events may know it.
  case other(String)

  private static let longest = 4096

  package init(_ action: String) {
    let word = ["screen:", "push:", "sheet:", "popover:"].first(where: action.hasPrefix) ?? ""
    let name = String(action.dropFirst(word.count))
    let place = StepPlace.allCases.first { word == "\($0.rawValue):" }
    let isPath = !name.isEmpty && name.utf8.count < Self.longest && !name.utf8.contains(0)
    if ItemAccessory.opensScreen(action), isPath {
      self = place.map { .step(name, $0) } ?? .screen(name)
    } else if action.hasPrefix("tab:") {
      self = .tab(String(action.dropFirst(4)))
    } else if action == "pop" || action == "close" {
      self = action == "pop" ? .pop : .close
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

/// Makes web and mail addresses safe to pass to other programs.
///
/// Addresses come from the author of the screen. The programs that open them are often shell
/// scripts, and mail programs attach local files that an address names.
enum LinkAddress {
  /// Characters with a meaning to shells, which are percent-encoded.
  private static let encoded = Set(#""'`$\<>^{|}"#.unicodeScalars)

  /// The fields of a mail address that only prefill what the user then sees (RFC 6068, section 4).
  private static let mailFields: Set<String> = [
    "to", "cc", "bcc", "subject", "body", "in-reply-to",
  ]

  /// `address`, whose scheme is `http`, `https` or `mailto`, with characters special to shells
  /// percent-encoded, and without mail fields that are not known to be harmless.
  static func harmless(_ address: String) -> String {
    var text = ""
    for scalar in withoutFields(address).unicodeScalars {
      if encoded.contains(scalar) {
        text += "%" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func withoutFields(_ address: String) -> String {
    guard address.prefix(7).lowercased() == "mailto:", let mark = address.firstIndex(of: "?") else {
      return address
    }
    let fields = address[address.index(after: mark)...].split(separator: "&").filter { field in
      // A percent-encoded name is not recognized, and its field is dropped.
      mailFields.contains(field.prefix { $0 != "=" }.lowercased())
    }
    return address[..<mark] + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }
}
