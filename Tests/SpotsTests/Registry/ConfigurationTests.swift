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
    #expect(configuration.componentKinds == kinds + ["stacked"])
    for kind in ["list", "stacked"] { configuration.unregister(layoutForKind: kind) }
    #expect(configuration.layouts.isEmpty && configuration.componentKinds == kinds)
  }
}
