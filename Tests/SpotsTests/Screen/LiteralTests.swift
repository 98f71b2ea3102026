import SpotsTestSupport
import Testing

@testable import Spots

/// Models written as literals and made of arrays.
@MainActor
@Suite struct LiteralTests {
  private struct Profile: Codable, Equatable {
    var name: String
    var age: Int
    var height = 1.5
  }

  @Test func valuesOfEveryKindAreLiterals() {
    let name = "Ada"
    let item = Item(
      identifier: 17, title: "John",
      meta: [
        "nationality": "Apple", "age": 36, "height": 1.5, "disabled": false, "none": .null,
        "tags": ["a", 1, [true]], "nested": ["deep": ["er": "\(name)"]], "twice": 1, "twice": 2,
      ], model: ["name": "Ada"])
    #expect(item.identifier == .integer(17))
    #expect(Item(identifier: "seventeen").identifier == .string("seventeen"))
    #expect(item.meta.string("nationality") == "Apple" && item.meta.integer("age") == 36)
    #expect(item.meta["height"] == .number(1.5) && item.meta["disabled"] == .bool(false))
    #expect(item.meta["none"] == .null && item.meta["twice"] == 2)
    #expect(item.meta["tags"] == .array([.string("a"), .integer(1), .array([.bool(true)])]))
    #expect(item.meta["nested"] == ["deep": ["er": "Ada"]])
    #expect(item.model == .object(["name": .string("Ada")]))
  }

  @Test func nilIsStillNothing() {
    var item = Item(meta: ["a": 1], model: nil)
    #expect(item.model == nil)
    item.meta["a"] = nil
    #expect(item.meta == [:] && item == Item())
    let value = JSONValue.bool(true)
    item.model = item.title == "no title" ? value : nil
    #expect(item == Item())
  }

  @Test func aTitleIsAnItem() throws {
    let controller = SpotsController(
      components: [ComponentModel(kind: .grid, items: ["Ada", "Adrian"])], environment: .fixed())
    #expect(controller.components[0].model.items == [Item(title: "Ada"), Item(title: "Adrian")])
    try controller.change { try $0[0].append("Alan") }
    #expect(controller.components[0].model.items.last == "Alan")
  }

  private let names = ["Ada", "Adrian"]
  private var items: [Item] { names.map { Item(title: $0) } }

  private func opened() -> SpotsController {
    SpotsController(
      components: [
        ComponentModel(kind: .grid, items: names.map { Item(title: $0) }),
        ComponentModel(kind: .grid, items: items),
        ComponentModel(kind: .grid, items: ItemList(items)), ComponentModel(kind: .grid, items: []),
        ComponentModel(kind: .grid),
      ], environment: .fixed())
  }

  @Test func arraysAreTakenWhereListsAre() throws {
    let controller = opened()
    #expect(controller.components.prefix(3).allSatisfy { $0.model.items == ItemList(items) })
    try controller.change { try $0[3].reload(items) }
    try controller.change { try $0[4].reloadIfNeeded(items.reversed()) }
    try controller.components[1].change { $0.reload(items.dropLast()) }
    #expect(controller.components.map(\.model.items.count) == [2, 1, 2, 2, 2])
    #expect(controller.components[4].model.items[0].title == "Adrian")
  }

  @Test func arraysAreTakenByAwaitedChanges() async throws {
    let controller = opened()
    try controller.change { try $0[0].reload(items.reversed()) }
    try controller.change { try $0[3].reloadIfNeeded(items) }
    try controller.components[1].change { $0.reload(items.dropLast()) }
    try controller.components[4].change { $0.reloadIfNeeded(items) }
    #expect(controller.components.map(\.model.items.count) == [2, 1, 2, 2, 2])
    #expect(controller.components[0].model.items[0].title == "Adrian")
  }

  @Test func aModelOfTheProgramsIsTheItems() throws {
    let profile = Profile(name: "Ada", age: 36)
    let item = try Item(title: "Ada", kind: "profile", model: profile)
    #expect(try item.resolveModel(Profile.self) == profile)
    #expect(item.model == ["name": "Ada", "age": 36, "height": 1.5] && item.kind == "profile")
    #expect(throws: EncodingError.self) {
      try Item(model: Profile(name: "", age: 0, height: .nan))
    }
  }
}
