// The contents of a component and where they belong: the model, and its arrangement at one width.
//
// Items are measured when they come near the window, by the views that will show them. This file
// knows nothing of scrolling or of the screen: `CarouselScroll` and `ComponentViews` build on it.

/// The model of a component and its geometry at the present width.
///
/// Owned by the component; lives as long as it does.
@MainActor
final class ComponentContent {
  private(set) var model: ComponentModel { didSet { rowsAhead = RowsAhead() } }
  /// The items that are shown. The geometry's own cannot be read while items are measured.
  private(set) var shown: ShownItems {
    didSet { (rowsAhead, best) = (RowsAhead(), nil) }
  }
  /// The search that leaves out items; nil until somebody filters the component.
  private(set) var filter: ItemFilter?
  /// The items that match the filter, hidden ones included.
  private var matches: ShownItems
  /// Whether the items that match best come first.
  var sortsMatches = false
  /// The cached result of `bestMatch`; nil until it is computed.
  private var best: (rank: UInt16, item: Int)??
  /// The items that values can hide.
  private var conditional: ConditionalItems
  private(set) var geometry: ComponentGeometry
  /// A copy of the geometry's own, because items are measured while the geometry is being changed.
  private var room: Room
  /// The part of the container in which the component stands.
  private(set) var column: ColumnFrame
  /// Whether the model wants the component to be shown at other widths only.
  private(set) var isLeftOut = false
  let pool: ReusePool
  private var rowsAhead = RowsAhead()
  /// The measured items whose sizes may depend on values, by the names of these.
  private var dependents: [String: Set<Int>] = [:]
  /// The first column of each page; nil until pages of the present geometry are asked for. The
  /// geometry itself is not kept with them: with two owners, every change would copy it.
  private var pageStarts: [Int]?

  /// The part of a geometry that measuring an item needs.
  private struct Room {
    var sizing: ItemSizing
    var layout: Layout
    var lane: Lane
    var widths: ItemSizing.Widths
    /// Whether there is room beside the lane.
    var isNarrow: Bool
    /// What the views of all items are told of the first ones.
    var siblings = SiblingNeeds()
    /// Whether the margins of the column are beside the lane, in place of an inset.
    var hasMargins: Bool

    init(
      _ model: ComponentModel, itemCount: Int, _ lane: Lane, _ widths: ItemSizing.Widths,
      in column: ColumnFrame, hasMargins: Bool, textScale: Double
    ) {
      sizing = ItemSizing(
        model: model, itemCount: itemCount, width: lane.width, widths, textScale: textScale)
      layout = model.layout.clamped
      (self.lane, self.widths, self.hasMargins) = (lane, widths, hasMargins)
      isNarrow = column.isNarrow || lane.width <= column.width - 2 * ComponentContent.margin(0)
    }
  }

  /// Rows that were read together, because they come into view one after the other.
  private struct RowsAhead {
    /// The position of the first one.
    var first = 0
    var items: [Item] = []

    /// The item at `index`; nil where it is not one of these.
    func item(at index: Int, of shown: ShownItems) -> Item? {
      guard !items.isEmpty, let position = shown.position(of: index),
        items.indices.contains(position - first)
      else { return nil }
      return items[position - first]
    }
  }

  /// Endless carousels of up to this many items are measured as a whole: the length of a turn must
  /// not be an estimate.
  static let longestKnownTurn = 1000

  /// How many rows are measured ahead. The first row of a frame costs several times as much to read
  /// as the next ones, since its memory is not in the processor's cache.
  private static let rowsAheadCount = 32

  init(model: ComponentModel, in column: ColumnFrame, pool: ReusePool) {
    self.model = model
    conditional = ConditionalItems(of: model.items, in: pool.environment)
    matches = ShownItems(all: model.items.count)
    shown = matches.leavingOut(conditional.hidden)
    filter = model.filter == nil ? nil : ItemFilter(for: model)
    (self.column, self.pool) = (column, pool)
    geometry = .empty
    room = Room(
      model, itemCount: shown.count, geometry.lane, ItemSizing.Widths(), in: column,
      hasMargins: false, textScale: 1)
  }

