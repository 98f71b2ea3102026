// The difference between two versions of a screen's data, as operations of a patch.
//
// Rows that nobody has changed are shared by both versions, so that a list of a million rows costs
// as little as its changes.

/// Writes the operations (RFC 6902) that make one version of the data of another.
private struct DataChanges {
  /// The field that identifies a row, by the pointer of the rows.
  let keys: [String: String]
  var json: JSONWriter

  mutating func write(from old: DataValue, to new: DataValue, at pointer: String) {
    switch (old.opened, new.opened) {
    case (.object(let old), .object(let new)):
      for key in Set(old.keys).union(new.keys).sorted() {
        let place = pointer + JSONPointer([key]).text
        switch (old[key], new[key]) {
        case (let before?, let after?): write(from: before, to: after, at: place)
        case (nil, let after?): operation("add", at: place, after)
        case (_, nil): operation("remove", at: place)
        }
      }
    case (.rows(let old), .rows(let new)):
      write(RowMatch(old: old, new: new, key: keys[pointer]), at: pointer)
    default: if old != new { operation("replace", at: pointer, new) }
    }
  }

  /// Rows up to `index` are those of the new list already, followed by those of the old one from
  /// `past` on.
  private mutating func write(_ rows: RowMatch, at pointer: String) {
    let (old, new) = (rows.old, rows.new)
    var (past, index) = (0, 0)
    while past < old.count || index < new.count {
      let most = min(old.count - past, new.count - index)
      let run = most > 0 ? old.equalRun(past, new, index, step: 1, atMost: most) : 0
      (past, index) = (past + run, index + run)
      guard past < old.count || index < new.count else { return }
      let gap = rows.gap(past, index)
      for place in 0..<gap.replaced {
        write(
          from: DataValue(old[past + place].value), to: DataValue(new[index + place].value),
          at: "\(pointer)/\(index + place)")
      }
      (past, index) = (past + gap.replaced, index + gap.replaced)
      for _ in 0..<gap.removed { operation("remove", at: "\(pointer)/\(index)") }
      for place in index..<index + gap.added {
        operation("add", at: "\(pointer)/\(place)", DataValue(new[place].value))
      }
      (past, index) = (past + gap.removed, index + gap.added)
    }
  }

  private mutating func operation(
    _ name: String, at pointer: String, _ value: DataValue? = nil
  ) {
    json.object { json in
      json.member("op", name)
      json.member("path", pointer)
      guard let value else { return }
      json.key("value")
      json.data(value)
    }
  }
}

extension JSONWriter {
  /// Writes the operations (RFC 6902) that make `new` of `old`, as an array. A row that has moved
  /// is removed and added.
  ///
  /// - Parameter keys: The field that identifies a row, by the pointer of the rows.
  /// - Complexity: O(changes) in rows that both share, O(*n*) elsewhere.
  package mutating func changes(
    from old: DataValue, to new: DataValue, keys: [String: String] = [:]
  ) {
    array([(old, new)]) { json, values in
      var changes = DataChanges(keys: keys, json: json)
      changes.write(from: values.0, to: values.1, at: "")
      json = changes.json
    }
  }
}

extension DataValue {
  /// The same value, as an object or rows if it is one.
  fileprivate var opened: DataValue {
    if case .value(let value) = self { DataValue(value) } else { self }
  }
}

/// Two versions of a list.
private struct RowMatch {
  let old: RowList
  let new: RowList
  /// The field that identifies a row; nil where they are the same only if all of them is.
  let key: String?

  /// How many rows of both lists together are passed to find common ones.
  private static let reach = 64

  /// The rows that are replaced, and then removed and added, up to the next ones that both have in
  /// common, or for one row that has changed. The first ones differ.
  func gap(_ past: Int, _ index: Int) -> (replaced: Int, removed: Int, added: Int) {
    let (left, right) = (old.count - past, new.count - index)
    if isSame(past, index) { return (1, 0, 0) }
    for sum in 1...Self.reach where sum <= left + right {
      for first in max(0, sum - right)...min(sum, left)
      where isSame(past + first, index + sum - first) {
        return gap(of: first, sum - first)
      }
    }
    let isEnd = left == 0 || right == 0 || left + right <= Self.reach
    let most = min(left, right, Self.reach)
    return gap(of: isEnd ? left : most, isEnd ? right : most)
  }

  private func gap(of left: Int, _ right: Int) -> (replaced: Int, removed: Int, added: Int) {
    let replaced = key == nil ? min(left, right) : 0
    return (replaced, left - replaced, right - replaced)
  }

  private func isSame(_ first: Int, _ second: Int) -> Bool {
    guard first < old.count, second < new.count else { return false }
    if old.equalRun(first, new, second, step: 1, atMost: 1) == 1 { return true }
    guard let key, case .found(let name) = old[first].lookUp([.key(key)]) else { return false }
    if case .found(name) = new[second].lookUp([.key(key)]) { return true }
    return false
  }
}
