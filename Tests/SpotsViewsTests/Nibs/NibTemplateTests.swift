import SpotsModelTestSupport
import Testing

@testable import SpotsModel
@testable import SpotsViews

/// The holes and conditions of nibs.
@MainActor
@Suite struct NibTemplateTests {
  private let item = Item(
    identifier: .integer(7), title: "Title", subtitle: "Sub", text: "Text", image: "a.png",
    kind: "card", action: "go:1",
    meta: Meta([
      "price": .integer(3), "ratio": .number(0.5), "whole": .number(2), "sale": .bool(true),
      "none": .null, "who": .object(["name": .string("Ada"), "first-name": "A"]), "tags": ["x"],
    ]))

  private func parse(_ source: String) -> (template: ExpressionTemplate, faults: [ExpressionFault])
  {
    ExpressionTemplate.parse(source, in: ItemScope.nibs)
  }

  private func text(_ source: String) -> String {
    NibFilling(item, width: 300).text(parse(source).template)
  }

  private func condition(_ source: String) -> ExpressionCondition? {
    ExpressionCondition.parse(source, in: ItemScope.nibs).condition
  }

  @Test(arguments: [
    ("plain", "plain"), ("{title}", "Title"), ("{subtitle} · {text}", "Sub · Text"),
    ("{image}{kind}{action}{identifier}", "a.pngcardgo:17"), ("{meta.price} €", "3 €"),
    ("{meta.ratio}", "0.5"), ("{meta.whole}", "2"), ("{meta.sale}", "true"),
    ("{meta.who.name}", "Ada"), ("{meta.who}{meta.none}{meta.other}{meta.price.x}", ""),
    ("{{title}}", "{title}"), ("a } b", "a } b"), ("", ""), ("{meta.who.first-name}", "A"),
    ("{ title }{meta}", "Title"), ("{meta.price * 2 + size(title)}", "11"),
    ("{size(meta.tags) == 1 ? 'one tag' : 'tags'}", "one tag"),
    ("{item.title}{item.meta.sale}", "Titletrue"),
    ("{meta.price - 1}{meta['who']['first-name']}", "2A"), ("{meta.none + 1}{1 / 0}", ""),
    ("{values.a}{has(values.a)}", "false"),
  ])
  func holesAreFilled(source: String, expected: String) {
    #expect(text(source) == expected)
    #expect(parse(source).faults == [])
  }

  @Test(arguments: ["{titel}", "{}", "{meta.}", "{meta..a}", "{meta.a - b}", "{size(values)}"])
  func faultyHolesAreEmpty(source: String) {
    #expect(parse("a" + source + "b").faults.count == 1)
    #expect(text("a" + source + "b") == "ab")
  }

  @Test func aHoleWithoutAnEndIsAFault() {
    #expect(parse("a {title").faults.map(\.range) == [2..<3])
  }

  @Test(arguments: [
    ("{title}", true), ("{meta.none}", false), ("!{meta.none}", true), ("!{title}", false),
    ("{meta.sale}", true), ("{kind} == card", true), ("{kind} == image", false),
    ("{kind} != image", true), ("{title} == {meta.who.name}", false), ("false", false),
    ("meta.price > 2", true), ("item.meta.price > 3", false), ("meta.price", false),
    ("meta.missing > 3", false), ("'x' in meta.tags && !(kind == 'image')", true),
    ("{meta.price * 2} == 6", true), ("{kind == 'card' ? 'a == b' : ''} == a == b", false),
  ])
  func conditions(source: String, holds: Bool) {
    let isTrue = condition(source).map { NibFilling(item, width: 300).holds($0) } ?? false
    #expect(isTrue == holds)
  }

  @Test func textsThatAreNoConditionAreFaults() {
    for source in [
      "{meta.state} = away", "{meta.state} > 3", "nonsense", "", "{title} == x && {kind} == y",
      "!{title} == x", "{a} == b != c", "title ==",
    ] {
      #expect(condition(source) == nil, "\(source)")
    }
    for source in ["{title}", "!{title}", "{title}{kind}", "{title} == x", "{kind} != {title}"] {
      #expect(condition(source) != nil, "\(source)")
    }
  }

  @Test func colorsMayBeHoles() {
    let paint = NibPaint.template(parse("{meta.who.name}").template, else: .role(.accent))
    #expect(NibFilling(item, width: 300).paint(paint) == .role(.accent))
    #expect(Paint(name: "on-accent") == .role(.onAccent))
    #expect(Paint(name: "#102030") == .color(Color(0x102030)))
    #expect(Paint(name: "pink") == nil)
  }

  // MARK: Laws

  /// The grammar that nibs had before expressions means what it did.
  @Test func olderTemplatesAndConditionsMeanWhatTheyDid() {
    for seed in 0..<5000 as Range<UInt64> {
      var random = RandomOlderNibs(seed: seed)
      let rules = OlderRules(item: random.item())
      let filling = NibFilling(rules.item, width: 300)
      let (source, condition) = (random.template(), random.condition())
      let (template, faults) = parse(source)
      guard faults == [], filling.text(template) == rules.text(source) else {
        Issue.record("seed \(seed): \(source) is \(filling.text(template)); \(faults)")
        return
      }
      guard let read = self.condition(condition), filling.holds(read) == rules.holds(condition)
      else {
        Issue.record("seed \(seed): \(condition)")
        return
      }
    }
  }

