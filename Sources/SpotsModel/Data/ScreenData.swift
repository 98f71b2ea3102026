/// The data of a screen: what its source says, with the changes that were made since.
package struct ScreenData: Sendable {
  package private(set) var value: DataValue
  /// The last version of the source.
  package private(set) var loaded: DataValue
  /// The places that users have changed, of which a new version of the source may say nothing new.
  private var written: Set<WrittenPlace> = []

  /// The data as its source says it.
  package init(_ loaded: DataValue) { (value, self.loaded) = (loaded, loaded) }

  /// Whether it is no longer what its source says.
  package var isChanged: Bool { value != loaded }

  /// Changes the data in memory.
  mutating func change(
    _ body: (inout DataValue) throws(PointerFault) -> Void
  ) throws(PointerFault) {
    // One reference, so that it is changed in place.
    var changed = value
    value = .null
    do throws(PointerFault) {
      try body(&changed)
      value = changed
    } catch {
      value = changed
      throw error
    }
  }

  /// Gives a place the value that the user has chosen.
  ///
  /// - Parameter lists: The rules of the rows, which say how a row is known again.
  mutating func write(
    _ new: JSONValue, at pointer: JSONPointer, lists: [RowTemplate]
  ) throws(PointerFault) {
    try change { data throws(PointerFault) in try data.apply(.set(new), at: pointer.tokens[...]) }
    written.insert(WrittenPlace(pointer.tokens, in: value, lists))
  }

  /// Follows the source to a new version, which replaces everything but the places that the user
  /// has changed and that are the same in both versions. A row is known again by its key, or else
  /// by its place if all of it is the same.
  ///
  /// - Complexity: O(1) for the same version; without users' changes, too.
  mutating func load(_ new: DataValue) {
    guard new != loaded else { return }
    let (old, current) = (loaded, value)
    (loaded, value) = (new, new)
    written = written.filter { place in
      guard let before = place.tokens(in: old), let now = place.tokens(in: current),
        let after = place.tokens(in: new), let chosen = current[pointer: now[...]]?.json,
        place.isSame(before, in: old, after, in: new)
      else { return false }
      do throws(PointerFault) {
        try value.apply(.set(chosen), at: after[...])
        return true
      } catch {
        return false
      }
    }
  }
}

extension ScreenData {
  /// Follows changes of rows that a program keeps.
  mutating func follow(_ changes: [RowChange], at pointer: JSONPointer) throws(PointerFault) {
    let tokens = pointer.tokens[...]
    guard case .rows(let rows)? = loaded[pointer: tokens], let source = rows.programRows else {
      throw PointerFault("there are no rows of a program")
    }
    guard let rows = source.follow(changes) else {
      throw PointerFault("the changes do not fit the rows that there were")
    }
    var new = loaded
    try new.replaceRows(rows, at: tokens)
    load(new)
  }
}

/// A place in the data that users have changed, which may be in a row that moves.
package struct WrittenPlace: Hashable, Sendable {
  private struct Key: Hashable {
    let field: String
    let value: JSONValue
  }

  /// The way to it, with the place that its row had when it was changed.
  private let tokens: [String]
  /// The number of tokens that lead to the row; nil outside of rows.
  private let row: Int?
  /// The field that identifies the row, and its value; nil where nothing does.
  private var key: Key?

  /// The most rows among which one is looked for that has moved, so that a frame stays short.
  private static let mostRows = 20_000

  init(_ tokens: [String], in data: DataValue, _ lists: [RowTemplate]) {
    self.tokens = tokens
    row = tokens.indices.first { count in
      if case .rows? = data[pointer: tokens[..<count]] { true } else { false }
    }.map { $0 + 1 }
    guard let row else { return }
    let list = lists.first { list in
      guard let each = list.each, list.key != nil else { return false }
      return JSONPointer.read(each)?.tokens == Array(tokens[..<(row - 1)])
    }
    guard let field = list?.key, let value = data[pointer: (tokens[..<row] + [field])[...]]?.json
    else { return }
    key = Key(field: field, value: value)
  }

  /// The place that a JSON pointer leads to on a screen with data; nil for text that is no pointer.
  package init?(_ pointer: String, in binding: ScreenBinding) {
    guard let tokens = JSONPointer.read(pointer)?.tokens else { return nil }
    self.init(tokens, in: binding.data.value, binding.source.components.map(\.rows))
  }

  /// The JSON pointer of the place in other data; nil if its row is gone.
  package func pointer(in data: DataValue) -> String? {
    tokens(in: data).map { JSONPointer.text($0[...]) }
  }

  /// The way to it in other data; nil if its row is not there, or too far away to be found.
  func tokens(in data: DataValue) -> [String]? {
    guard let row, let key, let index = Int(tokens[row - 1]) else { return tokens }
    guard case .rows(let rows)? = data[pointer: tokens[..<(row - 1)]] else { return nil }
    func isIt(_ index: Int) -> Bool {
      if case .found(key.value) = rows[index].lookUp([.key(key.field)]) { true } else { false }
    }
    var found = rows.indices.contains(index) && isIt(index) ? index : nil
    found = found ?? rows.indices.prefix(Self.mostRows).first(where: isIt)
    return found.map { index in
      tokens[..<(row - 1)] + ["\(index)"] + tokens[row...]
    }
  }

  /// Whether two versions of the source say the same about it.
  func isSame(
    _ before: [String], in old: DataValue, _ after: [String], in new: DataValue
  ) -> Bool {
    // Without a key, another row may have taken the place.
    let length = key == nil ? row ?? before.count : before.count
    return old[pointer: before[..<length]]?.json == new[pointer: after[..<length]]?.json
  }
}
