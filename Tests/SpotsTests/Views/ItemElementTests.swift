import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

private struct TrackView: ItemElement {
  func body(for item: Item) -> any Element {
    Row(
      spacing: 10,
      [
        LabelElement(item.title).flexed(grow: 1),
        LabelElement(item.subtitle, color: .role(.secondary)),
      ])
  }
}

private struct Chip: ItemElement {
  var surface: ItemSurface { .none }
  func body(for item: Item) -> any Element { Box().sized(width: 60, height: 24) }
}

/// A row that says how it is used, and more where there is room.
private struct Adaptive: ItemElement {
  func body(for item: Item) -> any Element { LabelElement(item.title) }

  func body(for item: Item, context: ItemContext) -> any Element {
    var words = [item.title]
    if context.width > 500 { words.append("wide") }
    if context.state.contains(.hover) { words.append("hover") }
    if context.state.contains(.selected) { words.append("selected") }
    return LabelElement(words.joined(separator: " "))
  }
}

/// A view that says how high it is by writing it into the item.
private final class OldView: View, ResizingItemConfigurable {
  var titles: [String] = []

  func configure(_ item: inout Item) {
    titles.append(item.title)
    if item.title == "tall" { item.size.height = 120 }
  }
}

@MainActor
@Suite struct ItemElementTests {
  private let configuration = Configuration()

  init() {
    configuration.register(view: TrackView.self, identifier: "track")
    configuration.register(view: Chip.self, identifier: "chip")
    configuration.register(view: OldView.self, identifier: "old")
    configuration.register(view: Adaptive.self, identifier: "adaptive")
  }

  private func controller(_ items: [Item], kind: ComponentModel.Kind = .list) -> SpotsController {
    let model = ComponentModel(kind: kind, items: ItemList(items))
    return SpotsController(
      screen: Screen(components: [model]), size: Size(width: 400, height: 300),
      configuration: configuration, environment: .fixed())
  }

  @Test func aBodyFollowsHoverSelectionAndWidth() {
    let component = ComponentModel(
      kind: .list, interaction: Interaction(selection: .single),
      items: [Item(title: "a", kind: "adaptive"), Item(title: "b", kind: "adaptive")])
    let rig = ScreenRig([component], configuration: configuration)
    func texts() -> [String] {
      rig.settle().entries.compactMap { entry in
        if case .text(let text, _, _, _, _, _) = entry.command { text } else { nil }
      }
    }
    #expect(texts() == ["a", "b"])
    rig.move(rig.center(0, 1))
    #expect(texts() == ["a", "b hover"])
    rig.click(rig.center(0, 1))
    #expect(texts() == ["a", "b hover selected"])
    rig.move(rig.center(0, 0))
    #expect(texts() == ["a hover", "b selected"])
    rig.controller.resize(to: Size(width: 600, height: 600))
    rig.controller.handle(.pointerLeft, at: rig.now)
    #expect(texts() == ["a wide", "b wide selected"])
  }

  @Test func aBodyWithItsContextIsEnough() {
    @MainActor struct Wide: ItemElement {
      func body(for item: Item, context: ItemContext) -> any Element {
        LabelElement("\(item.title) \(Int(context.width))")
      }
    }
    configuration.register(view: Wide.self, identifier: "wide")
    let list = controller([Item(title: "a", kind: "wide")]).renderFrame(at: 1).list
    #expect(list.text.contains("a 400"))
  }

  @Test func aTapIsMeantForItsElementAlone() throws {
    @MainActor struct Likes: ItemElement {
      static var count = 0
      func body(for item: Item) -> any Element {
        let heart = Tappable(LabelElement("Like")) { Self.count += 1 }
        return Row([LabelElement(item.title).flexed(grow: 1), heart])
      }
    }
    configuration.register(view: Likes.self, identifier: "likes")
    let item = Item(title: "a", kind: "likes", action: "open")
    let rig = ScreenRig([ComponentModel(kind: .list, items: [item])], configuration: configuration)
    rig.frame()
    rig.click(Point(x: 375, y: 18))
    #expect(Likes.count == 1 && rig.selections.isEmpty)
    rig.click(Point(x: 50, y: 18))
    #expect(Likes.count == 1 && rig.selections.count == 1)
    rig.key(.tab)
    rig.key(.tab)
    rig.key(.enter)
    #expect(Likes.count == 2 && rig.selections.count == 1)
  }

  @Test func aBodyIsAView() {
    let controller = controller([Item(title: "one", subtitle: "3:10", kind: "track")])
    let list = controller.renderFrame(at: 0).list
    let texts = list.entries.compactMap { entry -> String? in
      guard case .text(let text, _, _, let origin, _, _) = entry.command else { return nil }
      return "\(text) at \(Int(origin.x))"
    }
    // 16 at both sides; four characters of 7.5.
    #expect(texts == ["one at 16", "3:10 at 354"])
    // 8 above and below a line of 21.
    #expect(controller.components[0].geometry.contentSize.height == 37)
    #expect(
      controller.components[0].viewName(of: Item(kind: "track"), role: .item) == "TrackView")
  }

  @Test func aFixedWidthIsTheItemsOwn() {
    let items = (0..<3).map { _ in Item(kind: "chip") }
    let controller = controller(items, kind: .grid)
    _ = controller.renderFrame(at: 0)
    let geometry = controller.components[0].geometry
    #expect((0..<3).map { geometry.frame(ofItem: $0).x } == [0, 60, 120])
    #expect(geometry.contentSize.height == 24)
  }

  @Test func aReloadKeepsTheViewsOfTheBody() throws {
    let controller = controller([Item(identifier: .integer(1), title: "one", kind: "track")])
    _ = controller.renderFrame(at: 0)
    let host = try #require(controller.components[0].visibleViews[0] as? ElementView)
    let labels = host.subviews
    var screen = controller.screen
    screen.components[0].items = ItemList([
      Item(identifier: .integer(1), title: "two", kind: "track")
    ])
    controller.reload(screen, animation: .none)
    _ = controller.renderFrame(at: 0)
    #expect(controller.components[0].visibleViews[0] === host)
    #expect(host.subviews.count == labels.count && host.subviews[0] === labels[0])
    #expect((labels[0] as? Label)?.text == "two")
    // The text at the right is the same as before.
    #expect(host.mounter.counters.created == 2)
    #expect(host.mounter.counters.skipped == 1)
  }

  @Test func theOlderFormMayWriteTheSizeBack() throws {
    let items = [Item(title: "tall", kind: "old"), Item(title: "other", kind: "old")]
    let controller = controller(items)
    _ = controller.renderFrame(at: 0)
    let geometry = controller.components[0].geometry
    #expect(geometry.frame(ofItem: 0).height == 120)
    #expect(geometry.frame(ofItem: 1).height == Configuration.defaultViewSize.height)
    let view = try #require(controller.components[0].visibleViews[0] as? OldView)
    #expect(view.titles == ["tall"])
    // What the document says comes first.
    #expect(
      ItemSizing(model: controller.components[0].model, width: 400).size(
        own: Size(height: 50), compute: { _ in Size(height: 120) }
      ).height == 50)
  }
}
