// Reads elements, any key of which may have a value for each class of the component's width.

/// An element while its keys are read: the settings they make, in order, for any class of width.
struct NibRecipe {
  private(set) var kind: String?
  private(set) var surface = ItemSurface.automatic
  private var settings: [NibSetting] = []
  private var contentKey: String?

  /// The element for components of a class of width.
  ///
  /// - Complexity: O(keys), those of elements inside included.
  func element(for widthClass: WidthClass) -> NibElement {
    var element = NibElement()
    for set in settings { set(&element, widthClass) }
    return element
  }

  mutating func readObject(_ table: NibTable, from cursor: inout JSONCursor) throws(SyntaxError) {
    var keys = try cursor.beginObject(table.table)
    while let slot = try cursor.nextKey(&keys, of: table.table) {
      let field = table.fields[Int(slot)]
      switch field.name {
      case "kind": kind = try cursor.string()
      case "surface": surface = try cursor.choice(ItemSurface.self) ?? .automatic
      default:
        if field.isContent { noteContent(field.name, &cursor) }
        settings.append(try field.read(&cursor))
      }
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

  /// Reads an array of elements.
  static func readElements(from cursor: inout JSONCursor) throws(SyntaxError) -> [NibRecipe] {
    try cursor.list("an array of elements") { cursor throws(SyntaxError) in
      guard cursor.scanner.current == UInt8(ascii: "{") else {
        try cursor.mismatch("an element")
        return nil
      }
      var recipe = NibRecipe()
      try recipe.readObject(NibTable.element, from: &cursor)
      return recipe
    } ?? []
  }
}

/// Gives an element the value that a key has for a class of width.
typealias NibSetting = (inout NibElement, WidthClass) -> Void

extension NibTable {
  /// Reads a row, a column or an overlay, whose keys may also be those of the element itself.
  func readArrangement(
    _ content: NibElement.Content, from cursor: inout JSONCursor
  ) throws(SyntaxError) -> NibSetting {
    let begin: NibSetting = { element, _ in element.begin(content) }
    let settings = try ByWidth.read(tableByWidth, from: &cursor, missing: [], object: [begin]) {
      settings, slot, cursor throws(SyntaxError) in
      settings.append(try fields[Int(slot)].read(&cursor))
    } value: { cursor throws(SyntaxError) in
      try table.readObject(from: &cursor, into: [begin], expecting: "an object with 'children'") {
        settings, slot, cursor throws(SyntaxError) in
        settings.append(try fields[Int(slot)].read(&cursor))
      } ?? []
    }
    return { element, widthClass in
      element.content = nil
      for set in settings[widthClass] { set(&element, widthClass) }
    }
  }
}
