import Synchronization

/// Makes the items of one component from rows; compiled once for all data.
final class RowMaker: Sendable {
  let rule: RowTemplate
  let selection: RowSelection
  private let template: JSONTemplate
  private let reader: ScreenReader
  /// The template as it is written, in which words for traits can be found.
  private let text: [UInt8]
  /// The places besides their own row on which items depend.
  let outer: [ExpressionRead]
  /// The places besides the rows that decide which of them are shown.
  private let outerOfOrder: [ExpressionRead]
  /// Whether an item depends on its place.
  let readsIndex: Bool
  /// Whether an item may have an answer by name, or one that can be wrong: places in the data are
  /// none.
  private let hasAnswers: Bool
  private let hasCharts: Bool
  /// The most rows of a chart in an item that is made each time it is asked for.
  private static let mostPoints = 10_000
  /// The names of the answers on which items depend, or which items there are.
  let valueNames: Set<String>

  init(_ rule: RowTemplate, reader: ScreenReader) {
    (self.rule, self.reader) = (rule, reader)
    selection = RowSelection(rule)
    let item = rule.filledItem
    text = JSONWriter { $0.value(item) }.bytes
    template = JSONTemplate(item, isOfRow: true)
    let reads = template.reads
    hasCharts = template.hasCharts
    outer = Self.outer(of: reads)
    outerOfOrder = Self.outer(of: selection.reads)
    valueNames = reads.union(selection.reads).valueNames
    hasAnswers = template.hasOpenKinds || Self.hasAnswers(item)
    readsIndex = reads.contains { $0.root == DataScope.Root.index.rawValue }
  }

  private static let kindsWithValue = Set(InputKind.allCases.filter(\.hasValue).map(\.rawValue))

