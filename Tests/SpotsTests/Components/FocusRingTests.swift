import SpotsTestSupport
import Testing

@testable import Spots

/// The ring around the focused part is completely visible.
@MainActor
@Suite struct FocusRingTests {
  /// The ring and its place in the list; nil when there is none.
  private func shownRing(in list: DrawList) -> (index: Int, rect: Rect, clip: Rect)? {
    let color = Theme.light[.focusRing]
    for (index, entry) in list.entries.enumerated() {
      guard case .stroke(let rect, color, 2, _) = entry.command else { continue }
      return (index, rect, entry.clip)
    }
    return nil
  }

  /// Whether something is painted over the ring.
  private func isCovered(_ ring: (index: Int, rect: Rect, clip: Rect), in list: DrawList) -> Bool {
    list.entries[(ring.index + 1)...].contains { entry in
      guard case .fill(let rect, let color, _) = entry.command, color.alpha == 255 else {
        return false
      }
      return rect.intersection(entry.clip).intersects(ring.rect)
    }
  }

  private func grid(header: Bool, footer: Bool, inset: EdgeInsets, sticky: Bool) -> ComponentModel {
    let items = (0..<12).map { Item(title: "Card \($0)", kind: "card", size: Size(height: 150)) }
    return ComponentModel(
      header: header ? Item(title: "Header", size: Size(height: 40)) : nil,
      footer: footer ? Item(title: "Footer", size: Size(height: 30)) : nil, kind: .grid,
      layout: Layout(
        span: 3, itemSpacing: 8, lineSpacing: 8, inset: inset,
        headerMode: sticky ? .sticky : .default),
      items: ItemList(items))
  }

  /// Cards whose ring would reach into a header, a footer, the window's edge or the next component.
  @Test(arguments: [false, true], [EdgeInsets.zero, EdgeInsets(top: 0, left: 16, right: 16)])
  func ringsAreWholeAtEveryEdge(sticky: Bool, inset: EdgeInsets) throws {
    for (header, footer) in [(false, false), (true, false), (false, true), (true, true)] {
      let model = grid(header: header, footer: footer, inset: inset, sticky: sticky)
      let rig = ScreenRig([model, model])
      rig.settle()
      for component in 0..<2 {
        for item in 0..<12 {
          rig.controller.state.keyboard.focus(
            ItemPath(component: component, item: item), at: rig.now)
          let list = rig.settle()
          let variant = "\(header) \(footer), \(component) \(item)"
          let ring = try #require(shownRing(in: list), "\(variant)")
          #expect(ring.clip.encloses(ring.rect), "\(variant): \(ring) is cut")
          #expect(!isCovered(ring, in: list), "\(variant): \(ring) is covered")
        }
      }
    }
  }

  /// 2 points apart and 2 wide where there is room for it, as the first card's under its header.
  @Test func theRingIsAroundWhatItMarks() throws {
    let rig = ScreenRig([
      grid(
        header: true, footer: false, inset: EdgeInsets(top: 0, left: 16, right: 16), sticky: false)
    ])
    rig.controller.state.keyboard.focus(ItemPath(component: 0, item: 0), at: rig.now)
    let ring = try #require(shownRing(in: rig.settle()))
    let card = try #require(rig.windowFrame(0, 0))
    #expect(card.y == 40)
    #expect(ring.rect.expanded(by: -4) == card)
  }

  /// What is selected and has the keyboard has one ring, not one inside the other.
  @Test(arguments: ["card", "image", ""])
  func aSelectedItemWithTheKeyboardHasOneRing(kind: String) {
    let items = (0..<4).map { Item(title: "\($0)", image: "a.png", kind: kind, action: "a") }
    let inset = EdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
    let rig = ScreenRig([
      ComponentModel(
        kind: .grid, layout: Layout(span: 2, itemSpacing: 16, inset: inset), items: ItemList(items))
    ])
    rig.settle()
    func marks() -> Int {
      rig.settle().entries.count { entry in
        switch entry.command {
        case .stroke(_, let color, 2, _): color == Theme.light[.focusRing]
        case .fill(_, let color, _): color == Theme.light[.accent]
        default: false
        }
      }
    }
    rig.click(rig.center(0, 1))
    rig.move(Point(x: 200, y: 590))
    #expect(rig.controller.selected == ItemPath(component: 0, item: 1))
    #expect(marks() == 1)
    rig.key(.tab)
    rig.key(.right)
    #expect(rig.controller.focused == rig.controller.selected)
    #expect(marks() == 1)
    rig.key(.right)
    #expect(marks() == 2)
  }
}
