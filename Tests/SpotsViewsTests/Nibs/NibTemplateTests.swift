import Testing

@testable import SpotsViews

@Suite struct NibTemplateTests {
  private let item = Item(
    identifier: .integer(7), title: "Title", subtitle: "Sub", text: "Text", image: "a.png",
    kind: "card", action: "go:1",
    meta: Meta([
      "price": .integer(3), "ratio": .number(0.5), "whole": .number(2), "sale": .bool(true),
      "none": .null, "who": .object(["name": .string("Ada")]),
    ]))

  private func text(_ source: String) -> String {
    NibTemplate.parse(source).template.text(for: item)
  }

  @Test(arguments: [
    ("plain", "plain"), ("{title}", "Title"), ("{subtitle} · {text}", "Sub · Text"),
    ("{image}{kind}{action}{identifier}", "a.pngcardgo:17"), ("{meta.price} €", "3 €"),
    ("{meta.ratio}", "0.5"), ("{meta.whole}", "2"), ("{meta.sale}", "true"),
    ("{meta.who.name}", "Ada"), ("{meta.who}{meta.none}{meta.other}{meta.price.x}", ""),
    ("{{title}}", "{title}"), ("a } b", "a } b"), ("", ""),
  ])
  func holesAreFilled(source: String, expected: String) {
    #expect(text(source) == expected)
    #expect(NibTemplate.parse(source).errors == [])
  }

  @Test(arguments: ["{titel}", "{}", "{meta}", "{meta.}", "{meta..a}", "{ title }"])
  func unknownHolesAreFaults(source: String) {
    #expect(NibTemplate.parse("a" + source + "b").errors.count == 1)
    #expect(text("a" + source + "b") == "ab")
  }

  @Test func aHoleWithoutAnEndIsAFault() {
    #expect(NibTemplate.parse("a {title").errors == [.unclosed])
  }

  @Test(arguments: [
    ("{title}", true), ("{meta.none}", false), ("!{meta.none}", true), ("!{title}", false),
    ("{meta.sale}", true), ("{kind} == card", true), ("{kind} == image", false),
    ("{kind} != image", true), ("{title} == {meta.who.name}", false), ("false", false),
  ])
  func conditions(source: String, holds: Bool) {
    #expect(NibCondition.parse(source).condition.holds(for: item) == holds)
  }

  @Test func whatIsNoConditionIsAFault() {
    for source in [
      "{meta.state} = away", "{meta.state} > 3", "nonsense", "", "{title} == x && {kind} == y",
      "!{title} == x", "a == b != c",
    ] {
      #expect(!NibCondition.parse(source).isFormed, "\(source)")
    }
    for source in ["{title}", "!{title}", "{title}{kind}", "{title} == x", "{kind} != {title}"] {
      #expect(NibCondition.parse(source).isFormed, "\(source)")
    }
  }

  @Test func colorsMayBeHoles() {
    let template = NibTemplate.parse("{meta.who.name}").template
    #expect(NibPaint.template(template, else: .role(.accent)).paint(for: item) == .role(.accent))
    #expect(Paint(name: "on-accent") == .role(.onAccent))
    #expect(Paint(name: "#102030") == .color(Color(0x102030)))
    #expect(Paint(name: "pink") == nil)
  }
}
