import Glibc

/// Rows that are read each time they are asked for, wherever they are.
///
/// A row never changes: a source may get more of them at its end, and one that is no longer there
/// cannot be read.
package protocol RowSource: AnyObject, Sendable {
  var count: Int { get }

  /// Lends the bytes of a row, which is a valid JSON value without comments.
  ///
  /// - Parameter body: Called with bytes, and the range in them of the value and the blanks and the
  ///   comma after it; not called for a row that cannot be read.
  func read(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void)

  /// The number of rows, from two indexes on, that are known to be equal without reading them.
  func knownRun(_ index: Int, _ other: any RowSource, _ otherIndex: Int) -> Int
}

extension RowSource {
  package func knownRun(_ index: Int, _ other: any RowSource, _ otherIndex: Int) -> Int { 0 }

  /// Whether two rows have equal bytes.
  func hasEqualBytes(_ index: Int, _ other: any RowSource, _ otherIndex: Int) -> Bool {
    if self === other, index == otherIndex { return true }
    var isEqual = false
    read(index) { bytes, extent in
      other.read(otherIndex) { otherBytes, otherExtent in
        let (mine, theirs) = (value(bytes, extent), value(otherBytes, otherExtent))
        guard mine.count == theirs.count, let a = mine.baseAddress, let b = theirs.baseAddress
        else { return }
        isEqual = memcmp(a, b, mine.count) == 0
      }
    }
    return isEqual
  }

  /// A hash of the row's bytes, which may collide; nil for a row that cannot be read.
  func hash(of index: Int) -> UInt64? {
    var hash: UInt64?
    read(index) { bytes, extent in
      let value = value(bytes, extent)
      hash = value.baseAddress.map { byteHash($0, value.count) }
    }
    return hash
  }

  /// The bytes of a value without what separates it from the next one.
  private func value(
    _ bytes: UnsafeBufferPointer<UInt8>, _ extent: Range<Int>
  ) -> UnsafeBufferPointer<UInt8> {
    var end = extent.upperBound
    while end > extent.lowerBound, bytes[end - 1] <= 0x20 || bytes[end - 1] == UInt8(ascii: ",") {
      end -= 1
    }
    return UnsafeBufferPointer(rebasing: bytes[extent.lowerBound..<end])
  }
}

/// The elements of one JSON array, or of JSON Lines, as the bytes of their document. Stores four
/// bytes for each.
package final class RowBytes: RowSource {
  private let bytes: [UInt8]
  /// The offset of each row, ascending, and that of the end of the last one.
  private let starts: [UInt32]

  /// - Parameter starts: The offsets of the rows, each a valid JSON value without comments, and the
  ///   offset of the end.
  init(_ bytes: [UInt8], starts: [UInt32]) { (self.bytes, self.starts) = (bytes, starts) }

  package var count: Int { starts.count - 1 }

  package func read(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
    let extent = Int(starts[index])..<Int(starts[index + 1])
    bytes.withUnsafeBufferPointer { body($0, extent) }
  }
}

/// One row of the data: an element of an array, of any type, read each time it is asked for.
public struct DataRow: Sendable {
  let source: any RowSource
  let index: Int

  /// The value; null if it can no longer be read.
  ///
  /// - Complexity: O(bytes of the row).
  public var value: JSONValue {
    if case .found(let value) = lookUp([]) { value } else { .null }
  }

  /// The value of the field that identifies the row; nil without one.
  func identifier(_ key: String?) -> Item.Identifier? {
    guard let key, case .found(let value) = lookUp([.key(key)]) else { return nil }
    return Item.Identifier(value)
  }

  /// Follows `steps` from the row; reads no other values.
  package func lookUp(_ steps: [ExpressionStep]) -> ExpressionLookup {
    var found = ExpressionLookup.found(.null)
    source.read(index) { buffer, extent in
      guard let base = buffer.baseAddress else { return }
      let walk = RowWalk(JSONScanner(base: base, end: buffer.count, dialect: .json))
      found = walk.lookUp(steps, from: extent.lowerBound)
    }
    return found
  }
}

/// The way from a row to a value in it. Rows are valid JSON, so that little needs to be looked at.
private struct RowWalk {
  let scanner: JSONScanner
  let check: SoundnessCheck

  init(_ scanner: JSONScanner) { (self.scanner, check) = (scanner, SoundnessCheck(scanner)) }

  /// Follows `steps` from the value at `start`.
  func lookUp(_ steps: [ExpressionStep], from start: Int) -> ExpressionLookup {
    var at = start
    for (count, step) in steps.enumerated() {
      guard let next = enter(step, at: at) else {
        return .missing(after: count, in: ExpressionType(of: value(at: at)))
      }
      at = next
    }
    return .found(value(at: at))
  }

  /// The offset of a member or an element of the value at `start`; nil when there is none. Of
  /// several members with the same name it is the last.
  func enter(_ step: ExpressionStep, at start: Int) -> Int? {
    let isObject = check.byte(start) == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    guard isObject || check.byte(start) == UInt8(ascii: "[") else { return nil }
    var (at, found, place) = (check.blanksEnd(start + 1), Int?.none, 0)
    while at < scanner.end, check.byte(at) != close {
      var isWanted = false
      if isObject {
        let end = check.stringEnd(at)
        if case .key(let key) = step { isWanted = spells(at, end, key) }
        at = check.blanksEnd(check.blanksEnd(end) + 1)
      } else if case .index(let index) = step {
        isWanted = index == place
        place += 1
      }
      if isWanted { found = at }
      if isWanted, !isObject { return at }
      at = check.blanksEnd(check.valueEnd(at, depth: 0))
      if check.byte(at) == UInt8(ascii: ",") { at = check.blanksEnd(at + 1) }
    }
    return found
  }

  /// Whether the string at `start` has the text of a key.
  private func spells(_ start: Int, _ end: Int, _ key: String) -> Bool {
    let text = UnsafeBufferPointer(start: scanner.base + start + 1, count: max(end - start - 2, 0))
    if text.contains(UInt8(ascii: "\\")) {
      return value(at: start) == .string(key)
    }
    return text.count == key.utf8.count && key.utf8.elementsEqual(text)
  }

  /// The value at an offset.
  func value(at start: Int) -> JSONValue {
    var scanner = scanner
    scanner.at = start
    do throws(SyntaxError) {
      switch scanner.current {
      case UInt8(ascii: "\""):
        let token = try scanner.string()
        return .string(scanner.text(of: token))
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let token = try scanner.number()
        if let integer = token.integer { return .integer(integer) }
        let limit = Double.greatestFiniteMagnitude
        return .number(min(max(token.value, -limit), limit))
      case UInt8(ascii: "t"): return .bool(true)
      case UInt8(ascii: "f"): return .bool(false)
      case UInt8(ascii: "n"): return .null
      default: break
      }
    } catch {
      // Not reached: a row is valid JSON.
      return .null
    }
    var value = JSONValue.null
    ScreenReader.withMutedCursor(scanner.base, scanner.end) { cursor in
      cursor.scanner.at = start
      do throws(SyntaxError) { value = try FreeValue.read(from: &cursor) } catch { return }
    }
    return value
  }
}
