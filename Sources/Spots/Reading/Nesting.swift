/// The brackets that are open and what the cursor is at inside each: the JSON pointer, kept in
/// memory that is allocated once, since it changes with every key.
struct Nesting {
  /// How many brackets are open.
  private(set) var depth = 0
  private let frames: UnsafeMutablePointer<Frame>
  private let keyOffsets: UnsafeMutablePointer<UInt32>
  private static let slots = 32

  private struct Frame {
    var start: UInt32 = 0
    /// A key's first byte, or an index.
    var low: UInt32 = 0
    /// A key's end, shifted by one; the lowest bit says that it holds escapes. 0: no key yet.
    var high: UInt32 = 0
    static let isIndex = UInt32.max
  }

  /// Must be given back with `deallocate()`.
  init(maximumDepth: Int) {
    // A frame is written when it is opened, an offset before it is asked for.
    frames = .allocate(capacity: maximumDepth)
    keyOffsets = .allocate(capacity: maximumDepth * Self.slots)
  }

  func deallocate() {
    frames.deallocate()
    keyOffsets.deallocate()
  }

  /// Opens a bracket; there must be room for one more.
  @inline(__always)
  mutating func open(at offset: Int) {
    frames[depth] = Frame(start: UInt32(truncatingIfNeeded: offset))
    depth += 1
  }

  @inline(__always)
  mutating func close() {
    depth -= 1
  }

  /// Where the innermost open bracket is.
  var start: Int { depth > 0 ? Int(frames[depth - 1].start) : 0 }

  @inline(__always)
  func setKey(_ token: StringToken) {
    frames[depth - 1].low = UInt32(truncatingIfNeeded: token.start)
    frames[depth - 1].high =
      UInt32(truncatingIfNeeded: token.end) << 1 | (token.hasEscapes ? 1 : 0)
  }

  @inline(__always)
  func setIndex(_ index: Int) {
    frames[depth - 1].low = UInt32(truncatingIfNeeded: index)
    frames[depth - 1].high = Frame.isIndex
  }

  /// Where the known key of a slot has been seen in the innermost object.
  @inline(__always)
  func keyOffset(_ slot: UInt8) -> Int { Int(keyOffsets[(depth - 1) * Self.slots + Int(slot)]) }

  @inline(__always)
  func setKeyOffset(_ slot: UInt8, _ offset: Int) {
    keyOffsets[(depth - 1) * Self.slots + Int(slot)] = UInt32(truncatingIfNeeded: offset)
  }

  /// The key whose value the cursor is at; nil inside an array.
  var key: StringToken? { depth > 0 ? key(depth - 1) : nil }

  private func key(_ level: Int) -> StringToken? {
    let frame = frames[level]
    guard frame.high != 0, frame.high != Frame.isIndex else { return nil }
    return StringToken(
      start: Int(frame.low), end: Int(frame.high >> 1), hasEscapes: frame.high & 1 == 1)
  }

  /// The JSON pointer of the value at the cursor. Very long keys are cut.
  func pointer(_ scanner: JSONScanner) -> String {
    var result = ""
    for level in 0..<depth {
      if let token = key(level) {
        result += "/" + Self.escaped(scanner.prefix(of: token, limit: 256).printable())
      } else if frames[level].high == Frame.isIndex {
        result += "/\(frames[level].low)"
      }
    }
    return result
  }

  private static func escaped(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return key
    }
    return key.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension JSONScanner {
  /// The text of a token, cut to `limit` scalars with an ellipsis.
  ///
  /// - Complexity: O(`limit`), so that a huge key that many faults name costs little.
  func prefix(of token: StringToken, limit: Int) -> String {
    // A scalar takes four bytes at most, an escape twelve; what a cut breaks lies beyond the limit.
    var start = token
    start.end = min(token.end, token.start + (token.hasEscapes ? 12 : 4) * (limit + 2))
    let scalars = text(of: start).unicodeScalars
    let kept = scalars.prefix(limit)
    return String(kept) + (kept.endIndex < scalars.endIndex ? "…" : "")
  }
}
