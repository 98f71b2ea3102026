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
  /// Which parts are collapsed. A change of it is shown with the next change of the model or of the
  /// filter.
  var disclosure: DisclosureState
  /// The cached result of `bestMatch`; nil until it is computed.
  private var best: (rank: UInt16, item: Int)??
  /// The items that values can hide.
  private var conditional: ConditionalItems
  /// Large, so that those who pass it on lend it rather than copy it.
  private(set) var geometry: ComponentGeometry
  /// The room for `geometry`, which cannot be read while items are measured.
  private(set) var room: ComponentRoom
  /// The part of the container in which the component stands.
  private(set) var column: ColumnFrame
  /// Whether the model wants the component to be shown at other widths only.
  private(set) var isLeftOut = false
  let pool: ReusePool
  /// The columns of a table; nil for every other component.
  private(set) var columns: TableColumns?
  /// The lines of a log that do not go on in further rows; nil for every other component.
  private(set) var lines: LogLines?
  /// Whether what rows show is scrolled sideways, rather than the rows themselves.
  var scrollsInRows: Bool { columns != nil || lines != nil }
  private var rowsAhead = RowsAhead()
  /// The measured items whose sizes may depend on values, by the names of these.
  private var dependents: [String: Set<Int>] = [:]
  /// The first column of each page; nil until pages of the present geometry are asked for. The
  /// geometry itself is not kept with them: with two owners, every change would copy it.
  private var pageStarts: [Int]?

  /// Endless carousels of up to this many items are measured as a whole: the length of a turn must
  /// not be an estimate.
  static let longestKnownTurn = 1000

  /// How many rows are measured ahead. The first row of a frame costs several times as much to read
  /// as the next ones, since its memory is not in the processor's cache.
  private static let rowsAheadCount = 32

  init(model: ComponentModel, in column: ColumnFrame, pool: ReusePool, isNested: Bool) {
    self.model = model
    conditional = ConditionalItems(of: model.items, in: pool.environment)
    matches = ShownItems(all: model.items.count)
    disclosure = DisclosureState(of: model, isNested: isNested)
    shown = disclosure.shown(of: matches.leavingOut(conditional.hidden))
    filter = model.filter == nil ? nil : ItemFilter(for: model)
    (self.column, self.pool) = (column, pool)
    geometry = .empty
    room = ComponentRoom(
      model, itemCount: shown.count, hasHeader: false, in: column, pool.environment)
  }

  /// The item at `index`, which must exist.
  func item(at index: Int) -> Item { rowsAhead.item(at: index, of: shown) ?? model.items[index] }

  /// The number of items that no value hides, whether they match the filter or not.
  var presentCount: Int { model.items.count - conditional.hidden.count }

  /// Whether only the header is shown. A search shows what it finds all the same.
  private var isClosed: Bool { disclosure.isCollapsed && filter?.sought.isEmpty != false }

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

  /// The items to show: those that match the filter or, without one, those that are not hidden
  /// below the header or inside rows; never those that values hide.
  private func shownMatches(_ filter: ItemFilter?) -> ShownItems {
    let shown = matches.leavingOut(conditional.hidden)
    guard let filter, !filter.sought.isEmpty else { return disclosure.shown(of: shown) }
    return sortsMatches ? shown.sorted(by: ranks(of: shown, filter)) : shown
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
    disclosure.follow(diff, from: old, to: new)
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
      isResized(header, .header, from: geometry.headerHeight, by: names)
      || isResized(model.footer, .footer, from: geometry.footerHeight, by: names)
    return resized.isEmpty && !areEdgesResized ? nil : Array(resized)
  }

  private func isResized(
    _ edge: Item?, _ role: ViewRole, from old: Double, by names: Set<String>
  ) -> Bool {
    guard let edge else { return false }
    var depends = false
    pool.registry.valueNames.visit(edge) { depends = depends || names.contains($0) }
    return depends && edges.height(of: edge, role) != old
  }

  /// Measures the items at `indexes` again, whose model has not changed.
  func remeasure(_ indexes: some Collection<Int>) {
    let old = geometry
    var fresh = makeGeometry()
    if old.isComplete {
      let wanted = Set(indexes)
      fresh.prepareAll { index in
        wanted.contains(index) ? measure(index) : old.knownSize(ofItem: index) ?? measure(index)
      }
    }
    geometry = fresh
  }

  /// The most items out of view that are measured because those before them were: some ms.
  private static let mostMeasured = 1000

  private func resized(
    _ fresh: ComponentGeometry, from old: ComponentGeometry, _ oldModel: ComponentModel,
    _ diff: ItemDiff
  ) -> ComponentGeometry {
    var fresh = fresh
    if let kept = old.replacingItems(diff.replacedRanges, in: fresh) {
      fresh = kept
      for change in diff.changes { fresh.remeasure(item: change.new, measure: measure) }
    } else if old.isComplete, model.arrangement == oldModel.arrangement,
      fresh.sizing == old.sizing,
      diff.insertions.reduce(diff.changes.count, { $0 + $1.count }) <= Self.mostMeasured,
      fresh.shown.count - old.shown.count <= Self.mostMeasured
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
    isLeftOut = model.when?.contains(column.reference) == false
    room = ComponentRoom(
      model, itemCount: shown.count,
      hasHeader: model.kind == .table || edges.exists(header, .header), in: column,
      pool.environment)
    columns = model.kind == .table ? columns ?? TableColumns(pool) : nil
    columns?.arrange(model, in: room, pool.environment)
    let isLine = model.kind == .log && !model.wrapsLines
    lines = isLine ? lines ?? LogLines(pool) : nil
    let margin = room.cellStyle(isFirst: false, isLast: false).margin
    lines?.arrange(in: room.sizing.rowWidth - margin * 2, pool.environment)
    room.siblings = SiblingNeeds(
      conditional.present(atMost: SiblingNeeds.askedCount, of: model.items), areRows: hasRows,
      width: room.sizing.fixedWidth,
      margin: ComponentRoom.cellMargin, pool.environment)
    var arranged = model
    arranged.layout = room.layout
    if viewRole(.header) == .tableHeader { arranged.layout.headerMode = .sticky }
    return ComponentGeometry(
      model: arranged, shown: shown, presentCount: presentCount, isClosed: isClosed,
      width: column.width,
      lane: room.lane, widths: room.widths, headerHeight: edges.height(of: header, .header),
      headerRise: isClosed ? 0 : edges.headerRise,
      footerHeight: edges.height(of: model.footer, .footer),
      textScale: pool.environment.textScale, layouts: pool.registry.layouts)
  }

  private var edges: ComponentEdges { ComponentEdges(content: self) }

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
    if isNew, !isFirst, [.list, .table].contains(model.arrangement), room.sizing.span <= 1 {
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
    pool.registry.valueNames.visit(item) { dependents[$0, default: []].insert(index) }
    let style = cellStyle(ofItem: index)
    return room.sizing.size(own: rowSize(of: item)) {
      pool.measure(item, role: viewRole(.item), cellStyle: style, containerSize: $0)
    }
  }

  /// The size of an item that can be told without a view; nil for any other.
  private func knownSize(of item: Item, at index: Int) -> Size? {
    let style = cellStyle(ofItem: index)
    var isKnown = true
    let size = room.sizing.size(own: rowSize(of: item)) {
      let uniform = pool.uniformSize(
        of: item, role: viewRole(.item), cellStyle: style, containerSize: $0)
      isKnown = uniform != nil
      return uniform ?? .zero
    }
    return isKnown ? size : nil
  }

  /// The size an item asks for. The height of one with text grows with the text scale, so that what
  /// fit before still fits.
  func wantedSize(of item: Item) -> Size {
    Size(width: item.size.width, height: item.size.height * (hasText(item) ? textGrowth : 1))
  }

  /// The size that a row asks for. A folded one is as high as its values below each other.
  private func rowSize(of item: Item) -> Size {
    columns?.isFolded == true ? Size(width: item.size.width) : wantedSize(of: item)
  }

  /// The text scale, at least 1.
  private var textGrowth: Double { max(pool.environment.textScale, 1) }

  // MARK: Styles

  /// Whether items are rows that run across the component.
  var hasRows: Bool { room.hasRows }

  /// How the item at `index` draws its edges and margins.
  func cellStyle(ofItem index: Int) -> CellStyle {
    var style = room.cellStyle(isFirst: index == shown.first, isLast: index == shown.last)
    (style.table, style.lineOffset) = (columns?.layout, lines?.offset)
    style.level = disclosure.level(of: index)
    style.isExpanded = disclosure.isExpanded(.item(index))
    return style
  }

  /// The style of header and footer.
  var edgeStyle: CellStyle {
    var style = room.edgeStyle
    style.table = columns?.layout
    style.isExpanded = disclosure.isExpanded(.header)
    return style
  }

  // MARK: Tables

  /// The header; that of a table has the titles of its columns, even if it has nothing else.
  var header: Item? { model.part(.header) }

  /// The role of the views that show a part of a role: tables and logs have views of their own.
  func viewRole(_ role: ViewRole) -> ViewRole {
    if model.kind == .log, role == .item { return .logLine }
    return columns?.role(role) ?? role
  }
}

/// Whether the view that shows an item may have text.
private func hasText(_ item: Item) -> Bool {
  !item.title.isEmpty || !item.subtitle.isEmpty || !item.text.isEmpty || !item.markdown.isEmpty
    || !item.meta.values.isEmpty || !item.children.isEmpty
}
