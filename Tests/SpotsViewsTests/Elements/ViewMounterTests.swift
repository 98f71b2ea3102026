import SpotsTestSupport
import Testing

@testable import SpotsViews

/// A view that notes what is done to it.
private final class Noted: View {
  var title = ""
  var note: String?
  var log: [String] = []
  static var made = 0

  required init() {
    super.init()
    Self.made += 1
  }

  override func didEnterReusePool() { log.append("enter") }
  override func willLeaveReusePool() { log.append("leave") }
}

private final class Other: View {}

private struct Pair: Equatable {
  var a: Int
  var b: Double
}

@MainActor
@Suite struct ViewMounterTests {
  private let mounter = ViewMounter()
  private let parent = View()

  /// Never reset, never updated.
  private let title = ViewAttribute<Noted, String>("title") { view, value in
    view.title = value
    view.log.append("title \(value)")
  }
  private let color = ViewAttribute<Noted, Int>(
    "color", unapply: { view, value in view.log.append("uncolor \(value)") },
    apply: { view, value in view.log.append("color \(value)") })
  private let border = ViewAttribute<Noted, Pair>(
    "border", unapply: { view, value in view.log.append("unborder \(value.a)") },
    update: { view, old, new in view.log.append("border \(old.a) to \(new.a)") },
    apply: { view, value in view.log.append("border \(value.a)") })

  private func noted(
    _ attributes: [AttributeValue] = [], key: String? = nil, x: Double = 0
  ) -> ViewDescription {
    ViewDescription(
      ViewConfiguration(Noted.self, attributes), key: key, frame: Rect(x: x, width: 10, height: 10))
  }

  private var shown: [View] { parent.subviews.filter { !$0.isHidden } }
  private func isSame(_ a: [View], _ b: [View]) -> Bool { a.elementsEqual(b, by: ===) }
  private func log(_ index: Int = 0) -> [String] { (parent.subviews[index] as? Noted)?.log ?? [] }

  // MARK: Attributes

  @Test func propertiesAreAttributes() throws {
    func show(_ values: PropertyValues<Noted>) throws -> Noted {
      let configuration = ViewConfiguration(Noted.self, values)
      mounter.mount(
        [ViewDescription(configuration, frame: Rect(x: 0, width: 10, height: 10))], in: parent)
      return try #require(shown.first as? Noted)
    }
    let view = try show([\.title: "a", \.note: "b"])
    #expect(view.title == "a" && view.note == "b")
    #expect(try show([\.title: "c", \.note: "b"]) === view)
    #expect(view.title == "c")
    let title = ViewAttribute(\Noted.title)
    #expect(title.value("x") == ViewAttribute(\Noted.title).value("x"))
    #expect(title.value("x") != title.value("y"))
  }

  @Test func aTitleSetTwiceToTheSameValueCallsTheSetterOnce() {
    mounter.mount([noted([title.value("a")])], in: parent)
    mounter.mount([noted([title.value("a")])], in: parent)
    #expect(log() == ["title a"])
    #expect(mounter.counters == .init(created: 1, reused: 1, applied: 1, skipped: 1))
    mounter.mount([noted([title.value("b")])], in: parent)
    #expect(log() == ["title a", "title b"])
  }

  @Test func numbersAndStructsAreCompared() {
    mounter.mount([noted([color.value(1), border.value(Pair(a: 1, b: 0.5))])], in: parent)
    mounter.mount([noted([color.value(1), border.value(Pair(a: 1, b: 0.5))])], in: parent)
    #expect(mounter.counters.skipped == 2)
    mounter.mount([noted([color.value(1), border.value(Pair(a: 1, b: 0.25))])], in: parent)
    #expect(mounter.counters.applied == 3)
  }

  @Test func anAttributeIsUndoneBeforeANewValueWhenThereIsNoUpdater() {
    mounter.mount([noted([color.value(1)])], in: parent)
    mounter.mount([noted([color.value(2)])], in: parent)
    #expect(log() == ["color 1", "uncolor 1", "color 2"])
    #expect(mounter.counters.undone == 1)
  }

