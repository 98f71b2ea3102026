// Places in the document of a screen, edited in the screen itself: in the innermost component, item
// or list on the way to them, and in no more than that. Only this part is written as JSON, changed,
// and read again, and its items or components stay what they are.

/// Applies operations to places in a screen's document.
struct ScreenPointerEditor {
  let reader: ScreenReader
  let work: PatchWork

  static let insideItself = "it cannot be moved into itself"

  /// An edit of a value inside a part.
  private struct PartEdit {
    var edit: PointerEdit
    /// The way from the part to the value.
    var rest: ArraySlice<String>
    var source: PatchSource

    /// Whether it gives the part another list.
    func replaces(_ list: String) -> Bool {
      if let first = rest.first { return first == list }
      if case .merge(let members) = edit { return members[list] != nil }
      return true
    }
  }

  // MARK: Reading

  /// The value at a place.
  ///
  /// - Complexity: O(bytes of the item, or of whatever the place is in).
  func value(at place: ScreenPlace, in screen: Screen) throws(PointerFault) -> JSONValue {
    let isInside = !place.rest.isEmpty && place.rest.first != place.part.listKey
    let form = isInside ? ListForm.empty : place.rest.isEmpty ? .asWritten : .full
    return try json(of: place.part, form, in: screen).value(at: place.rest)
  }

  /// Content that is moved or copied; an item need not be converted to JSON and back.
  private enum Content {
    case json(JSONValue)
    case item(Item)
  }

  private func content(
    at place: ScreenPlace, _ path: String, in screen: Screen
  ) throws(PatchError) -> Content {
    if place.isInList, let item = screen.components.item(at: place.part.steps[...]) {
      return .item(item)
    }
    return .json(try checked(path, try value(at: place, in: screen)))
  }

  /// How the list of a part is written with it.
  private enum ListForm {
    /// Left out where it is empty.
    case asWritten
    /// Always there, except in items without components.
    case full
    /// Like `full`, but without its elements.
    case empty
  }

  private func json(
    of path: PartPath, _ form: ListForm, in screen: Screen
  ) throws(PointerFault) -> JSONValue {
    var hasList = form != .asWritten
    let components = screen.components
    var value: JSONValue
    if path.steps.isEmpty {
      var screen = screen
      if form == .empty { screen.components = [] }
      value = try json { $0.write(screen, to: &$1) }
    } else if var component = components.component(at: path.steps[...]), path.isComponent {
      if form == .empty { component.items = [] }
      value = try json { $0.write(component, to: &$1) }
    } else if var item = components.item(at: path.steps[...]), !path.isComponent {
      hasList = hasList && !item.children.isEmpty
      if form == .empty { item.children = [] }
      value = try json { $0.write(item, to: &$1) }
    } else {
      throw PointerFault("there is no '\(path.last)'")
    }
    if hasList, case .object(var members) = value {
      members[path.listKey] = members[path.listKey] ?? []
      value = .object(members)
    }
    return value
  }

  private func json(
    _ write: (ScreenWriter, inout JSONWriter) -> Void
  ) throws(PointerFault) -> JSONValue {
    let writer = JSONWriter(limit: work.bytesLeft) { write(ScreenWriter(), &$0) }
    try work.spend(writer.bytes.count)
    guard let value = JSONValue.read(writer.bytes).value else {
      throw PointerFault("it is nested more deeply than a document can be")
    }
    return value
  }

  // MARK: Operations

  /// Makes operations in their order. Consecutive edits inside the same part are made together,
  /// since the part is written as JSON and read again each time.
  func apply(
    _ operations: ArraySlice<PatchOperation>, to edited: inout EditedScreen
  ) throws(PatchError) {
    var rest = operations
    while let first = rest.first {
      let all = rest
      rest = rest.dropFirst()
      if try DataEdit.apply(first, to: &edited, work) { continue }
      let source = first.source
      func place() throws(PatchError) -> ScreenPlace {
        let place = try self.place(first.pointer, source.place, in: edited.screen)
        // Each further look-up inside an item of a document would read all of that item.
        if operations.count > 1, place.part.steps.count > 2 { edited.keepInMemory(place.part) }
        return place
      }
      switch first.action {
      case .edit(let edit):
        let place = try place()
        let edits = edits(all, of: place.part, in: edited.screen)
        if edits.count > 1 {
          try apply(edits, all, of: place.part, to: &edited)
          rest = rest.dropFirst(edits.count - 1)
        } else {
          try apply(edit, at: place, to: &edited, source)
        }
      case .move(let from): try move(from, to: first.pointer, in: &edited, source)
      case .copy(let from):
        let origin = try self.place(from, source.value, in: edited.screen)
        // The copy shares its bytes with the original, but counts: copies of copies grow fast.
        _ = try checked(source.value, try value(at: origin, in: edited.screen))
        let content = try content(at: origin, source.value, in: edited.screen)
        try insert(content, at: try place(), in: &edited, source)
      case .test(let expected):
        let place = try place()
        let value = try checked(source.place, try self.value(at: place, in: edited.screen))
        try checked(source.value, try value.check(expected))
      }
    }
  }

