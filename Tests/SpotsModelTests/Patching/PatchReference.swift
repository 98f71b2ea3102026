@testable import SpotsModel

/// The document of a screen, to which changes are applied as a whole: written as JSON, searched
/// from end to end, changed, and read again.
struct PatchReference {
  private(set) var screen: Screen
  /// The document, in which every component has its items; `null` until it is asked for.
  private var tree = JSONValue.null

  /// Whether the document must be a screen after each operation of a patch, and not only after all.
  var checksEachOperation = true

  init(_ screen: Screen) { self.screen = screen }

  /// The document, and the names that only one part of it has.
  mutating func document() throws -> (tree: JSONValue, names: [JSONValue]) {
    writeTree()
    let names = try parts().compactMap(\.name)
    return (tree, names.filter { name in names.count { $0 == name } == 1 })
  }

  private mutating func writeTree() {
    if tree == .null { tree = Self.tree(of: screen) }
  }

  /// Applies a line; returns whether that was possible.
  mutating func apply(_ line: JSONValue) -> Bool {
    guard case .object(let keys) = line else { return false }
    let before = self
    do {
      writeTree()
      try apply(keys)
      if keys["patch"] == nil || !checksEachOperation { try normalize() }
      return true
    } catch {
      self = before
      return false
    }
  }

  /// Reads the document, and writes it again.
  private mutating func normalize() throws {
    var writer = JSONWriter()
    writer.value(tree)
    let reading = ScreenReader().read(writer.bytes)
    guard !reading.hasErrors, let new = reading.screen else { throw PointerFault("no screen") }
    screen = new
    tree = .null
  }

  private static func tree(of screen: Screen) -> JSONValue {
    guard case .object(var root)? = JSONValue.read(ScreenWriter().write(screen)).value else {
      return .null
    }
    root["components"] = withItems(root["components"] ?? [])
    return .object(root)
  }

  private static func withItems(_ components: JSONValue) -> JSONValue {
    guard case .array(let components) = components else { return components }
    return .array(
      components.map { component in
        guard case .object(var members) = component else { return component }
        members["items"] = members["items"] ?? []
        if case .array(let items)? = members["items"] {
          members["items"] = .array(items.map(withChildren))
        }
        for edge in ["header", "footer"] { members[edge] = members[edge].map(withChildren) }
        return .object(members)
      })
  }

  private static func withChildren(_ item: JSONValue) -> JSONValue {
    guard case .object(var members) = item, let children = members["children"] else { return item }
    members["children"] = withItems(children)
    return .object(members)
  }

  // MARK: Names

  private struct Part {
    var pointer: [String]
    var name: JSONValue?
    var isComponent: Bool
  }

  private func parts() throws -> [Part] {
    var parts: [Part] = []
    Self.visit(try tree.value(at: ["components"]), ["components"], &parts)
    return parts
  }

  private static func visit(_ list: JSONValue, _ pointer: [String], _ parts: inout [Part]) {
    guard case .array(let components) = list else { return }
    for (index, component) in components.enumerated() {
      guard case .object(let members) = component else { continue }
      let pointer = pointer + ["\(index)"]
      parts.append(Part(pointer: pointer, name: members["identifier"], isComponent: true))
      for edge in ["header", "footer"] {
        if let item = members[edge] { visitItem(item, pointer + [edge], &parts) }
      }
      guard case .array(let items)? = members["items"] else { continue }
      for (index, item) in items.enumerated() {
        visitItem(item, pointer + ["items", "\(index)"], &parts)
      }
    }
  }

  private static func visitItem(_ item: JSONValue, _ pointer: [String], _ parts: inout [Part]) {
    guard case .object(let members) = item else { return }
    parts.append(Part(pointer: pointer, name: members["identifier"], isComponent: false))
    if let children = members["children"] { visit(children, pointer + ["children"], &parts) }
  }

  private func part(_ name: JSONValue?, componentsOnly: Bool = false) throws -> Part {
    let all = try parts().filter { $0.isComponent || !componentsOnly }
    var found = all.filter { $0.name == name }
    if found.isEmpty, case .string(let text)? = name {
      let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { throw PointerFault("none") }
      let inner = JSONValue.string(String(halves[1]))
      let number = Int(halves[1]).map(JSONValue.integer)
      let around = try parts().filter {
        $0.isComponent && $0.name == .string(String(halves[0]))
      }
      found = all.filter { part in
        (part.name == inner || !part.isComponent && part.name != nil && part.name == number)
          && around.contains {
            part.pointer.count > $0.pointer.count && part.pointer.starts(with: $0.pointer)
          }
      }
    }
    guard found.count == 1 else { throw PointerFault("none or several") }
    return found[0]
  }

