// Addresses on the web, read strictly and written in one form, so that the address that is checked
// here is the one that is requested over the network.

import SpotsViews

/// An `http` or `https` URL without user names, passwords and fragments.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// In lower case; an IPv6 address is in brackets.
  public let host: String
  /// Nil for the scheme's default port.
  public let port: UInt16?
  /// Begins with a slash. Characters that a URL may not contain are percent-encoded.
  public let path: String
  /// The part after the question mark; nil when there is none.
  public let query: String?

  /// The longest address that is accepted, in bytes.
  private static let longest = 8192

  /// Parses `text`; nil for another scheme, no host, a user name or control characters.
  public init?(_ text: String) {
    guard let (scheme, rest) = Self.split(text), scheme == "http" || scheme == "https",
      rest.hasPrefix("//")
    else { return nil }
    let parts = Parts(rest)
    guard let authority = parts.authority, let (host, port) = Self.hostAndPort(authority) else {
      return nil
    }
    self.init(scheme: scheme, host: host, port: port, path: parts.path, query: parts.query)
  }

  private init(scheme: String, host: String, port: UInt16?, path: String, query: String?) {
    self.scheme = scheme
    self.host = host
    self.port = port == (scheme == "https" ? 443 : 80) ? nil : port
    self.path = Self.withoutDots(path.isEmpty ? "/" : Self.encoded(path))
    self.query = query.map(Self.encoded)
  }

  /// Resolves a reference in a document at this address (RFC 3986, 5.2).
  ///
  /// - Returns: Nil when the result is no address on the web.
  public func resolve(_ reference: String) -> WebAddress? {
    guard reference.utf8.count <= Self.longest else { return nil }
    if Self.split(reference) != nil { return WebAddress(reference) }
    if reference.hasPrefix("//") { return WebAddress(scheme + ":" + reference) }
    guard !Self.hasControls(reference) else { return nil }
    let parts = Parts(reference)
    if parts.path.isEmpty {
      return WebAddress(
        scheme: scheme, host: host, port: port, path: path, query: parts.query ?? query)
    }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return WebAddress(
      scheme: scheme, host: host, port: port,
      path: parts.path.hasPrefix("/") ? parts.path : folder + parts.path, query: parts.query)
  }

  /// The addresses of the same file below folders called `name`, beside the document at this
  /// address and above it, the nearest first.
  ///
  /// - Returns: At most three; none for a file that is not below the document's folder.
  func places(of file: WebAddress, inFoldersNamed name: String) -> [WebAddress] {
    var folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    guard file.server == server, file.path.hasPrefix(folder) else { return [] }
    let rest = file.path.dropFirst(folder.count)
    var places: [WebAddress] = []
    while places.count < 3 {
      places.append(
        WebAddress(
          scheme: scheme, host: host, port: port, path: folder + name + "/" + rest,
          query: file.query))
      guard let above = folder.dropLast().lastIndex(of: "/") else { break }
      folder = folder[...above]
    }
    return places
  }

  /// Whether the path has the name of a file of JSON Lines.
  var namesLines: Bool {
    [".jsonl", ".ndjson"].contains { path.lowercased().hasSuffix($0) }
  }

  /// The whole URL, without the scheme's default port.
  public var description: String {
    server + path + (query.map { "?" + $0 } ?? "")
  }

  /// Scheme, host and port: what the pages of one server have in common.
  package var server: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") }

  /// The last part of the path; the host when there is none.
  public var name: String {
    let last = path.split(separator: "/").last.map(String.init)
    return last ?? host
  }

  // MARK: Parts

  /// The parts of a URL after its scheme.
  private struct Parts {
    var authority: String?
    var path: String
    var query: String?

    init(_ text: String) {
      var rest = text.prefix { $0 != "#" }
      if rest.hasPrefix("//") {
        let start = rest.dropFirst(2)
        let end = start.firstIndex { $0 == "/" || $0 == "?" } ?? start.endIndex
        authority = String(start[..<end])
        rest = start[end...]
      }
      let mark = rest.firstIndex(of: "?")
      path = String(rest[..<(mark ?? rest.endIndex)])
      query = mark.map { String(rest[rest.index(after: $0)...]) }
    }
  }

  /// The scheme, in lower case, and what follows its colon; nil when there is none.
  private static func split(_ text: String) -> (scheme: String, rest: String)? {
    guard text.utf8.count <= longest, !hasControls(text),
      let colon = text.firstIndex(where: { ":/?#".contains($0) }), text[colon] == ":"
    else { return nil }
    let scheme = text[..<colon].lowercased()
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
      scheme.utf8.allSatisfy({ isLetterOrDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return (scheme, String(text[text.index(after: colon)...]))
  }

  private static func hostAndPort(_ authority: String) -> (host: String, port: UInt16?)? {
    let name: Substring
    let rest: Substring
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      name = authority[...end]
      rest = authority[authority.index(after: end)...]
      guard
        name.utf8.dropFirst().dropLast().allSatisfy({
          $0.hexDigitValue != nil || ":.".utf8.contains($0)
        })
      else { return nil }
    } else {
      name = authority.prefix { $0 != ":" }
      rest = authority[name.endIndex...]
      guard name.utf8.allSatisfy({ isLetterOrDigit($0) || $0 >= 0x80 || "-._".utf8.contains($0) })
      else { return nil }
    }
    guard !name.isEmpty, rest.isEmpty || rest.hasPrefix(":") else { return nil }
    let digits = rest.dropFirst()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let port = digits.isEmpty ? nil : UInt16(digits)
    guard digits.isEmpty || (port ?? 0) > 0 else { return nil }
    return (name.lowercased(), port)
  }

  // MARK: Characters

  private static func hasControls(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static let allowed = Set("-._~!$&'()*+,;=:@/?%".utf8)

  /// `text` with `%20` for a space, and so on; existing escapes stay.
  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if isLetterOrDigit(byte) || allowed.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `path` without the segments `.` and `..`.
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for segment in segments {
      if segment == ".." { _ = kept.popLast() }
      if segment != ".", segment != ".." { kept.append(segment) }
    }
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }
}
