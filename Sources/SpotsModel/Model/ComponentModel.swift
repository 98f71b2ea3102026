import Synchronization

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
    @inlinable public static var list: Kind { Kind(rawValue: "list") }
    /// Rows of `span` columns; a span of 0 packs items of their own widths into rows.
    @inlinable public static var grid: Kind { Kind(rawValue: "grid") }
    /// Columns of `itemsPerRow` items, scrolled sideways.
    @inlinable public static var carousel: Kind { Kind(rawValue: "carousel") }
  }

  /// The item, header or footer at `part` of a path; nil when there is none.
  package func part(_ part: ItemPath.Part) -> Item? {
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
  /// Spans, spacing and insets; with `widerLayouts`, those of compact components.
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
    kind: Kind = defaultKind, layout: Layout = Layout(),
    interaction: Interaction = Interaction(), items: some Sequence<Item> = ItemList(),
    size: Size = .zero, meta: Meta = Meta(), model: JSONValue? = nil,
    widerLayouts: WiderLayouts? = nil, when: WidthRange? = nil
  ) {
    self.identifier = identifier
    self.kind = kind
    self.layout = layout
    self.interaction = interaction
    self.items = ItemList(items)
    self.size = size
    let values = Rare.Values(
      header: header, footer: footer, meta: meta, model: model, widerLayouts: widerLayouts,
      when: when)
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

  /// The layouts of wider components; nil when `layout` is for every width.
  public var widerLayouts: WiderLayouts? {
    get { rareValues.widerLayouts }
    set { rareValues.widerLayouts = newValue }
  }

  /// The widths of its room at which the component is shown; nil shows it at every width.
  public var when: WidthRange? {
    get { rareValues.when }
    set { rareValues.when = newValue }
  }

  /// The layout of components of a class.
  public func layout(for widthClass: WidthClass) -> Layout {
    guard let wider = rare?.values.widerLayouts else { return layout }
    return switch widthClass {
    case .compact: layout
    case .medium: wider.medium
    case .expanded: wider.expanded
    }
  }

  /// The component's `model` decoded as `type`; nil when it has none.
  ///
  /// - Throws: `DecodingError` with the path, below `model`, of the first value that does not fit.
  public func resolveModel<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model? {
    try model?.decoded(as: type)
  }

  /// Replaces the component's model.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold; the component is then unchanged.
  public mutating func update(model: some Encodable) throws {
    self.model = try JSONValue(encoding: model)
  }

  /// The kind by which items are arranged: a grid that scrolls sideways is a carousel.
  @inlinable package var arrangement: Kind {
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
      var widerLayouts: WiderLayouts?
      var when: WidthRange?

      var isEmpty: Bool { self == Values() }
    }

    let values: Values

    init(_ values: Values) {
      self.values = values
    }

    static func == (a: Rare, b: Rare) -> Bool { a === b || a.values == b.values }
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  /// The kind of components that are created in code without one; any thread may use it.
  public static var defaultKind: Kind {
    get { storedDefaultKind.withLock { $0 } }
    set { storedDefaultKind.withLock { $0 = newValue } }
  }

  private static let storedDefaultKind = Mutex(Kind.grid)
}

/// How a component arranges its items. Lengths are in points.
public struct Layout: Hashable, Sendable {
  /// The position of a carousel's dots, one for each place it can rest at.
  public enum PageIndicator: String, Hashable, Sendable, CaseIterable {
    /// Nowhere, in a strip below the items, or over their lower edge.
    case none, below, overlay
  }

  /// How the header scrolls.
  public enum HeaderMode: String, Hashable, Sendable, CaseIterable {
    /// With the items, or at the top of the viewport until the component ends.
    case `default`, sticky
  }

