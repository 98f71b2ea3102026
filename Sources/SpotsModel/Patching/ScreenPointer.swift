// Pointers into the document of a screen, applied to the screen itself: to the item, or the rest of
// a component, that the pointer leads into, and never to more than that. Only this part is written
// as JSON, changed, and read again.

/// The part of a screen that a JSON pointer leads to.
private enum ScreenPlace {
  case document
  /// A property of the screen, or something in one.
  case property(ArraySlice<String>)
  case components
  /// A component, or the end of them.
  case component(Int)
  /// Something in a component that is not in its items.
  case aroundItems(Int, ArraySlice<String>)
  case items(Int)
  /// An item, or the end of the items of a component.
  case item(Int, in: Int)
  case insideItem(Int, in: Int, ArraySlice<String>)

  init(_ pointer: JSONPointer, in screen: Screen) throws(PointerFault) {
    let tokens = pointer.tokens
    guard let first = tokens.first else {
      self = .document
      return
    }
    guard first == "components" else {
      self = .property(tokens[...])
      return
    }
    guard tokens.count > 1 else {
      self = .components
      return
    }
    let component = try JSONPointer.index(tokens[1], upTo: screen.components.count)
    guard tokens.count > 2 else {
      self = .component(component)
      return
    }
    guard component < screen.components.count else {
      throw PointerFault("there is no component \(component)")
    }
    self = try Self.inside(screen.components[component], component, tokens[2...])
  }

  private static func inside(
    _ model: ComponentModel, _ component: Int, _ tokens: ArraySlice<String>
  ) throws(PointerFault) -> ScreenPlace {
    guard tokens.first == "items" else { return .aroundItems(component, tokens) }
    guard let token = tokens.dropFirst().first else { return .items(component) }
    let item = try JSONPointer.index(token, upTo: model.items.count)
    let rest = tokens.dropFirst(2)
    if rest.isEmpty { return .item(item, in: component) }
    guard item < model.items.count else { throw PointerFault("there is no item \(item)") }
    return .insideItem(item, in: component, rest)
  }
}

/// The content that is put at a pointer.
enum PatchContent {
  case json(JSONValue)
  case items([Item])
  case components([ComponentModel])
}

/// The warnings about the parts that a change adds.
final class PatchWarnings {
  var all: [Diagnostic] = []
}

/// Applies operations to the values at JSON pointers of a screen's document.
struct ScreenPointerEditor {
  let reader: ScreenReader
  let warnings: PatchWarnings

  /// The places of an operation's pointer and value in the line.
  struct Source {
    var pointer: String
    var value: String
  }

  // MARK: Reading

  /// The value at a pointer.
  ///
  /// - Complexity: O(bytes of the item, or of whatever the pointer leads to).
  func value(at pointer: JSONPointer, in screen: Screen) throws(PointerFault) -> JSONValue {
    switch try ScreenPlace(pointer, in: screen) {
    case .document: return try json { $0.write(screen, to: &$1) }
    case .property(let rest): return try properties(of: screen).value(at: rest)
    case .components: return try json { $0.write(screen.components, to: &$1) }
    case .component(let index):
      guard index < screen.components.count else { throw PointerFault("there is no '\(index)'") }
      return try json { $0.write(screen.components[index], to: &$1) }
    case .aroundItems(let index, let rest):
      return try aroundItems(screen.components[index]).value(at: rest)
    case .items(let index): return try json { $0.write(screen.components[index].items, to: &$1) }
    case .item(let index, let component):
      let items = screen.components[component].items
      guard index < items.count else { throw PointerFault("there is no '\(index)'") }
      return try json { $0.write(items[index], to: &$1) }
    case .insideItem(let index, let component, let rest):
      return try json { $0.write(screen.components[component].items[index], to: &$1) }
        .value(at: rest)
    }
  }

  /// The value at a pointer that is given at `path` in the line.
  func value(
    at pointer: JSONPointer, _ path: String, in screen: Screen
  ) throws(PatchError) -> JSONValue {
    try checked(path) { () throws(PointerFault) in try value(at: pointer, in: screen) }
  }

  /// The content at a pointer that is given at `path` in the line.
  func content(
    at pointer: JSONPointer, _ path: String, in screen: Screen
  ) throws(PatchError) -> PatchContent {
    try checked(path) { () throws(PointerFault) in try content(at: pointer, in: screen) }
  }

