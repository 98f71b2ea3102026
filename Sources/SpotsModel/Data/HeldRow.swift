/// The rows that keep their place while users are at work in them, by the rule of their list: their
/// places among the rows that are shown.
package typealias HeldRows = [RowTemplate: Int]

extension RowOrder {
  /// The same rows, of which one keeps its place: it is shown whatever the rule says of it now, and
  /// as many of the rows that were shown above it as are still there stay above it. As far as that
  /// leaves a choice, it is where its values put it.
  ///
  /// - Parameters:
  ///   - place: The place of the row among those shown before; nil for none.
  ///   - before: The items that were shown.
  ///   - key: The field that identifies a row.
  /// - Complexity: O(rows).
  func holding(_ place: Int?, of before: RowItems?, key: String?) -> RowOrder {
    var order = self
    (order.indexes, order.held) = (natural, nil)
    guard let natural, let before, let place, place < before.count else { return order }
    let match = RowMatch(before.rows, rows, by: key)
    guard let row = match.index(of: before.rowIndex(place)) else { return order }
    var wasShown = Array(repeating: false, count: rows.count)
    var wasAbove = wasShown
    for shown in 0..<before.count where shown != place {
      guard let index = match.index(of: before.rowIndex(shown)) else { continue }
      (wasShown[index], wasAbove[index]) = (true, shown < place)
    }
    let others = natural.filter { $0 != row }
    var (above, least) = (others.count { wasAbove[Int($0)] }, 0)
    while above > 0 {
      if wasShown[Int(others[least])] { above -= 1 }
      least += 1
    }
    let most = others[least...].firstIndex { wasShown[Int($0)] } ?? others.count
    let usual = natural.firstIndex(of: UInt32(row)) ?? least
    let new = min(max(usual, least), most)
    guard new != usual || others.count == natural.count else { return order }
    order.indexes = others[..<new] + [UInt32(row)] + others[new...]
    order.held = new
    return order
  }
}

/// Maps the rows of an array to a later version of it. Rows before and after all changes are
/// matched by their place; rows between them by their keys, or else by their place if there are as
/// many as before.
private struct RowMatch {
  private let old: RowList
  private let new: RowList
  private let key: String?
  /// The number of rows before, and after, all changes.
  private let prefix: Int
  private let suffix: Int
  /// The rows of the later version between them, by their keys; nil without keys.
  private var places: [Item.Identifier: Int]?

  /// The most rows that are looked at for their keys.
  private static let mostKeys = 20_000

  init(_ old: RowList, _ new: RowList, by key: String?) {
    (self.old, self.new, self.key) = (old, new, key)
    let shorter = min(old.count, new.count)
    prefix = old.equalRun(0, new, 0, step: 1, atMost: shorter)
    suffix =
      prefix == shorter
      ? 0
      : old.equalRun(old.count - 1, new, new.count - 1, step: -1, atMost: shorter - prefix)
    guard key != nil, max(old.count, new.count) - prefix - suffix <= Self.mostKeys else { return }
    var places: [Item.Identifier: Int] = [:]
    for index in prefix..<new.count - suffix {
      guard let identifier = new[index].identifier(key), places[identifier] == nil else { continue }
      places[identifier] = index
    }
    self.places = places
  }

  /// The index of a row in the later version; nil if it is not known.
  func index(of row: Int) -> Int? {
    if row < prefix { return row }
    if row >= old.count - suffix { return row + new.count - old.count }
    if let places, let identifier = old[row].identifier(key) { return places[identifier] }
    return old.count == new.count ? row : nil
  }
}
