// Pointers into the document of a screen, applied to the screen itself: to the item, or the rest of
// a component, that the pointer leads into, and never to more than that. Only this part is written
// as JSON, changed, and read again.

/// The part of a screen that a JSON pointer leads to.
private enum ScreenPlace {
  case document
  case components
  /// A component, or the end of them.
  case component(Int)
  case items(Int)
  /// An item, or the end of the items of a component.
  case item(Int, in: Int)
  /// Something inside a part, and the way there.
  case inside(Part, ArraySlice<String>)

  /// A part that is changed by writing it as JSON and reading that again.
  enum Part: Equatable {
    /// The screen without its components.
    case properties
    /// A component without its items.
    case aroundItems(Int)
    case item(Int, in: Int)
  }

  init(_ pointer: JSONPointer, in screen: Screen) throws(PointerFault) {
    let tokens = pointer.tokens
    guard let first = tokens.first else {
      self = .document
      return
    }
    guard first == "components" else {
      self = .inside(.properties, tokens[...])
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
    guard tokens.first == "items" else { return .inside(.aroundItems(component), tokens) }
    guard let token = tokens.dropFirst().first else { return .items(component) }
    let item = try JSONPointer.index(token, upTo: model.items.count)
    let rest = tokens.dropFirst(2)
    if rest.isEmpty { return .item(item, in: component) }
    guard item < model.items.count else { throw PointerFault("there is no item \(item)") }
    return .inside(.item(item, in: component), rest)
  }
}

/// The content that is put at a pointer.
enum PatchContent {
  case json(JSONValue)
  case items([Item])
  case components([ComponentModel])
}

/// Applies operations to the values at JSON pointers of a screen's document.
struct ScreenPointerEditor {
  let reader: ScreenReader
  let work: PatchWork

  /// The places of an operation's pointer and value in the line.
  struct Source {
    var pointer: String
    var value: String
  }

  /// An edit at a pointer.
  struct Step {
    var edit: PointerEdit
    var pointer: JSONPointer
    var source: Source
  }

  /// An edit of a value inside a part.
  private struct PartEdit {
    var edit: PointerEdit
    /// The way from the part to the value.
    var rest: ArraySlice<String>
    var source: Source
  }

  // MARK: Reading

