/// A place in the document of a screen.
struct ScreenPlace {
  /// The innermost part on the way. It may be the end of its list, where nothing is yet.
  private(set) var part: PartPath
  /// The way from the part to a value inside it; empty for the part itself.
  private(set) var rest: ArraySlice<String> = []

  /// Whether elements of a list can be put there and taken away.
  var isInList: Bool { rest.isEmpty && !part.steps.isEmpty }

  /// The place of a part, or of the end of a list.
  init(_ path: PartPath) {
    part = path
    if path.isEdge { (part, rest) = (path.parent, [path.edgeKey]) }
  }

  init(_ pointer: JSONPointer, in screen: Screen) throws(PointerFault) {
    (part, rest) = (PartPath([]), pointer.tokens[...])
    var components = screen.components
    // An item without components has no array of them.
    while rest.count > 1, rest.first == part.listKey, part.steps.isEmpty || !components.isEmpty {
      let index = try step(into: components.count, "component")
      if rest.isEmpty { return }
      let component = components[index]
      if rest.first == part.listKey, rest.count > 1 {
        let index = try step(into: component.items.count, "item")
        if rest.isEmpty { return }
        components = component.items[index].children
      } else if rest.count > 1, let edge = Self.edge(rest.first, of: component) {
        part = part.appending(edge.step)
        rest = rest.dropFirst()
        components = edge.item.children
      } else {
        return
      }
    }
  }

  /// Goes on to an element of the part's list, or to its end.
  private mutating func step(into count: Int, _ what: String) throws(PointerFault) -> Int {
    let index = try JSONPointer.index(rest[rest.startIndex + 1], upTo: count)
    part = part.appending(index)
    rest = rest.dropFirst(2)
    guard index < count || rest.isEmpty else { throw PointerFault("there is no \(what) \(index)") }
    return index
  }

  private static func edge(
    _ key: String?, of component: ComponentModel
  ) -> (step: Int, item: Item)? {
    switch key {
    case "header": component.header.map { (PartPath.header, $0) }
    case "footer": component.footer.map { (PartPath.footer, $0) }
    default: nil
    }
  }
}