  /// The item at `index`, which must exist.
  func item(at index: Int) -> Item { rowsAhead.item(at: index, of: shown) ?? model.items[index] }

  /// The number of items that no value hides, whether they match the filter or not.
  var presentCount: Int { model.items.count - conditional.hidden.count }

  /// The frame of a part in the component's content, with nothing scrolled; nil when there is none,
  /// or it is an item that is left out.
  func frame(of part: ItemPath.Part) -> Rect? {
    switch part {
    case .item(let index):
      shown.contains(index) ? geometry.frame(ofItem: index) : nil
    case .header: geometry.headerFrame(inner: 0)
    case .footer: geometry.footerFrame
    }
  }

  /// The pages of a carousel.
  var pages: CarouselPages {
    let starts = pageStarts ?? CarouselPages.starts(geometry)
    pageStarts = starts
    return CarouselPages(geometry, starts: starts)
  }

  // MARK: Arranging

  /// Arranges everything anew for `column`.
  func arrange(in column: ColumnFrame) {
    self.column = column
    dependents.removeAll()
    geometry = makeGeometry()
    measureShortTurn()
  }

  private func measureShortTurn() {
    if geometry.layout.infiniteScrolling, shown.count <= Self.longestKnownTurn { measureAll() }
  }

  /// Searches the items for a text.
  ///
  /// - Parameter later: Called once they can be searched, if they cannot yet; nil waits for that.
  /// - Returns: The items to show from now on; nil if that will be known later.
  func look(for text: String, later: (() -> Void)?) -> ShownItems? {
    var filter = filter ?? ItemFilter(for: model)
    defer { (self.filter, best) = (filter, nil) }
    guard let found = filter.look(for: text, in: model, matches, later: later) else { return nil }
    matches = found
    return shownMatches(filter)
  }

  /// The items to show: those that match the filter, without hidden ones.
  private func shownMatches(_ filter: ItemFilter?) -> ShownItems {
    let shown = matches.leavingOut(conditional.hidden)
    guard sortsMatches, let filter, !filter.sought.isEmpty else { return shown }
    return shown.sorted(by: ranks(of: shown, filter))
  }

  /// The ranks of the items of `shown`, which is in the order of the model.
  private func ranks(of shown: ShownItems, _ filter: ItemFilter) -> [UInt16] {
    guard shown.count < filter.ranks.count else { return filter.ranks }
    return shown.map { filter.ranks[matches.position(from: $0)] }
  }

  /// The enabled item that fits best what is searched for, the first one of several, and its rank,
  /// which is the lower the better it fits; nil where nothing is searched for, or found.
  var bestMatch: (rank: UInt16, item: Int)? {
    if let best { return best }
    var found: (rank: UInt16, item: Int)?
    if let filter, !filter.sought.isEmpty, !shown.isEmpty {
      let present = matches.leavingOut(conditional.hidden)
      for (place, rank) in ranks(of: present, filter).enumerated() {
        if let found, found.rank <= rank { continue }
        let item = present[place]
        if pool.environment.isEnabled(model.items[item]) { found = (rank, item) }
      }
    }
    best = found
    return found
  }

  /// Checks again what the values with these names, which have changed, can hide.
  ///
  /// - Returns: The items to show from now on; nil if they are the same as before.
  func itemsShown(by names: Set<String>) -> ShownItems? {
    guard conditional.update(names, in: pool.environment) else { return nil }
    return shownMatches(filter)
  }

  /// Shows the items of `shown` and leaves the others out.
  func show(_ shown: ShownItems) {
    self.shown = shown
    geometry = makeGeometry()
    measureShortTurn()
  }

