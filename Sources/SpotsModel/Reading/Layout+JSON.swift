// Layouts, any value of which may depend on the class of the component's width.

/// A layout while its keys are read.
struct LayoutReading {
  private(set) var hasSpan = false
  /// The offset of a `dynamic-height` that is false in some class; nil without one.
  private(set) var fixedHeight: Int?
  private var layouts = ByWidth(Layout())

  /// The layout of compact components.
  var layout: Layout { layouts[.compact] }

  /// The layouts of wider components; nil when both equal that of compact ones.
  var widerLayouts: WiderLayouts? {
    let wider = WiderLayouts(medium: layouts[.medium], expanded: layouts[.expanded])
    return wider == WiderLayouts(medium: layout, expanded: layout) ? nil : wider
  }

  /// Reads the layout at the cursor; nil for `null` and after a mismatch.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> LayoutReading? {
    var heightOffset = 0
    var (hasInset, olderInset) = (false, EdgeInsets?.none)
    let fields = LayoutKeys.layout
    var reading = try fields.table.readObject(from: &cursor, into: LayoutReading()) {
      reading, slot, cursor throws(SyntaxError) in
      switch fields.table.keys[Int(slot)].name {
      case "span": reading.hasSpan = true
      case "dynamic-height": heightOffset = cursor.scanner.at
      case "inset": hasInset = true
      case "section-inset", "content-inset":
        guard let inset = try EdgeInsets.read(from: &cursor) else { return }
        olderInset = inset.added(to: olderInset ?? .zero)
        return
      default: break
      }
      try fields.readByWidth(&reading.layouts, slot, &cursor)
    }
    if !hasInset, let olderInset {
      reading?.layouts.update(by: ByWidth(olderInset)) { $0.inset = $1 }
    }
    if let layouts = reading?.layouts, layouts.contains(where: { !$0.dynamicHeight }) {
      reading?.fixedHeight = heightOffset
    }
    return reading
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
    json.array(columns) { LayoutKeys.column.write($1, to: &$0) }
  }
}
