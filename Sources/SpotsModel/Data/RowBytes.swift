import Glibc

/// The elements of one JSON array, or of JSON Lines, as the bytes of their document. Stores four
/// bytes for each.
package final class RowBytes: Sendable {
  let bytes: [UInt8]
  /// The offset of each row, ascending, and that of the end of the last one.
  private let starts: [UInt32]

  /// - Parameter starts: The offsets of the rows, each a valid JSON value without comments, and the
  ///   offset of the end.
  init(_ bytes: [UInt8], starts: [UInt32]) { (self.bytes, self.starts) = (bytes, starts) }

  /// One row.
  convenience init(_ value: JSONValue) {
    let bytes = JSONWriter { $0.value(value) }.bytes
    self.init(bytes, starts: [0, UInt32(bytes.count)])
  }

  var count: Int { starts.count - 1 }

  func offset(of index: Int) -> Int { Int(starts[index]) }

  /// The byte range of a row and of what separates it from the next one.
  func extent(of index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

  /// Whether two rows have equal bytes, separators included.
  func hasEqualBytes(_ index: Int, _ other: RowBytes, _ otherIndex: Int) -> Bool {
    if self === other, index == otherIndex { return true }
    let (mine, theirs) = (extent(of: index), other.extent(of: otherIndex))
    guard mine.count == theirs.count else { return false }
    return bytes.withUnsafeBytes { a in
      other.bytes.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return true }
        return memcmp(a + mine.lowerBound, b + theirs.lowerBound, mine.count) == 0
      }
    }
  }

  /// A hash of the row's bytes, which may collide.
  func hash(of index: Int) -> UInt64 {
    let extent = extent(of: index)
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { byteHash($0 + extent.lowerBound, extent.count) } ?? 0
    }
  }
}

/// One row of the data: an element of an array, of any type, read each time it is asked for.
public struct Row: Sendable {
  let source: RowBytes
  let index: Int

  /// The value.
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
    source.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return .found(.null) }
      let walk = RowWalk(JSONScanner(base: base, end: buffer.count, dialect: .json))
      var at = source.offset(of: index)
      for (count, step) in steps.enumerated() {
        guard let next = walk.enter(step, at: at) else {
          return .missing(after: count, in: ExpressionType(of: walk.value(at: at)))
        }
        at = next
      }
      return .found(walk.value(at: at))
    }
  }
}

/// The way from a row to a value in it. Rows are valid JSON, so that little needs to be looked at.
private struct RowWalk {
  let scanner: JSONScanner
  let check: SoundnessCheck

  init(_ scanner: JSONScanner) { (self.scanner, check) = (scanner, SoundnessCheck(scanner)) }

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
      do throws(SyntaxError) { value = try cursor.value() } catch { return }
    }
    return value
  }
}