  private func names(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let names)? = value { return names }
    return value.map { [$0] } ?? []
  }

  // MARK: Changes

  private mutating func apply(_ keys: [String: JSONValue]) throws {
    if case .array(let new)? = keys["append"] {
      let list =
        try keys["to"].map { try part($0, componentsOnly: true).pointer + ["items"] }
        ?? ["components"]
      for value in new { try add(value, list + ["-"]) }
    } else if case .array(let new)? = keys["insert"] {
      let place = try anchor(keys)
      for value in new.reversed() { try add(value, place) }
    } else if let names = keys["update"] {
      guard case .object(let members)? = keys["with"] else { throw PointerFault("with") }
      for part in try self.names(names).map({ try part($0) }) {
        try tree.apply(.merge(members), at: part.pointer[...])
      }
    } else if let names = keys["remove"] {
      let pointers = Set(try self.names(names).map { try part($0).pointer })
      for pointer in pointers { try tree.apply(.set(Self.gone(pointer)), at: pointer[...]) }
      try sweep()
    } else if let name = keys["move"] {
      try move(name, keys)
    } else if case .string(let text)? = keys["set"] {
      try tree.apply(.set(keys["value"] ?? .null), at: JSONPointer(text).tokens[...])
    } else if case .array(let operations)? = keys["patch"] {
      for operation in operations { try apply(operation: operation) }
    }
  }

  private mutating func add(_ value: JSONValue, _ pointer: [String]) throws {
    try tree.apply(.add(value), at: pointer[...])
  }

  private func anchor(_ keys: [String: JSONValue]) throws -> [String] {
    var pointer = try part(keys["before"] ?? keys["after"]).pointer
    guard let index = pointer.last.flatMap({ Int($0) }) else { throw PointerFault("an edge") }
    if keys["after"] != nil { pointer[pointer.count - 1] = "\(index + 1)" }
    return pointer
  }

  private mutating func move(_ name: JSONValue, _ keys: [String: JSONValue]) throws {
    let part = try part(name)
    guard let last = part.pointer.last, Int(last) != nil else { throw PointerFault("an edge") }
    if keys["before"] ?? keys["after"] == name { return }
    var place: [String]
    if let to = keys["to"] {
      guard !part.isComponent else { throw PointerFault("a component") }
      place = try self.part(to, componentsOnly: true).pointer + ["items", "-"]
    } else {
      guard try self.part(keys["before"] ?? keys["after"]).isComponent == part.isComponent else {
        throw PointerFault("another kind")
      }
      place = try anchor(keys)
    }
    guard place.count <= part.pointer.count || !place.starts(with: part.pointer) else {
      throw PointerFault("itself")
    }
    let value = try tree.value(at: part.pointer[...])
    // A moved part leaves a placeholder behind, so that nothing else moves in the meantime.
    try tree.apply(.replace(Self.gone(part.pointer)), at: part.pointer[...])
    try add(value, place)
    try sweep()
  }

  private static let mark = "gone for good"

  private static func gone(_ pointer: [String]) -> JSONValue {
    .object(["identifier": .string(mark)])
  }

  private mutating func sweep() throws {
    while let part = try parts().last(where: { $0.name == .string(Self.mark) }) {
      try tree.apply(.remove, at: part.pointer[...])
    }
  }

  private mutating func apply(operation: JSONValue) throws {
    writeTree()
    guard case .object(let keys) = operation, case .string(let name)? = keys["op"],
      case .string(let path)? = keys["path"]
    else { throw PointerFault("no operation") }
    let pointer = try JSONPointer(path).tokens[...]
    var from: [String] = []
    if case .string(let text)? = keys["from"] { from = try JSONPointer(text).tokens }
    let value = keys["value"] ?? .null
    switch name {
    case "add": try tree.apply(.add(value), at: pointer)
    case "replace":
      _ = try tree.value(at: pointer)
      try tree.apply(.replace(value), at: pointer)
    case "remove": try tree.apply(.remove, at: pointer)
    case "copy": try tree.apply(.add(try tree.value(at: from[...])), at: pointer)
    case "move":
      guard Array(pointer) == from || !pointer.starts(with: from) else {
        throw PointerFault("itself")
      }
      let moved = try tree.value(at: from[...])
      try tree.apply(.remove, at: from[...])
      try tree.apply(.add(moved), at: pointer)
    default:
      guard try tree.value(at: pointer).isSame(as: value) else { throw PointerFault("test") }
    }
    // Each operation applies to the document as the one before left it.
    if checksEachOperation { try normalize() }
  }
}
