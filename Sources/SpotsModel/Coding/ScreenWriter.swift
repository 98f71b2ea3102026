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
    let writer = JSONWriter(pretty: pretty) { write(screen, to: &$0) }
    return pretty ? writer.bytes + [UInt8(ascii: "\n")] : writer.bytes
  }

  /// Writes a whole document as one value of `writer`.
  package func write(_ screen: Screen, to writer: inout JSONWriter) {
    ScreenKeys.root.write(screen, to: &writer) { key, writer in
      if key == "data", let data = screen.data {
        writer.key(key)
        writer.verbatim(data.bytes)
      }
      if key == "views", !screen.views.isEmpty {
        writer.key(key)
        writer.array(screen.views) { $0.verbatim($1.bytes) }
      }
      if key == "screens" { writer.member(key, screen.screens) }
      if key == "strings" { writer.member(key, screen.strings) }
      guard key == "components" else { return }
      writer.key(key)
      write(screen.components, to: &writer)
    }
  }

  /// Writes an array of components as one value of `writer`.
  package func write(_ components: [ComponentModel], to writer: inout JSONWriter) {
    writer.array(components) { write($1, to: &$0) }
  }

  /// Writes a component as one value of `writer`.
  package func write(_ component: ComponentModel, to writer: inout JSONWriter) {
    ScreenKeys.component.write(component, to: &writer) { key, writer in
      switch key {
      case "kind" where component.kind != .list: writer.member(key, component.kind.rawValue)
      case "header": write(key, component.header, to: &writer)
      case "footer": write(key, component.footer, to: &writer)
      case "layout": writeLayout(of: component, to: &writer)
      case "item":
        guard let item = component.rows.item else { return }
        writer.key(key)
        writer.verbatim(item.bytes)
      case "empty": write(key, component.rows.empty, to: &writer)
      case "loading": write(key, component.rows.loading, to: &writer)
      case "items" where !component.items.isEmpty:
        writer.key(key)
        write(component.items, to: &writer)
      default: return
      }
    }
  }

  /// Writes an array of items as one value of `writer`.
  package func write(_ items: some Sequence<Item>, to writer: inout JSONWriter) {
    writer.array(items) { write($1, to: &$0) }
  }

  /// Writes an item as one value of `writer`.
  package func write(_ item: Item, to writer: inout JSONWriter) {
    writer.object { writer in
      if let template = item.template {
        if case .object(let members)? = JSONValue.read(template.bytes).value {
          for (key, value) in members.sorted(by: { $0.key < $1.key }) { writer.member(key, value) }
        }
        if !item.children.isEmpty { writer.array("children", item.children) { write($1, to: &$0) } }
        return
      }
      ScreenKeys.itemStart.writeMembers(item, to: &writer) { key, writer in
        if key == "relations", !item.relations.isEmpty {
          writer.object(key) { write(item.relations, to: &$0) }
        } else if key == "children", !item.children.isEmpty {
          writer.key(key)
          write(item.children, to: &writer)
        }
      }
      if let input = item.ownInput { InputKeys.input.writeMembers(input, to: &writer) }
      ScreenKeys.itemEnd.writeMembers(item, to: &writer)
    }
  }

  private func write(_ relations: [String: [Item]], to writer: inout JSONWriter) {
    for (name, items) in relations.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      write(items, to: &writer)
    }
  }

  // MARK: Members of components

  private func write(_ key: String, _ item: Item?, to writer: inout JSONWriter) {
    guard let item else { return }
    writer.key(key)
    write(item, to: &writer)
  }

  private func writeLayout(of component: ComponentModel, to writer: inout JSONWriter) {
    let wider = component.widerLayouts.map { [$0.medium, $0.expanded] } ?? []
    guard component.layout != Layout() || !wider.isEmpty else { return }
    writer.key("layout")
    LayoutKeys.layout.write(component.layout, wider: wider, to: &writer)
  }
}

extension JSONWriter {
  /// Writes a member with documents by name, unless there is none.
  fileprivate mutating func member(_ key: String, _ texts: [String: JSONText]) {
    guard !texts.isEmpty else { return }
    object(key) { json in
      for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
        json.key(name)
        json.verbatim(text.bytes)
      }
    }
  }
}
