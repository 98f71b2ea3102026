import Foundation
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
    #expect(fromJSON.renderFrame(at: 0).list.text == usual.renderFrame(at: 0).list.text)
    #expect(fromModels.renderFrame(at: 0).list.text == usual.renderFrame(at: 0).list.text)
  }

  @Test func whatIsWrongCostsOnlyItself() throws {
    let json = Array(#"[{"items":[{"title":[]},{"title":"Ada"}]}]"#.utf8)
    let controller = try SpotsController(json: json, environment: .fixed())
    #expect(controller.components[0].model.items.map(\.title) == ["", "Ada"])
    #expect(controller.diagnostics.map(\.code) == [.typeMismatch])
  }

  @Test func noScreenIsAnErrorWithItsPlace() throws {
    let fault = #expect(throws: ChangeError.self) {
      try SpotsController(json: "[{", environment: .fixed())
    }
    guard case .invalidScreen(let diagnostics) = try #require(fault) else {
      Issue.record("another fault: \(String(describing: fault))")
      return
    }
    #expect(diagnostics.map(\.code) == [.syntax])
    #expect(fault?.description.hasPrefix("1:3: ") == true)
  }

  // MARK: What belongs to the screen

  @Test func themeTitleAndNextAreTheDocuments() throws {
    let plain = Theme.light
    let controller = try SpotsController(
      json: ##"{"title":"T","next":"2.json","theme":{"accent":"#010203"},"components":[]}"##,
      environment: .fixed())
    #expect(controller.title == "T" && controller.next == "2.json")
    #expect(controller.environment.theme == plain.accented(by: Color(0x010203)))
    controller.environment.theme = .dark
    #expect(controller.environment.theme == Theme.dark.accented(by: Color(0x010203)))
    try controller.change { try $0.reload(json: "[]".utf8) }
    #expect(controller.title == nil && controller.next == nil)
    #expect(controller.environment.theme == .dark)
    controller.reload(Screen(theme: [.primary: Color(0x040506)]), animation: .none)
    #expect(controller.environment.theme[.primary] == Color(0x040506))
  }

  @Test func aThemeThatComesWithAReloadIsPainted() throws {
    let (with, without) = (
      ##"{"theme":{"primary":"#010203"},"components":[{"items":[{"title":"Ada"}]}]}"##,
      #"[{"items":[{"title":"Ada"}]}]"#
    )
    let size = Size(width: 320, height: 240)
    let (a, b) = (
      try SpotsController(json: with, size: size, environment: .fixed()),
      try SpotsController(json: without, size: size, environment: .fixed())
    )
    let (themed, plain) = (a.renderFrame(at: 0).list.text, b.renderFrame(at: 0).list.text)
    #expect(themed != plain)
    try a.change(animation: .none) { try $0.reload(json: without.utf8) }
    try b.change(animation: .none) { try $0.reload(json: with.utf8) }
    #expect(a.renderFrame(at: 1).list.text == plain && b.renderFrame(at: 1).list.text == themed)
  }

  @Test func kindsAreThoseThatAreRegistered() throws {
    let configuration = Configuration()
    configuration.register(layout: RingLayout.self, kind: "ring")
    let json = #"[{"type":"hero"},{"kind":"hero"},{"kind":"ring"},{"items":[{"kind":"nobody"}]}]"#
    let controller = try SpotsController(
      json: json, configuration: configuration, environment: .fixed())
    #expect(
      controller.components.map(\.model.kind)
        == [.grid, .list, ComponentModel.Kind(rawValue: "ring"), .list])
    #expect(controller.diagnostics.map(\.code) == [.unknownKind, .unknownKind, .unknownKind])
    try controller.change { try $0.reload(json: json.utf8) }
    #expect(controller.components[0].model.kind == .grid && controller.diagnostics.count == 3)
  }

  @Test func diagnosticsAreThoseOfWhatIsShown() throws {
    let controller = try SpotsController(
      json: #"[{"itmes":[]},{"size":7}]"#, environment: .fixed())
    #expect(controller.diagnostics.map(\.severity) == [.warning, .error])
    #expect(controller.diagnostics[1].path == "/1/size")
    #expect(throws: ChangeError.self) { try controller.change { try $0.reload(json: "[".utf8) } }
    #expect(controller.diagnostics.count == 2)
    try controller.change { try $0.reload(json: "[]".utf8) }
    #expect(controller.diagnostics.isEmpty)
    try controller.change { try $0.reload(json: #"[{"itmes":[]}]"#.utf8) }
    controller.change { $0.reload([list(2)]) }
    #expect(controller.diagnostics.isEmpty)
  }

  @Test func commentsAreReadWhereTheyAreAllowed() throws {
    let json = "[{}, /* more */ {},]"
    let controller = try SpotsController(json: json, dialect: .jsonc, environment: .fixed())
    #expect(controller.components.count == 2)
    #expect(throws: ChangeError.self) { try SpotsController(json: json, environment: .fixed()) }
  }

  @Test func bytesOfAnyKindAreTaken() throws {
    let text = #"[{"items":[{"title":"Ada"}]}]"#
    for controller in [
      try SpotsController(json: Data(text.utf8), environment: .fixed()),
      try SpotsController(json: Array(text.utf8), environment: .fixed()),
      try SpotsController(json: text, environment: .fixed()),
    ] {
      #expect(controller.components[0].model.items.map(\.title) == ["Ada"])
    }
  }

  @Test func pagesThatFollowComeAtTheEnd() async throws {
    let controller = try SpotsController(
      json: #"{"title":"T","next":"2.json","components":[{"items":[{"title":"1"}]}]}"#,
      environment: .fixed())
    try await controller.appendPage(
      json: #"{"title":"U","next":"3.json","components":[{"items":[{"title":"2"}]}]}"#.utf8)
    #expect(controller.next == "3.json" && controller.title == "T")
    controller.change {
      $0.append(Screen(components: [ComponentModel(kind: .grid, items: [Item(title: "3")])]))
    }
    #expect(controller.next == nil)
    #expect(controller.components.map { $0.model.items[0].title } == ["1", "2", "3"])
    await #expect(throws: ChangeError.self) { try await controller.appendPage(json: "7".utf8) }
    #expect(controller.components.count == 3)
  }
}
