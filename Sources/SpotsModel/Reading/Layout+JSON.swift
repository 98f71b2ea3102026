// Layouts, any value of which may depend on the class of the component's width.

/// A layout while its keys are read.
struct LayoutReading {
  private(set) var hasSpan = false
  /// The offset of a `dynamic-height` that is false in some class; nil without one.
  private(set) var fixedHeight: Int?
  private var compact = Layout()
  /// nil as long as no value depends on the width.
  private var wider: WiderLayouts?

  /// The layout of compact components.
  var layout: Layout { compact }

  /// The layouts of wider components; nil when both equal that of compact ones.
  var widerLayouts: WiderLayouts? {
    wider == WiderLayouts(medium: compact, expanded: compact) ? nil : wider
  }

  /// Reads the layout at the cursor; nil for `null` and after a mismatch.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> LayoutReading? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object")
    }
    var reading = LayoutReading()
    var heightOffset = 0
    var (hasInset, olderInset) = (false, EdgeInsets?.none)
    let table = LayoutKeys.layout
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      guard let key = LayoutKey(rawValue: slot) else { continue }
      if key == .span { reading.hasSpan = true }
      if key == .dynamicHeight { heightOffset = cursor.scanner.at }
      if key == .inset { hasInset = true }
      if key == .sectionInset || key == .contentInset {
        guard let inset = try EdgeInsets.read(from: &cursor) else { continue }
        olderInset = inset.added(to: olderInset ?? .zero)
        continue
      }
      try reading.read(key, from: &cursor)
    }
    if !hasInset, let olderInset { reading.set(.inset, ByWidth(Layout(inset: olderInset))) }
    let wider = reading.wider
    let isFixed = [reading.compact, wider?.medium, wider?.expanded].contains {
      $0?.dynamicHeight == false
    }
    reading.fixedHeight = isFixed ? heightOffset : nil
    return reading
  }

  private mutating func read(_ key: LayoutKey, from cursor: inout JSONCursor) throws(SyntaxError) {
    if cursor.scanner.current == UInt8(ascii: "{") {
      return try readClasses(of: key, from: &cursor)
    }
    guard wider != nil else { return try compact.read(key, from: &cursor) }
    set(key, ByWidth(try Layout.read(key, from: &cursor)))
  }

  /// Reads an object with a value for each class; for the inset, also one with a value for each
  /// side.
  private mutating func readClasses(
    of key: LayoutKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    let layouts = try ByWidth.read(
      key == .inset ? LayoutKeys.insetByWidth : LayoutKeys.byWidth, from: &cursor,
      missing: Layout(),
      // An inset without sides is 0 on every side.
      object: key == .inset ? Layout(inset: .zero) : Layout()
    ) { layout, slot, cursor throws(SyntaxError) in
      try layout.inset.readSide(slot, from: &cursor)
    } value: { cursor throws(SyntaxError) in
      try Layout.read(key, from: &cursor)
    }
    if layouts.hasWiderValues, wider == nil {
      wider = WiderLayouts(medium: compact, expanded: compact)
    }
    set(key, layouts)
  }

  private mutating func set(_ key: LayoutKey, _ layouts: ByWidth<Layout>) {
    compact.copy(key, from: layouts[.compact])
    wider?.medium.copy(key, from: layouts[.medium])
    wider?.expanded.copy(key, from: layouts[.expanded])
  }
}

extension Columns {
  /// Reads an array of columns, which is for expanded containers, or an object with an array for
  /// each class, where a missing class takes the array of the next smaller one. nil for `null` and
  /// after a mismatch.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Columns? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try Column.readList(from: &cursor).map { Columns(expanded: $0) }
    }
    let columns = try ByWidth.read(from: &cursor, missing: []) { cursor throws(SyntaxError) in
      try Column.readList(from: &cursor) ?? []
    }
    return Columns(
      compact: columns[.compact], medium: columns[.medium], expanded: columns[.expanded])
  }
}

extension Columns.Column {
  fileprivate static func readList(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [Columns.Column]? {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of columns")
    }
    var columns: [Columns.Column] = []
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      let start = cursor.scanner.at
      guard let column = try read(from: &cursor) else { continue }
      columns.append(column)
      if columns.count == Columns.maximumCount + 1 {
        cursor.report(.warning, .limit, at: start) { _ in
          "there are at most \(Columns.maximumCount) columns; from here on they are left out"
        }
      }
    }
    return Array(columns.prefix(Columns.maximumCount))
  }

  private static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Columns.Column? {
    try LayoutKeys.column.readObject(from: &cursor, into: Columns.Column(), expecting: "a column") {
      column, slot, cursor throws(SyntaxError) in
      switch ColumnKey(rawValue: slot) {
      case .width: column.width = try cursor.number(in: NumberRange.length) ?? 0
      case .maxWidth: column.maxWidth = try cursor.number(in: NumberRange.length)
      case .sticky: column.isSticky = try cursor.bool() ?? false
      case nil: return
      }
    }
  }
}

