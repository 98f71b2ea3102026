/// One component of a screen: a list, grid or carousel of items with its header and footer.
public struct ComponentModel: Hashable, Sendable {
  /// The name of a layout: one of the three built in, or one registered by the program.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let list = Kind(rawValue: "list")
    public static let grid = Kind(rawValue: "grid")
    public static let carousel = Kind(rawValue: "carousel")
  }

  /// The item, header or footer a path names; nil when there is none.
  func part(_ part: ItemPath.Part) -> Item? {
    switch part {
    case .item(let index): items.indices.contains(index) ? items[index] : nil
    case .header: header
    case .footer: footer
    }
  }

  /// Identity across reloads.
  public var identifier: String?
  public var kind: Kind
  public var header: Item?
  public var footer: Item?
  public var layout: Layout
  public var interaction: Interaction
  public var items: ItemList
  /// The size asked for, in points. Only its height is used, and only without `dynamicHeight`.
  public var size: Size
  public var meta: Meta
  /// Data for a typed model.
  public var model: JSONValue?

  public init(
    identifier: String? = nil, header: Item? = nil, footer: Item? = nil, kind: Kind = .list,
    layout: Layout = Layout(), interaction: Interaction = Interaction(),
    items: some Sequence<Item> = ItemList(), size: Size = .zero, meta: Meta = Meta(),
    model: JSONValue? = nil
  ) {
    self.identifier = identifier
    self.header = header
    self.footer = footer
    self.kind = kind
    self.layout = layout
    self.interaction = interaction
    self.items = ItemList(items)
    self.size = size
    self.meta = meta
    self.model = model
  }
  /// The kind that decides how items are arranged: a grid that scrolls sideways is a carousel.
  var arrangement: Kind {
    kind == .grid && interaction.scrollDirection == .horizontal ? .carousel : kind
  }
}
