/// The values that expressions of a screen can use: those of its data and of the rows around.
struct DataScope: ExpressionScope {
  let data: DataValue
  /// The answers of users, by name.
  var values: [String: JSONValue] = [:]
  let language: Language
  /// The nearest row; nil outside of `each`.
  var row: DataRow?
  /// The place of the row among those that are shown, from 0.
  var index = 0
  /// The JSON pointer of the array that the row is in.
  private var array = ""
  /// The place of the row in its array.
  private var place = 0

  init(data: DataValue, values: [String: JSONValue] = [:], language: Language = .standard) {
    (self.data, self.values, self.language) = (data, values, language)
  }

  /// The slots of the names that always have a value.
  enum Root: Int, CaseIterable {
    case row, data, values, index
  }

  static let roots = Root.allCases.map { "\($0)" }

  /// Other names are fields of the row, then those of the data.
  static let environment = ExpressionEnvironment(
    roots: roots, open: [Root.row.rawValue, Root.data.rawValue], functions: .formatting)
  /// For many rows, whose work must end soon: without loops.
  static let rowEnvironment = ExpressionEnvironment(
    roots: roots, open: [Root.row.rawValue, Root.data.rawValue], functions: .formatting,
    allowsMacros: false)

  func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
    switch Root(rawValue: root) {
    case .row: row?.lookUp(steps) ?? JSONValue.null.lookUp(steps)
    case .data: data.lookUp(steps)
    case .values where steps.first == .key(ExpressionEnvironment.clock):
      .found(values[ExpressionEnvironment.clock] ?? .integer(ExpressionEnvironment.stillTime))
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

  // MARK: Pointers

  /// The same values with a row.
  ///
  /// - Parameters:
  ///   - index: Its place among those that are shown.
  ///   - place: Its place in the array.
  ///   - array: The JSON pointer of the array.
  func entering(_ row: DataRow, index: Int, place: Int, of array: String) -> DataScope {
    var scope = self
    (scope.row, scope.index, scope.place, scope.array) = (row, index, place, array)
    return scope
  }

  /// Whether a pointer starts at the root of the data, and not at the nearest row.
  static func isAbsolute(_ pointer: String) -> Bool { pointer.isEmpty || pointer.hasPrefix("/") }

  /// A pointer that starts at the root of the data, for one that may start at the row.
  func absolute(_ pointer: String) -> String {
    if Self.isAbsolute(pointer) { return pointer }
    return "\(array)/\(place)" + (pointer == "." ? "" : "/" + pointer)
  }

  /// The value at a pointer; nil when there is none.
  func value(at pointer: String) -> DataValue? {
    let isAbsolute = Self.isAbsolute(pointer)
    let text = isAbsolute ? pointer : pointer == "." ? "" : "/" + pointer
    guard let parsed = JSONPointer.read(text) else { return nil }
    let root = isAbsolute ? data : row.map { DataValue($0.value) }
    return root?[pointer: parsed.tokens[...]]
  }

  /// The array that `each` names; nil when there is none.
  func rows(_ each: String) -> RowList? {
    if case .rows(let rows)? = value(at: each) { rows } else { nil }
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
  package func value(at pointer: String) -> JSONValue? {
    JSONPointer.read(pointer).flatMap { self[pointer: $0.tokens[...]]?.json }
  }

  /// Whether there is an array at a JSON pointer.
  package func hasRows(at pointer: String) -> Bool {
    let found = JSONPointer.read(pointer).flatMap { self[pointer: $0.tokens[...]] }
    return if case .rows? = found { true } else { false }
  }

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
