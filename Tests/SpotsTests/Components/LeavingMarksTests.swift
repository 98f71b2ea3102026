import SpotsTestSupport
import Testing

@testable import Spots

/// The marks of a component disappear at once when the component does; only its items animate out.
@MainActor
@Suite struct LeavingMarksTests {
  private enum Mark: String, CaseIterable {
    case fade, arrow, ring, dot, line
  }

  private func marks(_ list: DrawList) -> Set<Mark> {
    let theme = Theme.light
    return Set(
      list.entries.compactMap { entry -> Mark? in
        switch entry.command {
        case .fade: .fade
        case .polyline: .arrow
        // That of the row that has the keyboard afterwards is lower.
        case .stroke(let rect, theme[.focusRing], _, _) where rect.height > 90: .ring
        // The indicator's dots, and the line under a sticky header.
        case .fill(let rect, _, _) where rect.width == 7 && rect.height == 7: .dot
        case .fill(let rect, theme[.separator], _) where rect.width == 400 && rect.y == 39: .line
        default: nil
        }
      })
  }

  /// A carousel with every mark there is, above rows.
  private func marked() -> ScreenRig {
    var model = carousel(20, indicator: .below)
    model.header = Item(title: "Header", size: Size(height: 40))
    model.layout.headerMode = .sticky
    let rig = ScreenRig([model, list(40, from: 100)])
    rig.settle()
    rig.key(.tab)
    rig.settle()
    rig.controller.scroll(to: 10)
    rig.move(Point(x: 200, y: 60))
    rig.settle()
    return rig
  }

  @Test(arguments: [Animation.automatic, .fade, .left, .top, .middle])
  func theyGoAtOnce(animation: Animation) {
    let rig = marked()
    #expect(marks(rig.frame()) == Set(Mark.allCases))
    rig.controller.reload(Screen(components: [list(40, from: 100)]), animation: animation)
    var frames = 0
    while rig.seen("Item 0") != nil, frames < 60 {
      #expect(marks(rig.frame()) == [], "frame \(frames)")
      frames += 1
    }
    #expect(frames > 3)
  }

  /// A component that comes back has its marks again.
  @Test func theyComeBack() {
    let rig = marked()
    let before = rig.controller.screen
    rig.controller.reload(Screen(components: [list(40, from: 100)]))
    for _ in 0..<4 { rig.frame() }
    rig.controller.reload(before)
    rig.settle()
    rig.controller.scroll(to: 10)
    rig.move(Point(x: 201, y: 60))
    rig.settle()
    #expect(marks(rig.frame()).isSuperset(of: [.fade, .arrow, .dot, .line]))
  }
}