extension Layout {
  /// A layout with one value, that of `key` at the cursor.
  fileprivate static func read(
    _ key: LayoutKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> Layout {
    var layout = Layout()
    try layout.read(key, from: &cursor)
    return layout
  }

  fileprivate mutating func read(
    _ key: LayoutKey, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    switch key {
    case .span: span = try cursor.number(in: NumberRange.span) ?? 0
    case .minItemWidth: minItemWidth = try cursor.number(in: NumberRange.length) ?? 0
    case .maxItemsPerRow:
      maxItemsPerRow = try cursor.integer(in: NumberRange.maxItemsPerRow) ?? 0
    case .itemRatio: itemRatio = try cursor.number(in: NumberRange.itemRatio) ?? 0
    case .peek: peek = try cursor.number(in: NumberRange.peek) ?? Self.defaultPeek
    case .maxWidth: maxWidth = try cursor.number(in: NumberRange.length)
    case .align: align = try cursor.choice(Alignment.self) ?? .center
    case .itemSpacing:
      if let length = try cursor.number(in: NumberRange.length) { itemSpacing = length }
    case .lineSpacing:
      if let length = try cursor.number(in: NumberRange.length) { lineSpacing = length }
    case .itemsPerRow: itemsPerRow = try cursor.integer(in: NumberRange.itemsPerRow) ?? 1
    case .inset: if let insets = try EdgeInsets.read(from: &cursor) { inset = insets }
    case .pageIndicator: pageIndicator = try cursor.choice(PageIndicator.self) ?? .none
    case .headerMode: headerMode = try cursor.choice(HeaderMode.self) ?? .default
    case .infiniteScrolling: infiniteScrolling = try cursor.bool() ?? false
    case .showEmptyComponent: showEmptyComponent = try cursor.bool() ?? false
    case .dynamicSpan: dynamicSpan = try cursor.bool() ?? false
    case .dynamicHeight: dynamicHeight = try cursor.bool() ?? true
    case .sectionInset, .contentInset: try cursor.skipValue()
    }
  }

  fileprivate mutating func copy(_ key: LayoutKey, from other: Layout) {
    let spacings = spacings
    defer {
      if let length = key.spacing {
        self.spacings = spacings.subtracting(length).union(other.spacings.intersection(length))
      }
    }
    switch key {
    case .span: span = other.span
    case .minItemWidth: minItemWidth = other.minItemWidth
    case .maxItemsPerRow: maxItemsPerRow = other.maxItemsPerRow
    case .itemRatio: itemRatio = other.itemRatio
    case .peek: peek = other.peek
    case .maxWidth: maxWidth = other.maxWidth
    case .align: align = other.align
    case .itemSpacing: itemSpacing = other.itemSpacing
    case .lineSpacing: lineSpacing = other.lineSpacing
    case .itemsPerRow: itemsPerRow = other.itemsPerRow
    case .inset: inset = other.inset
    case .pageIndicator: pageIndicator = other.pageIndicator
    case .headerMode: headerMode = other.headerMode
    case .infiniteScrolling: infiniteScrolling = other.infiniteScrolling
    case .showEmptyComponent: showEmptyComponent = other.showEmptyComponent
    case .dynamicSpan: dynamicSpan = other.dynamicSpan
    case .dynamicHeight: dynamicHeight = other.dynamicHeight
    case .sectionInset, .contentInset: break
    }
  }
}

extension LayoutKey {
  fileprivate var spacing: Layout.Spacings? {
    switch self {
    case .itemSpacing: .item
    case .lineSpacing: .line
    case .inset: .inset
    default: nil
    }
  }
}

extension EdgeInsets {
  fileprivate func added(to other: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: top + other.top, left: left + other.left, bottom: bottom + other.bottom,
      right: right + other.right)
  }
}

extension WidthRange {
  package static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> WidthRange? {
    try LayoutKeys.widthRange.readObject(from: &cursor, into: WidthRange()) {
      range, slot, cursor throws(SyntaxError) in
      try range.readLimit(slot, from: &cursor)
    }
  }

  /// Reads the limit whose key has `slot` in `LayoutKeys.widthRange`.
  package mutating func readLimit(
    _ slot: UInt8, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    let width = try cursor.number(in: NumberRange.length)
    switch WidthRangeKey(rawValue: slot) {
    case .minWidth: minWidth = width
    case .maxWidth: maxWidth = width
    case nil: return
    }
  }
}

extension Breakpoints {
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Breakpoints? {
    try LayoutKeys.breakpoints.readObject(from: &cursor, into: Breakpoints()) {
      breakpoints, slot, cursor throws(SyntaxError) in
      let width = try cursor.number(in: NumberRange.length)
      switch BreakpointKey(rawValue: slot) {
      case .medium: breakpoints.medium = width ?? Breakpoints().medium
      case .expanded: breakpoints.expanded = width ?? Breakpoints().expanded
      case nil: return
      }
    }
  }
}
