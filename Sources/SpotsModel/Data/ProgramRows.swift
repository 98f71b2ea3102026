import Synchronization

/// Rows that a program keeps, which are encoded when they are read, and never as a whole.
///
/// A program gives a `RowList` of them to a controller, and tells it of changes with
/// `ScreenEdit.rowsDidChange(_:at:)`.
public protocol RowProvider: AnyObject, Sendable {
  /// The number of rows.
  var count: Int { get }

  /// The row at an index, of any type that JSON can hold; nil if it is gone, which the controller
  /// has yet to be told. Called on any thread, also between a change and the call that tells it.
  func row(at index: Int) -> (any Encodable)?
}

/// A change of a provider's rows. Of several, each counts indexes as those before it left them.
public enum RowChange: Hashable, Sendable {
  /// There are new rows, with these indexes now.
  case inserted(Range<Int>)
  /// The rows that had these indexes are gone.
  case removed(Range<Int>)
  /// The rows with these indexes have other values.
  case changed(Range<Int>)
  /// The rows that had these indexes begin at another index now.
  case moved(Range<Int>, to: Int)
}

/// The rows of a provider, by numbers that stay with them wherever they are moved. A row that has
/// changed is another one, with another number.
final class ProgramRows: RowSource {
  private struct State {
    var order: NumberedRows
    /// The runs of the order, ascending by their numbers.
    var runs: [Run]
    /// Rows that were read last, as JSON, and those that were before them.
    private var kept: [Int: [UInt8]] = [:]
    private var older: [Int: [UInt8]] = [:]
    private var size = 0

    /// The most rows that are kept, and bytes of them: more than there are views.
    private static let most = (rows: 512, bytes: 1 << 20)

    /// A row that was read lately.
    subscript(number: Int) -> [UInt8]? { kept[number] ?? older[number] }

    init(_ order: NumberedRows) {
      self.order = order
      runs = order.runs.sorted { $0.numbers.lowerBound < $1.numbers.lowerBound }
    }

    mutating func keep(_ bytes: [UInt8], _ number: Int) {
      if kept.count == Self.most.rows || size > Self.most.bytes {
        (older, kept, size) = (kept, [:], 0)
      }
      kept[number] = bytes
      size += bytes.count
    }

    /// Takes over rows that are gone, with which those in their place are compared. Others may have
    /// been read when the program had made a change that it had not told.
    mutating func keepPast(of other: State) {
      for (number, bytes) in other.older where place(of: number) == nil { older[number] = bytes }
      for (number, bytes) in other.kept where place(of: number) == nil { older[number] = bytes }
    }

    /// The index of the row with a number; nil if it is gone.
    func place(of number: Int) -> Int? {
      let place = runs.partitioningIndex { $0.numbers.lowerBound > number } - 1
      guard place >= 0, runs[place].numbers.contains(number) else { return nil }
      return runs[place].index + number - runs[place].numbers.lowerBound
    }
  }

  private let provider: any RowProvider
  private let state: Mutex<State>
  private let serial = serials.add(1, ordering: .relaxed).newValue
  /// The numbers that the rows had in others, before they got new ones; nil for the first ones.
  private let origin: (serial: Int, runs: [Run])?

  private static let serials = Atomic(0)

  /// The number of runs above which rows get new numbers.
  private static let mostRuns = 4096

  init(_ provider: any RowProvider) {
    (self.provider, origin) = (provider, nil)
    state = Mutex(State(NumberedRows(count: provider.count)))
  }

  /// The same rows with new numbers.
  private init(after rows: ProgramRows, _ order: NumberedRows) {
    (provider, origin) = (rows.provider, (rows.serial, order.runs))
    state = Mutex(State(NumberedRows(count: order.count)))
  }

  var count: Int { state.withLock { $0.order.count } }
  /// The rows with the numbers that they have at first.
  fileprivate var list: RowList { RowList(self, [0..<count]) }

  func read(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
    let (kept, place) = state.withLock { ($0[index], $0.place(of: index)) }
    guard let bytes = kept ?? place.flatMap(encode) else { return }
    if kept == nil { state.withLock { $0.keep(bytes, index) } }
    bytes.withUnsafeBufferPointer { body($0, 0..<bytes.count) }
  }

  /// A row as JSON; null for what JSON cannot hold.
  private func encode(_ index: Int) -> [UInt8]? {
    guard let row = provider.row(at: index) else { return nil }
    guard case .success(let value) = Result(catching: { try JSONValue(encoding: row) }) else {
      return Array("null".utf8)
    }
    return JSONWriter { $0.value(value) }.bytes
  }

