/// Writes models as the JSON that `ScreenReader` reads; reading it back gives equal models.
///
/// The canonical form: keys in the order of `KeyTable`, the names of the current generation, and
/// no key whose value is the default, except `components`. Keys of free objects are sorted. Numbers
/// are in their shortest form; in `meta` and `model` a `JSONValue.number` keeps its fraction, which
/// distinguishes it from an `integer`. Values that documents cannot hold are lost: NaN and
/// infinities, numbers outside a key's range, and a `model` of `null`, which equals none.
///
/// - Complexity: O(bytes written).
public struct ScreenWriter: Sendable {
  private let pretty: Bool

  /// Creates a writer.
  ///
  /// - Parameter pretty: Indented, with a final line break; else one line without spaces.
  public init(pretty: Bool = false) {
    self.pretty = pretty
  }

  /// Writes a whole document as UTF-8.
  public func write(_ screen: Screen) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty)
    write(screen, to: &writer)
    return pretty ? writer.bytes + [UInt8(ascii: "\n")] : writer.bytes
  }

  /// Writes a whole document as one value of `writer`.
  package func write(_ screen: Screen, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.string("title", screen.title)
    if !screen.theme.isEmpty { write(screen.theme, to: &writer) }
    writer.word("spacing", screen.spacing, unless: .none)
    writer.breakpoints(screen.breakpoints)
    writer.columns(screen.columns)
    writer.key("components")
    write(screen.components, to: &writer)
    writer.string("next", screen.next)
    if screen.keepsValues { writer.member("keep-values", true) }
    writer.meta(screen.meta)
    writer.endObject()
  }

  /// Writes an array of components as one value of `writer`.
  package func write(_ components: [ComponentModel], to writer: inout JSONWriter) {
    writer.beginArray()
    for component in components { write(component, to: &writer) }
    writer.endArray()
  }

  /// Writes a component as one value of `writer`.
  package func write(_ component: ComponentModel, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.string("identifier", component.identifier)
    writer.string("kind", component.kind == .list ? nil : component.kind.rawValue)
    writer.item("header", component.header, by: self)
    writer.item("footer", component.footer, by: self)
    writer.layout(component)
    writer.when(component.when)
    if let column = component.column { writer.member("column", column) }
    writer.interaction(component.interaction)
    writer.filter(component.filter)
    if !component.items.isEmpty {
      writer.key("items")
      write(component.items, to: &writer)
    }
    writer.size(component.size)
    writer.meta(component.meta)
    writer.model(component.model)
    writer.endObject()
  }

  /// Writes an array of items as one value of `writer`.
  package func write(_ items: some Sequence<Item>, to writer: inout JSONWriter) {
    writer.beginArray()
    for item in items { write(item, to: &writer) }
    writer.endArray()
  }

  /// Writes an item as one value of `writer`.
  package func write(_ item: Item, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.identifier(item.identifier)
    writer.string("title", item.title, unless: "")
    writer.string("subtitle", item.subtitle, unless: "")
    writer.string("text", item.text, unless: "")
    writer.string("image", item.image, unless: "")
    writer.string("kind", item.kind, unless: "")
    writer.string("action", item.action)
    writer.size(item.size)
    writer.meta(item.meta)
    if !item.relations.isEmpty { write(item.relations, to: &writer) }
    if !item.children.isEmpty {
      writer.key("children")
      write(item.children, to: &writer)
    }
    writer.columns(item.columns)
    writer.model(item.model)
    writer.input(item.input)
    if !item.actions.isEmpty { write(item.actions, to: &writer) }
    writer.endObject()
  }

  private func write(_ actions: [ItemAction], to writer: inout JSONWriter) {
    writer.key("actions")
    writer.beginArray()
    for action in actions {
      writer.beginObject()
      writer.string("title", action.title, unless: "")
      writer.member("action", action.action)
      if action.isDestructive { writer.member("destructive", true) }
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ relations: [String: [Item]], to writer: inout JSONWriter) {
    writer.key("relations")
    writer.beginObject()
    for (name, items) in relations.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      write(items, to: &writer)
    }
    writer.endObject()
  }

  private func write(_ theme: [ColorRole: Color], to writer: inout JSONWriter) {
    writer.key("theme")
    writer.beginObject()
    for role in ColorRole.allCases { writer.string(role.rawValue, theme[role]?.hex) }
    writer.endObject()
  }
}