  private static func hasAnswers(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): return elements.contains(where: hasAnswers)
    case .object(let members):
      let kinds = ["kind", "control"].compactMap { members[$0] }
      let isInput =
        members["name"] != nil
        || kinds.contains {
          if case .string(let kind) = $0 { kindsWithValue.contains(kind) } else { false }
        }
      let isPlace =
        members["bind"] != nil && members["checks"] == nil && members["input-type"] == nil
      return isInput && !isPlace || members.values.contains(where: hasAnswers)
    default: return false
    }
  }

  private static func outer(of reads: Set<ExpressionRead>) -> [ExpressionRead] {
    let outer = reads.filter {
      $0.root == DataScope.Root.data.rawValue || $0.root == DataScope.Root.values.rawValue
    }
    // Equal rules list equal places, which a set does not.
    return outer.map { ("\($0)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The values besides rows on which items depend.
  func outerValues(in scope: DataScope) -> [DataValue?] { Self.values(of: outer, in: scope) }

  private static func values(of reads: [ExpressionRead], in scope: DataScope) -> [DataValue?] {
    let values = DataValue.value(.object(scope.values))
    return reads.map { read in
      (read.root == DataScope.Root.data.rawValue ? scope.data : values)[read.steps[...]]
    }
  }

  /// Whether the rows of other data are still right: what decides about them is the same.
  func isRight(_ known: RowOrder, in scope: DataScope) -> Bool {
    known.outer == Self.values(of: outerOfOrder, in: scope)
      && known.rows == selection.rows(in: scope)
  }

  /// The rows that are shown with some data.
  ///
  /// - Parameters:
  ///   - limit: The number of rows above which they are not chosen and sorted now.
  ///   - before: The items that they take the place of, with which they are compared.
  /// - Returns: The rows; nil where there are too many.
  func order(in scope: DataScope, upTo limit: Int, after before: ItemList?) -> RowOrder? {
    let (rows, outer) = (selection.rows(in: scope), Self.values(of: outerOfOrder, in: scope))
    let isMoved =
      selection.isOrdered || before?.allRows?.hasMoved(to: rows, byMoreThan: limit) == true
    guard !isMoved || rows.count <= limit else { return nil }
    return RowOrder(rows: rows, outer: outer, natural: selection.order(of: rows, in: scope))
  }

  func item(in scope: DataScope) -> Item {
    var work = ExpressionWork()
    var item = reader.filledItem(in: template.json(in: scope, &work))
    if let identifier = scope.row?.identifier(rule.key) { item.identifier = identifier }
    guard hasCharts else { return item }
    fillCharts(of: &item) { chart in
      guard let rows = chart.source.flatMap(scope.rows) else { return }
      var points = ChartPoints(ChartPoints.Fields(chart))
      points.follow(rows[max(rows.count - Self.mostPoints, 0)..<rows.count])
      points.fill(&chart)
    }
    return item
  }

  /// Whether both make equal items of equal rows, whichever rows they choose.
  func makes(like other: RowMaker) -> Bool {
    self === other || text == other.text && rule.key == other.rule.key && outer == other.outer
  }

  /// Whether both make items of the same rows, so that those of one stand for those of the other
  /// for a while.
  func standsIn(for other: RowTemplate) -> Bool {
    rule.each == other.each && rule.key == other.key
  }

  /// Whether an item may have a trait, of which the template then has a word.
  func mayHave(_ trait: ItemTrait) -> Bool {
    if trait == .value { return hasAnswers }
    return trait.words.contains { text.firstRange(of: $0) != nil }
  }

  /// Whether an item may be a row inside another.
  var mayHaveLevel: Bool { text.firstRange(of: Array(#""level""#.utf8)) != nil }
}

/// The rows that a component shows, and what they were chosen by.
struct RowOrder: Sendable {
  let rows: RowList
  /// The values besides the rows that decide about them.
  let outer: [DataValue?]
  /// The indexes of the rows that the rule chooses, in its order; nil for all, as they are.
  let natural: [UInt32]?
  /// The indexes of the rows that are shown, in their order; nil for all, as they are.
  var indexes: [UInt32]?
  /// The place of a row that is shown where the rule does not put it; nil for none.
  var held: Int?

  init(rows: RowList, outer: [DataValue?], natural: [UInt32]?) {
    (self.rows, self.outer, self.natural, indexes) = (rows, outer, natural, natural)
  }

  var count: Int { indexes?.count ?? rows.count }
}

extension ItemList {
  /// The rows that all items are made of; nil where others are among them.
  var allRows: RowItems? {
    guard count > 0, let rows = piece(at: 0).document as? RowItems, rows.count == count,
      piece(at: 0).count == count
    else { return nil }
    return rows
  }

  /// The index and the value of the row that an item is made of; nil where others than items of
  /// rows are in the list.
  package func row(ofItem index: Int) -> (index: Int, value: JSONValue)? {
    guard let rows = allRows else { return nil }
    let place = rows.rowIndex(index)
    return (place, rows.rows[place].value)
  }

  /// How the items differ from others, if that has been found out before.
  func difference(from others: ItemList) -> ItemDiff? {
    guard let rows = allRows, let old = others.allRows else { return nil }
    return rows.difference(from: old)
  }
}

extension ItemChunk {
  /// The index of the row of the first item; nil for one without a row.
  var row: Int? { (document as? RowItems)?.rowIndex(first) }
}

/// Items made from rows each time they are accessed.
final class RowItems: LazyItems {
  private let maker: RowMaker
  let rows: RowList
  /// The indexes of the rows that are shown, in their order; nil for all, as they are.
  private let order: [UInt32]?
  private let scope: DataScope
  private let outer: [DataValue?]
  /// How the items differ from others, if that has been found out on the thread that ordered them.
  private let difference: (others: UInt64, diff: ItemDiff)?
  private let serial = serials.withLock { last in
    last += 1
    return last
  }

  private static let serials = Mutex<UInt64>(0)

  init(
    _ maker: RowMaker, _ rows: RowList, _ order: [UInt32]?, in scope: DataScope,
    difference: (others: UInt64, diff: ItemDiff)? = nil
  ) {
    (self.maker, self.rows, self.order, self.scope) = (maker, rows, order, scope)
    outer = maker.outerValues(in: scope)
    self.difference = difference
  }

  /// Whether finding out what has become of each row may take long: more than `limit` rows lie
  /// between the first change and the last, as far as rows in memory tell.
  ///
  /// - Complexity: That of comparing bytes; O(parts) where both lists share their documents.
  func hasMoved(to others: RowList, byMoreThan limit: Int) -> Bool {
    guard order == nil else { return true }
    let shorter = min(rows.count, others.count)
    guard shorter > limit else { return false }
    let prefix = rows.equalRun(0, others, 0, step: 1, atMost: shorter, isQuick: true)
    guard shorter - prefix > limit else { return false }
    let suffix = rows.equalRun(
      rows.count - 1, others, others.count - 1, step: -1, atMost: shorter - prefix, isQuick: true)
    return shorter - prefix - suffix > limit
  }

  /// Whether they are also those of other data, with the same rows.
  func isRight(in scope: DataScope) -> Bool { outer == maker.outerValues(in: scope) }

  /// The same items, which know how they differ from `others`.
  func compared(with others: ItemList) -> RowItems {
    guard let serial = others.allRows?.serial else { return self }
    let diff = ItemDiff(from: others, to: ItemList(self))
    return RowItems(maker, rows, order, in: scope, difference: (serial, diff))
  }

  /// How the items differ from others, if that is known.
  func difference(from others: RowItems) -> ItemDiff? {
    difference?.others == others.serial ? difference?.diff : nil
  }

  var count: Int { order?.count ?? rows.count }

  subscript(index: Int) -> Item {
    maker.item(
      in: scope.entering(
        row(index), index: index, place: rowIndex(index), of: maker.rule.each ?? ""))
  }

  /// The index of the row of an item.
  func rowIndex(_ index: Int) -> Int { order.map { Int($0[index]) } ?? index }

  private func row(_ index: Int) -> DataRow { rows[rowIndex(index)] }

  /// Whether items of both are equal where their rows are.
  private func isMade(like other: RowItems) -> Bool {
    maker.makes(like: other.maker) && outer == other.outer
  }

  func equalRun(
    _ index: Int, _ other: any LazyItems, _ otherIndex: Int, step: Int, atMost limit: Int
  ) -> Int {
    guard let other = other as? RowItems, isMade(like: other),
      !maker.readsIndex || index == otherIndex
    else { return 0 }
    guard order != nil || other.order != nil else {
      return rows.equalRun(index, other.rows, otherIndex, step: step, atMost: limit)
    }
    var run = 0
    while run < limit, hasEqualBytes(index + run * step, other, otherIndex + run * step) {
      run += 1
    }
    return run
  }

  func byteHashes(_ range: Range<Int>) -> [UInt64?] {
    range.map { index in
      let row = row(index)
      return row.source.hash(of: row.index)
    }
  }

  func hasEqualBytes(_ index: Int, _ other: any LazyItems, _ otherIndex: Int) -> Bool {
    guard let other = other as? RowItems, isMade(like: other),
      !maker.readsIndex || index == otherIndex
    else { return false }
    let (mine, theirs) = (row(index), other.row(otherIndex))
    return mine.source.hasEqualBytes(mine.index, theirs.source, theirs.index)
  }

  func first(_ trait: ItemTrait, in range: Range<Int>) -> Int? {
    maker.mayHave(trait) ? range.first : nil
  }

  func visitNested(_ range: Range<Int>, _ body: (Int, RowNesting) -> Void) {
    guard maker.mayHaveLevel else { return }
    for index in range {
      let nesting = self[index].nesting
      if nesting != RowNesting() { body(index, nesting) }
    }
  }

  func visitIdentifiers(_ range: Range<Int>, _ body: (Int, Item.Identifier?, Bool) -> Void) {
    let hasChildren = maker.mayHave(.components)
    for index in range { body(index, row(index).identifier(maker.rule.key), hasChildren) }
  }
}

extension ScreenReader {
  /// Reads an item that a template has made.
  func filledItem(in json: [UInt8]) -> Item {
    var item = Item()
    json.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      readFilled(base, buffer.count) { cursor in
        do throws(SyntaxError) {
          item = try ItemReader.read(from: &cursor) ?? Item()
        } catch {
          // Not reached, but where a template nests as deeply as a document can.
          return
        }
      }
    }
    return item
  }
}
