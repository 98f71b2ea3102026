import SpotsTestSupport
import Testing

@testable import Spots

/// A sticky header is separated by a line from the items that pass below it.
@MainActor
@Suite struct StuckHeaderTests {
  private static let path = ItemPath(component: 0, part: .header)

  private func rig(theme: Theme = .light, scale: Double = 1, isNested: Bool = false) -> ScreenRig {
    var model = list(30)
    model.header = Item(title: "A")
    model.layout.headerMode = .sticky
    var environment = Environment.fixed(theme: theme)
    environment.scale = scale
    let composite = ComponentModel(kind: .grid, items: [Item(kind: "composite", children: [model])])
    let rig = ScreenRig(
      [isNested ? composite : model, list(30)], size: Size(width: 400, height: 300),
      environment: environment)
    rig.settle()
    return rig
  }

  /// The lines one device pixel high that span the window.
  private func lines(_ rig: ScreenRig) -> [Rect] {
    let environment = rig.controller.environment
    return rig.settle().entries.compactMap { entry in
      guard case .fill(let rect, environment.theme[.separator], 0) = entry.command,
        rect.height == environment.hairline, rect.width == 400
      else { return nil }
      return rect
    }
  }

  @Test(arguments: [1.0, 2.0], [false, true])
  func theLineIsThereWhileTheHeaderSticks(scale: Double, isNested: Bool) {
    let rig = rig(theme: scale == 1 ? .light : .dark, scale: scale, isNested: isNested)
    #expect(lines(rig) == [])
    let header = rig.windowFrame(Self.path)?.height ?? 0
    // 12 of the 20 points above its title have left the window by then.
    let height = (isNested ? 56 : header) - 12
    rig.controller.scroll(to: 11)
    #expect(lines(rig) == [])
    for offset in [13.0, 40, 500] {
      rig.controller.scroll(to: offset)
      #expect(lines(rig) == [Rect(x: 0, y: height - 1 / scale, width: 400, height: 1 / scale)])
    }
    rig.controller.scroll(to: 0)
    #expect(lines(rig) == [])
  }

  /// When the next component pushes the header out, its line goes with it.
  @Test func theLineLeavesWithItsHeader() throws {
    let rig = rig()
    let end = rig.controller.scrollView.origin(of: 1).y
    rig.controller.scroll(to: end - 20)
    let header = try #require(rig.windowFrame(Self.path))
    #expect(header.maxY == 20)
    #expect(lines(rig) == [Rect(x: 0, y: 19, width: 400, height: 1)])
    rig.controller.scroll(to: end + 1)
    #expect(lines(rig) == [])
  }
}