  /// The value at a pointer.
  ///
  /// - Complexity: O(bytes of the item, or of whatever the pointer leads to).
  func value(at pointer: JSONPointer, in screen: Screen) throws(PointerFault) -> JSONValue {
    switch try ScreenPlace(pointer, in: screen) {
    case .document: return try json { $0.write(screen, to: &$1) }
    case .inside(.properties, let rest): return try properties(of: screen).value(at: rest)
    case .components: return try json { $0.write(screen.components, to: &$1) }
    case .component(let index):
      guard index < screen.components.count else { throw PointerFault("there is no '\(index)'") }
      return try json { $0.write(screen.components[index], to: &$1) }
    case .inside(.aroundItems(let index), let rest):
      return try aroundItems(screen.components[index]).value(at: rest)
    case .items(let index): return try json { $0.write(screen.components[index].items, to: &$1) }
    case .item(let index, let component):
      let items = screen.components[component].items
      guard index < items.count else { throw PointerFault("there is no '\(index)'") }
      return try json { $0.write(items[index], to: &$1) }
    case .inside(.item(let index, let component), let rest):
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
    var writer = JSONWriter(limit: work.bytesLeft)
    write(ScreenWriter(), &writer)
    try work.spend(writer.bytes.count)
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

  /// Makes edits in their order. Consecutive ones inside the same part are made together, since the
  /// part is written as JSON and read again each time.
  func apply(_ steps: [Step], to edited: inout EditedScreen) throws(PatchError) {
    var rest = steps[...]
    while let first = rest.first {
      let place = try place(first.pointer, in: edited.screen, first.source)
      guard case .inside(let part, let inside) = place else {
        try apply(first.edit, at: first.pointer, to: &edited, first.source)
        rest = rest.dropFirst()
        continue
      }
      var edits = [PartEdit(edit: first.edit, rest: inside, source: first.source)]
      while let next = rest.dropFirst(edits.count).first,
        case .inside(part, let inside)? = Self.place(next.pointer, in: edited.screen)
      {
        edits.append(PartEdit(edit: next.edit, rest: inside, source: next.source))
      }
      try apply(edits[...], inside: part, of: &edited)
      rest = rest.dropFirst(edits.count)
    }
  }

  /// Makes edits inside a part together or, where that is not possible, in smaller groups, so that
  /// each finds what those before it have made, and a fault is that of a single one.
  private func apply(
    _ edits: ArraySlice<PartEdit>, inside part: ScreenPlace.Part, of edited: inout EditedScreen
  ) throws(PatchError) {
    if edits.isEmpty { return }
    do throws(PatchError) {
      switch part {
      case .properties: try property(edits, in: &edited)
      case .aroundItems(let index): try aroundItems(edits, of: index, in: &edited)
      case .item(let index, let component):
        try insideItem(edits, at: index, of: component, in: &edited)
      }
    } catch {
      guard edits.count > 1, !error.isTooMuchWork else { throw error }
      let culprit = edits.dropFirst().firstIndex {
        error.path == $0.source.pointer || error.path.hasPrefix($0.source.value)
      }
      let middle = culprit ?? edits.startIndex + edits.count / 2
      try apply(edits[..<middle], inside: part, of: &edited)
      try apply(edits[middle...], inside: part, of: &edited)
    }
  }

  /// Changes the value at a pointer. A fault changes nothing.
  func apply(
    _ edit: PointerEdit, at pointer: JSONPointer, to edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    switch try place(pointer, in: edited.screen, source) {
    case .inside(let part, let rest):
      let edit = PartEdit(edit: edit, rest: rest, source: source)
      try apply([edit], inside: part, of: &edited)
    case .document: edited.replace(try screen(edit, edited.screen, source))
    case .components: try components(edit, in: &edited, source)
    case .component(let index): try component(edit, at: index, in: &edited, source)
    case .items(let component): try items(edit, of: component, in: &edited, source)
    case .item(let index, let component):
      try item(edit, at: index, of: component, in: &edited, source)
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
      try work.spend(items.count * PatchWork.bytesOfItem, source.value)
      edited.insert(items, at: PartPath([component, index]))
    case (.components(let components), .component(let index)):
      try insert(components, at: index, in: &edited, source)
    case (_, .inside(let part, let rest)):
      let edits = try additions(of: content, at: rest, source)
      try apply(edits[...], inside: part, of: &edited)
    default:
      // Not what usually goes there: each part is read as whatever it becomes there.
      for addition in try additions(of: content, at: [], source) {
        try apply(addition.edit, at: pointer, to: &edited, source)
      }
    }
  }

  private func additions(
    of content: PatchContent, at rest: ArraySlice<String>, _ source: Source
  ) throws(PatchError) -> [PartEdit] {
    let values = try values(of: content, source)
    // Each goes before those that are there already, except at the end.
    return (rest.last == "-" ? values : values.reversed()).map {
      PartEdit(edit: .add($0), rest: rest, source: source)
    }
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
      edited.move(from: index, to: end, in: PartPath([component]))
    case .component(let index) where count == 2 && destination.tokens[0] == "components":
      let last = edited.screen.components.count - 1
      guard index <= last else { throw PatchError(from, "there is no '\(index)'") }
      let end = try checked(source.pointer) { () throws(PointerFault) in
        try JSONPointer.index(destination.tokens[1], upTo: last)
      }
      edited.move(from: index, to: end, in: PartPath([]))
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

  private static func place(_ pointer: JSONPointer, in screen: Screen) -> ScreenPlace? {
    do throws(PointerFault) { return try ScreenPlace(pointer, in: screen) } catch { return nil }
  }

  /// - Parameter path: Where in the line the pointer is.
  private func checked<Value>(
    _ path: String, _ body: () throws(PointerFault) -> Value
  ) throws(PatchError) -> Value {
    do throws(PointerFault) { return try body() } catch { throw PatchError(path, error) }
  }

  /// Applies edits to a part written as JSON, and reads the result.
  private func reread<Part>(
    _ edits: ArraySlice<PartEdit>, depth: Int, of tree: () throws(PointerFault) -> JSONValue,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Part?
  ) throws(PatchError) -> Part {
    // The old content was sound: a fault is in a new value, or in what all make together.
    guard let last = edits.last?.source else { preconditionFailure("there is an edit") }
    func pathInLine(_ path: String) -> String {
      for edit in edits.reversed() {
        let prefix = JSONPointer.text(edit.rest)
        if path.hasPrefix(prefix) { return edit.source.value + path.dropFirst(prefix.count) }
      }
      return last.pointer
    }
    let old = work.bytesLeft
    var changed = try checked(last.pointer) { () throws(PointerFault) -> JSONValue in
      let value = try tree()
      // An edit may move all elements of an array, which takes less time than writing them.
      try work.spend(edits.count * (old - work.bytesLeft) / 1024)
      return value
    }
    for edit in edits {
      do throws(PointerFault) { try changed.apply(edit.edit, at: edit.rest) } catch {
        throw PatchError(edit.source.pointer, error)
      }
    }
    do throws(PatchError) {
      let (part, found) = try reader.readPart(changed, depth: depth, work, read)
      work.warnings += found.map {
        Diagnostic(
          severity: $0.severity, code: $0.code, line: 1, column: 1, path: pathInLine($0.path),
          message: $0.message)
      }
      return part
    } catch {
      throw PatchError(pathInLine(error.path), error.reason)
    }
  }

  /// Reads a value that becomes a part.
  private func read<Part>(
    _ value: JSONValue, _ source: Source, depth: Int,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Part?
  ) throws(PatchError) -> Part {
    try reread(
      [PartEdit(edit: .set(value), rest: [], source: source)], depth: depth,
      of: { () throws(PointerFault) in .null }, read)
  }

  // MARK: The screen

  private func screen(
    _ edit: PointerEdit, _ screen: Screen, _ source: Source
  ) throws(PatchError) -> Screen {
    switch edit {
    case .remove: throw PatchError(source.pointer, "a document cannot be removed")
    case .add(let value), .replace(let value), .set(let value):
      return try read(value, source, depth: 0, Screen.read)
    case .merge:
      return try reread(
        [PartEdit(edit: edit, rest: [], source: source)], depth: 0,
        of: { () throws(PointerFault) in try json { $0.write(screen, to: &$1) } }, Screen.read)
    }
  }

  private func property(
    _ edits: ArraySlice<PartEdit>, in edited: inout EditedScreen
  ) throws(PatchError) {
    let screen = edited.screen
    edited.setProperties(
      of: try reread(
        edits, depth: 0,
        of: { () throws(PointerFault) in try properties(of: screen) }, Screen.read))
  }

  private func components(
    _ edit: PointerEdit, in edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    if case .remove = edit { throw PatchError(source.pointer, "'components' cannot be removed") }
    let screen = edited.screen
    edited.replace(
      try reread(
        [PartEdit(edit: edit, rest: ["components"], source: source)], depth: 0,
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
      edited.update(exceptItems: model, at: PartPath([index]))
      edited.replaceItems(model.items, in: PartPath([index]))
    case .remove: edited.remove(RangeSet(index..<index + 1), in: PartPath([]))
    case .merge(let patch):
      let withItems = patch["items"] != nil
      let edit = PartEdit(edit: edit, rest: [], source: source)
      try aroundItems([edit], of: index, in: &edited, withItems: withItems)
    }
  }

  private func component(
    _ value: JSONValue, _ source: Source
  ) throws(PatchError) -> ComponentModel {
    try read(value, source, depth: 2, ComponentModel.read)
  }

  private func insert(
    _ components: [ComponentModel], at index: Int, in edited: inout EditedScreen,
    _ source: Source
  ) throws(PatchError) {
    guard edited.screen.components.count + components.count <= Screen.maximumComponents else {
      throw PatchError(
        source.value, "a screen has at most \(Screen.maximumComponents) components")
    }
    edited.insert(components, at: PartPath([index]))
  }

  /// - Parameter withItems: Whether to replace the component's items with those of the result, too.
  private func aroundItems(
    _ edits: ArraySlice<PartEdit>, of index: Int, in edited: inout EditedScreen,
    withItems: Bool = false
  ) throws(PatchError) {
    let old = edited.screen.components[index]
    let model = try reread(
      edits, depth: 2,
      of: { () throws(PointerFault) in try aroundItems(old).withListsInEdges },
      ComponentModel.read)
    edited.update(exceptItems: model, at: PartPath([index]))
    if withItems { edited.replaceItems(model.items, in: PartPath([index])) }
  }

  // MARK: Items

  private func items(
    _ edit: PointerEdit, of component: Int, in edited: inout EditedScreen, _ source: Source
  ) throws(PatchError) {
    let model = try reread(
      [PartEdit(edit: edit, rest: ["items"], source: source)], depth: 2,
      of: { () throws(PointerFault) in .object(["items": []]) }, ComponentModel.read)
    edited.replaceItems(model.items, in: PartPath([component]))
  }

  private func item(
    _ edit: PointerEdit, at index: Int, of component: Int, in edited: inout EditedScreen,
    _ source: Source
  ) throws(PatchError) {
    let count = edited.screen.components[component].items.count
    switch edit {
    case .add(let value):
      edited.insert([try item(value, source)], at: PartPath([component, index]))
    case .set(let value) where index == count:
      edited.insert([try item(value, source)], at: PartPath([component, index]))
    case _ where index == count: throw PatchError(source.pointer, "there is no '\(index)'")
    case .set(let value), .replace(let value):
      edited.update(try item(value, source), at: PartPath([component, index]))
    case .remove: edited.remove(RangeSet(index..<index + 1), in: PartPath([component]))
    case .merge:
      let edit = PartEdit(edit: edit, rest: [], source: source)
      try insideItem([edit], at: index, of: component, in: &edited)
    }
  }

  private func item(_ value: JSONValue, _ source: Source) throws(PatchError) -> Item {
    try read(value, source, depth: 4, Item.read)
  }

  private func insideItem(
    _ edits: ArraySlice<PartEdit>, at index: Int, of component: Int,
    in edited: inout EditedScreen
  ) throws(PatchError) {
    let old = edited.screen.components[component].items[index]
    let item = try reread(
      edits, depth: 4,
      of: { () throws(PointerFault) in try json { $0.write(old, to: &$1) }.withLists },
      Item.read)
    edited.update(item, at: PartPath([component, index]))
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