  @Test func anUpdaterGoesFromOneValueToTheNext() {
    mounter.mount([noted([border.value(Pair(a: 1, b: 0))])], in: parent)
    mounter.mount([noted([border.value(Pair(a: 2, b: 0))])], in: parent)
    #expect(log() == ["border 1", "border 1 to 2"])
  }

  @Test func anAttributeThatGoesAwayIsUndoneFirst() {
    mounter.mount([noted([color.value(1), border.value(Pair(a: 1, b: 0))])], in: parent)
    mounter.mount([noted([color.value(2)])], in: parent)
    #expect(log() == ["color 1", "border 1", "uncolor 1", "unborder 1", "color 2"])
  }

  @Test func anotherAttributeUnderTheSameNameReplacesTheFirst() {
    let other = ViewAttribute<Noted, String>(
      "border", unapply: { _, _ in }, update: { view, _, _ in view.log.append("wrong") },
      apply: { view, value in view.log.append("other \(value)") })
    mounter.mount([noted([border.value(Pair(a: 1, b: 0))])], in: parent)
    mounter.mount([noted([other.value("x")])], in: parent)
    #expect(log() == ["border 1", "unborder 1", "other x"])
  }

  @Test func ofTwoValuesOfOneAttributeTheLastCounts() {
    mounter.mount([noted([color.value(1), color.value(2)])], in: parent)
    #expect(log() == ["color 2"])
  }

  // MARK: Reuse

  @Test func aRecoloredViewIsNotHiddenAndShown() {
    mounter.mount([noted([color.value(1)])], in: parent)
    let view = parent.subviews[0]
    mounter.mount([noted([color.value(2)])], in: parent)
    #expect(parent.subviews.count == 1)
    #expect(parent.subviews[0] === view)
    #expect(mounter.counters.created == 1)
    #expect(mounter.counters.hidden == 0)
    #expect(!log().contains("enter"))
  }

  @Test func aViewThatWearsWhatCannotBeUndoneIsNotUsedWhereThatIsMissing() {
    mounter.mount([noted([title.value("a")])], in: parent)
    let titled = parent.subviews[0]
    mounter.mount([noted()], in: parent)
    #expect(mounter.counters.created == 2)
    #expect(titled.isHidden)
    mounter.mount([noted([title.value("b")])], in: parent)
    #expect(mounter.counters.created == 2)
    #expect(shown.count == 1)
    #expect(shown[0] === titled)
  }

  @Test func aViewIsUsedAgainWithoutWhatCanBeUndone() {
    mounter.mount([noted([color.value(1)])], in: parent)
    mounter.mount([noted()], in: parent)
    #expect(mounter.counters.created == 1)
    #expect(log() == ["color 1", "uncolor 1"])
  }

  @Test func viewsOfAnotherClassAreNotUsed() {
    mounter.mount([noted()], in: parent)
    mounter.mount(
      [ViewDescription(ViewConfiguration(Other.self), frame: .zero)], in: parent)
    #expect(shown.map { $0 is Other } == [true])
    #expect(mounter.counters.created == 2)
  }

  @Test func unusedViewsAreHiddenKeptAndTold() {
    mounter.mount([noted(), noted(), noted()], in: parent)
    let views = parent.subviews
    mounter.mount([noted()], in: parent)
    #expect(parent.subviews.count == 3)
    #expect(isSame(shown, Array(views[..<1])))
    #expect(mounter.counters.hidden == 2)
    #expect(log(1) == ["enter"])
    // Hidden once, told once.
    mounter.mount([noted()], in: parent)
    #expect(mounter.counters.hidden == 2)
    #expect(log(1) == ["enter"])
    mounter.mount([noted(), noted()], in: parent)
    // In vending order: the second view is the second again.
    #expect(isSame(shown, Array(views[..<2])))
    #expect(log(1) == ["enter", "leave"])
    #expect(log(2) == ["enter"])
    #expect(mounter.counters.created == 3)
  }