  /// Adopts a new version of the model; items that did not change keep their sizes.
  func adopt(_ new: ComponentModel, _ diff: ItemDiff) {
    let (old, oldGeometry, siblings) = (model, geometry, room.siblings)
    model = new
    conditional.follow(diff, to: new.items, in: pool.environment)
    if (new.filter == nil) != (old.filter == nil) {
      filter = new.filter == nil ? nil : ItemFilter(for: new)
      matches = ShownItems(all: new.items.count)
    } else {
      matches = filter?.follow(diff, to: new, matches) ?? ShownItems(all: new.items.count)
    }
    shown = shownMatches(filter)
    dependents = dependents.mapValues { Set($0.compactMap(diff.newIndex)) }
    let fresh = makeGeometry()
    geometry = room.siblings == siblings ? resized(fresh, from: oldGeometry, old, diff) : fresh
  }

  /// Measures what depends on the values with these names, which have changed.
  ///
  /// - Returns: The indexes of the items that need another size than they have; nil when neither an
  ///   item nor the header or footer does.
  func itemsResized(by names: Set<String>) -> [Int]? {
    let dependent = names.reduce(into: Set<Int>()) { $0.formUnion(dependents[$1] ?? []) }
    let resized = dependent.filter { index in
      geometry.knownSize(ofItem: index).map { $0 != measure(index) } ?? false
    }
    let areEdgesResized =
      isResized(model.header, .header, from: geometry.headerHeight, by: names)
      || isResized(model.footer, .footer, from: geometry.footerHeight, by: names)
    return resized.isEmpty && !areEdgesResized ? nil : Array(resized)
  }

  private func isResized(
    _ edge: Item?, _ role: ViewRole, from old: Double, by names: Set<String>
  ) -> Bool {
    guard let edge else { return false }
    var depends = false
    ValueNames.visit(edge) { depends = depends || names.contains($0) }
    return depends && height(of: edge, role) != old
  }

  /// Measures the items at `indexes` again, whose model has not changed.
  func remeasure(_ indexes: some Collection<Int>) {
    let (old, wanted) = (geometry, Set(indexes))
    var fresh = makeGeometry()
    if old.isComplete {
      fresh.prepareAll { index in
        wanted.contains(index) ? measure(index) : old.knownSize(ofItem: index) ?? measure(index)
      }
    }
    geometry = fresh
  }

  private func resized(
    _ fresh: ComponentGeometry, from old: ComponentGeometry, _ oldModel: ComponentModel,
    _ diff: ItemDiff
  ) -> ComponentGeometry {
    var fresh = fresh
    if let kept = old.replacingItems(diff.replacedRanges, in: fresh) {
      fresh = kept
      for change in diff.changes { fresh.remeasure(item: change.new, measure: measure) }
    } else if old.isComplete, model.arrangement == oldModel.arrangement,
      fresh.sizing == old.sizing
    {
      let changed = Set(diff.changes.map(\.new))
      fresh.prepareAll { index in
        if !changed.contains(index), let origin = diff.origin(of: index),
          let size = old.knownSize(ofItem: origin)
        {
          return size
        }
        return measure(index)
      }
    }
    return fresh
  }

  private func makeGeometry() -> ComponentGeometry {
    pageStarts = nil
    let (textScale, breakpoints) = (pool.environment.textScale, pool.environment.breakpoints)
    var layout = model.layout(for: breakpoints.widthClass(of: column.width))
    let hasMargins = layout.ownInset == nil && column.margins != EdgeInsets()
    let margins = layout.ownInset == nil ? column.margins : column.ownMargins
    let free = Lane(x: margins.left, width: max(column.width - margins.left - margins.right, 0))
    let lane = limited(free, layout.clamped, textScale)
    if lane.width < free.width {
      layout = model.layout(for: breakpoints.widthClass(of: lane.width))
    }
    var arranged = model
    arranged.layout = spaced(layout)
    isLeftOut = model.when?.contains(column.reference) == false
    room = Room(
      arranged, itemCount: shown.count, lane, widths(lane), in: column, hasMargins: hasMargins,
      textScale: textScale)
    room.siblings = SiblingNeeds(
      model.items, areRows: hasRows, width: room.sizing.fixedWidth, margin: Self.cellMargin,
      pool.environment)
    return ComponentGeometry(
      model: arranged, shown: shown, presentCount: presentCount, width: column.width, lane: lane,
      widths: room.widths, headerHeight: height(of: model.header, .header),
      footerHeight: height(of: model.footer, .footer), textScale: textScale,
      layouts: pool.registry.layouts)
  }