  /// The content at a pointer; an item is not converted to JSON and back.
  private func content(
    at pointer: JSONPointer, in screen: Screen
  ) throws(PointerFault) -> PatchContent {
    if case .item(let index, let component) = try ScreenPlace(pointer, in: screen),
      index < screen.components[component].items.count
    {
      return .items([screen.components[component].items[index]])
    }
    return .json(try value(at: pointer, in: screen))
  }

  private func json(
    _ write: (ScreenWriter, inout JSONWriter) -> Void
  ) throws(PointerFault) -> JSONValue {
    var writer = JSONWriter()
    write(ScreenWriter(), &writer)
    guard let value = JSONValue.read(writer.bytes).value else {
      throw PointerFault("it is nested more deeply than a document can be")
    }
    return value
  }

  private func properties(of screen: Screen) throws(PointerFault) -> JSONValue {
    var properties = screen
    properties.components = []
    return try json { $0.write(properties, to: &$1) }
  }

  private func aroundItems(_ component: ComponentModel) throws(PointerFault) -> JSONValue {
    var model = component
    model.items = ItemList()
    return try json { $0.write(model, to: &$1) }
  }

  // MARK: Changing

  /// Changes the value at a pointer. A fault changes nothing.
  func apply(
    _ edit: PointerEdit, at pointer: JSONPointer, to edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    switch try place(pointer, in: edited.screen, source) {
    case .document: edited.replace(try screen(edit, edited.screen, source))
    case .property(let rest): try property(edit, rest, in: &edited, source)
    case .components: try components(edit, in: &edited, source)
    case .component(let index): try component(edit, at: index, in: &edited, source)
    case .aroundItems(let index, let rest):
      try aroundItems([(edit, rest)], of: index, in: &edited, source)
    case .items(let component): try items(edit, of: component, in: &edited, source)
    case .item(let index, let component):
      try item(edit, at: index, of: component, in: &edited, source)
    case .insideItem(let index, let component, let rest):
      try insideItem([(edit, rest)], at: index, of: component, in: &edited, source)
    }
  }

  /// Inserts parts before the one at a pointer, or after all others if it ends with `-`.
  func insert(
    _ content: PatchContent, at pointer: JSONPointer, in edited: inout EditedScreen,
    _ source: Source
  ) throws(PatchError) {
    let place = try place(pointer, in: edited.screen, source)
    switch (content, place) {
    case (.json(let value), _): try apply(.add(value), at: pointer, to: &edited, source)
    case (.items(let items), .item(let index, let component)):
      edited.insert(items, at: index, in: component)
    case (.components(let components), .component(let index)):
      try insert(components, at: index, in: &edited, source)
    case (_, .insideItem(let index, let component, let rest)):
      let edits = try additions(of: content, at: rest, source)
      try insideItem(edits, at: index, of: component, in: &edited, source)
    case (_, .aroundItems(let component, let rest)):
      let edits = try additions(of: content, at: rest, source)
      try aroundItems(edits, of: component, in: &edited, source)
    default:
      // Not what usually goes there: each part is read as whatever it becomes there.
      for (edit, _) in try additions(of: content, at: [], source) {
        try apply(edit, at: pointer, to: &edited, source)
      }
    }
  }

  private func additions(
    of content: PatchContent, at rest: ArraySlice<String>, _ source: Source
  ) throws(PatchError) -> [(PointerEdit, ArraySlice<String>)] {
    let values = try values(of: content, source)
    // Each goes before those that are there already, except at the end.
    return (rest.last == "-" ? values : values.reversed()).map { (.add($0), rest) }
  }

  /// The parts as JSON.
  private func values(
    of content: PatchContent, _ source: Source
  ) throws(PatchError) -> [JSONValue] {
    try checked(source.pointer) { () throws(PointerFault) -> [JSONValue] in
      var values: [JSONValue] = []
      switch content {
      case .json(let value): values = [value]
      case .items(let items):
        for item in items { values.append(try json { $0.write(item, to: &$1) }) }
      case .components(let components):
        for component in components { values.append(try json { $0.write(component, to: &$1) }) }
      }
      return values
    }
  }

