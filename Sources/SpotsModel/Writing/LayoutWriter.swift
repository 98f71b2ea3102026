/// Writes layouts, columns, and the widths on which they depend.
enum LayoutWriter {
  /// Writes the member `layout` unless every value is the default.
  static func write(layoutOf component: ComponentModel, to json: inout JSONWriter) {
    let wider = component.widerLayouts
    guard component.layout != Layout() || wider != nil else { return }
    json.key("layout")
    write([component.layout] + (wider.map { [$0.medium, $0.expanded] } ?? []), to: &json)
  }

  /// Writes a layout as an object, which is empty when every value is the default.
  ///
  /// - Parameter layouts: One for each class of width, or one for all of them.
  static func write(_ layouts: [Layout], to json: inout JSONWriter) {
    let write = Members(layouts)
    json.beginObject()
    write("span", \.span, to: &json) { $0.number($1) }
    write("min-item-width", \.minItemWidth, to: &json) { $0.number($1) }
    write("max-items-per-row", \.maxItemsPerRow, to: &json) { $0.integer($1) }
    write("item-ratio", \.itemRatio, to: &json) { $0.number($1) }
    write("peek", \.peek, to: &json) { $0.number($1) }
    write("max-width", \.maxWidth, to: &json) {
      if let width = $1 { $0.number(width) } else { $0.null() }
    }
    write("align", \.align, to: &json) { $0.string($1.rawValue) }
    write("item-spacing", \.itemSpacing, ifSet: .item, to: &json) { $0.number($1) }
    write("line-spacing", \.lineSpacing, ifSet: .line, to: &json) { $0.number($1) }
    write("items-per-row", \.itemsPerRow, to: &json) { $0.integer($1) }
    write("inset", \.inset, ifSet: .inset, to: &json) { LayoutWriter.write($1, to: &$0) }
    write("page-indicator", \.pageIndicator, to: &json) { $0.string($1.rawValue) }
    write("header-mode", \.headerMode, to: &json) { $0.string($1.rawValue) }
    write("infinite-scrolling", \.infiniteScrolling, to: &json) { $0.bool($1) }
    write("show-empty-component", \.showEmptyComponent, to: &json) { $0.bool($1) }
    write("dynamic-span", \.dynamicSpan, to: &json) { $0.bool($1) }
    write("dynamic-height", \.dynamicHeight, to: &json) { $0.bool($1) }
    json.endObject()
  }

  /// Writes the members of layouts: a value that is the same in all classes of width as itself, and
  /// others as objects with a member for each class that differs from the next smaller one.
  private struct Members {
    /// One for each class of width, or one for all of them.
    private let layouts: [Layout]

    init(_ layouts: [Layout]) {
      self.layouts = layouts
    }

    func callAsFunction<Value: Equatable>(
      _ key: String, _ path: KeyPath<Layout, Value>, to json: inout JSONWriter,
      _ write: (inout JSONWriter, Value) -> Void
    ) {
      member(key, layouts.map { $0[keyPath: path] }, unless: Layout()[keyPath: path], &json, write)
    }

    /// Writes a spacing where it was set, even to 0.
    func callAsFunction<Value: Equatable>(
      _ key: String, _ path: KeyPath<Layout, Value>, ifSet spacing: Layout.Spacings,
      to json: inout JSONWriter, _ write: (inout JSONWriter, Value) -> Void
    ) {
      let values = layouts.map { $0.spacings.contains(spacing) ? $0[keyPath: path] : nil }
      member(key, values, unless: nil, &json) { json, value in
        if let value { write(&json, value) } else { json.null() }
      }
    }

    private func member<Value: Equatable>(
      _ key: String, _ values: [Value], unless fallback: Value, _ json: inout JSONWriter,
      _ write: (inout JSONWriter, Value) -> Void
    ) {
      guard let first = values.first, values.contains(where: { $0 != fallback }) else { return }
      json.key(key)
      guard values.contains(where: { $0 != first }) else { return write(&json, first) }
      LayoutWriter.write(classes: values, unless: fallback, to: &json, write)
    }
  }

  /// Writes an object with a value for each class that differs from the next smaller one.
  ///
  /// - Parameter fallback: The value below the smallest class.
  private static func write<Value: Equatable>(
    classes values: [Value], unless fallback: Value, to json: inout JSONWriter,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    var previous = fallback
    json.beginObject()
    for (widthClass, value) in zip(WidthClass.allCases, values) where value != previous {
      json.key(widthClass.rawValue)
      write(&json, value)
      previous = value
    }
    json.endObject()
  }

  /// Writes the member `when`.
  static func write(_ range: WidthRange?, to json: inout JSONWriter) {
    guard let range else { return }
    json.key("when")
    json.beginObject()
    json.number("min-width", range.minWidth, unless: nil)
    json.number("max-width", range.maxWidth, unless: nil)
    json.endObject()
  }

  /// Writes the member `columns`.
  static func write(_ columns: Columns, to json: inout JSONWriter) {
    guard !columns.isEmpty else { return }
    json.key("columns")
    // An array alone stands for the widest class.
    if columns.compact.isEmpty, columns.medium.isEmpty {
      return write(columns.expanded, to: &json)
    }
    let classes = WidthClass.allCases.map { columns[$0] }
    write(classes: classes, unless: [], to: &json) { write($1, to: &$0) }
  }

  private static func write(_ columns: [Columns.Column], to json: inout JSONWriter) {
    json.beginArray()
    for column in columns {
      json.beginObject()
      json.number("width", column.width, unless: 0)
      json.number("max-width", column.maxWidth, unless: nil)
      if column.isSticky { json.member("sticky", true) }
      json.endObject()
    }
    json.endArray()
  }

  /// Writes the member `breakpoints` unless they are the default ones.
  static func write(_ breakpoints: Breakpoints, to json: inout JSONWriter) {
    let usual = Breakpoints()
    guard breakpoints != usual else { return }
    json.key("breakpoints")
    json.beginObject()
    json.number("medium", breakpoints.medium, unless: usual.medium)
    json.number("expanded", breakpoints.expanded, unless: usual.expanded)
    json.endObject()
  }

  private static func write(_ inset: EdgeInsets, to json: inout JSONWriter) {
    json.beginObject()
    json.number("top", inset.top)
    json.number("left", inset.left)
    json.number("bottom", inset.bottom)
    json.number("right", inset.right)
    json.endObject()
  }
}
