extension ScreenPatch {
  /// Applies the change to a screen, which stays as it is when this throws.
  ///
  /// - Parameters:
  ///   - index: The index of the screen's identifiers, which follows the change.
  ///   - reader: Knows the kinds that documents may name.
  ///   - limit: The work that the change may cause, in bytes of JSON that are written; if it causes
  ///     more, the error's `isTooMuchWork` is true.
  /// - Returns: Warnings about content read only at its destination, with the path in the line.
  /// - Complexity: O(1) for an `append` to a component of the screen, however long; for other
  ///   changes by identifier, that of the index. Inside a composite item, O(bytes) of the item.
  @discardableResult
  package func apply(
    to edited: inout EditedScreen, index: IdentifierIndex, reader: ScreenReader,
    limit: Int = PatchError.mostWork
  ) throws(PatchError) -> [Diagnostic] {
    var reader = reader
    reader.firstLine = 1
    let editor = ScreenPointerEditor(reader: reader, work: PatchWork(limit: limit))
    let application = PatchApplication(index: index, editor: editor)
    switch change {
    case .append(let items, let name): try application.append(items, to: name, in: &edited)
    case .appendComponents(let components):
      try application.editor.insert(
        .components(components), at: JSONPointer(["components", "-"]), in: &edited,
        .init(pointer: "/append", value: "/append"))
    case .insert(let line, let anchor): try application.insert(line, anchor, in: &edited)
    case .update(let names, let members):
      try application.update(names, with: members, in: &edited)
    case .remove(let names): try application.remove(names, in: &edited)
    case .move(let name, let anchor): try application.move(name, anchor, in: &edited)
    case .set(let pointer, let value):
      try application.editor.apply(
        .set(value), at: pointer, to: &edited, .init(pointer: "/set", value: "/value"))
    case .patch(let operations): try application.patch(operations, in: &edited)
    case .snapshot: break
    }
    return editor.work.warnings
  }
}

/// Finds the parts that a change names, and changes them.
private struct PatchApplication {
  let index: IdentifierIndex
  let editor: ScreenPointerEditor

  // MARK: Names

  /// The part that has a name.
  ///
  /// - Parameter key: Where in the line the name is.
  private func part(
    _ name: Item.Identifier, _ key: PatchKey, isComponent: Bool = false,
    in edited: inout EditedScreen
  ) throws(PatchError) -> PartPath {
    let parts: [PartPath]
    do throws(PointerFault) {
      parts = try self.parts(name, isComponent, in: &edited)
    } catch {
      throw PatchError("/\(key.rawValue)", error)
    }
    if parts.count == 1, let part = parts.first { return part }
    let what = isComponent ? "component" : "part"
    guard !parts.isEmpty else {
      throw PatchError("/\(key.rawValue)", "there is no \(what) \(name.quoted)")
    }
    let places = parts.prefix(3).map(\.pointer.text).joined(separator: ", ")
    let more = parts.count > 3 ? " and \(parts.count - 3) more" : ""
    throw PatchError("/\(key.rawValue)", "\(name.quoted) is ambiguous: \(places)\(more)")
  }

  private func parts(
    _ name: Item.Identifier, _ isComponent: Bool, in edited: inout EditedScreen
  ) throws(PointerFault) -> [PartPath] {
    let work = editor.work
    guard case .string(let text) = name else {
      return isComponent ? [] : try index.parts(named: [.item(name)], in: &edited, work)
    }
    let whole = try index.parts(
      named: isComponent ? [.component(text)] : [.component(text), .item(name)], in: &edited, work)
    guard whole.isEmpty else { return whole }
    var found: Set<PartPath> = []
    for slash in text.slashes.prefix(Self.mostSlashes) {
      let around = try index.parts(named: [.component(String(text[..<slash]))], in: &edited, work)
      guard !around.isEmpty else { continue }
      let rest = String(text[text.unicodeScalars.index(after: slash)...])
      var names: [IdentifierIndex.Name] = [.component(rest)]
      if !isComponent {
        names.append(.item(.string(rest)))
        if let number = Int(rest), "\(number)" == rest { names.append(.item(.integer(number))) }
      }
      for part in try index.parts(named: names, in: &edited, work)
      where around.contains(where: { $0 != part && $0.contains(part) }) {
        found.insert(part)
      }
    }
    return found.sorted { $0.steps.lexicographicallyPrecedes($1.steps) }
  }