  /// All holes of a view share one limit of work, and a text one of length.
  @Test func hostileHolesEnd() {
    var hostile = item
    hostile.meta["long"] = .array((0..<10_000).map { .integer($0) })
    hostile.meta["text"] = .string(String(repeating: "a", count: 100_000))
    let slow = "{meta.long.all(a, meta.long.all(b, a + b >= 0)) ? 'x' : 'y'}"
    let filling = NibFilling(hostile, width: 300)
    let time = ProcessorTime.of {
      for _ in 0..<50 { #expect(filling.text(parse(slow).template) == "") }
    }
    #expect(time < Allowance.of(5))
    #expect(filling.text(parse("{meta.price * 2}").template) == "")
    #expect(filling.text(parse("{meta.price}").template) == "3")
    let long = parse(String(repeating: "{meta.text}", count: 10_000)).template
    #expect(filling.text(long).utf8.count < 1 << 19)
  }

  @Test func aNibThatCannotBeReadIsThrown() throws {
    let nib = try Nib(json: #"{"kind":"tag","label":"{title}"}"#)
    #expect(nib.kind == "tag")
    let error = #expect(throws: Diagnostic.self) { try Nib(json: #"{"label":"{title}"}"#) }
    #expect(error?.message == "no 'kind': a nib needs the name of the items it shows")
    #expect(throws: Diagnostic.self) { try Nib(json: "[") }
  }
}

/// The rules of nibs without expressions.
private struct OlderRules {
  let item: Item

  private func hole(_ name: Substring) -> String {
    let fields = [
      "title": item.title, "subtitle": item.subtitle, "text": item.text, "image": item.image,
      "kind": item.kind, "action": item.action ?? "",
      "identifier": item.identifier?.json.typedText ?? "",
    ]
    if let field = fields[String(name)] { return field }
    var value = name == "value" ? item.documentValue : .object(item.meta.values)
    for key in name.split(separator: ".").dropFirst() {
      guard case .object(let members)? = value else { return "" }
      value = members[String(key)]
    }
    if case .bool(let isTrue)? = value { return "\(isTrue)" }
    return value?.typedText ?? ""
  }

  func text(_ source: String) -> String {
    var (filled, rest) = ("", source[...])
    while let character = rest.popFirst() {
      if character == "{" || character == "}", rest.first == character {
        filled.append(rest.removeFirst())
      } else if character == "{" {
        filled += hole(rest.prefix { $0 != "}" })
        rest = rest.drop { $0 != "}" }.dropFirst()
      } else {
        filled.append(character)
      }
    }
    return filled
  }

  func holds(_ source: String) -> Bool {
    for (sign, isNegated) in [(" == ", false), (" != ", true)] {
      let sides = source.split(separator: sign, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      return (text(String(sides[0])) == text(String(sides[1]))) != isNegated
    }
    let text = text(source.first == "!" ? String(source.dropFirst()) : source)
    return (text.isEmpty || text == "false") == (source.first == "!")
  }
}

private struct RandomOlderNibs {
  private var random: RandomComponents
  private static let keys = [
    "a", "first-name", "b c", "größe", "dc:title", "2", "x-1", "in", "true", "size", "A.b", "$d",
  ]
  private static let texts = ["", "x", "false", "3", "{title}", "é", "a } b", "card"]

  init(seed: UInt64) { random = RandomComponents(seed: seed) }

  private mutating func value(depth: Int = 2) -> JSONValue {
    switch random.below(depth > 0 ? 9 : 7) {
    case 0: .null
    case 1: .bool(random.oneIn(2))
    case 2: .integer(random.below(5) - 2)
    case 3: .number(Double(random.below(9) - 4) / 4)
    case 4, 5, 6: .string(random.pick(Self.texts))
    case 7: .array([value(depth: depth - 1)])
    default: .object(members(depth: depth - 1))
    }
  }

  private mutating func members(depth: Int) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for key in Self.keys where random.oneIn(2) { members[key] = value(depth: depth) }
    return members
  }

  mutating func item() -> Item {
    var item = Item(
      title: random.pick(Self.texts), subtitle: random.pick(Self.texts),
      text: random.pick(Self.texts), kind: random.pick(["", "card", "toggle", "slider"]),
      meta: Meta(members(depth: 2)))
    if random.oneIn(2) { item.identifier = random.oneIn(2) ? .integer(3) : "id" }
    if random.oneIn(2) { item.action = random.pick(Self.texts) }
    if random.oneIn(2) { item.input = ItemInput(name: "n", value: value(depth: 1)) }
    return item
  }

  private mutating func hole() -> String {
    if random.oneIn(2) {
      let fields = [
        "title", "subtitle", "text", "image", "kind", "action", "identifier", "value",
      ]
      return "{\(random.pick(fields))}"
    }
    let keys = (0...random.below(3)).map { _ in random.pick(Self.keys) }
    return "{meta." + keys.joined(separator: ".") + "}"
  }

  mutating func template() -> String {
    (0..<random.below(5)).map { _ in
      random.oneIn(2) ? hole() : random.pick(["{{", "}}", " · ", "} ", "a"])
    }.joined()
  }

  mutating func condition() -> String {
    let first = hole()
    switch random.below(4) {
    case 0: return first
    case 1: return "!" + first
    case 2: return first + random.pick([" == ", " != "]) + hole()
    default: return first + "x" + random.pick([" == ", " != "]) + template()
    }
  }
}
