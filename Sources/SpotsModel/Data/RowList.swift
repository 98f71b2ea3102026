/// The rows of an array of the data, as a copy-on-write collection of parts of what they come from.
///
/// A changed row is a document of its own; all others are shared with earlier copies.
///
/// - Complexity: A copy is O(1). Access is O(log *p*) and a change O(*p*), where *p* is the number
///   of parts: 1 for a list just read, at most twice the number of changes since.
public struct RowList: Sendable, RandomAccessCollection {
  private struct Part: Sendable {
    var source: any RowSource
    var range: Range<Int>
  }

  private var parts: [Part] = []
  /// The index of the first row of each part.
  private var starts: [Int] = []
  /// The number of rows, in O(1).
  public private(set) var count = 0

  /// Creates an empty list.
  public init() {}

  /// All rows that a source has now.
  package init(_ source: any RowSource) {
    append(Part(source: source, range: 0..<source.count))
  }

  /// Rows that a program keeps.
  init(_ source: ProgramRows, _ ranges: [Range<Int>]) {
    for range in ranges { append(Part(source: source, range: range)) }
    // Without any, it can still get some.
    if count == 0 { (parts, starts) = ([Part(source: source, range: 0..<0)], [0]) }
  }

  /// The rows of a program among these; nil if there are none.
  var programRows: ProgramRows? {
    parts.lazy.compactMap { $0.source as? ProgramRows }.first
  }

  /// Rows with these values.
  public init(_ values: [JSONValue]) {
    var (starts, bytes) = ([UInt32](), [UInt8]())
    for value in values {
      starts.append(UInt32(bytes.count))
      // A comma, so that two numbers are not one.
      bytes += JSONWriter { $0.value(value) }.bytes + [UInt8(ascii: ",")]
    }
    self.init(RowBytes(bytes, starts: starts + [UInt32(bytes.count)]))
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of rows, in O(1).
  public var endIndex: Int { count }

  /// The row at `index`, which is read when its value is asked for.
  public subscript(index: Int) -> DataRow {
    let part = part(containing: index)
    return DataRow(
      source: parts[part].source, index: parts[part].range.lowerBound + index - starts[part])
  }

  private func part(containing index: Int) -> Int {
    precondition(index >= 0 && index < count, "pass the index of a row")
    return starts.partitioningIndex { $0 > index } - 1
  }

  /// The rows in `range`.
  public subscript(range: Range<Int>) -> RowList {
    var list = RowList()
    var index = range.lowerBound
    while index < range.upperBound {
      let place = part(containing: index)
      let (part, first) = (parts[place], index - starts[place])
      let length = Swift.min(part.range.count - first, range.upperBound - index)
      let start = part.range.lowerBound + first
      list.append(Part(source: part.source, range: start..<start + length))
      index += length
    }
    return list
  }

  /// Adds rows at the end.
  public mutating func append(contentsOf other: RowList) {
    for part in other.parts { append(part) }
  }

  /// Replaces the rows in `range`.
  public mutating func replaceSubrange(_ range: Range<Int>, with new: RowList) {
    precondition(range.upperBound <= count, "pass a range of rows")
    // A program's list without rows has a part without any.
    let new = new.count == 0 ? RowList() : new
    if count == 0 { (parts, starts) = ([], []) }
    let first = split(at: range.lowerBound)
    let end = split(at: range.upperBound)
    let length = new.count - range.count
    parts.replaceSubrange(first..<end, with: new.parts)
    starts.replaceSubrange(first..<end, with: new.starts.map { $0 + range.lowerBound })
    let next = first + new.parts.count
    if length != 0 { for index in next..<starts.count { starts[index] += length } }
    count += length
    join(at: next)
    if next > first { join(at: first) }
  }

  /// Makes a part begin at a row, and returns its index, which is that behind the last part at the
  /// end.
  private mutating func split(at row: Int) -> Int {
    guard row < count else { return parts.count }
    let index = part(containing: row)
    let length = row - starts[index]
    guard length > 0 else { return index }
    var rest = parts[index]
    rest.range = rest.range.lowerBound + length..<rest.range.upperBound
    parts[index].range = parts[index].range.lowerBound..<rest.range.lowerBound
    parts.insert(rest, at: index + 1)
    starts.insert(row, at: index + 1)
    return index + 1
  }

  /// Makes one part of that at `index` and the one before it, if both are one in their source.
  private mutating func join(at index: Int) {
    guard index > 0, index < parts.count, parts[index - 1].source === parts[index].source,
      parts[index - 1].range.upperBound == parts[index].range.lowerBound
    else { return }
    parts[index - 1].range = parts[index - 1].range.lowerBound..<parts[index].range.upperBound
    parts.remove(at: index)
    starts.remove(at: index)
  }

  private mutating func append(_ part: Part) {
    guard !part.range.isEmpty else { return }
    if let last = parts.last, last.source === part.source,
      last.range.upperBound == part.range.lowerBound
    {
      parts[parts.count - 1].range = last.range.lowerBound..<part.range.upperBound
    } else {
      parts.append(part)
      starts.append(count)
    }
    count += part.range.count
  }

  /// The number of consecutive rows, from `index` on, that equal those of `other` from `otherIndex`
  /// on; at most `limit`.
  ///
  /// - Parameters:
  ///   - step: -1 to count backward, else 1.
  ///   - isQuick: Whether only rows in memory are compared, and others count as different.
  /// - Complexity: O(parts) where both share their documents, O(bytes) elsewhere.
  func equalRun(
    _ index: Int, _ other: RowList, _ otherIndex: Int, step: Int, atMost limit: Int,
    isQuick: Bool = false
  ) -> Int {
    var run = 0
    while run < limit {
      let (a, b) = (index + run * step, otherIndex + run * step)
      let (mine, theirs) = (part(containing: a), other.part(containing: b))
      let (first, second) = (parts[mine], other.parts[theirs])
      let place = first.range.lowerBound + a - starts[mine]
      let otherPlace = second.range.lowerBound + b - other.starts[theirs]
      if first.source === second.source, place == otherPlace {
        let rest =
          step > 0
          ? Swift.min(first.range.upperBound, second.range.upperBound) - place
          : place + 1 - Swift.max(first.range.lowerBound, second.range.lowerBound)
        run += Swift.min(rest, limit - run)
        continue
      }
      let known = step > 0 ? first.source.knownRun(place, second.source, otherPlace) : 0
      if known > 0 {
        let rest = Swift.min(first.range.upperBound - place, second.range.upperBound - otherPlace)
        run += Swift.min(known, rest, limit - run)
      } else if isQuick, !(first.source is RowBytes && second.source is RowBytes) {
        break
      } else if first.source.hasEqualBytes(place, second.source, otherPlace) {
        run += 1
      } else {
        break
      }
    }
    return run
  }
}

extension RowList: Hashable {
  /// Whether both have the same rows in the same order, by their bytes.
  public static func == (a: RowList, b: RowList) -> Bool {
    a.count == b.count && a.equalRun(0, b, 0, step: 1, atMost: a.count) == a.count
  }

  /// Feeds the number of rows into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
