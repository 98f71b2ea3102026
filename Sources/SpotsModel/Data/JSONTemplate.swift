/// JSON with holes for data in its strings, compiled to be written many times.
///
/// An object with `each` is a component, whose items are written for the rows it names.
final class JSONTemplate: Sendable {
  private enum Part: Sendable {
    case text([UInt8])
    case hole(ExpressionTemplate, isAddress: Bool)
    case rows(NestedRows)
    case bound(BoundValue)
    /// The pointer of the rows that a chart takes its numbers from.
    case chartRows(String)
  }

  /// An answer that is a place in the data.
  private struct BoundValue: Sendable {
    let pointer: String
    /// The value where the data has none; nil for that of the kind.
    let fallback: JSONTemplate?

    /// - Parameter members: Those of an item.
    init?(_ members: [String: JSONValue], isOfRow: Bool) {
      guard case .string(let pointer)? = members["bind"] else { return nil }
      self.pointer = pointer
      fallback = members["value"].map { JSONTemplate($0, isOfRow: isOfRow) }
    }
  }

  /// The place that a pointer reads, as far as arrays.
  private static func read(of pointer: String) -> ExpressionRead {
    let isAbsolute = DataScope.isAbsolute(pointer)
    let root = isAbsolute ? DataScope.Root.data : .row
    let keys = JSONPointer.read(pointer)?.tokens.prefix { Int($0) == nil } ?? []
    return ExpressionRead(
      root: root.rawValue, steps: isAbsolute ? keys.map(ExpressionStep.key) : [])
  }

  /// The items of a component inside an item, made of rows.
  private struct NestedRows: Sendable {
    let selection: RowSelection
    let item: JSONTemplate
    let key: String?
    /// The item where there is no row; nil for none.
    let empty: JSONTemplate?
  }

  private let parts: [Part]
  /// Whether an item has a chart of rows.
  var hasCharts: Bool {
    parts.contains { part in
      switch part {
      case .chartRows: true
      case .rows(let rows): rows.item.hasCharts
      default: false
      }
    }
  }
  /// Whether a kind of item has a hole, so that it may be any.
  let hasOpenKinds: Bool

  /// The keys whose strings are taken as they are: names, places, and expressions.
  static let plainKeys: Set<String> = [
    "name", "identifier", "key", "each", "bind", "from", "$schema", "where", "sort",
    "visible-when", "enabled-when", "that",
  ]

  /// The most items that rows inside an item make.
  static let mostInside = 10_000

  /// - Parameter isOfRow: Whether it is written for many rows.
  init(_ value: JSONValue, isOfRow: Bool) {
    var compiler = Compiler(isOfRow: isOfRow)
    compiler.add(value, key: "")
    compiler.endText()
    (parts, hasOpenKinds) = (compiler.parts, compiler.hasOpenKinds)
  }

  /// An item that is written out.
  convenience init(_ item: JSONText) {
    self.init(JSONValue.read(item.bytes).value ?? .object([:]), isOfRow: false)
  }

  /// The places that its holes read, those of rows inside included.
  var reads: Set<ExpressionRead> {
    parts.reduce(into: []) { reads, part in
      switch part {
      case .text: return
      case .hole(let template, _): for hole in template.expressions { reads.formUnion(hole.reads) }
      case .rows(let rows):
        reads.formUnion(rows.item.reads.union(rows.selection.reads))
        reads.formUnion(rows.empty?.reads ?? [])
        reads.insert(Self.read(of: rows.selection.each))
      case .chartRows(let pointer): reads.insert(Self.read(of: pointer))
      case .bound(let value):
        reads.formUnion(value.fallback?.reads ?? [])
        reads.insert(Self.read(of: value.pointer))
      }
    }
  }

  /// The JSON with the values of `scope`.
  ///
  /// - Parameter work: The limit of all holes together.
  func json(in scope: DataScope, _ work: inout ExpressionWork) -> [UInt8] {
    var (json, budget) = ([UInt8](), Budget(work: work))
    write(in: scope, to: &json, &budget)
    work = budget.work
    return json
  }

  /// The work and the rows that are left to the holes still to be written.
  private struct Budget {
    var work: ExpressionWork
    /// The number of rows inside of items.
    var rows = JSONTemplate.mostInside
  }

  private func write(in scope: DataScope, to json: inout [UInt8], _ left: inout Budget) {
    for part in parts {
      switch part {
      case .text(let text): json += text
      case .hole(let template, let isAddress):
        let value = left.work.evaluation { work in
          template.value(in: scope, &work, encode: { isAddress ? $0.percentEncoded : $0 })
        }
        json +=
          JSONWriter { writer in
            if case .number(let number) = value {
              writer.number(number)
            } else {
              writer.value(value)
            }
          }.bytes
      case .rows(let rows): Self.write(rows, in: scope, to: &json, &left)
      case .bound(let bound): Self.write(bound, in: scope, to: &json, &left)
      case .chartRows(let pointer):
        json += JSONWriter { $0.string(scope.absolute(pointer)) }.bytes
      }
    }
  }

