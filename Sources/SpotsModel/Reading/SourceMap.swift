import Synchronization

/// The positions of a screen's parts in its document, except for those inside items.
///
/// For a document that was read whole, lines and columns are stored: eight bytes for each item of
/// the screen's own components. When items are read on demand, they are counted at look-up.
public struct SourceMap: Equatable, Sendable {
  /// A position in a document.
  public struct Position: Hashable, Sendable {
    /// From 1; lines end with LF, CR or CRLF.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int

    /// Creates a position; both count from 1.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  private var components: [Component] = []
  /// Counts the lines of a document whose items are read on demand.
  private var counter: LineCounter?

  /// Creates an empty map, like that of a document without components.
  public init() {}

  /// The position of the `{` of a component; nil when there is none at `index`.
  ///
  /// - Complexity: O(1), like all look-ups; in a document whose items are read on demand O(bytes
  ///   before the position) the first time, then of at most a million bytes.
  public func component(_ index: Int) -> Position? {
    components.indices.contains(index) ? position(components[index].start) : nil
  }

  /// The position of an item of a component, that of the template for all that are made of rows;
  /// nil when there is none at these indices.
  public func item(_ index: Int, inComponent component: Int) -> Position? {
    guard components.indices.contains(component) else { return nil }
    let component = components[component]
    if let items = component.itemsOnDemand {
      guard index >= 0, index < items.count else { return nil }
      return counter?.position(of: items.offset(of: index))
    }
    if component.items.isEmpty, let template = component.template { return position(template) }
    return component.items.indices.contains(index) ? position(component.items[index]) : nil
  }

  /// The position of a component's header, or of the string in its place; nil without one.
  public func header(ofComponent index: Int) -> Position? {
    guard components.indices.contains(index) else { return nil }
    return components[index].header.flatMap(position)
  }

  /// The position of a component's footer; nil without one.
  public func footer(ofComponent index: Int) -> Position? {
    guard components.indices.contains(index) else { return nil }
    return components[index].footer.flatMap(position)
  }

  /// Compares all positions. Maps of documents read on demand equal only their own copies.
  public static func == (a: SourceMap, b: SourceMap) -> Bool {
    guard a.counter == nil, b.counter == nil else {
      return a.counter === b.counter && a.components == b.components
    }
    return a.components == b.components
  }

  private func position(_ place: Place) -> Position? {
    guard place.line == 0 else { return Position(line: Int(place.line), column: Int(place.column)) }
    return counter?.position(of: Int(place.column))
  }

  // MARK: Making

  fileprivate struct Component: Equatable {
    var start: Place
    var header: Place?
    var footer: Place?
    /// The place of the item that is shown for each row.
    var template: Place?
    var items: [Place]
    var itemsOnDemand: DocumentItems?

    static func == (a: Component, b: Component) -> Bool {
      a.start == b.start && a.header == b.header && a.footer == b.footer
        && a.template == b.template && a.items == b.items && a.itemsOnDemand === b.itemsOnDemand
    }
  }

  /// A line and a column, or line 0 and an offset. Documents end below 2^32 bytes, so all fit.
  fileprivate struct Place: Equatable {
    var line: UInt32
    var column: UInt32

    init(_ position: Position) {
      line = UInt32(clamping: position.line)
      column = UInt32(clamping: position.column)
    }

    init(offset: Int) {
      line = 0
      column = UInt32(clamping: offset)
    }
  }

  /// Creates the map of a document whose parts start at `offsets`.
  ///
  /// - Complexity: O(bytes).
  init(_ offsets: [ComponentOffsets], counter: PositionCounter) {
    var counter = counter
    components.reserveCapacity(offsets.count)
    for offsets in offsets { components.append(Component(offsets, counter: &counter)) }
  }

  /// Creates the map of a document whose items are read on demand.
  ///
  /// - Complexity: O(components).
  init(_ offsets: [ComponentOffsets], of document: ScreenBytes) {
    counter = LineCounter(document)
    components = offsets.map { offsets in
      Component(
        start: Place(offset: offsets.start), header: offsets.header.map(Place.init(offset:)),
        footer: offsets.footer.map(Place.init(offset:)),
        template: offsets.template.map(Place.init(offset:)), items: [],
        itemsOnDemand: offsets.itemsOnDemand)
    }
  }
}

/// The byte offsets of the parts of one component, collected while it is read.
struct ComponentOffsets {
  var start: Int
  var header: Int?
  var footer: Int?
  var template: Int?
  var items: [UInt32] = []
  var itemsOnDemand: DocumentItems?
}

extension SourceMap.Component {
  /// Counts the other parts separately, since they may be before or after the items; only the items
  /// are certain to be in the order of the document.
  fileprivate init(_ offsets: ComponentOffsets, counter: inout PositionCounter) {
    start = SourceMap.Place(counter.position(of: offsets.start))
    let ahead = counter
    let place = { (offset: Int) in
      var counter = ahead
      return SourceMap.Place(counter.position(of: offset))
    }
    header = offsets.header.map(place)
    (footer, template) = (offsets.footer.map(place), offsets.template.map(place))
    items = []
    items.reserveCapacity(offsets.items.count)
    for offset in offsets.items {
      items.append(SourceMap.Place(counter.position(of: Int(offset))))
    }
  }
}

/// Turns byte offsets into lines and columns in one walk over a document.
///
/// A line ends with LF, CR or CRLF. A column counts Unicode scalars: a tab is one, an emoji made
/// of several scalars counts as several. A byte-order mark is not counted.
struct PositionCounter {
  private let base: UnsafePointer<UInt8>
  private let end: Int
  private var at = 0
  private var line = 1
  private var column = 1
  /// The byte offset at which the current line starts.
  private(set) var lineStart = 0

