// A stream of bytes into the JSON documents it carries.
//
// Brackets and strings are followed, nothing else, so that the end of a document is seen when its
// last byte comes, whatever is wrong inside of it.

import SpotsSDL

/// Cuts a stream into documents: one per line when the first line is a whole document, else one
/// after the other as their brackets close.
struct DocumentSplitter {
  private enum Mode {
    /// The first line has not ended yet.
    case undecided
    case lines
    case brackets
  }

  /// A document longer than this is given as far as it came, and reported as broken, in bytes.
  private let limit: Int
  private var mode = Mode.undecided
  private var pending: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether the pending bytes hold a value that has ended.
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

  /// What is left when the stream has ended; nil when it is blank.
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
