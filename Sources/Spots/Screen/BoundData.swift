/// The data of a screen as users change it: they give places in it values, add and remove rows by
/// actions, and delete and move rows in components that allow it.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
package final class BoundData {
  private let content: ScreenContent
  private let registry: Configuration
  private let outlet: ScreenOutlet

  init(_ content: ScreenContent, _ registry: Configuration, _ outlet: ScreenOutlet) {
    (self.content, self.registry, self.outlet) = (content, registry, outlet)
  }

  private var binding: ScreenBinding? { content.binding }

  /// The data with the changes since it was loaded; nil for a screen without.
  var value: DataValue? { binding?.data.value }

  /// The data as its source says it; nil for a screen without.
  package var loaded: DataValue? { binding?.data.loaded }

  /// Shows the data of another screen from now on, and changes it there, too.
  package func share(with other: BoundData) { content.share(with: other.content) }

  /// Whether the data is no longer what its source says.
  package var isChanged: Bool { binding?.data.isChanged ?? false }

  /// The JSON pointer, in the data, of the row that a part is made of, or is inside of; nil for
  /// others.
  package func rowPointer(of path: ItemPath) -> String? { binding?.rowPointer(of: path) }

  /// How the part at `path` depends on data; nil if it does not.
  package func filledPart(at path: ItemPath) -> FilledPart? { binding?.filledPart(at: path) }

  /// Gives a place in the data the value that the user has chosen; that there is no such place is
  /// reported.
  package func write(_ value: JSONValue, at pointer: String) {
    guard binding != nil, !change({ try $0.write(value, at: pointer) }) else { return }
    registry.report("", "the data has no place '\(pointer.printable(limit: 80))' for an answer")
  }

  /// The place that a pointer leads to, known by the key of its row wherever that goes.
  package func place(at pointer: String) -> WrittenPlace? {
    binding.flatMap { WrittenPlace(pointer, in: $0) }
  }

  /// Gives a place a value, unless its row is gone.
  package func write(_ new: JSONValue, at place: WrittenPlace) {
    if let pointer = value.flatMap(place.pointer) { write(new, at: pointer) }
  }

  // MARK: As a type

  /// The number of changes so far.
  var version: Int { content.version }

  /// The members of an object in the data.
  ///
  /// - Throws: `DecodingError` when there is none.
  func members(at pointer: String) throws -> [String: JSONValue] {
    if case .object(let members)? = value?.value(at: pointer) { return members }
    throw DecodingError.valueNotFound(
      [String: JSONValue].self,
      .init(codingPath: [], debugDescription: "the data has no object at '\(pointer)'"))
  }

  /// Gives members of an object in the data values that the user has chosen.
  ///
  /// - Throws: When there is no such object; nothing has changed then.
  func write(_ members: [(name: String, value: JSONValue)], at pointer: String) throws {
    _ = try content.change(animation: .automatic) { edit in
      for (name, value) in members { try edit.write(value, of: name, at: pointer) }
    }
  }

  // MARK: Rows

  private static let add = "data-add:"
  /// The action that removes the row that its item is made of.
  static let remove = "data-remove"

  /// Performs an action that adds to the data: `data-add:` and the pointer of an array, which may
  /// begin at the row, adds the item's payload to it.
  ///
  /// - Returns: The names of the answers that the item depends on, which are in the data now; nil
  ///   if it is no such action.
  func take(_ action: String, of item: Item, at path: ItemPath) -> Set<String>? {
    guard action.hasPrefix(Self.add) else { return nil }
    var array = String(action.dropFirst(Self.add.count))
    if !array.isEmpty, !array.hasPrefix("/") { array = "\(rowPointer(of: path) ?? "")/\(array)" }
    let added = Self.operation("add", array + "/-", ["value": item.input.payload ?? [:]])
    // Typed text stays in its field until the data has it.
    guard value?.hasRows(at: array) == true, make([added]) else { return [] }
    return binding?.valueNames(of: path) ?? []
  }

  /// Removes the row that a part is made of, or is inside of.
  ///
  /// - Returns: The item that is made of the row; nil if nothing is removed.
  func removeRow(of path: ItemPath) -> ItemPath? {
    guard let row = rowPointer(of: path) else { return nil }
    var item = path
    while let outer = item.componentPath.parent, rowPointer(of: outer) == row { item = outer }
    return make([Self.operation("remove", row)]) ? item : nil
  }

  /// The operation that moves a row. Pointers are those before the move, except that the
  /// destination counts without the row.
  func tellMove(from source: String?, to destination: String?) {
    guard let source, let destination, source != destination else { return }
    outlet.tell(
      .dataChanged([Self.operation("move", destination, ["from": .string(source)])]))
  }

  /// Tells that rows, by their pointers before, are gone.
  func tellRemoval(of pointers: [String]) {
    guard !pointers.isEmpty else { return }
    // From the end, so that the pointers before stay what they are.
    let places = pointers.map { pointer in
      (pointer, Int(pointer.split(separator: "/").last ?? "") ?? 0)
    }
    outlet.tell(
      .dataChanged(
        places.sorted { $0.1 > $1.1 }.map { Self.operation("remove", $0.0) }))
  }

  /// Changes the data by the operations of a patch, as users do, and reports that.
  ///
  /// - Returns: Whether it has changed.
  package func make(_ patch: [JSONValue]) -> Bool {
    let line = JSONValue.object(["patch": .array(patch.map(Self.belowData))])
    let isMade = change { edit in
      for operation in patch where operation["op"] == "move" {
        // A user who moves a row wants to see it in its new place.
        let array = operation["path"]?.typedText.split(separator: "/").dropLast() ?? []
        edit.letRowsGo(of: array.map { "/" + $0 }.joined())
      }
      return try edit.apply(line: JSONWriter { $0.value(line) }.bytes)
    }
    if isMade { outlet.tell(.dataChanged(patch)) }
    return isMade
  }

  /// Changes the data; what cannot be changed, because it is gone meanwhile, stays as it is.
  ///
  /// - Returns: Whether it has changed.
  private func change(_ body: (ScreenEdit) throws -> some Any) -> Bool {
    do {
      _ = try content.change(animation: .automatic) { edit in
        edit.keepsOffset = true
        _ = try body(edit)
      }
      return true
    } catch {
      return false
    }
  }

  /// An operation of the data as one on the screen.
  private static func belowData(_ operation: JSONValue) -> JSONValue {
    guard case .object(var members) = operation else { return operation }
    for name in ["path", "from"] {
      if case .string(let path)? = members[name] { members[name] = .string("/data" + path) }
    }
    return .object(members)
  }

  private static func operation(
    _ op: String, _ path: String, _ members: [String: JSONValue] = [:]
  ) -> JSONValue {
    .object(members.merging(["op": .string(op), "path": .string(path)]) { $1 })
  }
}
