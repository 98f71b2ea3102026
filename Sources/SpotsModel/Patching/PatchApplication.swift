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
    if edited.isBound { reader.holes = .kept }
    let work = PatchWork(limit: limit)
    let application = PatchApplication(
      index: index, editor: ScreenPointerEditor(reader: reader, work: work))
    // The index knows what the copy is.
    index.follow(&edited)
    // One step that fails has changed nothing, and a copy of the screen would make the step copy
    // what it touches.
    let before = change.isOneStep ? nil : edited
    do throws(PatchError) {
      try application.apply(change, to: &edited)
    } catch {
      edited = before ?? edited
      throw error
    }
    return work.warnings
  }
}

extension ScreenPatch.Change {
  fileprivate var isOneStep: Bool {
    switch self {
    case .insert, .snapshot, .pages: return true
    case .update(let names, _), .remove(let names): return names.count == 1
    case .move: return false
    case .patch(let operations):
      guard operations.count == 1, case .edit? = operations.first?.action else { return false }
      return true
    }
  }
}

/// Finds the parts that a change names, and changes them.
private struct PatchApplication {
  let index: IdentifierIndex
  let editor: ScreenPointerEditor

  func apply(
    _ change: ScreenPatch.Change, to edited: inout EditedScreen
  ) throws(PatchError) {
    switch change {
    case .insert(let parts, let anchor):
      let source = PatchSource(place: anchor.path, value: parts.path)
      try editor.insert(parts, at: try place(anchor, in: &edited), in: &edited, source)
    case .update(let names, let members):
      let source = PatchSource(place: "/update", value: "/with")
      for part in try parts(names, .update, in: &edited) {
        try editor.apply(.merge(members), at: ScreenPlace(part), to: &edited, source)
      }
    case .remove(let names):
      let source = PatchSource(place: "/remove", value: "/remove")
      // From the end, and from the inside out, so that what is left stays where it is.
      for part in Set(try parts(names, .remove, in: &edited)).sorted(by: { $1 < $0 }) {
        try editor.apply(.remove, at: ScreenPlace(part), to: &edited, source)
      }
    case .move(let name, let anchor): try move(name, anchor, in: &edited)
    case .patch(let operations): try editor.apply(operations[...], to: &edited)
    case .snapshot: return
    case .pages: throw PatchError("", "only a window has pages")
    }
  }

  private func move(
    _ name: Item.Identifier, _ anchor: ScreenPatch.Anchor, in edited: inout EditedScreen
  ) throws(PatchError) {
    let part = try part(name, .move, in: &edited)
    guard !part.isEdge else { throw PatchError("/move", part.noPlace(name)) }
    let place = try place(anchor, in: &edited)
    guard place.isComponent == part.isComponent else {
      let isToComponent = if case .to = anchor { true } else { false }
      throw PatchError(
        anchor.path,
        isToComponent
          ? "a component goes before or after another one"
          : "an item goes beside an item, a component beside a component")
    }
    guard place.steps.count <= part.steps.count || !part.contains(place) else {
      throw PatchError(anchor.path, ScreenPointerEditor.insideItself)
    }
    let destination = place.after(removing: part)
    guard place.parent != part.parent else {
      return edited.move(from: part.last, to: destination.last, in: part.parent)
    }
    try editor.move(
      ScreenPlace(part), in: &edited, PatchSource(place: anchor.path, value: "/move")
    ) { _ in ScreenPlace(destination) }
  }

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
    let places = parts.prefix(3).map(\.pointer).joined(separator: ", ")
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
    return found.sorted()
  }

  /// How many slashes of a name are tried as the one between a component and an item.
  private static let mostSlashes = 16

  private func parts(
    _ names: [Item.Identifier], _ key: PatchKey, in edited: inout EditedScreen
  ) throws(PatchError) -> [PartPath] {
    var parts: [PartPath] = []
    for name in names { parts.append(try part(name, key, in: &edited)) }
    return parts
  }

  /// The path of the part before which others go, or of the end of a list.
  private func place(
    _ anchor: ScreenPatch.Anchor, in edited: inout EditedScreen
  ) throws(PatchError) -> PartPath {
    switch anchor {
    case .end: return PartPath([edited.screen.components.count])
    case .to(let name):
      let component = try part(name, .to, isComponent: true, in: &edited)
      return component.appending(edited.screen.count(of: component))
    case .before(let name):
      let place = try part(name, .before, in: &edited)
      guard !place.isEdge else { throw PatchError(anchor.path, place.noPlace(name)) }
      return place
    case .after(let name):
      let place = try part(name, .after, in: &edited)
      guard !place.isEdge else { throw PatchError(anchor.path, place.noPlace(name)) }
      return place.parent.appending(place.last + 1)
    }
  }
}

extension PartPath {
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
