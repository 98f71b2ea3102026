import SpotsTestSupport
import Testing

@testable import Spots

/// Headers and footers that can be clicked can be used with the keyboard.
@MainActor
@Suite struct KeyboardEdgesTests {
  private func edge(_ title: String, action: String? = nil, isDisabled: Bool = false) -> Item {
    Item(
      title: title, action: action, size: Size(height: 40),
      meta: Meta(["actionTitle": .string("See all"), "disabled": .bool(isDisabled)]))
  }

  private func section(
    _ count: Int, from first: Int, header: Item?, footer: Item? = nil, isSticky: Bool = false
  ) -> ComponentModel {
    ComponentModel(
      identifier: "section \(first)", header: header, footer: footer,
      kind: .list, layout: Layout(headerMode: isSticky ? .sticky : .default),
      items: numbered(count, from: first, height: 50))
  }

  private func visited(_ rig: ScreenRig, _ keys: Key...) -> [String?] {
    keys.map { key in
      rig.key(key)
      rig.settle()
      return rig.controller.focused?.pointer
    }
  }

  private func header(_ component: Int) -> ItemPath {
    ItemPath(component: component, part: .header)
  }

  /// The first item brings its header into view, but not if it would stay out of view itself.
  @Test func theFirstItemIsSeenBelowAHeaderAsHighAsTheWindow() throws {
    for height in [300.0, 560, 700] {
      var tall = edge("A")
      tall.size.height = height
      let rig = ScreenRig([section(2, from: 0, header: nil), section(30, from: 10, header: tall)])
      rig.settle()
      let first = ItemPath(component: 1, item: 0)
      rig.controller.state.keyboard.focus(first, at: rig.now)
      rig.settle()
      let frame = try #require(rig.windowFrame(first))
      #expect(frame.y >= 0 && frame.maxY <= 600, "\(height): \(frame)")
    }
  }