  func knownRun(_ index: Int, _ other: any RowSource, _ otherIndex: Int) -> Int {
    guard let other = other as? ProgramRows else { return 0 }
    if serial == other.origin?.serial { return other.run(from: otherIndex, since: index) }
    return other.serial == origin?.serial ? run(from: index, since: otherIndex) : 0
  }

  /// The number of rows from `index` on that had the numbers from `number` on before.
  private func run(from index: Int, since number: Int) -> Int {
    guard let runs = origin?.runs else { return 0 }
    let run = runs[max(runs.partitioningIndex { $0.index > index } - 1, 0)]
    guard run.numbers.contains(number), run.index - run.numbers.lowerBound == index - number else {
      return 0
    }
    return run.numbers.upperBound - number
  }

  // MARK: Changes

  /// Follows changes that the provider has made.
  ///
  /// - Returns: The rows there are now; nil if the changes do not fit those before.
  /// - Complexity: O(runs), of which each change adds two at most.
  func follow(_ changes: [RowChange]) -> RowList? {
    state.withLock { state -> RowList? in
      var order = state.order
      for change in changes { guard order.make(change) else { return nil } }
      order.place()
      guard order.runs.count <= Self.mostRuns else {
        state.order = NumberedRows(count: 0)
        state.runs = []
        return ProgramRows(after: self, order).list
      }
      var new = State(order)
      new.keepPast(of: state)
      state = new
      return RowList(self, order.runs.map(\.numbers))
    }
  }
}

/// Rows with consecutive numbers.
private struct Run {
  var numbers: Range<Int>
  /// The index of the first row.
  var index = 0
}

/// The numbers of rows in their order.
private struct NumberedRows {
  private(set) var runs: [Run]
  private(set) var count: Int
  /// The number of the next new row.
  private var next: Int

  init(count: Int) {
    (runs, self.count, next) = (count == 0 ? [] : [Run(numbers: 0..<count)], count, count)
  }

  /// Makes a change.
  ///
  /// - Returns: False if it does not fit.
  mutating func make(_ change: RowChange) -> Bool {
    switch change {
    case .inserted(let range):
      guard range.lowerBound >= 0, range.lowerBound <= count else { return false }
      put(fresh(range.count), at: range.lowerBound)
    case .removed(let range): return take(range) != nil
    case .changed(let range):
      guard take(range) != nil else { return false }
      put(fresh(range.count), at: range.lowerBound)
    case .moved(let range, let index):
      guard let moved = take(range), index >= 0, index <= count else { return false }
      put(moved, at: index)
    }
    return true
  }

  /// Notes the index of each run.
  mutating func place() {
    var index = 0
    for run in runs.indices {
      runs[run].index = index
      index += runs[run].numbers.count
    }
  }

  private mutating func fresh(_ count: Int) -> [Run] {
    defer { next += count }
    return [Run(numbers: next..<next + count)]
  }

  private mutating func take(_ range: Range<Int>) -> [Run]? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    let first = split(at: range.lowerBound)
    let last = split(at: range.upperBound)
    defer { runs.removeSubrange(first..<last) }
    count -= range.count
    return Array(runs[first..<last])
  }

  private mutating func put(_ new: [Run], at index: Int) {
    runs.insert(contentsOf: new.filter { !$0.numbers.isEmpty }, at: split(at: index))
    count += new.reduce(0) { $0 + $1.numbers.count }
  }

  /// The place of the run that begins at an index of rows.
  private mutating func split(at index: Int) -> Int {
    var first = 0
    for place in runs.indices {
      let numbers = runs[place].numbers
      if first == index { return place }
      if index < first + numbers.count {
        let middle = numbers.lowerBound + index - first
        runs[place].numbers = numbers.lowerBound..<middle
        runs.insert(Run(numbers: middle..<numbers.upperBound), at: place + 1)
        return place + 1
      }
      first += numbers.count
    }
    return runs.count
  }
}

extension RowList {
  /// The rows of a program, which are read when they are shown.
  ///
  /// - Complexity: O(1).
  public init(_ provider: some RowProvider) { self = ProgramRows(provider).list }

  /// The elements of a collection, which are encoded when they are shown.
  ///
  /// - Complexity: O(1).
  public init<Rows: RandomAccessCollection & Sendable>(encoding rows: Rows)
  where Rows.Element: Encodable {
    self = ProgramRows(CollectionRows(rows)).list
  }
}

private final class CollectionRows<Rows: RandomAccessCollection & Sendable>: RowProvider
where Rows.Element: Encodable {
  private let rows: Rows

  init(_ rows: Rows) { self.rows = rows }

  var count: Int { rows.count }

  func row(at index: Int) -> (any Encodable)? {
    index < rows.count ? rows[rows.index(rows.startIndex, offsetBy: index)] : nil
  }
}