  /// The part of `lane` that the component keeps to: less than all where the layout says so, or
  /// where rows would become too long.
  private func limited(_ lane: Lane, _ layout: Layout, _ textScale: Double) -> Lane {
    if layout.maxWidth != nil { return lane.limited(to: layout.maxWidth, layout.align) }
    let hasRows = model.hasRows(in: layout) && !model.items.isEmpty
    return lane.limited(to: hasRows ? Self.longestRow * max(textScale, 1) : nil, .leading)
  }

  /// Carousels show where they go on in narrow windows only: in wide ones they end where grids do.
  private func widths(_ lane: Lane) -> ItemSizing.Widths {
    let isWide = column.container > CellStyle.readableWidth
    return ItemSizing.Widths(
      beyond: column.container < Self.widePeek ? column.width - lane.maxX : nil,
      growth: isWide || pool.environment.spacing == .comfortable ? Self.growth : nil)
  }

  /// `layout` with the screen's spacing where it has none of its own. Rows of a list stay together.
  private func spaced(_ layout: Layout) -> Layout {
    guard pool.environment.spacing == .comfortable else { return layout }
    var spaced = layout
    let areRows = model.hasRows(in: layout)
    if layout.ownItemSpacing == nil { spaced.itemSpacing = Self.comfortableGap }
    if layout.ownLineSpacing == nil, !areRows { spaced.lineSpacing = Self.comfortableGap }
    if layout.ownInset == nil {
      // A header has room of its own below its text.
      spaced.inset = EdgeInsets(
        top: hasEdge(model.header, .header) ? 0 : Self.comfortableGap,
        bottom: Self.comfortableGap)
    }
    return spaced
  }

