/// One component of a screen: a list, grid, carousel or table of items with its header and footer.
public struct ComponentModel: Hashable, Sendable, TypedPart {
  /// The name of a layout: one of the three built in, or one registered by the program.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name in documents.
    public var rawValue: String

    /// Creates a kind; one without a registered layout is arranged in rows.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Rows of `span` columns; a span of 0 gives one column.
    @inlinable public static var list: Kind { Kind(rawValue: "list") }
    /// Rows of `span` columns; a span of 0 packs items of their own widths into rows.
    @inlinable public static var grid: Kind { Kind(rawValue: "grid") }
    /// Columns of `itemsPerRow` items, scrolled sideways.
    @inlinable public static var carousel: Kind { Kind(rawValue: "carousel") }
    /// Rows of cells below the titles of `columns`, which stay in sight.
    @inlinable public static var table: Kind { Kind(rawValue: "table") }
    /// Lines as a terminal shows them, whose end stays in sight.
    @inlinable public static var log: Kind { Kind(rawValue: "log") }
  }

  /// Whether the window stays at the end of the content as items come: that of a screen that is a
  /// log and nothing else does without being told.
  package func followsEnd(amongOthers: Bool) -> Bool {
    follow == .end || kind == .log && !amongOthers
  }

  /// The item, header or footer at `part` of a path; nil when there is none.
  package func part(_ part: ItemPath.Part) -> Item? {
    switch part {
    case .item(let index): items.indices.contains(index) ? items[index] : nil
    case .header: header ?? (kind == .table ? Item() : nil)
    case .footer: footer
    }
  }

  /// Identity across reloads; nil matches the component by kind and content.
  public var identifier: String?
  /// List, grid, carousel, table, or a layout registered by the program.
  public var kind: Kind
  /// Spans, spacing and insets; with `widerLayouts`, those of compact components.
  public var layout: Layout
  /// The response to the pointer and the keyboard.
  public var interaction: Interaction
  /// The items in order, without header and footer.
  public var items: ItemList
  /// The size asked for, in points. Only its height is used, and only without `dynamicHeight`.
  public var size: Size

  // One pointer for the properties that most components of a long screen lack.
  private var rare: Shared<Rare>?

  /// Creates a component with a title above its items.
  public init(title: String, kind: Kind = .list, items: some Sequence<Item> = ItemList()) {
    self.init(header: Item(title: title), kind: kind, items: items)
  }

  /// Creates a component, a list unless given, as in documents.
  public init(
    identifier: String? = nil, header: Item? = nil, footer: Item? = nil,
    kind: Kind = .list, layout: Layout = Layout(),
    interaction: Interaction = Interaction(), items: some Sequence<Item> = ItemList(),
    size: Size = .zero, meta: Meta = Meta(), model: JSONValue? = nil,
    widerLayouts: WiderLayouts? = nil, when: WidthRange? = nil, column: Int? = nil,
    filter: FilterRule? = nil, live: LiveRule = .off, follow: FollowRule = .off,
    columns: [TableColumn] = []
  ) {
    self.identifier = identifier
    self.kind = kind
    self.layout = layout
    self.interaction = interaction
    self.items = ItemList(items)
    self.size = size
    let values = Rare(
      header: header, footer: footer, meta: meta, model: model, widerLayouts: widerLayouts,
      when: when, column: column, filter: filter, live: live, follow: follow)
    rare = values.isEmpty ? nil : Shared(values)
    if !columns.isEmpty { self.columns = columns }
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

  /// The available widths at which the component is shown; nil shows it at every width.
  public var when: WidthRange? {
    get { rareValues.when }
    set { rareValues.when = newValue }
  }

  /// The component's column, from 0, where the screen or the composite item has columns; the last
  /// one if there are fewer. Nil spans all of them.
  public var column: Int? {
    get { rareValues.column }
    set { rareValues.column = newValue }
  }

  /// The rule by which users filter the items as they type; nil for no filtering. Applies only to
  /// components of the screen itself, not to those inside items.
  public var filter: FilterRule? {
    get { rareValues.filter }
    set { rareValues.filter = newValue }
  }

  /// Whether screen readers read items that come or change, wherever the user is. Applies only to
  /// components of the screen itself, not to those inside items.
  public var live: LiveRule {
    get { rareValues.live }
    set { rareValues.live = newValue }
  }

  /// Whether the window stays at the end of the content as items come. Applies only to components
  /// of the screen itself, not to those inside items.
  public var follow: FollowRule {
    get { rareValues.follow }
    set { rareValues.follow = newValue }
  }

  /// Whether the component stays at the bottom of the window while the rest scrolls. Applies to the
  /// last component of a screen.
  public var isBar: Bool {
    get { rareValues.isBar }
    set { rareValues.isBar = newValue }
  }

  /// The tab of the screen that it is in, by its identifier or else its title; nil for all tabs.
  public var tab: String? {
    get { rare?.values.tab }
    set { rareValues.tab = newValue }
  }

  /// Whether users can hide everything but the header. Applies only to components of the screen
  /// itself that have a header, and not to tables.
  public var collapsing: Collapsing {
    get { rareValues.collapsing }
    set { rareValues.collapsing = newValue }
  }

  /// Whether the lines of a log go on in a further row where they have no room; otherwise they are
  /// scrolled sideways.
  public var wrapsLines: Bool {
    get { rareValues.wrapsLines }
    set { rareValues.wrapsLines = newValue }
  }

  /// The columns of a table, of which the first 64 are shown; not used by other kinds.
  public var columns: [TableColumn] {
    get { rareValues.columns }
    set {
      rareValues.columns = newValue
      rows.cells = newValue.prefix(TableColumn.maximumCount).map(\.template)
    }
  }

  /// Colors that replace those of the screen in this component, by role; not in high contrast.
  public var theme: [ColorRole: Color] {
    get { rare?.values.theme ?? [:] }
    set { rareValues.theme = newValue }
  }

  /// URL or path of a picture behind the component, which is toned down to the color of the
  /// background; empty for none.
  public var backgroundImage: String {
    get { rare?.values.backgroundImage ?? "" }
    set { rareValues.backgroundImage = newValue }
  }

  /// How the items are made from the rows of the screen's data. It is in documents alone: what is
  /// shown has the items instead.
  package var rows: RowTemplate {
    get { rareValues.rows ?? RowTemplate() }
    set { rareValues.rows = newValue == RowTemplate() ? nil : newValue }
  }

  /// The layout of a component whose width is of this class.
  public func layout(for widthClass: WidthClass) -> Layout {
    guard let wider = rare?.values.widerLayouts else { return layout }
    return switch widthClass {
    case .compact: layout
    case .medium: wider.medium
    case .expanded: wider.expanded
    }
  }

  /// Whether there is nothing in it but a row of buttons.
  package var hasOnlyActions: Bool {
    header == nil && footer == nil && items.count == 1 && items[0].kind == ItemAction.rowKind
  }

  /// Whether it stays at the bottom, as the last of a screen: buttons do where a question is asked.
  package func isBar(inQuestion: Bool) -> Bool { isBar || inQuestion && hasOnlyActions }

  /// The kind by which items are arranged: a grid that scrolls sideways is a carousel.
  @inlinable package var arrangement: Kind {
    kind == .grid && interaction.scrollDirection == .horizontal ? .carousel : kind
  }

  private var rareValues: Rare {
    get { rare?.values ?? Rare() }
    set { rare = newValue.isEmpty ? nil : Shared(newValue) }
  }

  private struct Rare: Hashable, Sendable {
    var header: Item?
    var footer: Item?
    var meta = Meta()
    var model: JSONValue?
    var widerLayouts: WiderLayouts?
    var when: WidthRange?
    var column: Int?
    var filter: FilterRule?
    var live = LiveRule.off
    var follow = FollowRule.off
    var wrapsLines = true
    var isBar = false
    var tab: String?
    var collapsing = Collapsing()
    var rows: RowTemplate?
    var columns: [TableColumn] = []
    var theme: [ColorRole: Color] = [:]
    var backgroundImage = ""

    var isEmpty: Bool { self == Rare() }
  }
}

/// The rule by which text that users type filters items; see `ComponentModel.filter`.
public enum FilterRule: String, Hashable, Sendable, CaseIterable {
  /// An item must have every word somewhere in its texts.
  case words
  /// For every word, one of the item's texts must have its letters in the same order, possibly with
  /// others between them.
  case fuzzy
}

/// Whether users can hide everything but the header; see `ComponentModel.collapsing`.
public struct Collapsing: Hashable, Sendable {
  /// Whether a click on the header hides and shows everything below it.
  public var isAllowed = false
  /// Whether it is hidden until the user, or a document in which this is another value, says
  /// otherwise.
  public var isInitial = false

  /// Creates the rule of a component that is always open.
  public init() {}
}

/// Whether the window follows what comes; see `ComponentModel.follow`.
public enum FollowRule: String, Hashable, Sendable, CaseIterable {
  /// Items that come do not scroll the window.
  case off
  /// The screen opens at its end, and stays there until the user scrolls up.
  case end
}

/// How screen readers tell what comes into a component; see `ComponentModel.live`.
public enum LiveRule: String, Hashable, Sendable, CaseIterable {
  /// Users find it when they come there.
  case off
  /// They read it when they have finished what they are reading.
  case polite
}
