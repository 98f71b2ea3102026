/// One component of a screen: a list, grid or carousel of items with its header and footer.
public struct ComponentModel: Hashable, Sendable {
  /// The name of a layout: one of the three built in, or one registered by the program.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name in documents.
    public var rawValue: String

    /// Creates a kind; one without a registered layout is arranged in rows.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Rows of `span` columns; a span of 0 gives one column.
    public static let list = Kind(rawValue: "list")
    /// Rows of `span` columns; a span of 0 packs items of their own widths into rows.
    public static let grid = Kind(rawValue: "grid")
    /// Columns of `itemsPerRow` items, scrolled sideways.
    public static let carousel = Kind(rawValue: "carousel")
  }

  /// The item, header or footer at `part` of a path; nil when there is none.
  func part(_ part: ItemPath.Part) -> Item? {
    switch part {
    case .item(let index): items.indices.contains(index) ? items[index] : nil
    case .header: header
    case .footer: footer
    }
  }

  /// Identity across reloads; nil matches the component by kind and content.
  public var identifier: String?
  /// List, grid, carousel, or a layout registered by the program.
  public var kind: Kind
  /// Spans, spacing and insets.
  public var layout: Layout
  /// The response to the pointer.
  public var interaction: Interaction
  /// The items in order, without header and footer.
  public var items: ItemList
  /// The size asked for, in points. Only its height is used, and only without `dynamicHeight`.
  public var size: Size

  // One pointer for what most components of a long screen do not have.
  private var rare: Rare?

  /// - Parameter kind: `Configuration.defaultComponentKind` unless given, a grid unless the program
  ///   changes it. Components of documents are lists unless they name a kind.
  public init(
    identifier: String? = nil, header: Item? = nil, footer: Item? = nil,
    kind: Kind = Configuration.defaultComponentKind, layout: Layout = Layout(),
    interaction: Interaction = Interaction(), items: some Sequence<Item> = ItemList(),
    size: Size = .zero, meta: Meta = Meta(), model: JSONValue? = nil
  ) {
    self.identifier = identifier
    self.kind = kind
    self.layout = layout
    self.interaction = interaction
    self.items = ItemList(items)
    self.size = size
    let values = Rare.Values(header: header, footer: footer, meta: meta, model: model)
    rare = values.isEmpty ? nil : Rare(values)
  }

  /// Shown above the items; nil for none.
  public var header: Item? {
    get { rareValues.header }
    set { rareValues.header = newValue }
  }

  /// Shown below the items; nil for none.
  public var footer: Item? {
    get { rareValues.footer }
    set { rareValues.footer = newValue }
  }

  /// Free data.
  public var meta: Meta {
    get { rareValues.meta }
    set { rareValues.meta = newValue }
  }

  /// Data for a typed model; see `resolveModel(_:)`.
  public var model: JSONValue? {
    get { rareValues.model }
    set { rareValues.model = newValue }
  }

  /// The kind by which items are arranged: a grid that scrolls sideways is a carousel.
  var arrangement: Kind {
    kind == .grid && interaction.scrollDirection == .horizontal ? .carousel : kind
  }

  private var rareValues: Rare.Values {
    get { rare?.values ?? Rare.Values() }
    set { rare = newValue.isEmpty ? nil : Rare(newValue) }
  }

  /// Immutable once made, so that copies of a component can share it.
  private final class Rare: Hashable, Sendable {
    struct Values: Hashable, Sendable {
      var header: Item?
      var footer: Item?
      var meta = Meta()
      var model: JSONValue?

      var isEmpty: Bool {
        header == nil && footer == nil && meta.values.isEmpty && model == nil
      }
    }

    let values: Values

    init(_ values: Values) {
      self.values = values
    }

    static func == (a: Rare, b: Rare) -> Bool { a === b || a.values == b.values }
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }
}
