import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct SpotsControllerStartTests {
  private static let components = [
    ComponentModel(
      header: Item(title: "Contacts"), kind: .list,
      items: [Item(title: "Ada"), Item(title: "Adrian")])
  ]

  @Test func jsonAndModelsShowTheSame() throws {
    let screen = Screen(components: Self.components)
    let size = Size(width: 320, height: 240)
    let fromJSON = try SpotsController(
      json: ScreenWriter().write(screen), size: size, environment: .fixed())
    let fromModels = SpotsController(
      components: Self.components, size: size, environment: .fixed())
    let usual = SpotsController(screen: screen, size: size, environment: .fixed())
    #expect(fromJSON.size == size && fromModels.size == size)
    #expect(fromJSON.frame(at: 0).list.text == usual.frame(at: 0).list.text)
    #expect(fromModels.frame(at: 0).list.text == usual.frame(at: 0).list.text)
  }

  @Test func whatIsWrongCostsOnlyItself() throws {
    let json = Array(#"[{"items":[{"title":[]},{"title":"Ada"}]}]"#.utf8)
    let controller = try SpotsController(json: json, environment: .fixed())
    #expect(controller.components[0].model.items.map(\.title) == ["", "Ada"])
  }

  @Test func noScreenIsAnErrorWithItsPlace() {
    #expect(throws: ChangeFault.self) {
      try SpotsController(json: Array("[{".utf8), environment: .fixed())
    }
  }
}