  /// The edits inside a part with which some operations begin.
  private func edits(
    _ operations: ArraySlice<PatchOperation>, of part: PartPath, in screen: Screen
  ) -> [PartEdit] {
    var edits: [PartEdit] = []
    for operation in operations {
      guard case .edit(let edit) = operation.action,
        case .success(let place) = Result(catching: { () throws(PointerFault) in
          try ScreenPlace(operation.pointer, in: screen)
        }),
        place.part == part, !place.rest.isEmpty, place.rest.first != part.listKey
      else { break }
      edits.append(PartEdit(edit: edit, rest: place.rest, source: operation.source))
    }
    return edits
  }

  /// Makes edits inside a part together or, where that is not possible, in smaller groups, so that
  /// each finds what those before it have made, and a fault is that of a single one.
  private func apply(
    _ edits: [PartEdit], _ operations: ArraySlice<PatchOperation>, of part: PartPath,
    to edited: inout EditedScreen
  ) throws(PatchError) {
    do throws(PatchError) {
      try change(part, edits, in: &edited)
    } catch {
      if error.isTooMuchWork { throw error }
      let culprit = edits.dropFirst().firstIndex {
        error.path == $0.source.place || error.path.hasPrefix($0.source.value)
      }
      let first = operations.prefix(culprit ?? edits.count / 2)
      try apply(first, to: &edited)
      try apply(operations.prefix(edits.count).dropFirst(first.count), to: &edited)
    }
  }

  /// Makes an edit. A fault changes nothing.
  func apply(
    _ edit: PointerEdit, at place: ScreenPlace, to edited: inout EditedScreen,
    _ source: PatchSource
  ) throws(PatchError) {
    let path = place.part
    let isEnd = place.isInList && path.last >= edited.screen.count(of: path.parent)
    switch edit {
    case .add(let value) where place.isInList, .set(let value) where isEnd:
      if path.isComponent {
        let component = try read(value, source, path, ComponentModel.read)
        try insert([component], at: path, in: &edited, source)
      } else {
        edited.insert([try read(value, source, path, ItemReader.read)], at: path)
      }
    case _ where isEnd: throw PatchError(source.place, "there is no '\(path.last)'")
    case .remove where place.isInList:
      edited.remove(RangeSet(path.last..<path.last + 1), in: path.parent)
    case .remove where place.rest.isEmpty:
      throw PatchError(source.place, "a document cannot be removed")
    case .replace(let value) where place.isInList, .set(let value) where place.isInList:
      if path.isComponent {
        edited.update(try read(value, source, path, ComponentModel.read), at: path)
      } else {
        edited.update(try read(value, source, path, ItemReader.read), at: path)
      }
    case .add, .remove, .replace, .set, .merge:
      let edit = PartEdit(edit: edit, rest: place.rest, source: source)
      try change(path, [edit], in: &edited)
    }
  }

  /// Inserts the parts of a line before the one at a path, or at the end of a list.
  func insert(
    _ parts: PatchParts, at path: PartPath, in edited: inout EditedScreen, _ source: PatchSource
  ) throws(PatchError) {
    let isOnScreen = path.steps.count <= 2
    if path.isComponent {
      if isOnScreen, reader.holes == .none, let components = parts.components {
        return try insert(components, at: path, in: &edited, source)
      }
      let components = try reader.read(parts, work) { cursor throws(SyntaxError) in
        try parts.components(&cursor, depth: path.depth)
      }
      try insert(components, at: path, in: &edited, source)
    } else if isOnScreen, reader.holes == .none, let items = parts.items {
      try insert(items, at: path, in: &edited, source)
    } else {
      let items = try reader.read(parts, work) { cursor throws(SyntaxError) in
        try parts.items(&cursor, depth: path.depth)
      }
      try insert(items, at: path, in: &edited, source)
    }
  }

  /// Inserts content at a place; one that is not an item of the screen there is read as whatever it
  /// becomes.
  private func insert(
    _ content: Content, at place: ScreenPlace, in edited: inout EditedScreen,
    _ source: PatchSource
  ) throws(PatchError) {
    switch content {
    case .json(let value): try apply(.add(value), at: place, to: &edited, source)
    case .item(let item) where place.isInList && place.part.steps.count == 2:
      try insert([item], at: place.part, in: &edited, source)
    case .item(let item):
      let value = try checked(source.place, try json { $0.write(item, to: &$1) })
      try apply(.add(value), at: place, to: &edited, source)
    }
  }

  private func insert(
    _ items: [Item], at path: PartPath, in edited: inout EditedScreen, _ source: PatchSource
  ) throws(PatchError) {
    try DataEdit.refuseItems(at: path, in: edited.screen, source)
    try work.spend(items.count * PatchWork.bytesOfItem, source.value)
    edited.insert(items, at: path)
  }