  /// The edge at which a component stands that is narrower than the room it has.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// At the beginning of a line, in the middle, or at the end of a line.
    case leading, center, trailing
  }

  /// Items per row, or per visible width of a carousel, where 3.5 shows half an item; 0 gives items
  /// their own widths, in a list the whole row.
  public var span: Double
  /// The least width of an item, in points at normal text size; it grows with the text. As many items
  /// as fit share the row evenly, whatever `span` is. 0 leaves the width to `span`.
  public var minItemWidth: Double
  /// The most items in a row with `minItemWidth`; 0 for as many as fit.
  public var maxItemsPerRow: Int
  /// The width of an item divided by its height, whatever height the item or its view asks for; 0
  /// leaves the height to them.
  public var itemRatio: Double
  /// Carousel with `minItemWidth`: how much of the item after the last whole one is seen, as a
  /// fraction of its width.
  public var peek: Double
  /// The greatest width of the component's content, in points, between which and the edges of the room
  /// there is nothing. 0 uses all the room. With nil, a screen with rows of a list keeps to a readable
  /// width, and every other one uses all the room.
  public var maxWidth: Double?
  /// Where content stands that is narrower than its room.
  public var align: Alignment
  /// Between the items of a row; between the columns of a carousel.
  public var itemSpacing: Double
  /// Between rows; inside a column of a carousel.
  public var lineSpacing: Double
  /// Carousel: items stacked in one column. At least 1.
  public var itemsPerRow: Int
  /// Around the items, inside header and footer.
  public var inset: EdgeInsets
  /// Carousel: where its dots are.
  public var pageIndicator: PageIndicator
  /// Has no effect without a header.
  public var headerMode: HeaderMode
  /// Carousel: wraps around in both directions, unless all items fit.
  public var infiniteScrolling: Bool
  /// Keeps header, footer and insets of a component without items.
  public var showEmptyComponent: Bool
  /// Fewer items than `span` share the row evenly.
  public var dynamicSpan: Bool
  /// When false, the component has the height of its `size` and clips, unless that height is 0.
  public var dynamicHeight: Bool

  /// Creates a layout; the defaults are those of documents.
  public init(
    span: Double = 0, minItemWidth: Double = 0, maxItemsPerRow: Int = 0, itemRatio: Double = 0,
    peek: Double = defaultPeek, maxWidth: Double? = nil, align: Alignment = .center,
    itemSpacing: Double = 0, lineSpacing: Double = 0, itemsPerRow: Int = 1,
    inset: EdgeInsets = .zero, pageIndicator: PageIndicator = .none,
    headerMode: HeaderMode = .default, infiniteScrolling: Bool = false,
    showEmptyComponent: Bool = false, dynamicSpan: Bool = false, dynamicHeight: Bool = true
  ) {
    self.span = span
    self.minItemWidth = minItemWidth
    self.maxItemsPerRow = maxItemsPerRow
    self.itemRatio = itemRatio
    self.peek = peek
    self.maxWidth = maxWidth
    self.align = align
    self.itemSpacing = itemSpacing
    self.lineSpacing = lineSpacing
    self.itemsPerRow = itemsPerRow
    self.inset = inset
    self.pageIndicator = pageIndicator
    self.headerMode = headerMode
    self.infiniteScrolling = infiniteScrolling
    self.showEmptyComponent = showEmptyComponent
    self.dynamicSpan = dynamicSpan
    self.dynamicHeight = dynamicHeight
  }

  /// A sixth: enough to see that there is more.
  public static var defaultPeek: Double { 1.0 / 6 }
}

/// The ranges to which the numbers of a screen are clamped, so that every sum of them is finite.
package enum NumberRange {
  @inlinable package static var length: ClosedRange<Double> { 0...longestLength }
  @inlinable package static var span: ClosedRange<Double> { 0...1e6 }
  @inlinable package static var itemsPerRow: ClosedRange<Int> { 1...1000 }
  @inlinable package static var maxItemsPerRow: ClosedRange<Int> { 0...1000 }
  @inlinable package static var itemRatio: ClosedRange<Double> { 0...1000 }
  @inlinable package static var peek: ClosedRange<Double> { 0...1 }
}

extension Layout {
  /// The layout with its numbers clamped to the ranges of documents; NaN becomes the lower bound.
  package var clamped: Layout {
    var layout = self
    layout.span = span.clamped(to: NumberRange.span)
    layout.minItemWidth = sane(minItemWidth)
    layout.maxItemsPerRow = maxItemsPerRow.clamped(to: NumberRange.maxItemsPerRow)
    layout.itemRatio = itemRatio.clamped(to: NumberRange.itemRatio)
    layout.peek = peek.clamped(to: NumberRange.peek)
    layout.maxWidth = maxWidth.map(sane)
    layout.itemSpacing = sane(itemSpacing)
    layout.lineSpacing = sane(lineSpacing)
    layout.itemsPerRow = itemsPerRow.clamped(to: NumberRange.itemsPerRow)
    layout.inset = EdgeInsets(
      top: sane(inset.top), left: sane(inset.left), bottom: sane(inset.bottom),
      right: sane(inset.right))
    return layout
  }
}

/// How a component responds to the pointer.
public struct Interaction: Hashable, Sendable {
  /// The positions at which a carousel comes to rest.
  public enum Paginate: String, Hashable, Sendable, CaseIterable {
    /// Anywhere.
    case disabled
    /// With an item in the middle, or at either end.
    case item
    /// On a multiple of its width, or at the end.
    case page
  }

  /// How many clicks activate an item.
  public enum MouseClick: String, Hashable, Sendable, CaseIterable {
    /// One click, or two in quick succession.
    case single, double
  }

  /// The direction in which a grid scrolls.
  public enum ScrollDirection: String, Hashable, Sendable, CaseIterable {
    /// Down the screen, or sideways as in a carousel.
    case vertical, horizontal
  }

  /// Only carousels snap.
  public var paginate: Paginate
  /// Applies to items, header and footer.
  public var mouseClick: MouseClick
  /// `horizontal` arranges a grid as a carousel; other kinds ignore it.
  public var scrollDirection: ScrollDirection

  /// Creates an interaction; the defaults are those of documents.
  public init(
    paginate: Paginate = .disabled, mouseClick: MouseClick = .single,
    scrollDirection: ScrollDirection = .vertical
  ) {
    self.paginate = paginate
    self.mouseClick = mouseClick
    self.scrollDirection = scrollDirection
  }
}
