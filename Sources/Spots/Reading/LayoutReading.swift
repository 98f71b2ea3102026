extension Layout {
  /// Reads the layout at the cursor. `hasSpan` tells whether it has a `span`; `fixedHeight` is the
  /// byte offset of a false `dynamic-height`, nil without one.
  static func read(
    from cursor: inout JSONCursor
  ) throws(SyntaxFault) -> (layout: Layout, hasSpan: Bool, fixedHeight: Int?)? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nothing("an object")
    }
    var layout = Layout()
    var hasSpan = false
    var heightOffset = 0
    let table = KeyTable.layout
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      guard let key = LayoutKey(rawValue: slot) else { continue }
      if key == .span { hasSpan = true }
      if key == .dynamicHeight { heightOffset = cursor.scanner.at }
      try layout.read(key, from: &cursor)
    }
    return (layout, hasSpan, layout.dynamicHeight ? nil : heightOffset)
  }

  private mutating func read(
    _ key: LayoutKey, from cursor: inout JSONCursor
  ) throws(SyntaxFault) {
    switch key {
    case .span: span = try cursor.number(in: NumberRange.span) ?? 0
    case .itemSpacing: itemSpacing = try cursor.number(in: NumberRange.length) ?? 0
    case .lineSpacing: lineSpacing = try cursor.number(in: NumberRange.length) ?? 0
    case .itemsPerRow: itemsPerRow = try cursor.integer(in: NumberRange.itemsPerRow) ?? 1
    case .inset: inset = try EdgeInsets.read(from: &cursor) ?? .zero
    case .pageIndicator: pageIndicator = try cursor.choice(PageIndicator.self) ?? .none
    case .headerMode: headerMode = try cursor.choice(HeaderMode.self) ?? .default
    case .infiniteScrolling: infiniteScrolling = try cursor.bool() ?? false
    case .showEmptyComponent: showEmptyComponent = try cursor.bool() ?? false
    case .dynamicSpan: dynamicSpan = try cursor.bool() ?? false
    case .dynamicHeight: dynamicHeight = try cursor.bool() ?? true
    }
  }
}

extension Interaction {
  static func read(from cursor: inout JSONCursor) throws(SyntaxFault) -> Interaction? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nothing("an object")
    }
    var interaction = Interaction()
    let table = KeyTable.interaction
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      switch InteractionKey(rawValue: slot) {
      case .paginate: interaction.paginate = try cursor.choice(Paginate.self) ?? .disabled
      case .mouseClick: interaction.mouseClick = try cursor.choice(MouseClick.self) ?? .single
      case .scrollDirection:
        interaction.scrollDirection = try cursor.choice(ScrollDirection.self) ?? .vertical
      case nil: continue
      }
    }
    return interaction
  }
}

extension EdgeInsets {
  static func read(from cursor: inout JSONCursor) throws(SyntaxFault) -> EdgeInsets? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nothing("an object")
    }
    var inset = EdgeInsets()
    let table = KeyTable.inset
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      let length = try cursor.number(in: NumberRange.length) ?? 0
      switch InsetKey(rawValue: slot) {
      case .top: inset.top = length
      case .left: inset.left = length
      case .bottom: inset.bottom = length
      case .right: inset.right = length
      case nil: continue
      }
    }
    return inset
  }
}

extension Size {
  static func read(from cursor: inout JSONCursor) throws(SyntaxFault) -> Size? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nothing("an object")
    }
    var size = Size()
    let table = KeyTable.size
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      let length = try cursor.number(in: NumberRange.length) ?? 0
      switch SizeKey(rawValue: slot) {
      case .width: size.width = length
      case .height: size.height = length
      case nil: continue
      }
    }
    return size
  }
}
