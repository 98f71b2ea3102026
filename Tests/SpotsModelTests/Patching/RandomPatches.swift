import SpotsModelTestSupport

@testable import SpotsModel

/// Makes lines that change a screen, most of which can be applied.
struct RandomPatches {
  private var random: RandomComponents
  /// Names that can be used now.
  private var names: [JSONValue] = []

  init(seed: UInt64) { random = RandomComponents(seed: seed, makesComposites: true) }

  /// A small screen on which several parts have the same few names.
  mutating func screen() -> Screen {
    var screen = Screen(components: (0..<1 + random.below(2)).map { _ in component() })
    if random.oneIn(3) { screen.title = "T" }
    return screen
  }

  private mutating func component() -> ComponentModel {
    ComponentModel(
      identifier: random.pick([nil, "a", "b", "c"]), header: random.oneIn(3) ? item() : nil,
      kind: .list, layout: random.oneIn(4) ? random.layout() : Layout(),
      items: (0..<random.below(4)).map { _ in item() })
  }

  private mutating func item() -> Item {
    var item = Item(
      identifier: random.pick([
        nil, .string("a"), .string("d"), .integer(1), .integer(random.below(30)), .string("x/y"),
      ]), title: random.words())
    if random.oneIn(6) {
      item.kind = "composite"
      item.children = [
        ComponentModel(
          identifier: random.pick([nil, "b", "n"]), kind: .list,
          items: (0..<random.below(3)).map {
            Item(identifier: .integer(40 + $0), title: "inner")
          })
      ]
    }
    return item
  }

  /// A line for the screen of a reference.
  mutating func line(for reference: inout PatchReference) throws -> JSONValue {
    let document = try reference.document()
    names = document.names
    return line(for: document.tree)
  }

  private mutating func line(for screen: JSONValue) -> JSONValue {
    switch random.below(9) {
    case 0: ["append": items(), "to": name()]
    case 1: ["append": .array((0..<random.below(3)).map { _ in json(component()) })]
    case 2: .object(["insert": items(), random.pick(["before", "after"]): name()])
    case 3: ["update": random.oneIn(5) ? [name(), name()] : name(), "with": members()]
    case 4: ["remove": random.oneIn(4) ? [name(), name()] : name()]
    case 5: .object(["move": name(), random.pick(["before", "after", "to"]): name()])
    case 6: ["set": .string(pointer(in: screen)), "value": value()]
    default:
      ["patch": .array((0..<1 + random.below(3)).map { _ in operation(in: screen) })]
    }
  }

  private mutating func name() -> JSONValue {
    if !names.isEmpty, !random.oneIn(3) { return random.pick(names) }
    return random.pick([
      "a", "b", "c", "d", "n", 1, .integer(random.below(30)), .integer(40), "a/1", "b/a", "c/d",
      "b/40", "x/y", "a/b",
    ])
  }

  private mutating func items() -> JSONValue {
    random.oneIn(12)
      ? [json(component())] : .array((0..<random.below(4)).map { _ in json(item()) })
  }

  private mutating func members() -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("title", value()), ("subtitle", "s"), ("identifier", name()), ("meta", ["k": value()]),
      ("kind", "card"), ("layout", ["span": 2]), ("items", items()), ("header", json(item())),
    ]
    return .object(
      Dictionary(
        (0..<1 + random.below(2)).map { _ in random.pick(members) }, uniquingKeysWith: { $1 }))
  }

  private mutating func value() -> JSONValue {
    switch random.below(7) {
    case 0: .null
    case 1: ["a": 1]
    case 2: json(item())
    case 3: items()
    default: .string(random.words())
    }
  }

  private mutating func operation(in screen: JSONValue) -> JSONValue {
    let path = JSONValue.string(pointer(in: screen))
    let from = JSONValue.string(pointer(in: screen))
    return switch random.below(7) {
    case 0: ["op": "remove", "path": path]
    case 1: ["op": "replace", "path": path, "value": value()]
    case 2: ["op": "move", "from": from, "path": path]
    case 3: ["op": "copy", "from": from, "path": path]
    case 4: ["op": "test", "path": "/components/0/items", "value": []]
    default: ["op": "add", "path": path, "value": value()]
    }
  }

  /// A pointer to something that is there, or nearly so.
  private mutating func pointer(in screen: JSONValue) -> String {
    var value = screen
    var tokens: [String] = []
    while !random.oneIn(5) || tokens.isEmpty {
      switch value {
      case .object(let members) where !members.isEmpty:
        let key = random.pick(members.keys.sorted() + ["components", "title"])
        tokens.append(key)
        value = members[key] ?? .null
      case .array(let elements):
        let index = random.below(elements.count + 1)
        tokens.append(random.oneIn(6) ? "-" : "\(index)")
        value = elements.indices.contains(index) ? elements[index] : .null
      default:
        if random.oneIn(4) { tokens.append(random.pick(["title", "0", "01", "~", "-1", "x"])) }
        return JSONPointer(tokens).text
      }
    }
    return JSONPointer(tokens).text
  }

  private func json(_ item: Item) -> JSONValue {
    var writer = JSONWriter()
    ScreenWriter().write(item, to: &writer)
    return JSONValue.read(writer.bytes).value ?? .null
  }

  private func json(_ component: ComponentModel) -> JSONValue {
    var writer = JSONWriter()
    ScreenWriter().write(component, to: &writer)
    return JSONValue.read(writer.bytes).value ?? .null
  }
}
