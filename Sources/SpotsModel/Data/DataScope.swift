/// The values that expressions of a screen can use: those of its data and of the rows around.
struct DataScope: ExpressionScope {
  let data: DataValue
  /// The answers of users, by name.
  var values: [String: JSONValue] = [:]
  /// The nearest row; nil outside of `each`.
  var row: Row?
  /// The place of the row among those that are shown, from 0.
  var index = 0

  /// The slots of the names that always have a value.
  enum Root: Int, CaseIterable {
    case row, data, values, index
  }

  static let roots = Root.allCases.map { "\($0)" }

  /// Other names are fields of the row, then those of the data.
  static let environment = ExpressionEnvironment(
    roots: roots, open: [Root.row.rawValue, Root.data.rawValue])
  /// For many rows, whose work must end soon: without loops.
  static let rowEnvironment = ExpressionEnvironment(
    roots: roots, open: [Root.row.rawValue, Root.data.rawValue], allowsMacros: false)

  func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
    switch Root(rawValue: root) {
    case .row: row?.lookUp(steps) ?? JSONValue.null.lookUp(steps)
    case .data: data.lookUp(steps)
    case .values: JSONValue.object(values).lookUp(steps)
    case .index: JSONValue.integer(index).lookUp(steps)
    case nil: JSONValue.null.lookUp(steps)
    }
  }

  func count(_ root: Int, _ steps: [ExpressionStep]) -> Int? {
    if Root(rawValue: root) == .data {
      switch data[steps[...]] {
      case .rows(let rows): return rows.count
      case .object(let members): return members.count
      case .value(let value): return value.expressionCount
      case nil: return nil
      }
    }
    guard case .found(let value) = lookUp(root, steps) else { return nil }
    return value.expressionCount
  }

  func keys(_ root: Int, _ steps: [ExpressionStep]) -> [String] {
    if Root(rawValue: root) == .data, case .object(let members)? = data[steps[...]] {
      return members.keys.sorted()
    }
    guard case .found(.object(let members)) = lookUp(root, steps) else { return [] }
    return members.keys.sorted()
  }

  /// The array that `each` names; nil when there is none.
  func rows(_ each: String) -> RowList? {
    let isAbsolute = each.isEmpty || each.hasPrefix("/")
    guard
      case .success(let pointer) = Result(catching: { () throws(PointerFault) in
        try JSONPointer(isAbsolute ? each : each == "." ? "" : "/" + each)
      })
    else { return nil }
    if isAbsolute {
      guard case .rows(let rows)? = data[pointer: pointer.tokens[...]] else { return nil }
      return rows
    }
    guard let value = row?.value, let found = DataValue(value)[pointer: pointer.tokens[...]],
      case .rows(let rows) = found
    else { return nil }
    return rows
  }
}

extension Set<ExpressionRead> {
  /// The names of the answers that are read; empty text stands for all of them.
  var valueNames: Set<String> {
    reduce(into: []) { names, read in
      guard read.root == DataScope.Root.values.rawValue else { return }
      if case .key(let name)? = read.steps.first { names.insert(name) } else { names.insert("") }
    }
  }
}

extension DataValue {
  /// The value at a JSON pointer; nil when there is none.
  subscript(pointer tokens: ArraySlice<String>) -> DataValue? {
    guard let token = tokens.first else { return self }
    switch self {
    case .object(let members): return members[token]?[pointer: tokens.dropFirst()]
    case .rows(let rows):
      guard let index = Int(token), "\(index)" == token, rows.indices.contains(index) else {
        return nil
      }
      return DataValue(rows[index].value)[pointer: tokens.dropFirst()]
    case .value: return nil
    }
  }
}
