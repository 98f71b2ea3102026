/// JSON with holes for data in its strings, compiled to be written many times.
///
/// An object with `each` is a component, whose items are written for the rows it names.
final class JSONTemplate: Sendable {
  private enum Part: Sendable {
    case text([UInt8])
    case hole(ExpressionTemplate, isAddress: Bool)
    case rows(RowSelection, JSONTemplate)
  }

  private let parts: [Part]

  /// The keys whose strings are taken as they are: names, places, and expressions.
  static let plainKeys: Set<String> = [
    "name", "identifier", "key", "each", "bind", "from", "$schema", "where", "sort",
    "visible-when", "enabled-when", "that",
  ]

  /// The most items that rows inside an item make.
  static let mostInside = 10_000

  /// - Parameter isOfRow: Whether it is written for many rows.
  init(_ value: JSONValue, isOfRow: Bool) {
    var compiler = Compiler(
      environment: isOfRow ? DataScope.rowEnvironment : DataScope.environment)
    compiler.add(value, key: "")
    compiler.endText()
    parts = compiler.parts
  }

  /// What its holes read of the data, apart from rows.
  var reads: Set<ExpressionRead> {
    parts.reduce(into: []) { reads, part in
      switch part {
      case .text: return
      case .hole(let template, _): for hole in template.expressions { reads.formUnion(hole.reads) }
      case .rows(_, let template): reads.formUnion(template.reads)
      }
    }
  }

  /// The JSON with the values of `scope`.
  func json(in scope: DataScope) -> [UInt8] {
    var (json, left) = ([UInt8](), Self.mostInside)
    write(in: scope, to: &json, &left)
    return json
  }

  private func write(in scope: DataScope, to json: inout [UInt8], _ left: inout Int) {
    for part in parts {
      switch part {
      case .text(let text): json += text
      case .hole(let template, let isAddress):
        var work = ExpressionWork()
        let value = template.value(in: scope, &work, encode: { isAddress ? $0.percentEncoded : $0 })
        json +=
          JSONWriter { writer in
            if case .number(let number) = value {
              writer.number(number)
            } else {
              writer.value(value)
            }
          }.bytes
      case .rows(let selection, let template):
        let rows = selection.rows(in: scope)
        let order = selection.order(of: rows, in: scope)
        var inner = scope
        for index in 0..<min(order?.count ?? rows.count, left) {
          (inner.row, inner.index) = (rows[order.map { Int($0[index]) } ?? index], index)
          if index > 0 { json.append(UInt8(ascii: ",")) }
          template.write(in: inner, to: &json, &left)
          left -= 1
        }
      }
    }
  }

  private struct Compiler {
    let environment: ExpressionEnvironment
    var parts: [Part] = []
    private var text: [UInt8] = []

    init(environment: ExpressionEnvironment) { self.environment = environment }

    /// The keys of a component that say how its items are made.
    private static let ofRows: Set<String> = [
      "each", "item", "key", "where", "sort", "empty", "loading", "items",
    ]

    /// What begins an address, in which a hole is one segment.
    private static let schemes = ["post:", "screen:", "https://", "http://"]

    mutating func endText() {
      if !text.isEmpty { parts.append(.text(text)) }
      text = []
    }

    mutating func add(_ value: JSONValue, key: String) {
      switch value {
      case .string(let string) where !JSONTemplate.plainKeys.contains(key): add(string, key: key)
      case .array(let elements):
        text.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
          if index > 0 { text.append(UInt8(ascii: ",")) }
          add(element, key: key)
        }
        text.append(UInt8(ascii: "]"))
      case .object(let members): add(members)
      default: text += JSONWriter { $0.value(value) }.bytes
      }
    }

    private mutating func add(_ string: String, key: String) {
      let template = ExpressionTemplate.parse(string, in: environment).template
      guard template.hasHoles else {
        var work = ExpressionWork()
        text += JSONWriter { $0.string(template.text(in: [JSONValue](), &work)) }.bytes
        return
      }
      endText()
      let isAddress = key == "image" || Self.schemes.contains { string.hasPrefix($0) }
      parts.append(.hole(template, isAddress: isAddress))
    }

    private mutating func add(_ members: [String: JSONValue]) {
      text.append(UInt8(ascii: "{"))
      let rule = RowSelection(members)
      var isFirst = true
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        if rule != nil, Self.ofRows.contains(key) { continue }
        begin(key, &isFirst)
        add(value, key: key)
      }
      if let rule, let item = members["item"] {
        begin("items", &isFirst)
        text.append(UInt8(ascii: "["))
        endText()
        parts.append(.rows(rule, JSONTemplate(item, isOfRow: true)))
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
