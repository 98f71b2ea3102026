/// Tracks the elements of a list while it is changed step by step.
///
/// Each element has a *mark*, which it keeps wherever it moves: its index in the original list, or
/// the next unused number when it is inserted. Elements that stay together form one run, so that a
/// million elements and a thousand appended to them are a single run.
struct PositionMap: Equatable, Sendable {
  /// Elements whose marks and indexes both follow each other.
  struct Run: Equatable {
    var mark: Int
    var index: Int
    var count: Int
    fileprivate var end: Int { index + count }
  }

  /// The number of elements in the original list.
  private(set) var oldCount: Int
  /// The number of elements now.
  private(set) var count: Int
  /// The mark of the next element that is inserted.
  private(set) var nextMark: Int
  /// The mark of the first element that was inserted into the original list.
  private var firstNew: Int
  /// Ascending by mark, none of them empty.
  private var runs: [Run]
  /// The marks of the elements whose content was changed; some may be gone.
  private(set) var changed: Set<Int> = []
  /// The marks of the elements whose views are to be configured again.
  private(set) var reloaded: Set<Int> = []
  /// Whether all elements were replaced, or so many moved that they count as inserted anew.
  private(set) var isReplaced = false

  /// More runs than this, and than one for 64 elements, would cost more than a new map.
  private static let mostRuns = 4096

  /// The map of a list of `count` elements that has not been changed.
  init(count: Int) {
    (oldCount, self.count, nextMark, firstNew) = (count, count, count, count)
    runs = count > 0 ? [Run(mark: 0, index: 0, count: count)] : []
  }

  /// Whether there was no edit.
  var isUnchanged: Bool { self == PositionMap(count: oldCount) }

  /// The number of inserted elements that are still there.
  var insertedCount: Int { inserted.reduce(0) { $0 + $1.count } }

  /// The number of elements of the old list that are gone.
  var removedCount: Int { oldCount - (count - insertedCount) }

  /// Makes the list as it is now the original one, in which all keep their marks.
  mutating func settle() {
    (oldCount, firstNew, changed, reloaded, isReplaced) = (count, nextMark, [], [], false)
  }

  // MARK: Places

  /// The index of the element with a mark; nil when it is gone.
  ///
  /// - Complexity: O(log *r*), where *r* is the number of runs.
  func index(of mark: Int) -> Int? {
    let place = runs.partitioningIndex { $0.mark > mark } - 1
    guard place >= 0, mark < runs[place].mark + runs[place].count else { return nil }
    return runs[place].index + mark - runs[place].mark
  }

  /// The mark of the element at `index`, which must exist.
  ///
  /// - Complexity: O(*r*).
  func mark(of index: Int) -> Int {
    for run in runs where run.index <= index && index < run.end {
      return run.mark + index - run.index
    }
    preconditionFailure("pass the index of an element")
  }

  // MARK: Changes

  mutating func follow(_ edit: ListEdit) {
    switch edit {
    case .insert(let number, let index): insert(number, at: index)
    case .remove(let indexes): remove(indexes)
    case .move(let source, let destination): move(from: source, to: destination)
    case .update(let index): changed.insert(mark(of: index))
    case .reload(let indexes): reloaded.formUnion(indexes.lazy.map(mark(of:)))
    case .replace(let new): replace(new)
    }
    if runs.count > max(Self.mostRuns, count / 64) { replace(count) }
  }

  private mutating func replace(_ number: Int) {
    runs = []
    (count, isReplaced) = (0, true)
    insert(number, at: 0)
  }

  /// Inserts elements before the one at `index`, which may be the number of elements.
  ///
  /// - Complexity: O(1) at the end, else O(*r*).
  mutating func insert(_ number: Int, at index: Int) {
    guard number > 0 else { return }
    if index < count { makeRoom(for: number, at: index) }
    if let last = runs.last, last.mark + last.count == nextMark, last.end == index {
      runs[runs.count - 1].count += number
    } else {
      runs.append(Run(mark: nextMark, index: index, count: number))
    }
    nextMark += number
    count += number
  }

  /// Removes the elements in some ranges.
  ///
  /// - Complexity: O(*r*), like the move.
  mutating func remove(_ indexes: RangeSet<Int>) {
    let gone = Array(indexes.ranges)
    guard !gone.isEmpty else { return }
    // The number of elements removed before each range.
    var before: [Int] = [0]
    for range in gone { before.append(before[before.count - 1] + range.count) }
    var kept: [Run] = []
    kept.reserveCapacity(runs.count + 1)
    for run in runs {
      var index = run.index
      var next = gone.partitioningIndex { $0.upperBound > index }
      while index < run.end {
        let end = next < gone.count ? min(gone[next].lowerBound, run.end) : run.end
        if index < end {
          let mark = run.mark + index - run.index
          Self.append(Run(mark: mark, index: index - before[next], count: end - index), to: &kept)
        }
        guard next < gone.count else { break }
        index = max(index, gone[next].upperBound)
        next += 1
      }
    }
    runs = kept
    count -= before[gone.count]
  }

  /// Moves the element at `source` to the index `destination`.
  mutating func move(from source: Int, to destination: Int) {
    guard source != destination else { return }
    let mark = mark(of: source)
    remove(RangeSet(source..<source + 1))
    if destination < count { makeRoom(for: 1, at: destination) }
    count += 1
    let moved = Run(mark: mark, index: destination, count: 1)
    let place = runs.partitioningIndex { $0.mark > mark }
    let rest = Array(runs[place...])
    runs.removeSubrange(place...)
    for run in [moved] + rest { Self.append(run, to: &runs) }
  }

  private mutating func makeRoom(for number: Int, at index: Int) {
    var cut: Int?
    for place in runs.indices {
      if runs[place].index >= index {
        runs[place].index += number
      } else if runs[place].end > index {
        cut = place
      }
    }
    guard let cut else { return }
    let run = runs[cut]
    let before = index - run.index
    runs[cut].count = before
    runs.insert(
      Run(mark: run.mark + before, index: index + number, count: run.count - before), at: cut + 1)
  }

  private static func append(_ run: Run, to runs: inout [Run]) {
    if let last = runs.last, last.mark + last.count == run.mark, last.end == run.index {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
  }

  // MARK: As a diff

  /// The inserted elements that are still there, ascending by mark.
  ///
  /// - Complexity: O(runs of them).
  var inserted: [Run] {
    runs[runs.partitioningIndex { $0.mark + $0.count > firstNew }...].map { run in
      let old = max(firstNew - run.mark, 0)
      return Run(mark: run.mark + old, index: run.index + old, count: run.count - old)
    }
  }

  /// The elements of the old list that are still there, in runs, ascending by their new index.
  var kept: [ItemDiff.Run] {
    runs.compactMap { run in
      let old = min(max(firstNew - run.mark, 0), run.count)
      return old > 0 ? ItemDiff.Run(old: run.mark, new: run.index, count: old) : nil
    }
    .sorted { $0.new < $1.new }
  }

  /// For each element, its index in the original list; nil for inserted ones.
  var origins: [Int?] {
    var origins = [Int?](repeating: nil, count: count)
    for run in kept {
      for offset in 0..<run.count { origins[run.new + offset] = run.old + offset }
    }
    return origins
  }
}
