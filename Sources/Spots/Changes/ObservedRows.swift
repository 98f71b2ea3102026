import Observation

extension ItemList {
  /// Creates a list with an item for each object of a program, which is made when it is shown.
  ///
  /// ```swift
  /// import Observation
  /// import Spots
  ///
  /// @Observable @MainActor final class Track: Identifiable {
  ///   let id: Int
  ///   var title: String
  ///   init(id: Int, title: String) { (self.id, self.title) = (id, title) }
  /// }
  ///
  /// @MainActor func list(of tracks: [Track]) -> ComponentModel {
  ///   ComponentModel(items: ItemList(observing: tracks) { Item(title: $0.title) })
  /// }
  /// ```
  ///
  /// When something `@Observable` that an item was made from has changed, that item is made again,
  /// and its view alone is configured. An item must depend on its row and on what is observable
  /// alone; without an identifier, it gets that of its row. Where the item of the first row has no
  /// answer, no condition or no components inside, those of the others have none, either. The list
  /// belongs to the main actor.
  ///
  /// - Complexity: O(*n*) for the identifiers. Filtering, and what the first item has of these,
  ///   makes all items.
  @MainActor
  public init<Row: AnyObject & Identifiable>(
    observing rows: [Row], item: @escaping @MainActor (Row) -> Item
  ) {
    self.init(
      ObservedItems(
        ObservedRows { item(rows[$0]) }, objects: rows.map { ObjectIdentifier($0) },
        identifiers: rows.map { identifier(of: $0.id) }))
  }

  /// Those that are made of a program's objects; nil where none are.
  var observed: ObservedItems? { lazyItems as? ObservedItems }
}

private func identifier(of id: some Hashable) -> Item.Identifier {
  switch id {
  case let number as Int: .integer(number)
  case let text as String: .string(text)
  case let object as ObjectIdentifier: .integer(Int(bitPattern: object))
  default: .string("\(id)")
  }
}

/// Objects of a program whose items are followed: those that were made at least once.
@MainActor
final class ObservedRows {
  private let make: (Int) -> Item
  private var followed: Set<Int> = []
  /// The rows that have changed since that was last told.
  private var changed: Set<Int> = []
  /// Called with the indexes of rows, ascending, whose items are others now.
  var onChange: ([Int]) -> Void = { _ in }

  init(_ make: @escaping (Int) -> Item) { self.make = make }

  /// The item of a row as it is now.
  func item(at index: Int) -> Item {
    guard followed.insert(index).inserted else { return make(index) }
    return withObservationTracking {
      make(index)
    } onChange: { [weak self] in
      // The change is yet to be made when this is called.
      Task { @MainActor in self?.rowDidChange(index) }
    }
  }

  private func rowDidChange(_ index: Int) {
    changed.insert(index)
    guard changed.count == 1 else { return }
    // Whatever else has changed until the main actor is free is told together.
    Task {
      let indexes = changed.sorted()
      changed = []
      followed.subtract(indexes)
      onChange(indexes)
    }
  }
}

/// The items of observed rows as they are at one time.
final class ObservedItems: LazyItems {
  let rows: ObservedRows
  private let objects: [ObjectIdentifier]
  private let identifiers: [Item.Identifier]
  /// Those that have been made and, once there is a next list, those that are others there.
  @MainActor private var made: [Int: Item] = [:]
  /// The items after a change, which has the others.
  @MainActor private var next: ObservedItems?

  init(_ rows: ObservedRows, objects: [ObjectIdentifier], identifiers: [Item.Identifier]) {
    (self.rows, self.objects, self.identifiers) = (rows, objects, identifiers)
  }

  var count: Int { identifiers.count }

  subscript(index: Int) -> Item { MainActor.assumeIsolated { item(at: index) } }

  @MainActor
  private func item(at index: Int) -> Item {
    if let item = made[index] { return item }
    if let next { return next.item(at: index) }
    var item = rows.item(at: index)
    item.identifier = item.identifier ?? identifiers[index]
    made[index] = item
    return item
  }

  /// The items once those at some indexes have changed.
  @MainActor
  func changed(at indexes: [Int]) -> ObservedItems {
    let new = ObservedItems(rows, objects: objects, identifiers: identifiers)
    var old: [Int: Item] = [:]
    for index in indexes { old[index] = made.removeValue(forKey: index) }
    (new.made, made, next) = (made, old, new)
    return new
  }

  /// Whether two items are made of one object and neither has been shown as something else.
  private func isSame(_ index: Int, _ other: ObservedItems, _ otherIndex: Int) -> Bool {
    guard objects[index] == other.objects[otherIndex] else { return false }
    if self === other { return index == otherIndex }
    return MainActor.assumeIsolated { made[index] == nil && other.made[otherIndex] == nil }
  }

  func equalRun(
    _ index: Int, _ other: any LazyItems, _ otherIndex: Int, step: Int, atMost limit: Int
  ) -> Int {
    guard let other = other as? ObservedItems else { return 0 }
    if self === other { return index == otherIndex ? limit : 0 }
    return (0..<limit).first { !isSame(index + $0 * step, other, otherIndex + $0 * step) } ?? limit
  }

  func byteHashes(_ range: Range<Int>) -> [UInt64?] { Array(repeating: nil, count: range.count) }

  func hasEqualBytes(_ index: Int, _ other: any LazyItems, _ otherIndex: Int) -> Bool {
    (other as? ObservedItems).map { isSame(index, $0, otherIndex) } ?? false
  }

  func first(_ trait: ItemTrait, in range: Range<Int>) -> Int? {
    guard count > 0, trait.mayBe(of: self[0]) else { return nil }
    return range.first { trait.mayBe(of: self[$0]) }
  }

  func visitIdentifiers(_ range: Range<Int>, _ body: (Int, Item.Identifier?, Bool) -> Void) {
    let hasChildren = count > 0 && !self[0].children.isEmpty
    for index in range { body(index, identifiers[index], hasChildren) }
  }

  func visitNested(_ range: Range<Int>, _ body: (Int, RowNesting) -> Void) {
    guard count > 0, self[0].nesting != RowNesting() else { return }
    for index in range { body(index, self[index].nesting) }
  }
}
