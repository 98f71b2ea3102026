import SpotsTestSupport
import Testing

@testable import Spots

/// A composite item holds a list of three rows, 50 high, and a carousel of ten cells, 100 high:
/// 250 points in all, between ten rows above and a thousand below it.
@MainActor @Suite struct CompositeItemViewTests {
  private static let composite = Item(
    identifier: .string("composite"), kind: "composite",
    children: [list(3, from: 100), carousel(10, from: 200)])

  private let rig = ScreenRig([
    list(2), ComponentModel(identifier: "outer", kind: .list, items: [composite]),
    list(1000, from: 1000),
  ])

  private func path(_ child: Int, _ item: Int) -> ItemPath {
    ItemPath(component: 1, item: 0).appending(ItemPath(component: child, item: item))
  }

  @Test func isAsHighAsItsComponents() {
    rig.settle()
    #expect(rig.components[1].geometry.frame(ofItem: 0) == Rect(y: 0, width: 400, height: 250))
    #expect(rig.controller.contentSize.height == 100 + 250 + 50_000)
  }

  @Test func everyRowInsideIsDrawnOnce() {
    let list = rig.settle()
    for title in ["Item 100", "Item 101", "Item 102", "Item 200", "Item 201"] {
      let texts = list.entries.filter {
        if case .text(title, _, _, _, _, _) = $0.command { return true }
        return false
      }
      #expect(texts.count == 1, "\(title)")
    }
  }

  @Test func aClickInsideNamesTheItemInside() throws {
    rig.settle()
    // Two rows above, then the second of three inside: 100 + 75.
    rig.click(Point(x: 100, y: 175))
    #expect(rig.selections == [path(0, 1)])
    #expect(rig.selections[0].pointer == "/components/1/items/0/children/0/items/1")
    #expect(rig.controller.item(at: path(0, 1))?.title == "Item 101")
    let frame = try #require(rig.windowFrame(path(0, 1)))
    #expect(frame == Rect(y: 150, width: 400, height: 50))
  }