  /// How many slashes of a name are tried as the one between a component and an item.
  private static let mostSlashes = 16

  // MARK: Changes by name

  func append(
    _ items: [Item], to name: Item.Identifier, in edited: inout EditedScreen
  ) throws(PatchError) {
    let component = try part(name, .to, isComponent: true, in: &edited)
    let source = ScreenPointerEditor.Source(pointer: "/to", value: "/append")
    try editor.insert(.items(items), at: component.end, in: &edited, source)
  }

  func insert(
    _ line: [UInt8], _ anchor: ScreenPatch.Anchor, in edited: inout EditedScreen
  ) throws(PatchError) {
    let place = try place(anchor, in: &edited)
    let content: PatchContent =
      place.isComponent
      ? .components(try editor.reader.readInserted(line, editor.work, PatchParts.components))
      : .items(try editor.reader.readInserted(line, editor.work, PatchParts.items))
    let source = ScreenPointerEditor.Source(
      pointer: "/\(anchor.key.rawValue)", value: "/insert")
    try editor.insert(content, at: place.pointer, in: &edited, source)
  }

  func update(
    _ names: [Item.Identifier], with members: [String: JSONValue], in edited: inout EditedScreen
  ) throws(PatchError) {
    let source = ScreenPointerEditor.Source(pointer: "/update", value: "/with")
    let parts = try parts(names, .update, in: &edited)
    try atOnce(parts.count, &edited) { edited throws(PatchError) in
      try editor.apply(
        parts.map { .init(edit: .merge(members), pointer: $0.pointer, source: source) },
        to: &edited)
    }
  }

  func remove(
    _ names: [Item.Identifier], in edited: inout EditedScreen
  ) throws(PatchError) {
    let source = ScreenPointerEditor.Source(pointer: "/remove", value: "/remove")
    // From the end, and from the inside out, so that what is left stays where it is.
    let parts = Set(try parts(names, .remove, in: &edited))
      .sorted { $1.steps.lexicographicallyPrecedes($0.steps) }
    try atOnce(parts.count, &edited) { edited throws(PatchError) in
      try editor.apply(
        parts.map { .init(edit: .remove, pointer: $0.pointer, source: source) }, to: &edited)
    }
  }

  func move(
    _ name: Item.Identifier, _ anchor: ScreenPatch.Anchor, in edited: inout EditedScreen
  ) throws(PatchError) {
    let part = try part(name, .move, in: &edited)
    guard !part.isEdge else { throw PatchError("/move", part.noPlace(name)) }
    let anchorPath = "/\(anchor.key.rawValue)"
    let source = ScreenPointerEditor.Source(pointer: anchorPath, value: "/move")
    let destination: JSONPointer
    if case .to(let component) = anchor {
      guard !part.isComponent else {
        throw PatchError(anchorPath, "a component goes before or after another one")
      }
      let list = try self.part(component, .to, isComponent: true, in: &edited)
      guard !part.contains(list) else { throw PatchError(anchorPath, Self.insideItself) }
      destination = list.after(removing: part).end
    } else {
      let place = try place(anchor, in: &edited)
      guard place.isComponent == part.isComponent else {
        throw PatchError(anchorPath, "an item goes beside an item, a component beside a component")
      }
      guard place.steps.count <= part.steps.count || !part.contains(place) else {
        throw PatchError(anchorPath, Self.insideItself)
      }
      destination = place.after(removing: part).pointer
    }
    if destination == part.pointer { return }
    try atOnce(2, &edited) { edited throws(PatchError) in
      try editor.move(part.pointer, to: destination, in: &edited, source, from: "/move")
    }
  }

  private static let insideItself = "it cannot be moved into itself"

  private func parts(
    _ names: [Item.Identifier], _ key: PatchKey, in edited: inout EditedScreen
  ) throws(PatchError) -> [PartPath] {
    var parts: [PartPath] = []
    for name in names { parts.append(try part(name, key, in: &edited)) }
    return parts
  }

