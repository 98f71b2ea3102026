/// The search of a long menu: the typed query, and the rows whose titles contain it.
struct MenuSearch {
  /// The query as it was typed, spaces included.
  private(set) var query = ""
  /// All rows of the menu.
  private(set) var all: [Menu.Row]
  /// The rows that are shown, by their indexes among all.
  private(set) var shown: [Int]
  /// Made when something is first typed.
  private var texts: ItemTexts?

  /// The number of rows from which on a menu is searched.
  static let least = 20
  /// The most bytes of a query.
  private static let longest = 200

  init(_ rows: [Menu.Row]) { (all, shown) = (rows, Array(rows.indices)) }

  /// Replaces all rows, of which there may be fewer, and searches them unless their titles are the
  /// same.
  mutating func update(_ rows: [Menu.Row]) {
    let isSame = rows.map(\.title) == all.map(\.title)
    all = rows
    guard !isSame else { return }
    texts = nil
    search()
  }

  /// - Returns: Whether the query has changed.
  mutating func type(_ text: String) -> Bool {
    let text = text.filter { !$0.isNewline }
    // The space that chose a row is no text.
    guard !text.isEmpty, query.utf8.count + text.utf8.count <= Self.longest,
      !query.isEmpty || text != " "
    else { return false }
    query += text
    search()
    return true
  }

  /// - Returns: Whether the query has changed.
  mutating func deleteBackward() -> Bool {
    guard query.popLast() != nil else { return false }
    search()
    return true
  }

  private mutating func search() {
    let texts = texts ?? ItemTexts(all.map { Item(title: $0.title) })
    self.texts = texts
    let filter = TextFilter(query)
    let everything = 0..<all.count
    shown =
      filter.isEmpty
      ? Array(everything) : texts.indexes(matching: filter, in: everything).map(Int.init)
  }
}
