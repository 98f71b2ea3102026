/// An operation on the data of a screen, at a pointer that begins with `/data`.
struct DataEdit {
  static let root = "data"

  private let operation: PatchOperation
  private let work: PatchWork

  private init(_ operation: PatchOperation, _ work: PatchWork) {
    (self.operation, self.work) = (operation, work)
  }

  /// Makes an operation, unless it is one on the screen rather than its data.
  ///
  /// - Returns: Whether it is made.
  static func apply(
    _ operation: PatchOperation, to edited: inout EditedScreen, _ work: PatchWork
  ) throws(PatchError) -> Bool {
    guard operation.pointer.tokens.first == root, edited.isBound else { return false }
    try DataEdit(operation, work).apply(to: &edited)
    return true
  }

  /// Items cannot be put between those that are made of data.
  static func refuseItems(
    at path: PartPath, in screen: Screen, _ source: PatchSource
  ) throws(PatchError) {
    let component = screen.components.component(at: path.parent.steps[...])
    guard let each = component?.rows.each?.printable(limit: 80) else { return }
    throw PatchError(
      source.place, "the items are made of data; add rows to '/\(root)\(each)'")
  }

  private func apply(to edited: inout EditedScreen) throws(PatchError) {
    let (path, source) = (operation.pointer.tokens.dropFirst(), operation.source)
    do throws(PointerFault) {
      try work.spend(PatchWork.bytesOfItem)
      try edited.editData { data throws(PointerFault) in
        switch operation.action {
        case .edit(let edit): try data.apply(edit, at: path)
        case .copy(let from):
          let value = try value(at: from, in: data)
          // Copies of copies grow fast.
          try spendOnValues(of: value)
          try data.apply(.add(value), at: path)
        case .move(let from):
          guard from == operation.pointer || !operation.pointer.tokens.starts(with: from.tokens)
          else { throw PointerFault(ScreenPointerEditor.insideItself) }
          let value = try value(at: from, in: data)
          try data.apply(.remove, at: from.tokens.dropFirst())
          try data.apply(.add(value), at: path)
        case .test(let expected):
          try value(at: operation.pointer, in: data).check(expected)
        }
      }
    } catch {
      throw PatchError(source.place, error)
    }
  }

  private func spendOnValues(of value: JSONValue) throws(PointerFault) {
    try work.spend(PatchWork.bytesOfValue)
    switch value {
    case .array(let elements): for element in elements { try spendOnValues(of: element) }
    case .object(let members): for member in members.values { try spendOnValues(of: member) }
    case .null, .bool, .integer, .number, .string: break
    }
  }

  private func value(
    at pointer: JSONPointer, in data: DataValue
  ) throws(PointerFault) -> JSONValue {
    guard pointer.tokens.first == Self.root else {
      throw PointerFault("'\(pointer.text.printable(limit: 40))' is not in the data")
    }
    guard let value = data[pointer: pointer.tokens.dropFirst()]?.json else {
      throw PointerFault("there is no '\(pointer.text.printable(limit: 40))'")
    }
    try work.spend(JSONWriter(limit: work.bytesLeft) { $0.value(value) }.bytes.count)
    return value
  }
}

extension DataValue {
  /// Changes the value at a pointer, as `JSONValue` does. A fault changes nothing.
  ///
  /// - Complexity: O(parts of the list), and O(bytes) of the innermost row.
  mutating func apply(
    _ edit: PointerEdit, at tokens: ArraySlice<String>
  ) throws(PointerFault) {
    guard let token = tokens.first else {
      var value = JSONValue.null
      if case .merge = edit {
        guard let present = json else { throw PointerFault("the list is too long to be merged") }
        value = present
      }
      try value.apply(edit, at: tokens)
      self = DataValue(value)
      return
    }
    let rest = tokens.dropFirst()
    switch self {
    case .object(var members):
      // With this the only reference, the part is changed in place rather than copied.
      self = .null
      defer { self = .object(members) }
      if rest.isEmpty, case .remove = edit {
        guard members.removeValue(forKey: token) != nil else { throw JSONValue.missing(token) }
        return
      }
      guard var member = members[token] else {
        members[token] = try Self.made(by: edit, at: rest, token)
        return
      }
      members[token] = .null
      defer { members[token] = member }
      try member.apply(edit, at: rest)
    case .rows(var rows):
      self = .null
      defer { self = .rows(rows) }
      try rows.apply(edit, at: token, rest)
    case .value: throw JSONValue.missing(token)
    }
  }
}

extension DataValue {
  /// The member that an edit makes where there is none.
  private static func made(
    by edit: PointerEdit, at rest: ArraySlice<String>, _ token: String
  ) throws(PointerFault) -> DataValue {
    var member = DataValue.null
    switch edit {
    case .set, .merge: member = .object([:])
    case .add where rest.isEmpty: break
    default: throw JSONValue.missing(token)
    }
    try member.apply(edit, at: rest)
    return member
  }

  /// Puts other rows in place of those at a pointer.
  mutating func replaceRows(
    _ rows: RowList, at tokens: ArraySlice<String>
  ) throws(PointerFault) {
    guard let token = tokens.first else {
      self = .rows(rows)
      return
    }
    guard case .object(var members) = self, var member = members[token] else {
      throw JSONValue.missing(token)
    }
    try member.replaceRows(rows, at: tokens.dropFirst())
    members[token] = member
    self = .object(members)
  }
}

extension DataValue {
  /// Removes rows of an array, or moves one.
  ///
  /// - Parameter place: The pointer of the row that an item is made of; nil for any other item.
  mutating func make(
    _ edit: ListEdit, onRowsAt place: (Int) -> JSONPointer?
  ) throws(PointerFault) {
    switch edit {
    case .remove(let indexes):
      let rows = indexes.indexes.compactMap(place).map { ($0, Int($0.tokens.last ?? "") ?? 0) }
      for (row, _) in rows.sorted(by: { $0.1 > $1.1 }) {
        try apply(.remove, at: row.tokens[...])
      }
    case .move(let source, let destination):
      guard let from = place(source), let to = place(destination),
        let row = self[pointer: from.tokens[...]]?.json
      else { return }
      try apply(.remove, at: from.tokens[...])
      try apply(.add(row), at: to.tokens[...])
    case .insert, .update, .reload, .replace: return
    }
  }
}

extension RowList {
  fileprivate mutating func apply(
    _ edit: PointerEdit, at token: String, _ rest: ArraySlice<String>
  ) throws(PointerFault) {
    let index = try JSONPointer.index(token, upTo: count)
    switch edit {
    case .add(let value) where rest.isEmpty && index < count:
      return replaceSubrange(index..<index, with: RowList([value]))
    case .add(let value) where rest.isEmpty, .set(let value) where rest.isEmpty && index == count:
      return append(contentsOf: RowList([value]))
    default: break
    }
    guard index < count else { throw JSONValue.missing(token) }
    if rest.isEmpty, case .remove = edit {
      return replaceSubrange(index..<index + 1, with: RowList())
    }
    var value = self[index].value
    try value.apply(edit, at: rest)
    replaceSubrange(index..<index + 1, with: RowList([value]))
  }
}
