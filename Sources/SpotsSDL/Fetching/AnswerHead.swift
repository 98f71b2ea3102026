/// The status of a server's answer, and the headers that are used here.
struct AnswerHead: Equatable {
  private(set) var status = 0
  private(set) var validators = Validators()
  /// The target of a redirect, as the server wrote it.
  private(set) var location: String?
  /// The encoding of the body; nil when it is sent as is.
  private(set) var encoding: String?
  private var size = 0

  /// The most bytes that all headers may take together. libcurl gives up a little later, as if the
  /// server had closed the connection.
  static let limit = 256 << 10
  /// The longest value, in bytes; headers with longer ones are ignored.
  private static let valueLimit = 8192

  /// Reads the next line.
  ///
  /// - Returns: False when all lines together exceed `limit`.
  mutating func take(_ line: String) -> Bool {
    size += line.utf8.count
    guard size <= Self.limit else { return false }
    if line.hasPrefix("HTTP/") {
      // The lines before belong to an interim answer (100 Continue).
      let size = size
      self = AnswerHead()
      self.size = size
      status =
        Self.trimmed(line[...]).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return true
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let value = Self.trimmed(line[line.utf8.index(after: colon)...])
    guard value.utf8.count <= Self.valueLimit else { return true }
    switch line[..<colon].lowercased() {
    case "etag": validators.entityTag = value
    case "last-modified": validators.lastModified = value
    case "location": location = value
    case "content-encoding": encoding = value.lowercased() == "identity" ? nil : value
    default: break
    }
    return true
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    var scalars = text.unicodeScalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