  @Test func aKeyTakesItsViewAlong() {
    mounter.mount([noted(key: "a"), noted(key: "b"), noted()], in: parent)
    let (a, b, none) = (parent.subviews[0], parent.subviews[1], parent.subviews[2])
    mounter.mount([noted(), noted(key: "b"), noted(key: "a")], in: parent)
    #expect(isSame(shown, [none, b, a]))
    #expect(mounter.counters.created == 3)
  }

  // MARK: Places

  @Test func withoutAViewChildrenStandInTheParentAtTheAccumulatedPosition() {
    let inner = ViewDescription(
      .viewless, frame: Rect(x: 5, y: 7, width: 50, height: 50), children: [noted(x: 3)])
    let outer = ViewDescription(
      .viewless, frame: Rect(x: 100, y: 200, width: 80, height: 80),
      children: [inner, noted(x: 1)])
    mounter.mount([outer], in: parent)
    #expect(
      parent.subviews.map(\.frame) == [
        Rect(x: 108, y: 207, width: 10, height: 10), Rect(x: 101, y: 200, width: 10, height: 10),
      ])
    #expect(mounter.counters.created == 2)
  }

  @Test func viewsAreInsideTheViewAroundThem() {
    let outer = ViewDescription(
      ViewConfiguration(Other.self), frame: Rect(x: 10, y: 10, width: 40, height: 40),
      children: [noted(x: 3)])
    mounter.mount([outer], in: parent)
    #expect(parent.subviews.count == 1)
    #expect(parent.subviews[0].subviews.map(\.frame.x) == [3])
  }

  @Test func otherSubviewsStayBehind() {
    let own = View()
    parent.addSubview(own)
    mounter.mount([noted(), noted()], in: parent)
    mounter.mount([noted()], in: parent)
    #expect(parent.subviews.count == 3)
    #expect(parent.subviews[0] === own)
    #expect(!own.isHidden)
  }

  /// In order of appearance, and not in that of a dictionary of reusable views.
  @Test func hiddenViewsKeepTheirOrder() {
    let descriptions = (0..<6).map { index in
      noted([ViewAttribute<Noted, Int>("tag \(index)") { _, _ in }.value(1)], x: Double(index))
    }
    func order() -> [Double] { parent.subviews.map(\.frame.x) }
    mounter.mount(descriptions, in: parent)
    mounter.mount([], in: parent)
    #expect(order() == [0, 1, 2, 3, 4, 5] && shown.isEmpty)
    mounter.mount(descriptions.suffix(2), in: parent)
    #expect(order() == [4, 5, 0, 1, 2, 3])
    mounter.mount([descriptions[2]], in: parent)
    #expect(order() == [2, 4, 5, 0, 1, 3])
  }

  // MARK: Laws

  /// Whatever was shown before, the views that can be seen are those a fresh parent gets: as many,
  /// in the same order, with the same frames and classes.
  @Test func whatIsSeenDoesNotDependOnWhatWasSeen() {
    for seed in 0..<50 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      for _ in 0..<20 {
        let descriptions = (0..<Int.random(in: 0...8, using: &random)).map { index in
          let key =
            Bool.random(using: &random) ? String(Int.random(in: 0...3, using: &random)) : nil
          let x = Double(index)
          return Bool.random(using: &random)
            ? noted(Bool.random(using: &random) ? [title.value("\(index)")] : [], key: key, x: x)
            : ViewDescription(
              ViewConfiguration(Other.self), key: key, frame: Rect(x: x, width: 1, height: 1))
        }
        mounter.mount(descriptions, in: parent)
        let fresh = View()
        ViewMounter().mount(descriptions, in: fresh)
        #expect(shown.map(\.frame) == fresh.subviews.map(\.frame), "seed \(seed)")
        #expect(shown.map { $0 is Noted } == fresh.subviews.map { $0 is Noted }, "seed \(seed)")
        #expect(
          shown.map { ($0 as? Noted)?.title ?? "" }
            == fresh.subviews.map { ($0 as? Noted)?.title ?? "" }, "seed \(seed)")
      }
    }
  }
}
