import SpotsTestSupport
import Testing

@testable import Spots

/// The action of a header is its button, as large as a finger needs, and nothing else of the header.
@MainActor
@Suite struct HeaderButtonTests {
  private static let path = ItemPath(component: 0, part: .header)

  private func rig(
    action: String? = "add", button: String = "Add", style: String = "", width: Double = 400,
    isRightToLeft: Bool = false, textScale: Double = 1
  ) -> ScreenRig {
    var model = list(20)
    model.header = Item(
      title: "Contacts", action: action,
      meta: Meta(strings: ["actionTitle": button, "style": style]))
    var environment = Environment.fixed(textScale: textScale)
    environment.isRightToLeft = isRightToLeft
    let rig = ScreenRig([model], size: Size(width: width, height: 600), environment: environment)
    rig.settle()
    return rig
  }

  /// The points of a grid on the header that a click activates it at.
  private func clickable(_ rig: ScreenRig) throws -> Rect {
    let header = try #require(rig.controller.frame(of: Self.path))
    var area = Rect.zero
    for y in stride(from: header.y, to: header.maxY, by: 2) {
      for x in stride(from: header.x, to: header.maxX, by: 4) {
        let count = rig.selections.count
        rig.click(Point(x: x, y: y))
        if rig.selections.count > count {
          area = area.union(Rect(x: x, y: y, width: 4, height: 2))
        }
      }
    }
    #expect(rig.selections.allSatisfy { $0 == Self.path })
    return area
  }

  @Test(arguments: ["", "section"], [1.0, 2.0])
  func theButtonIsAtLeast32PointsHighAndTheRestDoesNothing(
    style: String, textScale: Double
  ) throws {
    for text in ["Add", "+", "Show everything"] {
      let rig = rig(button: text, style: style, textScale: textScale)
      let area = try clickable(rig)
      let header = try #require(rig.controller.frame(of: Self.path))
      #expect(area.width >= 32 && area.height >= 32)
      #expect(header.encloses(area))
      #expect(area.x > header.midX || textScale > 1)
      let width = Double(text.count) * 7 * textScale
      #expect(area.width <= max(width + 26, 40))
    }
  }

  @Test func itIsAtTheOtherSideOfAScreenFromRightToLeft() throws {
    let area = try clickable(rig(isRightToLeft: true))
    #expect(area.maxX < 100 && area.width >= 32)
  }

  @Test func itIsBelowTheTitleWhereTheyDoNotFitBeside() throws {
    let rig = rig(button: "Show everything", width: 160)
    let area = try clickable(rig)
    #expect(area.height >= 32 && area.width >= 32 && area.y > 40)
  }

  @Test func withoutATextAllOfTheHeaderIsTheButton() throws {
    let rig = rig(button: "")
    #expect(try clickable(rig) == rig.controller.frame(of: Self.path))
  }

  @Test func withoutAnActionNothingIs() throws {
    #expect(try clickable(rig(action: nil)) == .zero)
  }

  @Test func thePointerAndThePressAreShownByTheButtonAlone() throws {
    let rig = rig()
    let header = try #require(rig.controller.frame(of: Self.path))
    let button = try #require(rig.controller.view(at: Self.path)?.activationArea)
    func tints(_ list: DrawList) -> [Rect] {
      list.entries.compactMap {
        guard case .fill(let rect, let color, 8) = $0.command, color.alpha < 255 else { return nil }
        return rect
      }
    }
    let (title, add) = (Point(x: 40, y: 34), Point(x: button.midX, y: button.midY))
    rig.move(title)
    #expect(rig.controller.view(at: Self.path)?.state == [])
    #expect(tints(rig.settle()) == [])
    rig.move(add)
    #expect(rig.controller.view(at: Self.path)?.state == .hover)
    #expect(tints(rig.settle()) == [button])
    rig.press(add)
    #expect(rig.controller.view(at: Self.path)?.state == [.hover, .highlighted])
    #expect(header.encloses(button))
    rig.release(add)
    #expect(rig.selections == [Self.path])
  }

  @Test func theRingIsAroundTheButton() throws {
    let rig = rig()
    rig.key(.tab)
    let list = rig.settle()
    let button = try #require(rig.controller.view(at: Self.path)?.activationArea)
    let rings = list.entries.compactMap { entry -> Rect? in
      guard case .stroke(let rect, Theme.light[.focusRing], 2, _) = entry.command else {
        return nil
      }
      return rect
    }
    #expect(rings == [button.expanded(by: -2)])
    rig.key(.enter)
    #expect(rig.selections == [Self.path])
  }

  @Test func headersInsideOfCompositeItemsHaveButtonsToo() throws {
    var inner = list(2)
    inner.header = Item(
      title: "A", action: "a", meta: Meta(strings: ["actionTitle": "Add"]))
    let composite = Item(kind: "composite", children: [inner])
    let rig = ScreenRig([ComponentModel(items: [composite])])
    rig.settle()
    let path = ItemPath(component: 0, item: 0).appending(Self.path)
    let header = try #require(rig.controller.frame(of: path))
    rig.click(Point(x: header.x + 20, y: header.midY))
    #expect(rig.selections == [])
    rig.click(Point(x: header.maxX - 30, y: header.maxY - 20))
    #expect(rig.selections == [path])
  }
}
