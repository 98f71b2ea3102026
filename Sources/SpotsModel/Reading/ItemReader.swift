/// Reads items from documents.
enum ItemReader {
  /// Reads the item at the cursor; nil for `null` and after a mismatch.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Item? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object")
    }
    var item = Item()
    _ = try readKeys(of: &item, from: &cursor)
    return item
  }

  /// Fills an empty item in place from the object at the cursor: copying each item into its array
  /// would take a quarter of the reading time.
  ///
  /// - Returns: The offset of the identifier, if there is one.
  fileprivate static func readKeys(
    of item: inout Item, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> Int {
    let start = cursor.scanner.at
    var olderKind = ""
    var identifierStart = 0
    var answer = AnswerOffsets()
    let table = ScreenKeys.item
    var keys = try cursor.beginObject(table)
    while let slot = try cursor.nextKey(&keys, of: table) {
      switch ItemKey(rawValue: slot) {
      case .title: item.title = try cursor.string() ?? ""
      case .subtitle: item.subtitle = try cursor.string() ?? ""
      case .text: item.text = try cursor.string() ?? ""
      case .image: item.image = try cursor.image() ?? ""
      case .kind: item.kind = try cursor.itemKind() ?? ""
      case .type: olderKind = try cursor.itemKind() ?? ""
      case .action: item.action = try cursor.string()
      case .identifier:
        identifierStart = cursor.scanner.at
        item.identifier = try Item.Identifier.read(from: &cursor)
      case .size: item.size = try Size.read(from: &cursor) ?? .zero
      case .relations: item.relations = try readRelations(from: &cursor) ?? [:]
      case .children: item.children = try ComponentModel.readList(from: &cursor, isTop: false) ?? []
      case nil: try readRare(slot, of: &item, &answer, from: &cursor)
      }
    }
    if item.kind.isEmpty { item.kind = olderKind }
    answer.review(&item, &cursor)
    if cursor.holes == .kept { item.template = try JSONText.template(from: start, cursor) }
    return identifierStart
  }

  private static func readRare(
    _ slot: UInt8, of item: inout Item, _ answer: inout AnswerOffsets,
    from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    if slot < ScreenKeys.inputSlot { return try ScreenKeys.itemStart.read(&item, slot, &cursor) }
    let key = ScreenKeys.item.keys[Int(slot)].name
    if slot < ScreenKeys.itemEndSlot {
      answer.note(key, cursor)
      try InputKeys.input.read(&item.input, slot - ScreenKeys.inputSlot, &cursor)
    } else if key == "target" {
      let target = try OlderKeys.target(from: &cursor)
      item.action = item.action ?? target
    } else {
      try ScreenKeys.itemEnd.read(&item, slot - ScreenKeys.itemEndSlot, &cursor)
    }
  }

  private static func readRelations(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [String: [Item]]? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object of arrays of items")
    }
    try cursor.beginFreeObject()
    var keys = FreeKeys()
    var relations: [String: [Item]] = [:]
    while let token = try cursor.nextFreeKey(&keys.isFirst) {
      let name = cursor.scanner.text(of: token)
      var starts: [UInt32] = []
      let items = try ItemList.readItems(from: &cursor, starts: &starts) ?? []
      let isNew = relations.updateValue(items, forKey: name) == nil
      try keys.note(token, name, isNew: isNew, in: &cursor)
    }
    return relations
  }
}

extension ItemList {
  /// Reads the array of items at the cursor and appends their offsets to `starts`. Elements that
  /// are not objects are left out.
  ///
  /// - Parameter isForgotten: Whether only the diagnostics are wanted; the array is then empty.
  static func readItems(
    from cursor: inout JSONCursor, starts: inout [UInt32], isForgotten: Bool = false
  ) throws(SyntaxError) -> [Item]? {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of items")
    }
    let open = cursor.scanner.at
    var items: [Item] = []
    var identifiers = IdentifierReview()
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      let start = cursor.scanner.at
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("an item")
        continue
      }
      if items.count == items.capacity, items.count >= 1024 {
        let room = expectedCount(cursor.scanner, from: open, count: items.count)
        items.reserveCapacity(room)
        starts.reserveCapacity(room)
      }
      guard !isForgotten else {
        var item = Item()
        let place = try ItemReader.readKeys(of: &item, from: &cursor)
        identifiers.note(item.identifier, at: place, of: "item", in: &cursor)
        continue
      }
      items.append(Item())
      let place = try ItemReader.readKeys(of: &items[items.count - 1], from: &cursor)
      identifiers.note(items[items.count - 1].identifier, at: place, of: "item", in: &cursor)
      starts.append(UInt32(truncatingIfNeeded: start))
    }
    return items
  }

  /// The expected number of items, assuming that the rest are as long on average as those read; at
  /// most sixteen times `count`. Growing step by step would copy a large list many times.
  private static func expectedCount(_ scanner: JSONScanner, from start: Int, count: Int) -> Int {
    let average = Swift.max(Double(scanner.at - start) / Double(count), 1)
    let rest = Double(scanner.end - scanner.at) / average
    return count + Swift.min(Int(rest * 1.05) + 64, count * 15)
  }
}

extension Item.Identifier {
  /// Reads an identifier: an integer or a string.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> Self? {
    if cursor.scanner.current == UInt8(ascii: "\"") {
      let token = try cursor.scanner.string()
      return .string(cursor.scanner.text(of: token))
    }
    guard cursor.isAtNumber else { return try cursor.nullOrMismatch("an integer or a string") }
    let before = cursor.scanner
    let token = try cursor.scanner.number()
    if let integer = token.integer ?? Int(exactly: token.value) { return .integer(integer) }
    cursor.scanner = before
    return try cursor.nullOrMismatch("an integer or a string")
  }
}

extension JSONCursor {
  /// Reads the kind of an item; each unregistered kind is reported once.
  mutating func itemKind() throws(SyntaxError) -> String? {
    let start = scanner.at
    guard let kind = try string() else { return nil }
    if kinds.isNews(kind), let known = kinds.items {
      let used = "the default \(kinds.defaultView)"
      KindReview.report(kind, of: "item", known: known, used: used, at: start, in: &self)
    }
    return kind
  }

  /// Reads the source of an image, with a warning when there is no image.
  mutating func image() throws(SyntaxError) -> String? {
    let start = scanner.at
    let source = try string()
    guard let source, !source.isEmpty else { return source }
    if let problem = images.problem(of: source) {
      report(.warning, .missingImage, at: start) { _ in
        "image '\(source.printable(limit: 80))': \(problem)"
      }
    }
    return images.names?.name(source) ?? source
  }
}