  /// Moves the value at a pointer; the destination is counted without it.
  ///
  /// - Parameter from: Where in the line the pointer is.
  func move(
    _ pointer: JSONPointer, to destination: JSONPointer, in edited: inout EditedScreen,
    _ source: Source, from: String
  ) throws(PatchError) {
    let origin = Source(pointer: from, value: from)
    let (start, count) = (try place(pointer, in: edited.screen, origin), destination.tokens.count)
    switch start {
    case .item(let index, let component)
    where count == 4 && destination.tokens.dropLast() == pointer.tokens.dropLast():
      let last = edited.screen.components[component].items.count - 1
      guard index <= last else { throw PatchError(from, "there is no '\(index)'") }
      let end = try checked(source.pointer) { () throws(PointerFault) in
        try JSONPointer.index(destination.tokens[3], upTo: last)
      }
      edited.move(from: index, to: end, in: component)
    case .component(let index) where count == 2 && destination.tokens[0] == "components":
      let last = edited.screen.components.count - 1
      guard index <= last else { throw PatchError(from, "there is no '\(index)'") }
      let end = try checked(source.pointer) { () throws(PointerFault) in
        try JSONPointer.index(destination.tokens[1], upTo: last)
      }
      edited.moveComponent(from: index, to: end)
    default:
      let content = try content(at: pointer, from, in: edited.screen)
      try apply(.remove, at: pointer, to: &edited, origin)
      try insert(content, at: destination, in: &edited, source)
    }
  }

  private func place(
    _ pointer: JSONPointer, in screen: Screen, _ source: Source
  ) throws(PatchError) -> ScreenPlace {
    do throws(PointerFault) {
      return try ScreenPlace(pointer, in: screen)
    } catch {
      throw PatchError(source.pointer, "\(pointer.text.printable(limit: 200)): \(error.reason)")
    }
  }

  /// - Parameter path: Where in the line the pointer is.
  private func checked<Value>(
    _ path: String, _ body: () throws(PointerFault) -> Value
  ) throws(PatchError) -> Value {
    do throws(PointerFault) { return try body() } catch { throw PatchError(path, error) }
  }

  /// Applies edits to a part written as JSON, and reads the result.
  private func reread<Part>(
    _ edits: [(edit: PointerEdit, rest: ArraySlice<String>)], _ source: Source, depth: Int,
    of tree: () throws(PointerFault) -> JSONValue,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Part?
  ) throws(PatchError) -> Part {
    let changed = try checked(source.pointer) { () throws(PointerFault) -> JSONValue in
      var tree = try tree()
      for (edit, rest) in edits { try tree.apply(edit, at: rest) }
      return tree
    }
    // The old content was sound: a fault is in the new value, or in what both make together.
    let prefix = JSONPointer.text(edits.first?.rest ?? [])
    func pathInLine(_ path: String) -> String {
      path.hasPrefix(prefix) ? source.value + path.dropFirst(prefix.count) : source.pointer
    }
    do throws(PatchError) {
      let (part, found) = try reader.readPart(changed, depth: depth, read)
      warnings.all += found.map {
        Diagnostic(
          severity: $0.severity, code: $0.code, line: 1, column: 1, path: pathInLine($0.path),
          message: $0.message)
      }
      return part
    } catch {
      throw PatchError(pathInLine(error.path), error.reason)
    }
  }

  // MARK: The screen

  private func screen(
    _ edit: PointerEdit, _ screen: Screen, _ source: Source
  ) throws(PatchError) -> Screen {
    switch edit {
    case .remove: throw PatchError(source.pointer, "a document cannot be removed")
    case .add(let value), .replace(let value), .set(let value):
      return try reread(
        [], source, depth: 0, of: { () throws(PointerFault) in value }, Screen.read)
    case .merge:
      return try reread(
        [(edit, [])], source, depth: 0,
        of: { () throws(PointerFault) in try json { $0.write(screen, to: &$1) } }, Screen.read)
    }
  }

  private func property(
    _ edit: PointerEdit, _ rest: ArraySlice<String>, in edited: inout EditedScreen,
    _ source: Source
  ) throws(PatchError) {
    let screen = edited.screen
    edited.setProperties(
      of: try reread(
        [(edit, rest)], source, depth: 0,
        of: { () throws(PointerFault) in try properties(of: screen) }, Screen.read))
  }

  private func components(
    _ edit: PointerEdit, in edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    if case .remove = edit { throw PatchError(source.pointer, "'components' cannot be removed") }
    let screen = edited.screen
    edited.replace(
      try reread(
        [(edit, ["components"])], source, depth: 0,
        of: { () throws(PointerFault) in try properties(of: screen) }, Screen.read))
  }

  // MARK: Components

