/// The open brackets and the current key or index in each, which make up the JSON pointer. They
/// change with every key, so their memory is allocated once.
struct Nesting {
  /// The number of open brackets.
  private(set) var depth = 0
  private let frames: UnsafeMutablePointer<Frame>
  private let keyOffsets: UnsafeMutablePointer<UInt32>
  private static let slots = 32

  private struct Frame {
    var start: UInt32 = 0
    /// The offset of a key's first byte, or an index.
    var low: UInt32 = 0
    /// A key's end `<< 1`, plus 1 for escapes; 0 before the first key, `isIndex` in an array.
    var high: UInt32 = 0
    static let isIndex = UInt32.max
  }

  /// Allocates memory, which `deallocate()` frees.
  init(maximumDepth: Int) {
    // Nothing is initialized: a frame is written by `open(at:)`, an offset before it is read.
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

  /// The offset of the innermost open bracket; 0 when none is open.
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

  /// The offset of the last key with `slot` in the innermost object; undefined before one.
  @inline(__always)
  func keyOffset(_ slot: UInt8) -> Int { Int(keyOffsets[(depth - 1) * Self.slots + Int(slot)]) }

  @inline(__always)
  func setKeyOffset(_ slot: UInt8, _ offset: Int) {
    keyOffsets[(depth - 1) * Self.slots + Int(slot)] = UInt32(truncatingIfNeeded: offset)
  }

  /// The key whose value the cursor is at; nil outside objects.
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
    // A scalar takes at most four bytes, an escape twelve; a broken one is beyond the limit.
    var start = token
    start.end = min(token.end, token.start + (token.hasEscapes ? 12 : 4) * (limit + 2))
    let scalars = text(of: start).unicodeScalars
    let kept = scalars.prefix(limit)
    return String(kept) + (kept.endIndex < scalars.endIndex ? "…" : "")
  }
}