  /// The state of a counter, from which another can continue.
  struct Mark {
    fileprivate(set) var at: Int
    fileprivate var line: Int
    fileprivate var column: Int
    fileprivate var lineStart: Int
  }

  var mark: Mark { Mark(at: at, line: line, column: column, lineStart: lineStart) }

  /// Continues from `mark`, which a counter of the same document made.
  init(base: UnsafePointer<UInt8>, end: Int, from mark: Mark) {
    self.base = base
    self.end = end
    (at, line, column, lineStart) = (mark.at, mark.line, mark.column, mark.lineStart)
  }

  /// - Parameter line: The number of the first line.
  init(base: UnsafePointer<UInt8>, end: Int, line: Int = 1) {
    self.base = base
    self.end = end
    self.line = line
    if end >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF {
      at = 3
      lineStart = 3
    }
  }

  /// The position of `offset`, which must not precede that of the previous call.
  ///
  /// - Complexity: O(bytes since the last offset).
  mutating func position(of offset: Int) -> SourceMap.Position {
    let target = min(offset, end)
    while at < target {
      if at + 32 <= target, advanceByPlainRun() { continue }
      if at + 8 <= target, advanceByWord() { continue }
      advanceByByte()
    }
    return SourceMap.Position(line: line, column: column)
  }

  /// Advances by 32 bytes when all are ASCII without control characters, as most are.
  @inline(__always)
  private mutating func advanceByPlainRun() -> Bool {
    let blanks: UInt64 = 0x2020_2020_2020_2020
    var odd: UInt64 = 0
    for offset in stride(from: 0, to: 32, by: 8) {
      let word = UnsafeRawPointer(base + at + offset).loadUnaligned(as: UInt64.self)
      // Sets the top bit of each byte that is not ASCII or is below a space.
      odd |= word | ((word &- blanks) & ~word)
    }
    guard odd & 0x8080_8080_8080_8080 == 0 else { return false }
    column += 32
    at += 32
    return true
  }

  /// Advances by eight bytes when no line ends among them.
  private mutating func advanceByWord() -> Bool {
    let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
    guard !Self.contains(0x0A, word), !Self.contains(0x0D, word) else { return false }
    let continuations = word & (~word &<< 1) & 0x8080_8080_8080_8080
    column += 8
    if continuations != 0 { column -= continuations.nonzeroBitCount }
    at += 8
    return true
  }

  @inline(__always)
  private static func contains(_ byte: UInt64, _ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = word ^ (byte &* ones)
    return (difference &- ones) & ~difference & (ones << 7) != 0
  }

  private mutating func advanceByByte() {
    let byte = base[at]
    at += 1
    switch byte {
    case 0x0D where at < end && base[at] == 0x0A:
      // The LF that follows ends the line; until then this is one more column.
      column += 1
    case 0x0A, 0x0D:
      line += 1
      column = 1
      lineStart = at
    case 0x80..<0xC0: break
    default: column += 1
    }
  }
}

/// Converts byte offsets to positions, with marks so that later look-ups start nearby.
final class LineCounter: Sendable {
  private let document: ScreenBytes
  /// Ascending, about a million bytes apart; the first is at the start.
  private let marks = Mutex<[PositionCounter.Mark]>([])

  private static let distance = 1 << 20

  init(_ document: ScreenBytes) {
    self.document = document
  }

  /// The position of the byte at `offset`.
  ///
  /// - Complexity: O(bytes before `offset`) the first time, then of at most a million bytes.
  func position(of offset: Int) -> SourceMap.Position {
    document.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return SourceMap.Position(line: 1, column: 1) }
      return marks.withLock { marks in
        if marks.isEmpty {
          let line = document.firstLine
          marks = [PositionCounter(base: base, end: buffer.count, line: line).mark]
        }
        while let last = marks.last, last.at + Self.distance <= offset {
          var counter = PositionCounter(base: base, end: buffer.count, from: last)
          _ = counter.position(of: last.at + Self.distance)
          marks.append(counter.mark)
        }
        let mark = marks.last { $0.at <= offset } ?? marks[0]
        var counter = PositionCounter(base: base, end: buffer.count, from: mark)
        return counter.position(of: offset)
      }
    }
  }
}

/// Part of a line of a document, to be shown with a caret below one position.
struct Excerpt {
  /// At most 200 characters, one for each Unicode scalar of the line: tabs become spaces, and
  /// scalars that must not reach a terminal U+FFFD, so that a caret can be aligned by counting.
  package var text: String
  /// The position of the caret in `text`, from 1.
  var column: Int

  /// - Parameters:
  ///   - lineStart: The offset of the line's first byte.
  ///   - offset: The byte offset of the position to show, in the same line.
  init(of bytes: UnsafeBufferPointer<UInt8>, lineStart: Int, offset: Int) {
    // Offsets before the text, at a byte-order mark, count as its start.
    let offset = max(offset, lineStart)
    // A scalar takes at most four bytes: these hold 100 scalars before the position, 200 after.
    var start = max(lineStart, offset - 400)
    while start > lineStart, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let isBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let limit = min(offset + 800, bytes.count)
    let end = bytes[offset..<max(offset, limit)].firstIndex(where: isBreak) ?? max(offset, limit)
    let before = Self.visible(bytes[start..<offset])
    let after = Self.visible(bytes[offset..<end])
    let kept = before.suffix(before.count + after.count <= 200 ? before.count : 100)
    text = String(String.UnicodeScalarView(kept + after.prefix(200 - kept.count)))
    column = kept.count + 1
  }

  private static func visible(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      scalar == "\t" ? " " : scalar.isUnprintable ? "\u{FFFD}" : scalar
    }
  }
}
