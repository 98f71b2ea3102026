/// The rows of a list that are inside other rows by their levels, and which of those others show
/// what is inside them.
///
/// Owned by the component's disclosure state. Costs next to nothing when no item has a level.
struct RowOutline {
  /// The level of each item; empty when all have that of the outermost rows.
  private var levels: [UInt8] = []
  /// The items that show what is inside them, if anything is.
  private var expanded = RangeSet<Int>()

  /// Nothing is inside anything.
  init() {}

  /// - Complexity: O(*n*), and next to nothing for documents without levels.
  init(of model: ComponentModel) {
    guard model.kind == .list else { return }
    read(0..<model.items.count, of: model.items)
    if levels.allSatisfy({ $0 == 0 }) { self = RowOutline() }
  }

  var isEmpty: Bool { levels.isEmpty }

  /// Reads the levels of items, and which of them are expanded at first.
  private mutating func read(_ range: Range<Int>, of items: ItemList) {
    items.visitNested(in: range) { index, nesting in
      if levels.isEmpty { levels = [UInt8](repeating: 0, count: items.count) }
      levels[index] = UInt8(clamping: nesting.level)
      if nesting.isExpanded { expanded.insert(contentsOf: index..<index + 1) }
    }
  }

  /// Follows a change of the items: what was chosen stays, unless the item says something else.
  ///
  /// - Complexity: O(*n*), but only items that are new or changed are read.
  mutating func follow(_ diff: ItemDiff, from model: ComponentModel, to new: ComponentModel) {
    guard model.kind == new.kind, new.kind == .list else {
      self = RowOutline(of: new)
      return
    }
    let (old, items) = (model.items, new.items)
    let fresh = ItemDiff.fresh(besides: diff.unchanged, upTo: items.count)
    guard !isEmpty else {
      for range in fresh { read(range, of: items) }
      if !isEmpty { self = RowOutline(of: new) }
      return
    }
    var moved = [UInt8](repeating: 0, count: items.count)
    for run in diff.unchanged {
      moved.replaceSubrange(run.new..<run.new + run.count, with: levels[run.oldRange])
    }
    let known = diff.newIndexes(of: expanded)
    (levels, expanded) = (moved, RangeSet())
    for range in fresh { read(range, of: items) }
    for index in known.symmetricDifference(expanded).ranges.joined() {
      let isFresh = fresh.contains { $0.contains(index) }
      let before = isFresh ? diff.origin(of: index).map { old[$0].nesting.isExpanded } : nil
      if !isFresh || before == items[index].nesting.isExpanded {
        setExpanded(known.contains(index), index)
      }
    }
    if levels.allSatisfy({ $0 == 0 }) { self = RowOutline() }
  }

  // MARK: What is shown

  /// The level of an item, from 0.
  func level(of index: Int) -> Int { levels.indices.contains(index) ? Int(levels[index]) : 0 }

  /// Whether other rows are inside an item.
  func isParent(_ index: Int) -> Bool {
    levels.indices.contains(index + 1) && levels[index + 1] > levels[index]
  }

  /// Whether an item shows the rows inside it.
  func isExpanded(_ index: Int) -> Bool { expanded.contains(index) && isParent(index) }

  /// Shows or hides the rows inside an item.
  mutating func setExpanded(_ isExpanded: Bool, _ index: Int) {
    if isExpanded {
      expanded.insert(contentsOf: index..<index + 1)
    } else {
      expanded.remove(contentsOf: index..<index + 1)
    }
  }

  /// The item that another one is inside of; nil for an outermost one.
  func parent(of index: Int) -> Int? {
    guard levels.indices.contains(index), levels[index] > 0 else { return nil }
    return levels[..<index].lastIndex { $0 < levels[index] }
  }

  /// The items inside another one.
  func items(inside index: Int) -> Range<Int> {
    guard isParent(index) else { return index + 1..<index + 1 }
    let end = levels[(index + 1)...].firstIndex { $0 <= levels[index] } ?? levels.count
    return index + 1..<end
  }

  /// The items that are inside one that is not expanded, ascending.
  ///
  /// - Complexity: O(*n*), a byte for each item.
  var hidden: [Int32] {
    guard !levels.isEmpty else { return [] }
    var hidden: [Int32] = []
    var (closed, open) = (Int?.none, expanded.ranges.makeIterator())
    var next = open.next()
    levels.withUnsafeBufferPointer { levels in
      for index in levels.indices {
        while let range = next, range.upperBound <= index { next = open.next() }
        if let level = closed {
          if levels[index] > level {
            hidden.append(Int32(index))
            continue
          }
          closed = nil
        }
        if next?.contains(index) != true { closed = Int(levels[index]) }
      }
    }
    return hidden
  }
}
