// Splitting a byte stream into JSON documents.
//
// Only brackets and strings are tracked, so that the end of a document is recognized at its last
// byte, whatever errors it contains.

import SpotsSDL

/// Splits a stream into documents: one per line when the first line is a complete document, else
/// wherever the outermost bracket closes.
struct DocumentSplitter {
  /// How the end of a document is recognized.
  private enum Mode {
    /// The first line has not ended yet.
    case undecided
    case lines
    case brackets
  }

  /// The length, in bytes, beyond which a document is passed on incomplete and reported as broken.
  private let limit: Int
  private var mode = Mode.undecided
  private var pending: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether the pending bytes contain a complete value.
  private var isComplete = false

  init(limit: Int = FileBytes.limit) {
    self.limit = limit
  }

  /// The documents that `bytes` complete, in order.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var documents: [[UInt8]] = []
    for byte in bytes {
      follow(byte)
      pending.append(byte)
      if endsDocument(byte) || pending.count > limit, let document = take() {
        documents.append(document)
      }
    }
    return documents
  }

  /// The rest at the end of the stream; nil when it is blank.
  mutating func finish() -> [UInt8]? { take() }

  private mutating func endsDocument(_ byte: UInt8) -> Bool {
    let isLineEnd = byte == UInt8(ascii: "\n")
    switch mode {
    case .lines: return isLineEnd
    case .undecided:
      guard isLineEnd, pending.contains(where: { !Self.isBlank($0) }) else { return false }
      mode = isComplete ? .lines : .brackets
      return isComplete
    case .brackets: return isComplete
    }
  }

  private mutating func follow(_ byte: UInt8) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth <= 0 { isComplete = true }
    default: break
    }
  }

  private mutating func take() -> [UInt8]? {
    defer {
      pending = []
      (depth, isInString, isEscaped, isComplete) = (0, false, false, false)
    }
    return pending.contains { !Self.isBlank($0) } ? pending : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
