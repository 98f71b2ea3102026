/// An element while its keys are read, for each class of the component's width.
struct NibReading {
  private(set) var kind: String?
  private(set) var surface = ItemSurface.automatic
  private(set) var element = ByWidth(NibElement())
  private var contentKey: String?

  /// Reads the object at the cursor.
  mutating func read(
    _ fields: Fields<NibElement>, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    var keys = try cursor.beginObject(fields.table)
    while let slot = try cursor.nextKey(&keys, of: fields.table) {
      try readValue(slot, fields, &cursor)
    }
  }

  private mutating func readValue(
    _ slot: UInt8, _ fields: Fields<NibElement>, _ cursor: inout JSONCursor
  ) throws(SyntaxError) {
    let key = fields.table.keys[Int(slot)].name
    if NibKeys.contentNames.contains(key) { noteContent(key, &cursor) }
    switch key {
    case "kind": kind = try cursor.string()
    case "surface": surface = try cursor.choice(ItemSurface.self) ?? .automatic
    case "row": try readStack(.stack(.horizontal), &cursor)
    case "column": try readStack(.stack(.vertical), &cursor)
    case "overlay":
      try readArrangement(.overlay, NibKeys.overlay, NibKeys.overlayByWidth, &cursor)
    case "children":
      let children = try ByWidth.read(from: &cursor, missing: []) { cursor throws(SyntaxError) in
        try Self.readElements(from: &cursor)
      }
      element = ByWidth(each: { widthClass in
        var element = element[widthClass]
        element.children = children[widthClass].map { $0[widthClass] }
        return element
      })
    default: try fields.readByWidth(&element, slot, &cursor)
    }
  }

  private mutating func noteContent(_ key: String, _ cursor: inout JSONCursor) {
    if let first = contentKey, first != key {
      cursor.report(.error, .typeMismatch, at: cursor.scanner.at) { _ in
        "an element is one thing: it has '\(first)' and '\(key)'"
      }
    }
    contentKey = key
  }

  private mutating func readStack(
    _ content: NibElement.Content, _ cursor: inout JSONCursor
  ) throws(SyntaxError) {
    try readArrangement(content, NibKeys.stack, NibKeys.stackByWidth, &cursor)
  }

  /// Reads a row, a column or an overlay, whose keys may also be those of the element itself.
  private mutating func readArrangement(
    _ content: NibElement.Content, _ fields: Fields<NibElement>, _ tableByWidth: KeyTable,
    _ cursor: inout JSONCursor
  ) throws(SyntaxError) {
    var (missing, begun) = (self, self)
    missing.element.update(by: ByWidth(())) { element, _ in element.content = nil }
    begun.element.update(by: ByWidth(content)) { $0.begin($1) }
    let readings = try ByWidth.read(
      tableByWidth, from: &cursor, missing: missing, object: begun
    ) { reading, slot, cursor throws(SyntaxError) in
      try reading.readValue(slot, fields, &cursor)
    } value: { cursor throws(SyntaxError) in
      try fields.table.readObject(
        from: &cursor, into: begun, expecting: "an object with 'children'"
      ) { reading, slot, cursor throws(SyntaxError) in
        try reading.readValue(slot, fields, &cursor)
      } ?? missing
    }
    element = ByWidth(each: { readings[$0].element[$0] })
  }

  private static func readElements(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [ByWidth<NibElement>] {
    try cursor.list("an array of elements") { cursor throws(SyntaxError) in
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("an element")
        return nil
      }
      var reading = NibReading()
      try reading.read(NibKeys.element, from: &cursor)
      return reading.element
    } ?? []
  }
}