  /// The place for parts that go before or after another one.
  private func place(
    _ anchor: ScreenPatch.Anchor, in edited: inout EditedScreen
  ) throws(PatchError) -> PartPath {
    switch anchor {
    case .before(let name), .to(let name), .after(let name):
      var place = try part(name, anchor.key, in: &edited)
      guard !place.isEdge else {
        throw PatchError("/\(anchor.key.rawValue)", place.noPlace(name))
      }
      if case .after = anchor { place.steps[place.steps.count - 1] += 1 }
      return place
    }
  }

  // MARK: RFC 6902

  func patch(
    _ operations: [PatchOperation], in edited: inout EditedScreen
  ) throws(PatchError) {
    try atOnce(operations.count, &edited) { edited throws(PatchError) in
      var steps: [ScreenPointerEditor.Step] = []
      for (number, operation) in operations.enumerated() {
        let path = "/patch/\(number)"
        let source = ScreenPointerEditor.Source(pointer: path + "/path", value: path + "/value")
        if let (edit, pointer) = operation.edit {
          steps.append(.init(edit: edit, pointer: pointer, source: source))
          continue
        }
        try editor.apply(steps, to: &edited)
        steps = []
        try apply(operation, path, source, to: &edited)
      }
      try editor.apply(steps, to: &edited)
    }
  }

  /// Makes an operation that refers to what is on the screen.
  private func apply(
    _ operation: PatchOperation, _ path: String, _ source: ScreenPointerEditor.Source,
    to edited: inout EditedScreen
  ) throws(PatchError) {
    switch operation {
    case .add, .remove, .replace: return
    case .move(let from, let pointer):
      if from == pointer {
        _ = try editor.content(at: from, path + "/from", in: edited.screen)
        return
      }
      guard !pointer.tokens.starts(with: from.tokens) else {
        throw PatchError(path + "/path", Self.insideItself)
      }
      try atOnce(2, &edited) { edited throws(PatchError) in
        try editor.move(from, to: pointer, in: &edited, source, from: path + "/from")
      }
    case .copy(let from, let pointer):
      // The copy shares its bytes with the original, but counts: copies of copies grow fast.
      _ = try editor.value(at: from, path + "/from", in: edited.screen)
      let content = try editor.content(at: from, path + "/from", in: edited.screen)
      try editor.insert(content, at: pointer, in: &edited, source)
    case .test(let pointer, let expected):
      let value = try editor.value(at: pointer, source.pointer, in: edited.screen)
      guard value.isSame(as: expected) else {
        throw PatchError(source.value, "there is another value: \(value.kindInWords)")
      }
    }
  }

  /// Makes all of several changes or none.
  private func atOnce(
    _ count: Int, _ edited: inout EditedScreen,
    _ body: (inout EditedScreen) throws(PatchError) -> Void
  ) throws(PatchError) {
    // A single change that fails has changed nothing, and a copy of the screen would make the
    // change copy what it touches.
    guard count > 1 else { return try body(&edited) }
    let before = edited
    do throws(PatchError) {
      try body(&edited)
    } catch {
      edited = before
      throw error
    }
  }
}

extension PatchOperation {
  /// The edit that is all of the operation; nil for one that refers to what is on the screen.
  fileprivate var edit: (PointerEdit, JSONPointer)? {
    switch self {
    case .add(let pointer, let value): (.add(value), pointer)
    case .remove(let pointer): (.remove, pointer)
    case .replace(let pointer, let value): (.replace(value), pointer)
    case .move, .copy, .test: nil
    }
  }
}

extension PartPath {
  /// The place after the last item of the component at this path.
  fileprivate var end: JSONPointer { JSONPointer(pointer.tokens + ["items", "-"]) }

  fileprivate func noPlace(_ name: Item.Identifier) -> String {
    "\(name.quoted) is a \(last == Self.header ? "header" : "footer"), which has no neighbors"
  }
}

extension Item.Identifier {
  fileprivate var quoted: String {
    switch self {
    case .integer(let number): "\(number)"
    case .string(let text): "'\(text.printable(limit: 80))'"
    }
  }
}

extension String {
  /// The positions of its slashes, including those with combining marks.
  fileprivate var slashes: some Sequence<String.Index> {
    unicodeScalars.indices.lazy.filter { unicodeScalars[$0] == "/" }
  }
}
