extension ComponentModel {
  /// Reads a component that is not part of a screen; nil for `null` and after a mismatch.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> ComponentModel? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object")
    }
    var reading = ComponentReading(start: cursor.scanner.at, isTop: false)
    return try reading.read(from: &cursor)
  }

  /// Reads the object at the cursor as the only component of a screen.
  static func readAlone(from cursor: inout JSONCursor) throws(SyntaxError) -> ComponentModel {
    cursor.componentCount = 1
    var reading = ComponentReading(start: cursor.scanner.at, isTop: true)
    let component = try reading.read(from: &cursor)
    cursor.map = [reading.offsets]
    return component
  }

  /// Reads an array of components; those of the screen (`isTop`) enter the source map. Leaves out
  /// other values and components beyond the limit; nil without an array or with only other values.
  static func readList(
    from cursor: inout JSONCursor, isTop: Bool
  ) throws(SyntaxError) -> [ComponentModel]? {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of components")
    }
    if isTop { cursor.map = [] }
    var components: [ComponentModel] = []
    var hasOthers = false
    var identifiers = IdentifierReview()
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("a component")
        hasOthers = true
        continue
      }
      guard try cursor.admitComponent() else { continue }
      var reading = ComponentReading(start: cursor.scanner.at, isTop: isTop)
      let component = try reading.read(from: &cursor)
      identifiers.note(
        component.identifier.map { .string($0) }, at: reading.identifierOffset, of: "component",
        in: &cursor)
      // A pass that only collects diagnostics needs no more than one component.
      if isTop, case .forgotten = cursor.itemMode, !components.isEmpty { continue }
      components.append(component)
      if isTop { cursor.map.append(reading.offsets) }
    }
    return components.isEmpty && hasOthers ? nil : components
  }
}

/// A component while its keys are read. Keys of older generations are applied after the last key,
/// since the current ones take precedence in any order.
private struct ComponentReading {
  var offsets: ComponentOffsets
  private var model = ComponentModel(kind: .list)
  private var kind: ComponentModel.Kind?
  private var olderKind: ComponentModel.Kind?
  private var title: (text: String, offset: Int)?
  /// The kind of a header given as a string.
  private var headerKind: String?
  /// The kind of a footer given as a string.
  private var footerKind: String?
  /// The offset of the identifier, if there is one.
  private(set) var identifierOffset = 0
  /// The offset of `meta`, which holds the layout of components that have no `layout`.
  private var metaOffset: Int?
  private var hasLayout = false
  private var span: Double?
  private var layoutHasSpan = false
  /// The offset of a false `dynamic-height`, which requires a height in `size`; nil without one.
  private var fixedHeight: Int?
  /// Whether the component belongs to the screen itself rather than to an item.
  private let isTop: Bool

  init(start: Int, isTop: Bool) {
    offsets = ComponentOffsets(start: start)
    self.isTop = isTop
  }

