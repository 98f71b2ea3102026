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
