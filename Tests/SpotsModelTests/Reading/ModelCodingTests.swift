import Foundation
import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Models as `Codable` are the JSON of screens.
@Suite struct ModelCodingTests {
  /// What `write` writes, as a tree.
  private func tree(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    return try #require(JSONValue.read(writer.bytes).value)
  }

  private func expectSame<Model: Codable & Equatable>(
    _ model: Model, _ seed: UInt64, _ write: (inout JSONWriter) -> Void
  ) throws {
    let value = try JSONValue(encoding: model)
    #expect(try value == tree(write), "seed \(seed)")
    #expect(try value.decoded(as: Model.self) == model, "seed \(seed)")
  }

  @Test func encodedModelsAreWhatIsWrittenAndDecodeToThemselves() throws {
    let writer = ScreenWriter()
    for seed in 0..<30 as Range<UInt64> {
      var random = RandomScreen(seed: seed)
      let screen = random.screen()
      try expectSame(screen, seed) { writer.write(screen, to: &$0) }
      for component in screen.components {
        try expectSame(component, seed) { writer.write(component, to: &$0) }
        try expectSame(component.items, seed) { writer.write(component.items, to: &$0) }
        try expectSame(component.layout, seed) {
          LayoutKeys.layout.write(component.layout, to: &$0)
        }
        try expectSame(component.interaction, seed) {
          LayoutKeys.interaction.write(component.interaction, to: &$0)
        }
        try expectSame(component.meta, seed) { $0.value(.object(component.meta.values)) }
        for item in component.items { try expectSame(item, seed) { writer.write(item, to: &$0) } }
      }
    }
  }

  private struct Contact: Codable, Equatable {
    var item: Item
    var more: [Item]
    var component: ComponentModel?
    var kind: ComponentModel.Kind
    var identifier: Item.Identifier
    var layout: Layout
    var paginate: Interaction.Paginate
  }

  @Test func theyAreMembersOfOtherTypes() throws {
    let contact = Contact(
      item: Item(identifier: 17, title: "Ada", meta: ["half": 0.5]), more: ["Adrian"],
      component: ComponentModel(kind: .grid, layout: Layout(span: 3), items: ["Alan"]),
      kind: .carousel, identifier: "x", layout: Layout(), paginate: .page)
    let data = try JSONEncoder().encode(contact)
    #expect(try JSONDecoder().decode(Contact.self, from: data) == contact)
    let value = try JSONValue(encoding: contact)
    #expect(
      value == [
        "item": ["identifier": 17, "title": "Ada", "meta": ["half": 0.5]],
        "more": [["title": "Adrian"]],
        "component": ["kind": "grid", "layout": ["span": 3], "items": [["title": "Alan"]]],
        "kind": "carousel", "identifier": "x", "layout": [:], "paginate": "page",
      ])
  }

  @Test func whatDoesNotFitIsAnErrorWithItsPath() throws {
    let value: JSONValue = ["item": ["meta": ["a/b": 1], "children": [["items": 7]]]]
    let error = #expect(throws: DecodingError.self) {
      try value.decoded(as: [String: Item].self)
    }
    guard case .dataCorrupted(let context) = try #require(error) else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["item", "children", "0", "items"])
    #expect(context.debugDescription.contains("an array of items"))
    #expect(throws: DecodingError.self) { try JSONValue.null.decoded(as: Item.self) }
    #expect(throws: DecodingError.self) { try JSONValue.integer(7).decoded(as: Screen.self) }
  }

  @Test func olderFormsAreTaken() throws {
    let value: JSONValue = [
      "type": "grid", "span": 2, "title": "T", "items": [["type": "card", "title": 5]],
    ]
    let component = try value.decoded(as: ComponentModel.self)
    #expect(
      component
        == ComponentModel(
          header: "T", kind: .grid, layout: Layout(span: 2), items: [Item(title: "5", kind: "card")]
        ))
  }

  @Test func whatIsNestedTooDeeplyIsAnError() {
    var item = Item(title: "inside")
    for _ in 0..<70 { item = Item(relations: ["in": [item]]) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: item) }
  }
}
