import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots

/// The letters along the side of a screen, and the sections that they lead to.
@MainActor
@Suite struct SectionIndexTests {
  private static let names = ["Anna", "Ben", "Bo", "carl", "Dora", "  Élise", "李"]

  private func rig(
    _ names: [String] = names, isAsked: Bool = true, height: Double = 400, rows: Int = 10
  ) -> ScreenRig {
    var screen = Screen(
      components: names.map { name in
        var component = list(rows)
        component.header = Item(title: name, kind: "header")
        return component
      })
    screen.hasSectionIndex = isAsked
    let rig = ScreenRig(
      screen: screen, size: Size(width: 400, height: height), environment: .fixed())
    rig.settle()
    return rig
  }

  private func index(_ rig: ScreenRig) -> SectionIndex { rig.controller.state.root.sectionIndex }

  /// The component at the top of the window.
  private func top(_ rig: ScreenRig) -> Int? {
    rig.controller.path(at: Point(x: 100, y: 1))?.component
  }

  @Test func aPressOrADragLeadsToTheSection() {
    let rig = rig()
    let frame = index(rig).frame
    #expect(!index(rig).isHidden && frame == Rect(x: 384, y: 0, width: 16, height: 400))
    // Six letters of 16 points, in the middle: A B C D É 李.
    let first = 200.0 - 3 * 16
    for (y, section) in [
      (first + 2, 0), (first + 18, 1), (first + 30, 2), (first + 40, 3), (first + 90, 6), (399, 6),
    ] {
      rig.click(Point(x: 392, y: y))
      rig.settle()
      #expect(top(rig) == section, "at \(y)")
    }
    rig.press(Point(x: 392, y: first + 2))
    rig.settle()
    #expect(top(rig) == 0)
    rig.move(Point(x: 392, y: first + 60))
    let list = rig.settle()
    #expect(top(rig) == 4)
    #expect(list.entries.contains { "\($0.command)".contains("Dora") })
    rig.release(Point(x: 300, y: first + 60))
    #expect(rig.selections.isEmpty)
  }

  @Test func whereThereIsNothingToLeadToThereIsNone() {
    #expect(index(rig(isAsked: false)).isHidden)
    #expect(index(rig(["A", "B", "C"])).isHidden)
    #expect(index(rig(height: 4000, rows: 1)).isHidden)
  }

  /// Every place leads to a section, and a lower one not to an earlier, in any window.
  @Test func placesAreInTheOrderOfSections() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
      let names = (0..<Int.random(in: 4...60, using: &random)).map { _ in
        String(UnicodeScalar(UInt8.random(in: 65...90, using: &random)))
      }
      let rig = rig(
        names, height: Double.random(in: 100...500, using: &random).rounded(), rows: 3)
      var last = -1
      var chosen: [Int] = []
      index(rig).onChoose = { chosen.append($0) }
      for y in stride(from: 0, through: rig.controller.size.height - 1, by: 1) {
        rig.press(Point(x: 392, y: y))
        rig.release(Point(x: 392, y: y))
        #expect(chosen.count == 1, "\(names.count) at \(y)")
        guard let section = chosen.popLast() else { return }
        #expect(section >= last)
        last = section
      }
    }
  }
}
