import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots

/// One of a screen's tabs is shown at a time, and each is found again as it was left.
@MainActor
@Suite struct ScreenTabsTests {
  fileprivate static let names = ["one", "two", "three"]

  fileprivate static func screen(_ counts: [Int] = [20, 30, 40]) -> Screen {
    var screen = Screen(
      components: zip(names, counts).map { name, count in
        var component = list(count)
        (component.identifier, component.tab) = (name, name)
        return component
      })
    var shared = list(1)
    (shared.identifier, shared.isBar) = ("bar", true)
    screen.components.append(shared)
    screen.tabs = names.map { ScreenTab($0.uppercased(), icon: "folder", identifier: $0) }
    return screen
  }

  private func rig(_ size: Size = Size(width: 400, height: 400)) -> ScreenRig {
    let rig = ScreenRig(screen: Self.screen(), size: size, environment: .fixed())
    rig.settle()
    return rig
  }

  private func tabs(of rig: ScreenRig) -> [AccessibleNode] {
    AccessibleScreen(rig.controller).window.all.filter { $0.role == .tab }
  }

  @Test func clicksAndKeysChooseThem() throws {
    for (width, y) in [(400.0, 380.0), (800, 20)] {
      let rig = rig(Size(width: width, height: 400))
      #expect(
        rig.controller.tabs.chosen == "one" && rig.controller.size.height == (y < 50 ? 356 : 344))
      // The words of wide windows begin at their left.
      rig.click(Point(x: width == 400 ? 200 : 125, y: y))
      rig.settle()
      #expect(rig.controller.tabs.chosen == "two", "\(width)")
      #expect(rig.controller.path(at: Point(x: 50, y: y < 50 ? 60 : 10))?.component == 1)
      #expect(rig.key(.pageDown, .control) && rig.controller.tabs.chosen == "three")
      #expect(rig.key(.pageDown, .control) && rig.controller.tabs.chosen == "one")
      #expect(rig.key(.pageUp, .control) && rig.controller.tabs.chosen == "three")
    }
  }

  /// A finger turns them, where nothing else moves sideways; the mouse does not.
  @Test func fingersTurnThem() {
    let rig = rig()
    func sweep(by distance: Double, isTouch: Bool = true, seconds: Double = 1) {
      let start = Point(x: 200, y: 100)
      rig.controller.handle(
        .pointerPressed(start, .left, clicks: 1, isTouch: isTouch), at: rig.now)
      for step in 1...10 {
        rig.wait(seconds / 10)
        let x = start.x + distance * Double(step) / 10
        rig.controller.handle(.pointerMoved(Point(x: x, y: 101)), at: rig.now)
      }
      rig.release(Point(x: start.x + distance, y: 101))
      rig.settle()
    }
    sweep(by: 150)
    #expect(rig.controller.tabs.chosen == "one", "there is none before the first")
    sweep(by: -150, isTouch: false)
    sweep(by: -50)
    #expect(rig.controller.tabs.chosen == "one")
    sweep(by: -150)
    sweep(by: -60, seconds: 0.05)
    #expect(rig.controller.tabs.chosen == "three")
    sweep(by: -150)
    sweep(by: 150)
    #expect(rig.controller.tabs.chosen == "two" && rig.selections.isEmpty)
  }

  @Test func othersAreMeasuredWhenTheyAreSeen() {
    let rig = rig()
    let components = rig.controller.components
    #expect(components.map(\.geometry.isComplete) == [true, false, false, true])
    #expect(components.map(\.height) == [1000, 0, 0, 50])
    rig.controller.tabs.chosen = "three"
    rig.settle()
    #expect(components.map(\.geometry.isComplete) == [true, false, true, true])
    rig.controller.tabs.chosen = "four"
    #expect(rig.controller.tabs.chosen == "three")
  }

  /// A model kept beside the screen knows what is shown and how far each tab is scrolled.
  @Test func eachIsFoundAsItWasLeft() {
    for seed in 0..<UInt64(60) {
      var random = SplitMix64(seed: seed)
      let rig = rig()
      var model = Model()
      for step in 0..<40 {
        model.step(on: rig, &random)
        rig.settle()
        let offset = rig.controller.contentOffset
        #expect(
          rig.controller.tabs.chosen == Self.names[model.chosen], "seed \(seed), step \(step)")
        #expect(offset == model.offset, "seed \(seed), step \(step)")
        model.offsets[model.chosen] = offset
        let components = rig.controller.components
        #expect(
          components.indices.filter { components[$0].height > 0 } == [model.chosen, 3],
          "seed \(seed), step \(step)")
      }
    }
  }

  @MainActor
  private struct Model {
    var chosen = 0
    var counts = [20, 30, 40]
    var offsets = [0.0, 0, 0]
    var height = 400.0

    /// In a narrow window the bar at the bottom takes 56 points.
    var offset: Double {
      min(offsets[chosen], max(Double(counts[chosen]) * 50 + 50 - (height - 56), 0))
    }

    mutating func step(on rig: ScreenRig, _ random: inout SplitMix64) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        chosen = Int.random(in: 0..<3, using: &random)
        rig.controller.tabs.chosen = ScreenTabsTests.names[chosen]
      case 1:
        rig.controller.scroll(to: Double(Int.random(in: 0..<1500, using: &random)))
        rig.settle()
        offsets[chosen] = rig.controller.contentOffset
      case 2:
        _ = rig.key(.pageDown, .control)
        chosen = (chosen + 1) % 3
      case 3:
        height = Double(Int.random(in: 200..<500, using: &random))
        rig.controller.resize(to: Size(width: 400, height: height))
      default:
        // Rows come and go at the ends, which no tab was scrolled to.
        counts = counts.map { _ in Int.random(in: 40..<50, using: &random) }
        rig.controller.reload(ScreenTabsTests.screen(counts))
      }
    }
  }

  @Test func resizingEqualsOpeningAnew() {
    let rig = rig()
    for width in stride(from: 320.0, through: 1300, by: 70) {
      rig.controller.resize(to: Size(width: width, height: 400))
      let list = rig.settle()
      #expect(list == self.rig(Size(width: width, height: 400)).frame(), "\(width)")
    }
  }

  @Test func aFaultInAnotherIsShown() {
    var screen = Self.screen([1, 1, 1])
    var field = Item(title: "Name", kind: "text-field")
    field.input.checks = InputChecks(isRequired: true)
    screen.components[2].items = [field]
    screen.components[0].items = [Item(title: "Send", kind: "button", action: "submit")]
    let rig = ScreenRig(
      screen: screen, size: Size(width: 400, height: 400), environment: .fixed())
    rig.settle()
    rig.click(rig.center(0, 0))
    rig.settle()
    #expect(rig.controller.tabs.chosen == "three" && rig.submits.isEmpty)
  }

  @Test func screenReadersKnowWhichIsChosen() {
    let rig = rig()
    rig.controller.tabs.chosen = "two"
    rig.settle()
    let tabs = tabs(of: rig)
    #expect(tabs.map(\.name) == ["ONE", "TWO", "THREE"])
    #expect(tabs.map { $0.states.contains(.selected) } == [false, true, false])
    #expect(tabs.allSatisfy { $0.states.contains(.focusable) })
  }

  @Test func namesThatNoTabHasAreReported() {
    let json = """
      {"tabs":[{"title":"Albums"}],"components":[{"tab":"Album","items":[]},{"tab":"Albums","items":[]}]}
      """
    let reading = ScreenReader().read(Array(json.utf8))
    #expect(
      reading.diagnostics.map(\.message) == [
        "no tab is named 'Album', so this is never shown; did you mean 'Albums'?"
      ])
    #expect(reading.diagnostics.first?.path == "/components/0/tab")
    let none = ScreenReader().read(Array(#"{"components":[{"tab":"a","items":[]}]}"#.utf8))
    #expect(none.diagnostics.count == 1)
    let twice = ScreenReader().read(
      Array(#"{"tabs":[{"title":"A"},{"title":"B","identifier":"A"}],"components":[]}"#.utf8))
    #expect(
      twice.diagnostics.map(\.message) == [
        "two tabs are named 'A'; give one an 'identifier'"
      ])
    let many = (0..<13).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
    let cut = ScreenReader().read(Array(#"{"tabs":[\#(many)],"components":[]}"#.utf8))
    #expect(cut.screen?.tabs.count == 12 && cut.diagnostics.count == 1)
  }
}