  /// Whether there is a header or footer. A built-in one needs a text, a picture, an action or a
  /// size: servers write empty ones for none.
  private func hasEdge(_ item: Item?, _ role: ViewRole) -> Bool {
    guard let item else { return false }
    let texts = [item.title, item.subtitle, item.text, item.meta.string("actionTitle")]
    let isBlank = texts.allSatisfy { $0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    let isEmpty =
      isBlank && item.image.isEmpty && (item.action ?? "").isEmpty && item.actions.isEmpty
      && item.size == .zero && item.children.isEmpty && InputKind(of: item) == nil
    if !isEmpty { return true }
    let name = pool.viewName(forKind: item.kind, role: role)
    return name != "HeaderView" && name != "FooterView"
  }

  private func height(of item: Item?, _ role: ViewRole) -> Double {
    guard let item, hasEdge(item, role), pool.environment.isShown(item) else { return 0 }
    let own = finite(wantedSize(of: item).height)
    if own > 0 { return own }
    let size = pool.measure(
      item, role: role, cellStyle: edgeStyle,
      containerSize: Size(width: room.lane.width, height: .infinity))
    return finite(size.height)
  }

  // MARK: Measuring

  /// Measures what is needed to know every frame in `rect`.
  func prepare(_ rect: Rect) {
    geometry.prepare(rect, measure: measure)
  }

  /// Measures every item.
  func measureAll() {
    geometry.prepareAll(measure: measure)
  }

  /// Measures the columns of a carousel that are seen at `offset`.
  func measureColumns(at offset: Double) {
    prepare(Rect(x: offset, y: 0, width: geometry.width, height: 1))
  }

  /// Measures what is needed to know every frame in `rect`, and also the rows after `rect` whose
  /// sizes are known without asking a view.
  func prepareRows(_ rect: Rect) {
    var isNew = false
    geometry.prepare(rect) { index in
      isNew = true
      return measure(index)
    }
    // What is seen first must not wait for what follows.
    let isFirst = rect.y <= geometry.headerHeight
    if isNew, !isFirst, model.arrangement == .list, room.sizing.span <= 1 {
      prepareAhead(of: rect)
    }
  }

  private func prepareAhead(of rect: Rect) {
    let first = geometry.items(in: rect).endIndex
    var ahead = RowsAhead(first: first)
    var sizes: [Size] = []
    for index in shown[first...].prefix(Self.rowsAheadCount) {
      let item = model.items[index]
      guard let size = knownSize(of: item, at: index) else { break }
      ahead.items.append(item)
      sizes.append(size)
    }
    let height = sizes.reduce(0) { $0 + $1.height }
    guard height > 0 else { return }
    rowsAhead = ahead
    let rows = Rect(
      x: rect.x, y: geometry.frame(atPosition: first).y, width: rect.width, height: height)
    geometry.prepare(rows) { index in
      let place = shown.position(from: index) - first
      return sizes.indices.contains(place) ? sizes[place] : measure(index)
    }
  }

  private func measure(_ index: Int) -> Size {
    pageStarts = nil
    let item = item(at: index)
    ValueNames.visit(item) { dependents[$0, default: []].insert(index) }
    let style = cellStyle(ofItem: index)
    return room.sizing.size(own: wantedSize(of: item)) {
      pool.measure(item, role: .item, cellStyle: style, containerSize: $0)
    }
  }

  /// The size of an item that can be told without a view; nil for any other.
  private func knownSize(of item: Item, at index: Int) -> Size? {
    let style = cellStyle(ofItem: index)
    var isKnown = true
    let size = room.sizing.size(own: wantedSize(of: item)) {
      let uniform = pool.uniformSize(of: item, cellStyle: style, containerSize: $0)
      isKnown = uniform != nil
      return uniform ?? .zero
    }
    return isKnown ? size : nil
  }

  /// The size an item asks for. The height of one with text grows with the text scale, so that what
  /// fit before still fits.
  private func wantedSize(of item: Item) -> Size {
    Size(width: item.size.width, height: item.size.height * (item.hasText ? textGrowth : 1))
  }

  /// The text scale, at least 1.
  private var textGrowth: Double { max(pool.environment.textScale, 1) }

  // MARK: Styles

  /// The width, in points, up to which the parts of a row stay together.
  private static let longestRow = 960.0
  /// The width of a container, in points, from which on carousels end where grids do.
  private static let widePeek = 1024.0
  /// How many times as wide as their least width few items become.
  private static let growth = 1.6
  private static let cellMargin = 12.0
  private static let groupRadius = 12.0
  private static let comfortableGap = 12.0

  /// Whether items are rows that run across the component.
  var hasRows: Bool { model.kind == .list && room.sizing.span < 2 }

  /// How the item at `index` draws its edges and margins.
  func cellStyle(ofItem index: Int) -> CellStyle {
    guard hasRows else {
      var style = CellStyle(
        isRow: false, margin: Self.cellMargin, componentWidth: room.lane.width)
      style.titleLines = room.siblings.titleLines
      return style
    }
    let layout = room.layout
    // Rows with space between them are groups of one.
    let isApart = layout.lineSpacing > 0
    let isInset = layout.inset.left > 0 && layout.inset.right > 0
    var style = CellStyle(
      isRow: true, isFirst: isApart || index == shown.first,
      isLast: isApart || index == shown.last, margin: Self.margin(room.sizing.rowWidth),
      groupRadius: isInset || room.isNarrow ? Self.groupRadius : 0,
      componentWidth: room.lane.width)
    style.hasPictures = room.siblings.havePictures
    return style
  }

  /// The style of header and footer, whose text is aligned with the items' text or edge.
  var edgeStyle: CellStyle {
    let (left, margin) = (room.layout.inset.left, Self.margin(room.sizing.rowWidth))
    var style = CellStyle(margin: 0, componentWidth: room.lane.width)
    let isComfortable = pool.environment.spacing == .comfortable
    if isComfortable { style.heading = column.isFirst ? .page : .part }
    if room.hasMargins { return style }
    // On a comfortable screen rows are in a box, aligned with the cards above and below.
    let isBoxed = left > 0 && isComfortable
    let beside = left > 0 ? max(left, Self.margin(0)) : margin
    style.margin = hasRows && !isBoxed ? left + margin : beside
    return style
  }

  /// The room at both ends of a row of `width`, in points.
  nonisolated static func margin(_ width: Double) -> Double {
    switch width {
    case ..<800: 16
    case ..<1280: 24
    default: 32
    }
  }
}

extension Item {
  /// Whether the view that shows the item may have text.
  fileprivate var hasText: Bool {
    !title.isEmpty || !subtitle.isEmpty || !text.isEmpty || !meta.values.isEmpty
      || !children.isEmpty
  }
}

extension ReusePool {
  /// The columns of the components of a screen or a composite item, in `width`.
  ///
  /// On a screen all of them keep to one lane, wide enough for rows where there is nothing else,
  /// and for grids, carousels and columns where there are any.
  ///
  /// - Parameter limit: That of the lane; nil inside a composite item, which the components fill.
  func columnFrames(
    of models: some RandomAccessCollection<ComponentModel>, _ columns: Columns, width: Double,
    _ limit: LaneLimit?
  ) -> ContainerColumns {
    let isComfortable = environment.spacing == .comfortable
    var lane = ContainerLane()
    if isComfortable {
      lane.margin = limit == nil ? ComponentContent.margin(width) : Self.margin(width)
      lane.gap = limit == nil ? 2 * lane.margin : width < 1440 ? 24 : 32
      lane.bleed = limit == nil ? nil : Self.columnBleed
    }
    switch limit {
    case .points(let width)?: lane.limit = width > 0 ? width : .infinity
    case .byContent(let count)?:
      let own = models.prefix(count ?? models.count)
      lane.limit = own.reduce(widestLane(own)) { widest, model in
        let layout = model.layout(for: environment.breakpoints.widthClass(of: width)).clamped
        return max(widest, layout.maxWidth.map { $0 > 0 ? $0 : .infinity } ?? 0)
      }
    case nil: break
    }
    return ContainerColumns(
      models, columns[environment.breakpoints.widthClass(of: width)], width: width, in: lane,
      textScale: environment.textScale)
  }

