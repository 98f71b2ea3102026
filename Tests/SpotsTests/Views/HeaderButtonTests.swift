import SpotsTestSupport
import Testing

@testable import Spots

/// The action of a header is its button, as large as a finger needs, and nothing else of the
/// header.
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

  /// The area of the header, by a grid of points, in which a click activates it.
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
      #expect(area.width <= max(width + 30, 40))
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
    func pills(_ list: DrawList) -> [(rect: Rect, color: Color)] {
      list.entries.compactMap {
        guard case .fill(let rect, let color, let radius) = $0.command, radius == rect.height / 2,
          color.alpha < 255, rect.intersects(header)
        else { return nil }
        return (rect, color)
      }
    }
    let (title, add) = (Point(x: 40, y: 34), Point(x: button.midX, y: button.midY))
    rig.move(title)
    #expect(rig.controller.view(at: Self.path)?.state == [])
    let rest = pills(rig.settle())
    rig.move(add)
    #expect(rig.controller.view(at: Self.path)?.state == .hover)
    let hover = pills(rig.settle())
    rig.press(add)
    #expect(rig.controller.view(at: Self.path)?.state == [.hover, .highlighted])
    let pressed = pills(rig.settle())
    for (pill, _) in rest + hover + pressed { #expect(button.encloses(pill)) }
    #expect(rest.count == 1 && hover.count == 1 && pressed.count == 1)
    #expect(Set((rest + hover + pressed).map(\.color)).count == 3)
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
    let rig = ScreenRig([ComponentModel(kind: .grid, items: [composite])])
    rig.settle()
    let path = ItemPath(component: 0, item: 0).appending(Self.path)
    let header = try #require(rig.controller.frame(of: path))
    rig.click(Point(x: header.x + 20, y: header.midY))
    #expect(rig.selections == [])
    rig.click(Point(x: header.maxX - 30, y: header.maxY - 20))
    #expect(rig.selections == [path])
  }

  /// The surface of the button ends at the margin, where cards and rows end, and its text can be
  /// read in every state and both themes.
  @Test(arguments: [Theme.light, .dark], ["", "section"])
  func theSurfaceEndsAtTheMargin(theme: Theme, style: String) throws {
    for width in [400.0, 160] {
      let header = HeaderView()
      header.environment = .fixed(theme: theme)
      header.frame = Rect(width: width, height: 120)
      header.configure(
        with: Item(
          title: "Contacts", action: "add",
          meta: Meta(strings: ["actionTitle": "Show everything", "style": style])))
      for state in [ViewState(), .hover, [.hover, .highlighted]] {
        header.state = state
        var list = DrawList(viewport: header.bounds)
        header.record(into: &list)
        let fills = list.entries.compactMap { entry -> Rect? in
          guard case .fill(let rect, let color, _) = entry.command, color.alpha < 255 else {
            return nil
          }
          return rect
        }
        let pill = try #require(fills.first)
        #expect(fills.count == 1)
        #expect(width == 400 ? pill.maxX == width - 16 : pill.x == 16)
        let surface = list.color(at: Point(x: pill.midX, y: pill.midY), over: theme[.background])
        #expect(surface != theme[.background])
        let texts = list.entries.compactMap { entry -> Color? in
          guard case .text("Show everything", _, let color, _, _, _) = entry.command else {
            return nil
          }
          return color
        }
        #expect(texts.count == 1)
        for text in texts { #expect(text.contrast(with: surface) >= 4.5, "\(state)") }
      }
    }
  }

  /// Tab stops at each button, in the order of the screen.
  @Test func everyButtonIsAStopOfTheKeyboard() {
    let components = (0..<3).map { index in
      var model = list(2)
      model.header = Item(
        title: "\(index)", action: "a", meta: Meta(strings: ["actionTitle": "Add"]))
      return model
    }
    let rig = ScreenRig(components)
    rig.settle()
    for component in 0..<3 {
      rig.key(.tab)
      #expect(rig.controller.focused == ItemPath(component: component, part: .header))
      rig.key(.tab)
      #expect(rig.controller.focused == ItemPath(component: component, item: 0))
    }
    rig.key(.tab, .shift)
    rig.key(.enter)
    #expect(rig.selections == [ItemPath(component: 2, part: .header)])
  }
}