  @Test func arrowsGoThroughThem() {
    let rig = ScreenRig([
      section(2, from: 0, header: edge("A", action: "a"), footer: edge("B", action: "b")),
      section(1, from: 10, header: edge("C", action: "c")),
    ])
    rig.settle()
    #expect(visited(rig, .down, .up, .up) == ["items/0", "header", "header"].map(at(0)))
    #expect(
      visited(rig, .down, .down, .down) == ["items/0", "items/1", "footer"].map(at(0)))
    #expect(visited(rig, .down, .down) == ["header", "items/0"].map(at(1)))
    #expect(visited(rig, .up) == ["header"].map(at(1)))
    #expect(visited(rig, .up, .up) == ["footer", "items/1"].map(at(0)))
  }

  /// Headers and footers that a click activates are stops of their own; items are one together.
  @Test func tabStopsAtThem() {
    let rig = ScreenRig([
      section(2, from: 0, header: edge("A", action: "a"), footer: edge("B")),
      section(2, from: 10, header: edge("C", action: "c"), footer: edge("D", action: "d")),
    ])
    rig.settle()
    #expect(visited(rig, .tab, .tab) == ["header", "items/0"].map(at(0)))
    #expect(visited(rig, .tab, .tab, .tab) == ["header", "items/0", "footer"].map(at(1)))
    #expect(visited(rig, .tab) == ["header"].map(at(0)))
    var back: [String?] = []
    for _ in 0..<3 {
      rig.key(.tab, .shift)
      rig.settle()
      back.append(rig.controller.focused?.pointer)
    }
    #expect(back == ["footer", "items/0", "header"].map(at(1)))
  }

  private func at(_ component: Int) -> (String) -> String? {
    { "/components/\(component)/" + $0 }
  }

  @Test func thoseThatAClickDoesNotActivateArePassedBy() {
    let rig = ScreenRig([
      section(1, from: 0, header: edge("A"), footer: edge("B")),
      section(1, from: 10, header: edge("C", action: "c", isDisabled: true)),
    ])
    rig.settle()
    #expect(
      visited(rig, .down, .up, .down, .up)
        == ["items/0", "items/0"].map(at(0)) + ["items/0"].map(at(1)) + ["items/0"].map(at(0)))
  }

  @Test func activatingThemIsAsAClick() throws {
    let rig = ScreenRig([section(2, from: 0, header: edge("A", action: "a"))])
    rig.settle()
    let frame = try #require(rig.windowFrame(header(0)))
    rig.click(Point(x: frame.maxX - 30, y: frame.midY))
    #expect(rig.selections == [header(0)])
    #expect(rig.controller.focused == nil)
    rig.controller.state.keyboard.focus(header(0), at: rig.now)
    rig.key(.enter)
    rig.key(.space)
    #expect(rig.selections == [header(0), header(0), header(0)])
    #expect(rig.controller.selected == nil)
  }

  /// A component of its own, without items.
  @Test func headersWithoutItemsAreReachedToo() {
    var alone = section(0, from: 0, header: edge("A", action: "a"))
    alone.layout.showEmptyComponent = true
    let rig = ScreenRig([alone, section(1, from: 10, header: nil)])
    rig.settle()
    #expect(visited(rig, .tab, .tab) == ["/components/0/header", "/components/1/items/0"])
    let onlyHeaders = ScreenRig([alone])
    onlyHeaders.settle()
    #expect(visited(onlyHeaders, .down) == ["/components/0/header"])
  }

  @Test func headersInsideOfCompositeItemsAreReachedToo() {
    let inner = section(1, from: 10, header: edge("A", action: "a"))
    let composite = Item(identifier: .string("composite"), kind: "composite", children: [inner])
    let rig = ScreenRig([
      list(1), ComponentModel(identifier: "outer", kind: .list, items: [composite]),
    ])
    rig.settle()
    let path = "/components/1/items/0/children/0/"
    #expect(
      visited(rig, .down, .down, .down, .up)
        == ["/components/0/items/0", path + "header", path + "items/0", path + "header"])
    rig.key(.enter)
    #expect(rig.selections.map(\.pointer) == [path + "header"])
  }

  @Test(arguments: [false, true])
  func theRingIsAroundThem(isSticky: Bool) throws {
    let model = section(
      30, from: 0, header: edge("A", action: "a"), footer: edge("B", action: "b"),
      isSticky: isSticky)
    let rig = ScreenRig([model, section(30, from: 100, header: nil)])
    for part in [ItemPath.Part.header, .footer] {
      rig.controller.scroll(to: 300)
      rig.settle()
      let path = ItemPath(component: 0, part: part)
      rig.controller.state.keyboard.focus(path, at: rig.now)
      let list = rig.settle()
      // A header that sticks is seen where it is.
      if part == .header { #expect(rig.offset == (isSticky ? 300 : 0)) }
      let frame = try #require(rig.windowFrame(path))
      // Some of the room above its text has left the window.
      #expect(frame.y >= (part == .header && isSticky ? -12 : 0) && frame.maxY <= 600)
      #expect(rig.controller.view(at: path)?.state == .focused)
      let ring = try #require(
        list.entries.lastIndex {
          if case .stroke(_, Theme.light[.focusRing], 2, _) = $0.command { return true }
          return false
        })
      guard case .stroke(let rect, _, _, _) = list.entries[ring].command else { return }
      #expect(frame.encloses(rect) && list.entries[ring].clip.encloses(rect))
      let isCovered = list.entries[(ring + 1)...].contains {
        if case .fill(let fill, _, _) = $0.command {
          return fill.intersection($0.clip).intersects(rect) && fill.width > 100
        }
        return false
      }
      #expect(!isCovered)
    }
  }

  @Test func aReloadKeepsThem() {
    let action = edge("A", action: "a")
    let rig = ScreenRig([section(2, from: 0, header: action)])
    rig.settle()
    rig.controller.state.keyboard.focus(header(0), at: rig.now)
    rig.controller.reload(
      Screen(components: [list(1, from: 50), section(3, from: 0, header: action)]), animation: .none
    )
    rig.settle()
    #expect(rig.controller.focused == header(1))
  }
}
