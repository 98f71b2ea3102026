import Spots

/// The resources about screens that agents can read.
struct AgentResources: Sendable {
  private typealias Resource = (uri: String, text: String, type: String, content: String)

  private let all: [Resource]

  /// - Parameter schema: That of screens.
  init(_ schema: ScreenSchema) {
    all = [
      (
        "spots://schema", "The JSON Schema of screens.", "application/schema+json",
        String(decoding: schema.bytes(), as: UTF8.self)
      ),
      (
        "spots://reference", "What screens are made of: each key with what it does.",
        "text/markdown", Self.reference(schema) + Self.changes
      ),
    ]
  }

  /// As `resources/list` lists them.
  var list: JSONValue {
    .array(
      all.map {
        [
          "uri": .string($0.uri), "name": .string($0.uri), "description": .string($0.text),
          "mimeType": .string($0.type), "size": .integer($0.content.utf8.count),
        ]
      })
  }

  /// As `resources/read` returns one; nil if there is none at the address.
  func contents(of uri: String) -> JSONValue? {
    all.first { $0.uri == uri }.map {
      [["uri": .string($0.uri), "mimeType": .string($0.type), "text": .string($0.content)]]
    }
  }

  /// The addresses of all resources.
  var addresses: [String] { all.map(\.uri) }

  /// The kinds there are and the keys of screens, each in a line.
  ///
  /// - Parameters:
  ///   - schema: Has the kinds.
  ///   - views: Kinds whose views are described in JSON, with the keys of items that each shows.
  static func reference(_ schema: ScreenSchema, views: [(kind: String, keys: [String])] = [])
    -> String
  {
    let described = Set(views.map(\.kind))
    let kinds = schema.itemKinds.filter { !described.contains($0) }
    var text = beginning
    text += "Kinds of items: \(kinds.joined(separator: ", ")).\n\n"
    for view in views {
      text += "- `\(view.kind)` shows \(view.keys.map { "`\($0)`" }.joined(separator: ", "))\n"
    }
    if !views.isEmpty { text += "\n" }
    text += "Kinds of components: \(schema.componentKinds.joined(separator: ", ")).\n\n"
    text += "Icons: \(Icon.Name.allCases.map(\.rawValue).sorted().joined(separator: ", ")).\n"
    text += texts
    for table in ScreenSchema.tables {
      text += "\n## \(table.name)\n\n"
      for key in table.keys where !key.isOlder {
        text += "- `\(key.name)`: \(key.text)\n"
      }
    }
    return text
  }

  private static let beginning = """
    # Screens

    A screen is an object with components, from top to bottom; a component lays out items. This one
    asks for a name:

        {"title":"Order","components":[{"items":[
          {"kind":"text-field","title":"Name","name":"name","checks":{"required":true}},
          {"kind":"toggle","title":"As a gift","name":"gift"},
          {"kind":"button","title":"Order","action":"submit","emphasis":"primary"}]}]}


    """

  private static let texts = """

    Actions: `submit`, `submit:NAME`, `post:ADDRESS`, `screen:FILE`, `push:NAME` and `sheet:NAME` of
    one of `screens`, `pop`, `close`, `tab:NAME`, `data-add:POINTER`, `data-remove`, or an address of
    the web or of mail. Any other text is told to the program that shows the screen.

    Where a screen has `data`, strings have holes with expressions of CEL: `{title}`,
    `{size(tasks)}`, `{done ? 'yes' : 'no'}`, `{number(count)}`, `{percent(share)}`,
    `{currency(price, 'EUR')}`, `{date(at, 'yMMMd')}`, `{plural(n, 'one {# file} other {# files}')}`.
    The `format` of a table's column is such a function without its first value, as in `percent` and
    `currency('EUR')`; that of a chart is an expression over `value`, as in `percent(value)`. Days and
    times are as in ISO 8601: "2026-11-23", "14:05".

    """

  private static let changes = """

    ## Changes

    `update` takes a whole screen, and changes by JSON pointer or by the `identifier` of a part:

        {"set":"/components/0/items/0/title","value":"Your name"}
        {"append":[{"title":"New"}],"to":"log"}
        {"update":"row-1","with":{"title":"Done"}}
        {"remove":"row-1"}

    """
}
