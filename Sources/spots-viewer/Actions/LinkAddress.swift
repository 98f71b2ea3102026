/// The form of a web or mail address in which it is given to other programs.
///
/// What opens addresses on a desktop is often a script, and mail programs attach the files of this
/// machine that an address names. An address comes from whoever wrote the screen.
enum LinkAddress {
  /// Characters with a meaning to shells, which addresses can always write in percent encoding.
  private static let encoded = Set(#""'`$\<>^{|}"#.unicodeScalars)

  /// The fields of a mail address that only fill in what the user then sees (RFC 6068, section 4).
  private static let mailFields: Set<String> = [
    "to", "cc", "bcc", "subject", "body", "in-reply-to",
  ]

  /// `address`, whose kind is `http`, `https` or `mailto`, with quotes, dollar signs, backticks and
  /// braces percent-encoded, and without the fields of a mail that are not known to be harmless.
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
      // A name in percent encoding is not recognized, and its field is dropped.
      mailFields.contains(field.prefix { $0 != "=" }.lowercased())
    }
    return address[..<mark] + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }
}