  /// The greatest width of the lane of a screen with `models`, in points, unless one of them asks
  /// for more. It depends on what the document has, whether it is shown or not, so that it stays
  /// where it is while something is filtered.
  private func widestLane(_ models: some RandomAccessCollection<ComponentModel>) -> Double {
    let scale = max(environment.textScale, 1)
    guard models.contains(where: { $0.column != nil || !$0.hasOnlyRows }) else {
      return CellStyle.readableWidth * scale
    }
    // Grids from edge to edge are what older screens are made of.
    let fills =
      environment.spacing == .none && !models.contains { $0.kind == .list && !$0.items.isEmpty }
    return fills ? .infinity : Self.widestLane * scale
  }

  private static let widestLane = 1600.0
  private static let columnBleed = 8.0

  /// The room beside the lane of a comfortable screen, in points.
  private static func margin(_ width: Double) -> Double {
    switch width {
    case ..<600: 16
    case ..<1024: 24
    case ..<1440: 32
    default: 40
    }
  }
}

extension ComponentModel {
  /// Whether `layout` arranges the items as rows of a list, one in each.
  fileprivate func hasRows(in layout: Layout) -> Bool {
    kind == .list && layout.span < 2 && layout.minItemWidth <= 0
  }

  /// Whether the items are rows of a list in windows of every width.
  fileprivate var hasOnlyRows: Bool {
    WidthClass.allCases.allSatisfy { hasRows(in: layout(for: $0)) }
  }
}
