import SpotsTestSupport
import Testing

@testable import SpotsViews

/// A view that is as wide as the number it was told, and notes who told it.
private final class Gauge: View {
  var value = 0.0
  var log: [String] = []

  override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(value, size.width), height: 20)
  }
}

private struct GaugeElement: ViewElement, Equatable {
  var value: Double
  static var made: [Gauge] = []

  func makeView() -> Gauge {
    let view = Gauge()
    Self.made.append(view)
    return view
  }

  func updateView(_ view: Gauge, with context: ViewElementContext) {
    view.value = value
    view.log.append("\(context.isMeasuring ? "measure" : "show") \(Int(value))")
  }
}

/// Shows the same view, but has an opinion on its size and cannot be compared.
private struct TallGauge: ViewElement {
  func updateView(_ view: Gauge, with context: ViewElementContext) { view.log.append("tall") }
  func size(_ size: Size, thatFits view: Gauge) -> Size { Size(width: 7, height: 300) }
}

@MainActor
@Suite(.serialized) struct ViewElementTests {
  private let environment = Environment.fixed()
  private let mounter = ViewMounter()
  private let parent = View()

  init() {
    parent.environment = environment
    GaugeElement.made = []
  }

  private func measure(_ element: any Element, width: Double = .infinity) -> Size {
    ElementNode(element, environment).measure(
      in: SizeRange(maximum: Size(width: width, height: .infinity)))
  }

  private func show(_ element: any Element) {
    let frame = Rect(width: 100, height: 100)
    mounter.mount([ElementNode(element, environment).layOut(in: frame)], in: parent)
  }

  @Test func twoMeasurementsOfDifferentValuesMakeOneViewAndUpdateItTwice() {
    #expect(measure(GaugeElement(value: 30)) == Size(width: 30, height: 20))
    #expect(measure(GaugeElement(value: 50)) == Size(width: 50, height: 20))
    #expect(GaugeElement.made.count == 1)
    #expect(GaugeElement.made.first?.log == ["measure 30", "measure 50"])
    #expect(environment.measuringViews.created == 1)
    #expect(environment.measuringViews.updated == 2)
  }

  @Test func theMeasuringViewIsUpdatedBeforeEveryMeasurement() {
    _ = measure(GaugeElement(value: 30))
    _ = measure(GaugeElement(value: 30), width: 10)
    #expect(GaugeElement.made.first?.log == ["measure 30", "measure 30"])
  }

  @Test func theViewOnTheScreenIsAnotherInstance() {
    _ = measure(GaugeElement(value: 30))
    show(GaugeElement(value: 30))
    #expect(GaugeElement.made.count == 2)
    #expect(parent.subviews.count == 1)
    #expect(parent.subviews[0] !== GaugeElement.made[0])
    #expect((parent.subviews[0] as? Gauge)?.log == ["show 30"])
  }

  @Test func theViewStaysWhileThePlaceHasTheSameType() {
    show(GaugeElement(value: 30))
    let view = parent.subviews[0]
    show(GaugeElement(value: 40))
    #expect(parent.subviews.count == 1 && parent.subviews[0] === view)
    #expect((view as? Gauge)?.log == ["show 30", "show 40"])
    show(TallGauge())
    #expect(view.isHidden)
    #expect(parent.subviews.count == 2)
  }

  @Test func anEqualElementUpdatesNothing() {
    show(GaugeElement(value: 30))
    show(GaugeElement(value: 30))
    #expect((parent.subviews[0] as? Gauge)?.log == ["show 30"])
    #expect(mounter.counters == .init(created: 1, reused: 1, applied: 1, skipped: 1))
    show(TallGauge())
    show(TallGauge())
    #expect((parent.subviews[0] as? Gauge)?.log == ["tall", "tall"])
  }

  @Test func otherSurroundingsUpdateEverything() {
    show(GaugeElement(value: 30))
    parent.environment?.textScale = 2
    show(GaugeElement(value: 30))
    #expect((parent.subviews[0] as? Gauge)?.log == ["show 30", "show 30"])
  }

  @Test func anElementMayHaveAnOpinionOnItsSize() {
    #expect(measure(TallGauge()) == Size(width: 7, height: 300))
  }

  /// Measuring does not retain its surroundings: the prototypes hold no reference to them.
  @Test func measuringKeepsNoSurroundingsAlive() {
    weak var gone: MeasuringViews?
    do {
      let environment = Environment.fixed()
      gone = environment.measuringViews
      _ = ElementNode(GaugeElement(value: 1), environment).measure(in: SizeRange())
    }
    #expect(gone == nil)
  }
}
