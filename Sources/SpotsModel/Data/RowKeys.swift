import Glibc

/// The values that rows are sorted by, as bytes that compare as the values do. False comes before
/// true, numbers before texts, which are in the order of a language, and everything else last.
struct RowKeys {
  private struct Entry {
    /// The first bytes, which decide most comparisons.
    var prefix: UInt64
    var start: Int
    var length: Int32
    var row: UInt32
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var collation: Collation?
  private let language: Language

  init(_ language: Language) { self.language = language }

  /// Adds a row with its values, the first of which counts most.
  ///
  /// - Complexity: O(bytes).
  mutating func append(row: UInt32, _ values: [(value: JSONValue?, isDescending: Bool)]) {
    let start = bytes.count
    for (value, isDescending) in values {
      let first = bytes.count
      switch value {
      case .bool(let value)?: add(value ? 1 : 0)
      case .integer(let value)?: add(Double(value))
      case .number(let value)? where !value.isNaN: add(value)
      case .string(let text)?:
        bytes.append(2)
        if collation == nil { collation = Collation(language) }
        collation?.append(text, to: &bytes)
      default:
        bytes.append(0xFF)
        continue
      }
      if isDescending { for index in first..<bytes.count { bytes[index] = ~bytes[index] } }
    }
    let prefix = (start..<start + 8).reduce(UInt64(0)) {
      $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0)
    }
    entries.append(
      Entry(prefix: prefix, start: start, length: Int32(clamping: bytes.count - start), row: row))
  }

  private mutating func add(_ number: Double) {
    // Zero has one sign.
    let pattern = (number == 0 ? 0 : number).bitPattern
    let ordered = pattern >> 63 == 0 ? pattern | 1 << 63 : ~pattern
    bytes.append(1)
    withUnsafeBytes(of: ordered.bigEndian) { bytes += $0 }
  }

  /// The rows in their order; of equal ones the first comes first.
  ///
  /// - Complexity: O(*n* log *n*).
  func sorted() -> [UInt32] {
    var entries = entries
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      entries.sort { a, b in
        if a.prefix != b.prefix { return a.prefix < b.prefix }
        let order = memcmp(base + a.start, base + b.start, Int(min(a.length, b.length)))
        if order != 0 { return order < 0 }
        return (a.length, a.row) < (b.length, b.row)
      }
    }
    return entries.map(\.row)
  }
}

/// The order of texts in a language; without ICU that of what they are searched as.
private struct Collation {
  private let collator: (icu: ICU, formatter: ICU.Formatter)?
  private var units: [UInt16] = []

  /// The part of a text that decides about its place, in UTF-16 code units.
  private static let longest = 1024

  init(_ language: Language) {
    collator = ICU.shared.flatMap { icu in
      var work = ExpressionWork(.max)
      do throws(ExpressionFault) {
        let order = language.order
        return (icu, try icu.formatter(.collator, order, &work) { icu.openCollator(order, $0) })
      } catch { return nil }
    }
  }

  /// Appends bytes that compare as texts do, and of which none are the beginning of others.
  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    guard let collator else {
      TextFolding.shared.withLock { $0.append(text, to: &bytes) }
      for index in start..<bytes.count where bytes[index] == 0 { bytes[index] = 1 }
      return bytes.append(0)
    }
    units.removeAll(keepingCapacity: true)
    units.append(contentsOf: text.utf16.prefix(Self.longest))
    var (room, length) = (0, units.count * 4 + 32)
    while length > room {
      room = length
      bytes.append(contentsOf: repeatElement(0, count: start + room - bytes.count))
      length = bytes.withUnsafeMutableBufferPointer { buffer in
        let place = buffer.baseAddress.map { $0 + start }
        return Int(
          collator.icu.sortKey(
            collator.formatter.handle, units, Int32(units.count), place, Int32(room)))
      }
    }
    bytes.removeLast(room - length)
  }
}
