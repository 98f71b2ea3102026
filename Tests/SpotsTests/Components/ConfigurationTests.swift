import Testing

@testable import Spots

/// Registrations can be undone.
@MainActor
@Suite struct ConfigurationTests {
  private final class Plain: View, ItemConfigurable {
    func configure(with item: Item) {}
  }

  private struct Stacked: RegisteredLayout {
    var contentSize: Size { .zero }
    var isComplete: Bool { true }

    init(model: ComponentModel, sizing: ItemSizing) {}

    mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {}
    func frame(ofItem index: Int) -> Rect { .zero }
    func knownSize(ofItem index: Int) -> Size? { nil }
    func items(in rect: Rect) -> Range<Int> { 0..<0 }
  }

  private let configuration = Configuration()

  private func name(_ kind: String) -> String {
    configuration.source(forKind: kind, role: .item).name
  }

  /// A misspelt kind would otherwise be a plain row that nobody can answer.
  @Test func kindsWithoutAViewAreTold() {
    var told: [String] = []
    configuration.onModelError = { told.append("\($0): \($1)") }
    let items = [
      Item(title: "Title", kind: "textfield"), Item(title: "T", kind: "wumpus"), "plain",
    ]
    let controller = SpotsController(
      components: [
        ComponentModel(
          header: Item(title: "H", kind: "heder"), kind: .list, items: ItemList(items + items))
      ],
      size: Size(width: 300, height: 600), configuration: configuration, environment: .fixed())
    _ = controller.renderFrame(at: 1)
    #expect(
      told.sorted() == [
        "heder: no view is registered for it; did you mean 'header'?",
        "textfield: no view is registered for it; did you mean 'text-field'?",
        "wumpus: no view is registered for it",
      ])
  }

  @Test func viewsGiveWayToTheBuiltInOnes() {
    let kinds = configuration.kinds
    for kind in ["card", "own"] {
      configuration.register(view: Plain.self, identifier: kind)
      #expect(name(kind) == "Plain")
      configuration.unregister(identifier: kind)
    }
    #expect(name("card") == "CardItemView" && name("own") == "DefaultItemView")
    #expect(configuration.kinds == kinds)
  }

  @Test func theDefaultViewComesBack() {
    configuration.register(defaultView: Plain.self)
    #expect(name("nobody's") == "Plain")
    configuration.unregisterDefaultView()
    #expect(name("nobody's") == "DefaultItemView")
  }

  @Test func layoutsGiveWayToTheBuiltInOnes() {
    let kinds = configuration.componentKinds
    configuration.register(layout: Stacked.self, kind: "list")
    configuration.register(layout: Stacked.self, kind: "stacked")
    #expect(configuration.componentKinds == (kinds + ["stacked"]).sorted())
    for kind in ["list", "stacked"] { configuration.unregister(layoutForKind: kind) }
    #expect(configuration.layouts.isEmpty && configuration.componentKinds == kinds)
  }
}
