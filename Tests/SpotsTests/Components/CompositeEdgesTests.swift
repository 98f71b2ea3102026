import SpotsTestSupport
import Testing

@testable import Spots

/// A header may be of any kind, also one made of components: here a list of two rows, 50 high, and
/// a carousel of ten cells, 100 high, 200 points in all; the footer is a list of one row.
@MainActor @Suite struct CompositeEdgesTests {
  private static let header = Item(
    kind: "composite", children: [list(2, from: 100), carousel(10, from: 200)])
  private static let footer = Item(kind: "composite", children: [list(1, from: 300)])

  private func model(_ mode: Layout.HeaderMode = .default, items: Int = 3) -> ComponentModel {
    ComponentModel(
      identifier: "outer", header: Self.header, footer: Self.footer,
      kind: .list, layout: Layout(headerMode: mode), items: numbered(items, height: 50))
  }

  private func opened(
    _ mode: Layout.HeaderMode = .default, items: Int = 3
  ) -> ScreenRig {
    let rig = ScreenRig([list(2, from: 900), model(mode, items: items), list(30, from: 1000)])
    rig.settle()
    return rig
  }

  private func path(_ part: ItemPath.Part, _ child: Int, _ item: Int) -> ItemPath {
    ItemPath(component: 1, part: part).appending(ItemPath(component: child, item: item))
  }

  private func texts(_ list: DrawList) -> [String] {
    list.entries.compactMap {
      if case .text(let text, _, _, _, _, _) = $0.command { text } else { nil }
    }
  }

  @Test func theyAreAsHighAsTheirComponentsAndDrawn() {
    let rig = opened()
    let geometry = rig.components[1].geometry
    #expect(geometry.headerHeight == 200 && geometry.footerHeight == 50)
    let texts = texts(rig.settle())
    for title in ["Item 100", "Item 101", "Item 200", "Item 201", "Item 300"] {
      #expect(texts.count { $0 == title } == 1, "\(title)")
    }
  }

  @Test func aHeaderIsShownByWhateverViewIsRegistered() {
    for kind in ["card", "label", "image", "default"] {
      let rig = ScreenRig([
        ComponentModel(header: Item(title: "Above", kind: kind), kind: .list, items: numbered(1))
      ])
      #expect(texts(rig.settle()).contains("Above"), "\(kind)")
    }
  }

  @Test func aClickInsideNamesTheItemInside() {
    let rig = opened()
    // Two rows above, then the second one of the header.
    rig.click(Point(x: 100, y: 175))
    #expect(rig.controller.view(at: path(.header, 0, 1))?.state.contains(.selected) == true)
    // Behind the header of 200 and three items: the footer's row.
    rig.click(Point(x: 100, y: 100 + 200 + 150 + 25))
    #expect(rig.selections == [path(.header, 0, 1), path(.footer, 0, 0)])
    #expect(rig.selections[0].pointer == "/components/1/header/children/0/items/1")
    #expect(rig.controller.item(at: path(.header, 0, 1))?.title == "Item 101")
    #expect(rig.windowFrame(path(.header, 0, 1)) == Rect(y: 150, width: 400, height: 50))
  }

  @Test func aCarouselInsideScrolls() {
    let rig = opened()
    let carousel = ComponentPath(1, in: ItemPath(component: 1, part: .header))
    rig.wheel(Point(x: 100, y: 250), y: -2, shift: true)
    rig.settle()
    #expect(rig.controller.component(at: carousel)?.horizontalScroll.offset == 120)
    // It stays there while the header is out of sight, and in another size.
    rig.controller.scrollToBottom()
    rig.settle()
    #expect(rig.controller.component(at: carousel) == nil)
    rig.controller.scroll(to: 0)
    rig.settle()
    #expect(rig.controller.component(at: carousel)?.horizontalScroll.offset == 120)
    rig.controller.resize(to: Size(width: 500, height: 600))
    rig.settle()
    #expect(rig.controller.component(at: carousel)?.horizontalScroll.offset == 120)
  }

  @Test func theKeyboardGoesThroughThem() {
    let rig = opened(items: 1)
    var reached: [ItemPath] = []
    for _ in 0..<8 {
      rig.key(.down)
      rig.settle()
      if let path = rig.controller.state.keyboard.path { reached.append(path) }
    }
    let (item, next) = (ItemPath(component: 1, item: 0), ItemPath(component: 2, item: 0))
    #expect(
      reached == [
        ItemPath(component: 0, item: 0), ItemPath(component: 0, item: 1), path(.header, 0, 0),
        path(.header, 0, 1), path(.header, 1, 1), item, path(.footer, 0, 0), next,
      ])
    rig.key(.up)
    rig.settle()
    rig.key(.enter)
    #expect(rig.selections == [path(.footer, 0, 0)])
  }

  @Test func aStickyHeaderStaysAndIsOpaque() throws {
    let rig = opened(.sticky, items: 40)
    rig.controller.scroll(to: 500)
    let list = rig.settle()
    let frame = try #require(rig.windowFrame(path(.header, 0, 0)))
    #expect(frame == Rect(width: 400, height: 50))
    rig.click(Point(x: 100, y: 75))
    #expect(rig.selections == [path(.header, 0, 1)])
    // Content that passes below it is covered, both rows and the gaps between cells.
    let rows = texts(list).count { $0 == "Item 100" || $0 == "Item 101" }
    #expect(rows == 2)
    let view = try #require(rig.controller.view(at: ItemPath(component: 1, part: .header)))
    var own = DrawList(viewport: view.bounds)
    view.draw(in: &own)
    #expect(!own.entries.isEmpty)
  }

  @Test func reloadEqualsRestart() {
    let rig = opened(.sticky)
    var changed = model(.sticky)
    changed.header?.children.append(list(4, from: 400))
    changed.footer?.children[0].items[0].title = "Another title"
    let screen = Screen(components: [list(2, from: 900), changed, list(30, from: 1000)])
    for animation in [Animation.none, .automatic] {
      rig.controller.reload(screen, animation: animation)
      #expect(rig.settle().difference(from: ScreenRig(screen.components).settle()) == nil)
    }
    let plain = Screen(components: [list(2, from: 900), list(3)])
    rig.controller.reload(plain, animation: .fade)
    #expect(rig.settle().difference(from: ScreenRig(plain.components).settle()) == nil)
  }
}