  private static func write(
    _ bound: BoundValue, in scope: DataScope, to json: inout [UInt8], _ left: inout Budget
  ) {
    json += JSONWriter { $0.string(scope.absolute(bound.pointer)) }.bytes
    let value = scope.value(at: bound.pointer)?.json ?? .null
    guard value != .null || bound.fallback != nil else { return }
    json += Array(#","value":"#.utf8)
    if value == .null {
      bound.fallback?.write(in: scope, to: &json, &left)
    } else {
      json += JSONWriter { $0.value(value) }.bytes
    }
  }

  private static func write(
    _ nested: NestedRows, in scope: DataScope, to json: inout [UInt8], _ left: inout Budget
  ) {
    let rows = nested.selection.rows(in: scope)
    let order = nested.selection.order(of: rows, in: scope)
    let count = order?.count ?? rows.count
    if count == 0 { nested.empty?.write(in: scope, to: &json, &left) }
    let array = scope.absolute(nested.selection.each)
    for index in 0..<count {
      // Rows inside of rows count, too.
      guard left.rows > 0 else { return }
      left.rows -= 1
      let place = order.map { Int($0[index]) } ?? index
      let inner = scope.entering(rows[place], index: index, place: place, of: array)
      if index > 0 { json.append(UInt8(ascii: ",")) }
      nested.item.write(in: inner, to: &json, &left)
      guard let name = inner.row?.identifier(nested.key), json.popLast() == UInt8(ascii: "}") else {
        continue
      }
      if json.last != UInt8(ascii: "{") { json.append(UInt8(ascii: ",")) }
      json += JSONWriter { $0.object { $0.member("identifier", name.json) } }.bytes.dropFirst()
    }
  }

  private struct Compiler {
    let isOfRow: Bool
    var parts: [Part] = []
    var hasOpenKinds = false
    private var text: [UInt8] = []

    init(isOfRow: Bool) { self.isOfRow = isOfRow }

    /// The keys of a component that say how its items are made.
    private static let ofRows: Set<String> = [
      "each", "item", "key", "where", "sort", "empty", "loading", "items",
    ]

    /// The beginnings of addresses in which a hole is one segment.
    private static let schemes = ["post:", "screen:", "https://", "http://"]

    mutating func endText() {
      if !text.isEmpty { parts.append(.text(text)) }
      text = []
    }

    /// - Parameter isFree: Whether it is inside of data that has keys of its own.
    mutating func add(_ value: JSONValue, key: String, isFree: Bool = false) {
      let isFree = isFree || JSONText.freeKeys.contains(key)
      switch value {
      case .string(let string) where isFree || !JSONTemplate.plainKeys.contains(key):
        add(string, key: isFree ? "" : key)
      case .array(let elements):
        text.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
          if index > 0 { text.append(UInt8(ascii: ",")) }
          add(element, key: key, isFree: isFree)
        }
        text.append(UInt8(ascii: "]"))
      case .object(let members): add(members, isFree, isChart: key == "chart" && !isFree)
      default: text += JSONWriter { $0.value(value) }.bytes
      }
    }

    private mutating func add(_ string: String, key: String) {
      let environment = isOfRow ? DataScope.rowEnvironment : DataScope.environment
      let template = ExpressionTemplate.parse(string, in: environment).template
      guard template.hasHoles else {
        var work = ExpressionWork()
        text += JSONWriter { $0.string(template.text(in: [JSONValue](), &work)) }.bytes
        return
      }
      endText()
      hasOpenKinds = hasOpenKinds || key == "kind" || key == "control"
      let isAddress = key == "image" || Self.schemes.contains { string.hasPrefix($0) }
      parts.append(.hole(template, isAddress: isAddress))
    }

    private mutating func add(
      _ members: [String: JSONValue], _ isFree: Bool, isChart: Bool = false
    ) {
      text.append(UInt8(ascii: "{"))
      let rule = isFree ? nil : RowSelection(members)
      let bound = isFree ? nil : BoundValue(members, isOfRow: isOfRow)
      var isFirst = true
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        if rule != nil, Self.ofRows.contains(key) { continue }
        if bound != nil, key == "value" { continue }
        begin(key, &isFirst)
        if isChart, key == "from", case .string(let pointer) = value {
          endText()
          parts.append(.chartRows(pointer))
        } else if let bound, key == "bind" {
          endText()
          parts.append(.bound(bound))
        } else {
          add(value, key: key, isFree: isFree)
        }
      }
      if let rule, case .object? = members["item"], let item = members["item"] {
        begin("items", &isFirst)
        text.append(UInt8(ascii: "["))
        endText()
        let template = JSONTemplate(item, isOfRow: true)
        hasOpenKinds = hasOpenKinds || template.hasOpenKinds
        var key: String?
        if case .string(let name)? = members["key"] { key = name }
        parts.append(
          .rows(
            NestedRows(
              selection: rule, item: template, key: key,
              empty: members["empty"].map { JSONTemplate($0, isOfRow: true) })))
        text.append(UInt8(ascii: "]"))
      }
      text.append(UInt8(ascii: "}"))
    }

    private mutating func begin(_ key: String, _ isFirst: inout Bool) {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text += JSONWriter { $0.string(key) }.bytes
      text.append(UInt8(ascii: ":"))
    }
  }
}