  private func insert(
    _ components: [ComponentModel], at path: PartPath, in edited: inout EditedScreen,
    _ source: PatchSource
  ) throws(PatchError) {
    let count = edited.screen.count(of: path.parent) + components.count
    guard count <= Screen.maximumComponents else {
      throw PatchError(
        source.value, "a screen has at most \(Screen.maximumComponents) components")
    }
    edited.insert(components, at: path)
  }

  private func move(
    _ from: JSONPointer, to pointer: JSONPointer, in edited: inout EditedScreen,
    _ source: PatchSource
  ) throws(PatchError) {
    guard from == pointer || !pointer.tokens.starts(with: from.tokens) else {
      throw PatchError(source.place, Self.insideItself)
    }
    let origin = try place(from, source.value, in: edited.screen)
    let (path, list) = (origin.part, origin.part.parent)
    let last = edited.screen.count(of: list) - 1
    guard !origin.isInList || path.last <= last else {
      throw PatchError(source.value, "there is no '\(path.last)'")
    }
    guard from != pointer else {
      _ = try content(at: origin, source.value, in: edited.screen)
      return
    }
    guard origin.isInList, let token = pointer.tokens.last,
      pointer.tokens.dropLast() == from.tokens.dropLast()
    else {
      return try move(origin, in: &edited, source) { screen throws(PatchError) in
        try place(pointer, source.place, in: screen)
      }
    }
    let end = try checked(source.place, try JSONPointer.index(token, upTo: last))
    edited.move(from: path.last, to: end, in: list)
  }

  /// Moves a value to another list, or out of one.
  ///
  /// - Parameter destination: Returns the place to move it to, in the screen without the value.
  func move(
    _ origin: ScreenPlace, in edited: inout EditedScreen, _ source: PatchSource,
    to destination: (Screen) throws(PatchError) -> ScreenPlace
  ) throws(PatchError) {
    let content = try content(at: origin, source.value, in: edited.screen)
    let taken = PatchSource(place: source.value, value: source.value)
    try apply(.remove, at: origin, to: &edited, taken)
    try insert(content, at: destination(edited.screen), in: &edited, source)
  }

  // MARK: Parts

  /// Makes edits inside a part, all of them or none.
  private func change(
    _ path: PartPath, _ edits: [PartEdit], in edited: inout EditedScreen
  ) throws(PatchError) {
    let keepsList = !edits.contains { $0.replaces(path.listKey) }
    if path.steps.isEmpty {
      let screen = try reread(edits, path, of: edited.screen, Screen.read)
      if keepsList { edited.setProperties(of: screen) } else { edited.replace(screen) }
    } else if path.isComponent {
      let component = try reread(edits, path, of: edited.screen, ComponentModel.read)
      edited.update(component, at: path, keepsList: keepsList)
    } else {
      let item = try reread(edits, path, of: edited.screen, ItemReader.read)
      edited.update(item, at: path, keepsList: keepsList)
    }
  }

  /// Applies edits to a part written as JSON, and reads the result.
  ///
  /// - Parameter screen: The screen that has the part; nil for a new part.
  private func reread<Part>(
    _ edits: [PartEdit], _ path: PartPath, of screen: Screen?,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Part?
  ) throws(PatchError) -> Part {
    // The old content was sound: a fault is in a new value, or in what all make together.
    guard let last = edits.last?.source else { preconditionFailure("there is an edit") }
    func pathInLine(_ path: String) -> String {
      for edit in edits.reversed() {
        let prefix = JSONPointer.text(edit.rest)
        if path.hasPrefix(prefix) { return edit.source.value + path.dropFirst(prefix.count) }
      }
      return last.place
    }
    let left = work.bytesLeft
    var tree = JSONValue.null
    if let screen {
      tree = try checked(last.place, try json(of: path, .empty, in: screen))
      // An edit may move all elements of an array, which takes less time than writing them.
      try work.spend(edits.count * (left - work.bytesLeft) / 1024, last.place)
    }
    for edit in edits {
      try checked(edit.source.place, try tree.apply(edit.edit, at: edit.rest))
    }
    do throws(PatchError) {
      let (part, found) = try reader.readPart(tree, depth: path.depth, work, read)
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

  /// Reads a value that becomes the part at a path.
  private func read<Part>(
    _ value: JSONValue, _ source: PatchSource, _ path: PartPath,
    _ read: (inout JSONCursor) throws(SyntaxError) -> Part?
  ) throws(PatchError) -> Part {
    try reread([PartEdit(edit: .set(value), rest: [], source: source)], path, of: nil, read)
  }

  // MARK: Faults

  private func place(
    _ pointer: JSONPointer, _ path: String, in screen: Screen
  ) throws(PatchError) -> ScreenPlace {
    do throws(PointerFault) {
      return try ScreenPlace(pointer, in: screen)
    } catch {
      throw PatchError(path, "\(pointer.text.printable(limit: 200)): \(error.reason)")
    }
  }

  /// - Parameter path: Where in the line the cause of a fault is.
  private func checked<Value>(
    _ path: String, _ body: @autoclosure () throws(PointerFault) -> Value
  ) throws(PatchError) -> Value {
    do throws(PointerFault) { return try body() } catch { throw PatchError(path, error) }
  }
}
