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

  /// Follows `steps` from the row; reads no other values.
  package func lookUp(_ steps: [ExpressionStep]) -> ExpressionLookup {
    source.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return .found(.null) }
      var result = ExpressionLookup.found(.null)
      ScreenReader.withMutedCursor(base, buffer.count) { cursor in
        cursor.scanner.at = source.offset(of: index)
        var walk = RowWalk(cursor: cursor)
        do throws(SyntaxError) {
          result = try walk.follow(steps)
        } catch {
          // Not reached: a row is valid JSON.
          return
        }
      }
      return result
    }
  }
}

/// The way from a row to a value in it.
private struct RowWalk {
  var cursor: JSONCursor

  mutating func follow(_ steps: [ExpressionStep]) throws(SyntaxError) -> ExpressionLookup {
    for (count, step) in steps.enumerated() {
      let start = cursor.scanner.at
      guard try enter(step) else {
        cursor.scanner.at = start
        return .missing(after: count, in: ExpressionType(of: try cursor.value()))
      }
    }
    return .found(try cursor.value())
  }

  /// Goes to a member or an element of the value at the cursor; false when there is none. Of
  /// several members with the same name it is the last.
  private mutating func enter(_ step: ExpressionStep) throws(SyntaxError) -> Bool {
    switch step {
    case .key(let key):
      guard cursor.scanner.current == UInt8(ascii: "{") else { return false }
      try cursor.beginFreeObject()
      var (isFirst, found) = (true, Int?.none)
      while let token = try cursor.nextFreeKey(&isFirst) {
        if spells(token, key) { found = cursor.scanner.at }
        try cursor.skipValue()
      }
      cursor.scanner.at = found ?? cursor.scanner.at
      return found != nil
    case .index(let index):
      guard cursor.scanner.current == UInt8(ascii: "["), index >= 0 else { return false }
      var elements = try cursor.beginArray()
      while try cursor.nextElement(&elements) {
        if elements.count == index + 1 {
          cursor.nesting.close()
          return true
        }
        try cursor.skipValue()
      }
      return false
    }
  }

  private func spells(_ token: StringToken, _ key: String) -> Bool {
    if token.hasEscapes { return cursor.scanner.text(of: token) == key }
    let count = key.utf8.count
    guard token.end - token.start == count else { return false }
    return key.utf8.elementsEqual(
      UnsafeBufferPointer(start: cursor.scanner.base + token.start, count: count))
  }
}
