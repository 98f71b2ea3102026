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

  private static let fields = LayoutKeys.layout

  /// Reads the layout at the cursor; nil for `null` and after a mismatch.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> LayoutReading? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object")
    }
    var reading = LayoutReading()
    var heightOffset = 0
    var (hasInset, olderInset) = (false, EdgeInsets?.none)
    let table = fields.table
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      let name = table.keys[Int(slot)].name
      switch name {
      case "span": reading.hasSpan = true
      case "dynamic-height": heightOffset = cursor.scanner.at
      case "inset": hasInset = true
      case "section-inset", "content-inset":
        guard let inset = try EdgeInsets.read(from: &cursor) else { continue }
        olderInset = inset.added(to: olderInset ?? .zero)
        continue
      default: break
      }
      try reading.read(slot, isInset: name == "inset", from: &cursor)
    }
    if !hasInset, let olderInset {
      reading.compact.inset = olderInset
      reading.wider?.medium.inset = olderInset
      reading.wider?.expanded.inset = olderInset
    }
    let wider = reading.wider
    let isFixed = [reading.compact, wider?.medium, wider?.expanded].contains {
      $0?.dynamicHeight == false
    }
    reading.fixedHeight = isFixed ? heightOffset : nil
    return reading
  }

  private mutating func read(
    _ slot: UInt8, isInset: Bool, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    if cursor.scanner.current == UInt8(ascii: "{") {
      return try readClasses(of: slot, isInset: isInset, from: &cursor)
    }
    try Self.fields.read(&compact, slot, &cursor)
    if wider != nil { set(slot, ByWidth(compact)) }
  }

  /// Reads an object with a value for each class; for the inset, also one with a value for each
  /// side.
  private mutating func readClasses(
    of slot: UInt8, isInset: Bool, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    let layouts = try ByWidth.read(
      isInset ? LayoutKeys.insetByWidth : LayoutKeys.byWidth, from: &cursor,
      missing: Layout(),
      // An inset without sides is 0 on every side.
      object: isInset ? Layout(inset: .zero) : Layout()
    ) { layout, slot, cursor throws(SyntaxError) in
      try LayoutKeys.inset.read(&layout.inset, slot, &cursor)
    } value: { cursor throws(SyntaxError) in
      var layout = Layout()
      try Self.fields.read(&layout, slot, &cursor)
      return layout
    }
    if layouts.hasWiderValues, wider == nil {
      wider = WiderLayouts(medium: compact, expanded: compact)
    }
    set(slot, layouts)
  }

  private mutating func set(_ slot: UInt8, _ layouts: ByWidth<Layout>) {
    Self.fields.copy(slot, from: layouts[.compact], to: &compact)
    guard var wider else { return }
    Self.fields.copy(slot, from: layouts[.medium], to: &wider.medium)
    Self.fields.copy(slot, from: layouts[.expanded], to: &wider.expanded)
    self.wider = wider
  }
}

extension EdgeInsets {
  fileprivate func added(to other: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: top + other.top, left: left + other.left, bottom: bottom + other.bottom,
      right: right + other.right)
  }
}

extension FieldValue<Columns> {
  /// An array of columns, which is for expanded containers, or an object with an array for each
  /// class, where a missing class takes the array of the next smaller one.
  static var columns: FieldValue {
    FieldValue(.byWidth(.array(.object(LayoutKeys.column.table.name)))) {
      cursor throws(SyntaxError) in
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        return try Columns.Column.readList(from: &cursor).map { Columns(expanded: $0) }
      }
      let columns = try ByWidth.read(from: &cursor, missing: []) { cursor throws(SyntaxError) in
        try Columns.Column.readList(from: &cursor) ?? []
      }
      return Columns(
        compact: columns[.compact], medium: columns[.medium], expanded: columns[.expanded])
    } write: { json, columns in
      if columns.compact.isEmpty, columns.medium.isEmpty {
        return Columns.Column.write(columns.expanded, to: &json)
      }
      json.classes(WidthClass.allCases.map { columns[$0] }, unless: []) {
        Columns.Column.write($1, to: &$0)
      }
    }
  }
}

extension Columns.Column {
  fileprivate static func readList(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [Columns.Column]? {
    var count = 0
    return try cursor.list("an array of columns") { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard let column = try LayoutKeys.column.read(from: &cursor) else { return nil }
      count += 1
      if count == Columns.maximumCount + 1 {
        cursor.report(.warning, .limit, at: start) { _ in
          "there are at most \(Columns.maximumCount) columns; from here on they are left out"
        }
      }
      return count > Columns.maximumCount ? nil : column
    }
  }

  fileprivate static func write(_ columns: [Columns.Column], to json: inout JSONWriter) {
    json.beginArray()
    for column in columns { LayoutKeys.column.write(column, to: &json) }
    json.endArray()
  }
}