  private func component(
    _ edit: PointerEdit, at index: Int, in edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    let count = edited.screen.components.count
    switch edit {
    case .add(let value): try insert([try component(value, source)], at: index, in: &edited, source)
    case .set(let value) where index == count:
      try insert([try component(value, source)], at: index, in: &edited, source)
    case _ where index == count: throw PatchError(source.pointer, "there is no '\(index)'")
    case .set(let value), .replace(let value):
      let model = try component(value, source)
      edited.update(exceptItems: model, at: index)
      edited.replaceItems(model.items, in: index)
    case .remove: edited.removeComponent(at: index)
    case .merge(let patch):
      let withItems = patch["items"] != nil
      try aroundItems([(edit, [])], of: index, in: &edited, source, withItems: withItems)
    }
  }

  private func component(
    _ value: JSONValue, _ source: Source
  ) throws(PatchError) -> ComponentModel {
    try reread([], source, depth: 2, of: { () throws(PointerFault) in value }, ComponentModel.read)
  }

  private func insert(
    _ components: [ComponentModel], at index: Int, in edited: inout EditedScreen,
    _ source: Source
  ) throws(PatchError) {
    guard edited.screen.components.count + components.count <= Screen.maximumComponents else {
      throw PatchError(
        source.value, "a screen has at most \(Screen.maximumComponents) components")
    }
    edited.insert(components, at: index)
  }

  /// - Parameter withItems: Whether to replace the component's items with those of the result, too.
  private func aroundItems(
    _ edits: [(PointerEdit, ArraySlice<String>)], of index: Int, in edited: inout EditedScreen,
    _ source: Source, withItems: Bool = false
  ) throws(PatchError) {
    let old = edited.screen.components[index]
    let model = try reread(
      edits, source, depth: 2,
      of: { () throws(PointerFault) in try aroundItems(old).withListsInEdges },
      ComponentModel.read)
    edited.update(exceptItems: model, at: index)
    if withItems { edited.replaceItems(model.items, in: index) }
  }

  // MARK: Items

  private func items(
    _ edit: PointerEdit, of component: Int, in edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    let model = try reread(
      [(edit, ["items"])], source, depth: 2,
      of: { () throws(PointerFault) in .object(["items": []]) }, ComponentModel.read)
    edited.replaceItems(model.items, in: component)
  }

  private func item(
    _ edit: PointerEdit, at index: Int, of component: Int, in edited: inout EditedScreen,
    _ source: Source
  ) throws(PatchError) {
    let count = edited.screen.components[component].items.count
    switch edit {
    case .add(let value): edited.insert([try item(value, source)], at: index, in: component)
    case .set(let value) where index == count:
      edited.insert([try item(value, source)], at: index, in: component)
    case _ where index == count: throw PatchError(source.pointer, "there is no '\(index)'")
    case .set(let value), .replace(let value):
      edited.update(try item(value, source), at: index, in: component)
    case .remove: edited.remove(RangeSet(index..<index + 1), in: component)
    case .merge: try insideItem([(edit, [])], at: index, of: component, in: &edited, source)
    }
  }

  private func item(_ value: JSONValue, _ source: Source) throws(PatchError) -> Item {
    try reread([], source, depth: 4, of: { () throws(PointerFault) in value }, Item.read)
  }

  private func insideItem(
    _ edits: [(PointerEdit, ArraySlice<String>)], at index: Int, of component: Int,
    in edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    let old = edited.screen.components[component].items[index]
    let item = try reread(
      edits, source, depth: 4,
      of: { () throws(PointerFault) in try json { $0.write(old, to: &$1) }.withLists },
      Item.read)
    edited.update(item, at: index, in: component)
  }
}

extension JSONValue {
  /// The item with `items` in each of its components, even where there are none.
  fileprivate var withLists: JSONValue {
    guard case .object(var item) = self, case .array(let children)? = item["children"] else {
      return self
    }
    item["children"] = .array(
      children.map { child in
        guard case .object(var component) = child.withListsInEdges else { return child }
        if case .array(let items)? = component["items"] {
          component["items"] = .array(items.map(\.withLists))
        } else {
          component["items"] = []
        }
        return .object(component)
      })
    return .object(item)
  }

  /// The same for the header and the footer of a component.
  fileprivate var withListsInEdges: JSONValue {
    guard case .object(var component) = self else { return self }
    for edge in ["header", "footer"] { component[edge] = component[edge]?.withLists }
    return .object(component)
  }
}
