/// An event of a stream that a server sends.
struct ServerEvent: Equatable, Sendable {
  /// `message` unless the server gives the event another name.
  var name: String
  /// The data lines, with a line feed between; nil when they are too long.
  var data: [UInt8]?
  /// The identifier of this event, or of the last one before it that had one; empty while none had.
  var identifier: String
  /// The line of the answer on which it begins, from 1, where the server sends JSON Lines.
  var line: Int?

  /// Whether it is a line for the screen: those with other names are for other programs, one
  /// without text only keeps the connection alive, and `[DONE]` is how many servers announce the
  /// end.
  var isLine: Bool {
    guard name == "message" else { return false }
    guard let data else { return true }
    return StreamedText(line: 1, bytes: data).isLine
  }
}

/// Splits a stream into the "server-sent events" of the HTML standard; or into the documents of
/// JSON Lines, each of which counts as an event.
struct ServerEventParser {
  /// The most bytes of an event, by default.
  static let largestEvent = 16 << 20
  /// Longer identifiers are ignored; they would not fit into a request.
  private static let longestIdentifier = 8192
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// That of the last complete event that had one; empty while none had.
  private(set) var identifier: String
  /// How many seconds the server wants clients to wait before they connect again; nil while it has
  /// not said.
  private(set) var retryTime: Double?

  private let limit: Int
  /// Splits JSON Lines; nil for events.
  private var lines: DocumentSplitter?
  /// The line that has not ended yet.
  private var line: [UInt8] = []
  /// Whether the line was too long to be kept.
  private var isLineCut = false
  private var mayBeginWithMark = true
  /// Whether the last byte was a carriage return, which a line feed may belong to.
  private var skipsLineFeed = false
  // Of the event that has not ended yet.
  private var name = ""
  private var data: [UInt8] = []
  private var isTooLarge = false
  private var nextIdentifier: String

  /// - Parameters:
  ///   - identifier: The identifier of the last event of an earlier connection.
  ///   - limit: The most bytes of an event; of a larger one, the data are left out.
  ///   - areLines: Whether the stream is JSON Lines.
  init(identifier: String = "", limit: Int = largestEvent, areLines: Bool = false) {
    (self.identifier, nextIdentifier, self.limit) = (identifier, identifier, limit)
    lines = areLines ? DocumentSplitter(limit: limit) : nil
  }

  /// The events that `bytes` complete, in order. One that the stream leaves unfinished is dropped.
  ///
  /// - Complexity: O(bytes), however they are cut into pieces.
  mutating func append(_ bytes: [UInt8]) -> [ServerEvent] {
    // A record separator (RFC 7464) may begin each line.
    if let documents = lines?.append(bytes.lazy.filter { $0 != 0x1E }) {
      return documents.map(Self.event)
    }
    var events: [ServerEvent] = []
    var rest = bytes[...]
    if let first = rest.first {
      if skipsLineFeed, first == Self.lineFeed { rest.removeFirst() }
      skipsLineFeed = false
    }
    while let end = rest.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) {
      add(rest[..<end])
      if let event = endLine() { events.append(event) }
      let isReturn = rest[end] == Self.carriageReturn
      rest = rest[(end + 1)...]
      guard isReturn else { continue }
      skipsLineFeed = rest.isEmpty
      if rest.first == Self.lineFeed { rest.removeFirst() }
    }
    add(rest)
    return events
  }

  /// The last of JSON Lines, which may lack its line feed; nil for events.
  mutating func finish() -> ServerEvent? { lines?.finish().map(Self.event) }

  private static func event(_ text: StreamedText) -> ServerEvent {
    ServerEvent(name: "message", data: text.bytes, identifier: "", line: text.line)
  }

  private mutating func add(_ piece: ArraySlice<UInt8>) {
    guard !isLineCut else { return }
    line += piece
    if mayBeginWithMark, line.count >= Self.byteOrderMark.count {
      mayBeginWithMark = false
      if line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
    }
    if line.first == UInt8(ascii: ":") {
      // A comment, which may go on forever.
      line.removeSubrange(1...)
    } else if line.count > limit {
      (isLineCut, line) = (true, [])
    }
  }

  /// The event that the line ends, if it does.
  private mutating func endLine() -> ServerEvent? {
    defer {
      line.removeAll(keepingCapacity: line.count < 4096)
      (isLineCut, mayBeginWithMark) = (false, false)
    }
    if isLineCut {
      isTooLarge = true
      return nil
    }
    guard !line.isEmpty else { return endEvent() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    takeField(String(decoding: line[..<colon], as: UTF8.self), value)
    return nil
  }

  /// Takes a line; that of a comment has no name.
  private mutating func takeField(_ field: String, _ value: ArraySlice<UInt8>) {
    switch field {
    case "data":
      isTooLarge = isTooLarge || data.count + value.count > limit
      if isTooLarge {
        data = []
      } else {
        data += value
        data.append(Self.lineFeed)
      }
    case "event": name = String(decoding: value, as: UTF8.self)
    case "id" where value.count <= Self.longestIdentifier && !value.contains(0):
      nextIdentifier = String(decoding: value, as: UTF8.self)
    case "retry":
      let text = String(decoding: value, as: UTF8.self)
      guard !text.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
      retryTime = (Double(text) ?? .infinity) / 1000
    default: return
    }
  }

  private mutating func endEvent() -> ServerEvent? {
    defer { (name, data, isTooLarge) = ("", [], false) }
    identifier = nextIdentifier
    guard isTooLarge || !data.isEmpty else { return nil }
    return ServerEvent(
      name: name.isEmpty ? "message" : name, data: isTooLarge ? nil : data.dropLast(),
      identifier: identifier)
  }
}
