/// `file:` URLs, by which desktops and launchers name files.
package enum FileURL {
  /// Why a URL names no file of this machine.
  package enum Fault: Error {
    /// It names a file of another machine.
    case elsewhere
    /// It is no `file:` URL, or malformed.
    case malformed
  }

  private static let scheme = "file:"

  /// Whether `text` begins as `file:` URLs do, in upper or lower case.
  package static func begins(_ text: String) -> Bool {
    text.prefix(scheme.count).lowercased() == scheme
  }

  /// The absolute path that `url` names.
  package static func path(of url: String) throws(Fault) -> String {
    guard begins(url) else { throw .malformed }
    var rest = url.dropFirst(scheme.count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { throw .elsewhere }
      rest = rest.dropFirst(host.count)
    }
    // A query or a fragment refers to a part of the file.
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    guard path.hasPrefix("/"), let bytes = path.utf8.percentDecoded(isStrict: true),
      !bytes.contains(0),
      let decoded = String(validating: bytes, as: UTF8.self)
    else { throw .malformed }
    return decoded
  }
}