  @Test func aCarouselInsideScrollsByItself() {
    rig.settle()
    rig.wheel(Point(x: 100, y: 300), y: -2, shift: true)
    rig.settle()
    // Two notches of 60 points.
    #expect(
      rig.controller.scrollView.paths.component(of: path(1, 0))?.horizontalScroll.offset == 120)
    #expect(rig.offset == 0)
    rig.drag(Point(x: 300, y: 300), to: Point(x: 200, y: 300), seconds: 1)
    rig.release(Point(x: 200, y: 300))
    rig.settle()
    let offset =
      rig.controller.scrollView.paths.component(of: path(1, 0))?.horizontalScroll.offset ?? 0
    #expect(offset > 200)
    rig.click(Point(x: 100, y: 300))
    // Cells are 150 wide and 10 apart.
    #expect(rig.selections == [path(1, Int((offset + 100) / 160))])
  }

  @Test func aCarouselInsideStaysWhereItWasWhileItIsOutOfSight() throws {
    let far = Item(
      identifier: .string("far"), kind: "composite", children: [carousel(10, from: 300)])
    let rig = ScreenRig([
      ComponentModel(identifier: "outer", kind: .list, items: [Self.composite]),
      list(100, from: 1000),
      ComponentModel(identifier: "far", kind: .list, items: [far]),
    ])
    rig.settle()
    rig.wheel(Point(x: 100, y: 200), y: -2, shift: true)
    rig.settle()
    rig.controller.scrollToBottom()
    rig.settle()
    // The view comes from the pool, the place does not.
    let other = ItemPath(component: 2, item: 0).appending(ItemPath(component: 0, item: 0))
    #expect(rig.controller.scrollView.paths.component(of: other)?.horizontalScroll.offset == 0)
    // An item inserted before it changes its index.
    var screen = rig.controller.screen
    screen.components[0].items.insert(Item(title: "new", size: Size(height: 50)), at: 0)
    rig.controller.reload(screen, animation: .none)
    rig.settle()
    rig.controller.scroll(to: 0)
    rig.settle()
    let inside = ItemPath(component: 0, item: 1).appending(ItemPath(component: 1, item: 0))
    #expect(rig.controller.scrollView.paths.component(of: inside)?.horizontalScroll.offset == 120)
  }

  @Test func onlyWhatIsSeenHasViews() {
    rig.settle()
    #expect(rig.controller.scrollView.paths.component(of: path(1, 0))?.visibleViews.count == 3)
    rig.wheel(y: -5)
    rig.settle()
    // 300 points further, the window begins 200 points into the item, below the list's 150.
    #expect(rig.offset == 300)
    #expect(rig.controller.scrollView.paths.component(of: path(0, 0))?.visibleViews.isEmpty == true)
    #expect(
      rig.controller.scrollView.paths.component(of: path(1, 0))?.visibleViews.isEmpty == false)
  }

  @Test func theKeyboardGoesThroughIt() {
    rig.settle()
    var reached: [ItemPath] = []
    for _ in 0..<7 {
      rig.key(.down)
      rig.settle()
      if let path = rig.controller.state.keyboard.path { reached.append(path) }
    }
    #expect(
      reached == [
        ItemPath(component: 0, item: 0), ItemPath(component: 0, item: 1), path(0, 0), path(0, 1),
        path(0, 2), path(1, 1), ItemPath(component: 2, item: 0),
      ])
    rig.key(.up)
    rig.settle()
    // Backwards it is entered from its end.
    #expect(rig.controller.state.keyboard.path?.last.component == 1)
    rig.key(.enter)
    #expect(rig.selections.last?.nested.count == 1)
  }

  @Test func aReloadKeepsWhatStays() {
    rig.settle()
    rig.click(Point(x: 100, y: 175))
    rig.wheel(Point(x: 100, y: 300), y: -2, shift: true)
    rig.settle()
    var changed = Self.composite
    changed.children[0].items[1].title = "Another title"
    rig.controller.reload(
      Screen(components: [
        list(2), ComponentModel(identifier: "outer", kind: .list, items: [changed]),
        list(1000, from: 1000),
      ]), animation: .none)
    rig.settle()
    #expect(rig.controller.selected == path(0, 1))
    #expect(rig.controller.item(at: path(0, 1))?.title == "Another title")
    #expect(
      rig.controller.scrollView.paths.component(of: path(1, 0))?.horizontalScroll.offset == 120)
  }

  @Test func reloadEqualsRestart() {
    rig.settle()
    var changed = Self.composite
    changed.children.append(list(4, from: 300))
    let screen = Screen(components: [
      list(2), ComponentModel(identifier: "outer", kind: .list, items: [changed]),
    ])
    rig.controller.reload(screen, animation: .none)
    let fresh = ScreenRig(screen.components)
    #expect(rig.settle() == fresh.settle())
  }

  @Test func everyState() {
    let item = Item(
      kind: "composite",
      children: [
        ComponentModel(header: Item(title: "Inside"), kind: .list, items: [Item(title: "One")]),
        ComponentModel(
          kind: .carousel, layout: Layout(span: 2),
          items: [Item(title: "Two", kind: "card"), Item(title: "Three", kind: "card")]),
      ])
    var text = ""
    for (name, theme) in [("light", Theme.light), ("dark", Theme.dark)] {
      let controller = SpotsController(
        screen: Screen(components: [ComponentModel(kind: .list, items: [item])]),
        size: Size(width: 320, height: 240), environment: .fixed(theme: theme))
      _ = controller.renderFrame(at: 0)
      text += "# \(name), normal\n\(controller.renderFrame(at: 0).list.text)\n"
      controller.handle(.pointerMoved(Point(x: 40, y: 70)), at: 0)
      _ = controller.renderFrame(at: 1)
      text += "# \(name), pointer over the row\n\(controller.renderFrame(at: 2).list.text)\n"
      controller.handle(.keyPressed(.tab, []), at: 3)
      _ = controller.renderFrame(at: 3)
      text += "# \(name), focus\n\(controller.renderFrame(at: 4).list.text)\n"
    }
    expectGolden(text, "composite")
  }
}