  mutating func read(from cursor: inout JSONCursor) throws(SyntaxError) -> ComponentModel {
    let table = ScreenKeys.component.table
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      try read(table.keys[Int(slot)].name, slot, from: &cursor)
    }
    if let fixedHeight, model.size.height <= 0 {
      cursor.report(.warning, .outOfRange, at: fixedHeight, below: "/layout/dynamic-height") { _ in
        "'dynamic-height' is false but 'size' has no height; the component is as high as its "
          + "content"
      }
    }
    let component = finished()
    guard !hasLayout, let metaOffset else { return component }
    return OlderKeys.applied(to: component, at: metaOffset, &cursor)
  }

  private static let keysOfItems = ["header", "footer", "items", "item", "empty", "loading"]

  private mutating func read(
    _ key: String, _ slot: UInt8, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    let (start, holes) = (cursor.scanner.at, cursor.holes)
    // Only the items of a component that is written out are filled.
    if holes == .kept, !Self.keysOfItems.contains(key) { cursor.holes = .none }
    defer { cursor.holes = holes }
    switch key {
    case "kind": kind = try ComponentModel.Kind.read(from: &cursor, else: .list)
    case "type": olderKind = try ComponentModel.Kind.read(from: &cursor, else: .grid)
    case "title": title = try cursor.string().map { ($0, start) }
    case "header":
      (model.header, headerKind) = try Self.readEdge("header view", from: &cursor)
      offsets.header = model.header == nil && headerKind == nil ? nil : start
    case "footer":
      (model.footer, footerKind) = try Self.readEdge("footer view", from: &cursor)
      offsets.footer = model.footer == nil && footerKind == nil ? nil : start
    case "layout":
      hasLayout = true
      let reading = try LayoutReading.read(from: &cursor) ?? LayoutReading()
      (model.layout, model.widerLayouts) = (reading.layout, reading.widerLayouts)
      layoutHasSpan = reading.hasSpan
      fixedHeight = reading.fixedHeight
    case "span": span = try cursor.number(in: NumberRange.span)
    case "items": try readItems(from: &cursor)
    case "item":
      model.rows.item = try JSONText.readItem(from: &cursor)
      offsets.template = model.rows.item == nil ? nil : start
    case "empty": model.rows.empty = try ItemReader.read(from: &cursor)
    case "loading": model.rows.loading = try ItemReader.read(from: &cursor)
    default:
      if key == "identifier" { identifierOffset = start }
      if key == "meta" { metaOffset = start }
      try ScreenKeys.component.read(&model, slot, &cursor)
    }
  }

  private mutating func readItems(from cursor: inout JSONCursor) throws(SyntaxError) {
    offsets.items = []
    offsets.itemsOnDemand = nil
    switch (cursor.itemMode, isTop) {
    case (.onDemand(let document), true):
      offsets.itemsOnDemand = try DocumentItems.find(in: document, from: &cursor)
      model.items = offsets.itemsOnDemand.map { ItemList($0) } ?? []
    case (.forgotten, true):
      _ = try ItemList.readItems(from: &cursor, starts: &offsets.items, isForgotten: true)
    default:
      model.items = ItemList(try ItemList.readItems(from: &cursor, starts: &offsets.items) ?? [])
    }
  }

  /// Reads a header or a footer, or the kind that an older screen gives in its place.
  private static func readEdge(
    _ view: String, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> (Item?, kind: String?) {
    cursor.kinds.defaultView = view
    defer { cursor.kinds.defaultView = "view" }
    guard cursor.scanner.current == UInt8(ascii: "\"") else {
      return (try ItemReader.read(from: &cursor), nil)
    }
    return (nil, try cursor.itemKind())
  }

  private mutating func finished() -> ComponentModel {
    if model.header == nil, headerKind != nil || title != nil {
      model.header = Item(title: title?.text ?? "", kind: headerKind ?? "")
      offsets.header = offsets.header ?? title?.offset
    }
    if let footerKind { model.footer = Item(kind: footerKind) }
    if let span, !layoutHasSpan {
      model.layout.span = span
      model.widerLayouts?.medium.span = span
      model.widerLayouts?.expanded.span = span
    }
    model.kind = kind ?? olderKind ?? .list
    return model
  }
}

extension JSONCursor {
  /// Counts the component at the cursor, or skips it and returns false when the screen is full.
  /// Only the first component beyond the limit is reported.
  fileprivate mutating func admitComponent() throws(SyntaxError) -> Bool {
    guard componentCount >= maximumComponents else {
      componentCount += 1
      return true
    }
    if !isOverfull {
      report(.error, .limit, at: scanner.at) { cursor in
        "a screen has at most \(cursor.maximumComponents) components, those inside of items "
          + "included; from here on they are left out"
      }
    }
    isOverfull = true
    try skipValue()
    return false
  }
}

extension ComponentModel.Kind {
  /// Reads a component's kind; one without a registered layout becomes `fallback`, with a warning.
  fileprivate static func read(
    from cursor: inout JSONCursor, else fallback: ComponentModel.Kind
  ) throws(SyntaxError) -> ComponentModel.Kind? {
    let start = cursor.scanner.at
    guard let kind = try cursor.string() else { return nil }
    guard let known = cursor.kinds.components, !known.contains(kind) else {
      return ComponentModel.Kind(rawValue: kind)
    }
    KindReview.report(
      kind, of: "component", known: known, used: "'\(fallback.rawValue)'", at: start, in: &cursor)
    return fallback
  }
}

extension FieldValue<FilterRule> {
  /// The name of a rule, or `true` for `words`; `false` is none.
  static var filter: FieldValue {
    FieldValue(.either([.bool, .words(of: FilterRule.self)])) { cursor throws(SyntaxError) in
      if cursor.scanner.take("true") { return .words }
      if cursor.scanner.take("false") { return nil }
      guard cursor.scanner.current == UInt8(ascii: "\"") else {
        return try cursor.nullOrMismatch("true, false, 'words' or 'fuzzy'")
      }
      return try cursor.choice(FilterRule.self)
    } write: {
      if $1 == .words { $0.bool(true) } else { $0.string($1.rawValue) }
    }
  }
}

extension FieldValue<Meta> {
  static var meta: FieldValue {
    FieldValue(.map(.any)) { cursor throws(SyntaxError) in
      try FreeValue.meta(from: &cursor)
    } write: {
      $0.value(.object($1.values))
    }
  }
}
