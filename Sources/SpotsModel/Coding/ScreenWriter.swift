/// Writes models as the JSON that `ScreenReader` reads; reading it back gives equal models.
///
/// The canonical form: keys in the order of their tables, the names of the current generation, and
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
  /// - Parameter pretty: Indents, with a final line break, instead of one line without spaces.
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
    writer.string("identifier", screen.identifier)
    writer.string("title", screen.title)
    if !screen.theme.isEmpty { write(screen.theme, to: &writer) }
    if screen.spacing != .none { writer.member("spacing", screen.spacing.rawValue) }
    write("breakpoints", screen.breakpoints, Breakpoints(), LayoutKeys.breakpoints, to: &writer)
    write(screen.columns, to: &writer)
    writer.key("components")
    write(screen.components, to: &writer)
    writer.string("next", screen.next)
    if screen.keepsValues { writer.member("keep-values", true) }
    write(screen.meta, to: &writer)
    writer.endObject()
  }

  /// Writes an array of components as one value of `writer`.
  package func write(_ components: [ComponentModel], to writer: inout JSONWriter) {
    writer.beginArray()
    for component in components where !writer.isFull { write(component, to: &writer) }
    writer.endArray()
  }

  /// Writes a component as one value of `writer`.
  package func write(_ component: ComponentModel, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.string("identifier", component.identifier)
    writer.string("kind", component.kind == .list ? nil : component.kind.rawValue)
    write("header", component.header, to: &writer)
    write("footer", component.footer, to: &writer)
    writeLayout(of: component, to: &writer)
    if let when = component.when {
      writer.key("when")
      LayoutKeys.widthRange.write(when, to: &writer)
    }
    if let column = component.column { writer.member("column", column) }
    write(
      "interaction", component.interaction, Interaction(), LayoutKeys.interaction, to: &writer)
    write(component.filter, to: &writer)
    if !component.items.isEmpty {
      writer.key("items")
      write(component.items, to: &writer)
    }
    write("size", component.size, .zero, LayoutKeys.size, to: &writer)
    write(component.meta, to: &writer)
    write(component.model, to: &writer)
    writer.endObject()
  }

  /// Writes an array of items as one value of `writer`.
  package func write(_ items: some Sequence<Item>, to writer: inout JSONWriter) {
    writer.beginArray()
    for item in items {
      write(item, to: &writer)
      if writer.isFull { break }
    }
    writer.endArray()
  }

  /// Writes an item as one value of `writer`.
  package func write(_ item: Item, to writer: inout JSONWriter) {
    writer.beginObject()
    write(item.identifier, to: &writer)
    writer.string("title", item.title, unless: "")
    writer.string("subtitle", item.subtitle, unless: "")
    writer.string("text", item.text, unless: "")
    writer.string("image", item.image, unless: "")
    writer.string("kind", item.kind, unless: "")
    writer.string("action", item.action)
    write("size", item.size, .zero, LayoutKeys.size, to: &writer)
    write(item.meta, to: &writer)
    if !item.relations.isEmpty { write(item.relations, to: &writer) }
    if !item.children.isEmpty {
      writer.key("children")
      write(item.children, to: &writer)
    }
    write(item.columns, to: &writer)
    write(item.model, to: &writer)
    if let input = item.ownInput { InputKeys.input.writeMembers(input, to: &writer) }
    if !item.actions.isEmpty { write(item.actions, to: &writer) }
    writer.endObject()
  }

  private func write(_ actions: [ItemAction], to writer: inout JSONWriter) {
    writer.key("actions")
    writer.beginArray()
    for action in actions { ScreenKeys.action.write(action, to: &writer) }
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

  // MARK: Members of components and items

  private func write(_ identifier: Item.Identifier?, to writer: inout JSONWriter) {
    switch identifier {
    case .integer(let value): writer.member("identifier", value)
    case .string(let value): writer.member("identifier", value)
    case nil: return
    }
  }

  private func write(_ key: String, _ item: Item?, to writer: inout JSONWriter) {
    guard let item else { return }
    writer.key(key)
    write(item, to: &writer)
  }

  private func write(_ filter: FilterRule?, to writer: inout JSONWriter) {
    switch filter {
    case .words: writer.member("filter", true)
    case .fuzzy: writer.member("filter", FilterRule.fuzzy.rawValue)
    case nil: return
    }
  }

  private func writeLayout(of component: ComponentModel, to writer: inout JSONWriter) {
    let wider = component.widerLayouts.map { [$0.medium, $0.expanded] } ?? []
    guard component.layout != Layout() || !wider.isEmpty else { return }
    writer.key("layout")
    LayoutKeys.layout.write(component.layout, wider: wider, to: &writer)
  }

  private func write(_ columns: Columns, to writer: inout JSONWriter) {
    guard !columns.isEmpty else { return }
    writer.key("columns")
    FieldValue.columns.write?(&writer, columns)
  }

  /// Writes a member that is an object, unless it has all defaults.
  private func write<Value: Equatable>(
    _ key: String, _ value: Value, _ fallback: Value, _ fields: Fields<Value>,
    to writer: inout JSONWriter
  ) {
    guard value != fallback else { return }
    writer.key(key)
    fields.write(value, to: &writer)
  }

  private func write(_ meta: Meta, to writer: inout JSONWriter) {
    guard !meta.values.isEmpty else { return }
    writer.key("meta")
    writer.value(.object(meta.values))
  }

  private func write(_ model: JSONValue?, to writer: inout JSONWriter) {
    guard let model, model != .null else { return }
    writer.key("model")
    writer.value(model)
  }
}
