/// Tracks the elements of a list while it is changed step by step.
///
/// Each element has a *mark*, which it keeps wherever it moves: its index in the original list, or
/// the next unused number when it is inserted. Elements that stay together form one run, so that a
/// million elements and a thousand appended to them are a single run.
struct PositionMap: Equatable, Sendable {
  /// Elements whose marks and indexes both follow each other.
  private struct Run: Equatable {
    var mark: Int
    var index: Int
    var count: Int
    var end: Int { index + count }
  }

  /// The number of elements in the original list.
  let oldCount: Int
  /// The number of elements now.
  private(set) var count: Int
  /// The mark of the next element that is inserted.
  private(set) var nextMark: Int
  /// Ascending by mark, none of them empty.
  private var runs: [Run]

  /// The map of a list of `count` elements that has not been changed.
  init(count: Int) {
    (oldCount, self.count, nextMark) = (count, count, count)
    runs = count > 0 ? [Run(mark: 0, index: 0, count: count)] : []
  }

  /// The number of runs, on which the cost of each change depends.
  var runCount: Int { runs.count }

  /// Whether nothing was inserted, removed or moved.
  var isUnchanged: Bool { self == PositionMap(count: oldCount) }

  /// The number of inserted elements that are still there.
  var insertedCount: Int {
    runs.reduce(0) { $0 + min($1.count, max($1.mark + $1.count - oldCount, 0)) }
  }

  /// The number of elements of the old list that are gone.
  var removedCount: Int { oldCount - (count - insertedCount) }

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

  /// Removes the elements in `range`.
  ///
  /// - Complexity: O(*r*), like those below.
  mutating func remove(_ range: Range<Int>) { remove(RangeSet(range)) }

  /// Removes the elements in some ranges.
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
    remove(source..<source + 1)
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

  /// The indexes of the inserted elements, ascending.
  var inserted: [Range<Int>] {
    runs.compactMap { run in
      let old = min(max(oldCount - run.mark, 0), run.count)
      return old < run.count ? run.index + old..<run.end : nil
    }
    .sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The elements of the old list that are still there, in runs, ascending by their new index.
  var kept: [ItemDiff.Run] {
    runs.compactMap { run in
      let old = min(max(oldCount - run.mark, 0), run.count)
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
