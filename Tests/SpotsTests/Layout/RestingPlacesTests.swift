import SpotsTestSupport
import Testing

@testable import Spots

/// A page indicator has a dot for each place at which its carousel can rest, and for no other.
@MainActor
@Suite struct RestingPlacesTests {
  private func carousel(
    _ widths: [Double], isEndless: Bool = false, perColumn: Int = 1,
    paginate: Interaction.Paginate = .item
  ) -> ComponentModel {
    ComponentModel(
      kind: .carousel,
      layout: Layout(
        itemSpacing: 10, itemsPerRow: perColumn, inset: EdgeInsets(left: 16, right: 16),
        pageIndicator: .below, infiniteScrolling: isEndless),
      interaction: Interaction(paginate: paginate),
      items: ItemList(widths.map { Item(size: Size(width: $0, height: 100)) }))
  }

  private func indicator(_ rig: ScreenRig) -> PageIndicator {
    rig.components[0].views.root.pageIndicator
  }

  /// The middle of a dot in the window.
  private func point(ofDot page: Int, _ rig: ScreenRig) -> Point? {
    guard let strip = rig.components[0].geometry.pageIndicatorFrame else { return nil }
    let xs = stride(from: 0.0, to: strip.width, by: 1).filter {
      indicator(rig).page(at: Point(x: $0, y: strip.height / 2)) == page
    }
    return xs.isEmpty ? nil : Point(x: xs[xs.count / 2], y: strip.midY)
  }

  /// All offsets at which a carousel that snaps comes to rest, from any start.
  private func rests(_ rig: ScreenRig) -> [Double] {
    let component = rig.components[0]
    let length = component.geometry.period ?? component.horizontalScroll.maximum
    var rests: [Double] = []
    for step in 0...2000 {
      let offset = length * Double(step) / 2000
      guard var rest = component.scroll.snap(from: offset)?(offset) else { continue }
      if let period = component.geometry.period {
        rest -= (rest / period).rounded(.down) * period
        if period - rest < 0.5 { rest = 0 }
      }
      if !rests.contains(where: { abs($0 - rest) < 0.5 }) { rests.append(rest) }
    }
    return rests.sorted()
  }

  @Test func thereIsADotForEachPlace() throws {
    var random = RandomComponents(seed: 14)
    for run in 0..<150 {
      let isEndless = random.oneIn(3)
      let widths = (0..<1 + random.below(12)).map { _ in 60 + random.length(upTo: 300) }
      let model = carousel(widths, isEndless: isEndless)
      let rig = ScreenRig([model], size: Size(width: 280 + random.length(upTo: 500), height: 300))
      rig.settle()
      let component = rig.components[0]
      let rests = rests(rig)
      // The last item may rest in the middle and at the end, which is one dot.
      #expect(component.scroll.pages.count <= widths.count, "run \(run)")
      #expect(
        (0...(component.geometry.period == nil ? 1 : 0)).contains(
          rests.count - component.scroll.pages.count), "run \(run)")
      #expect(component.scroll.pages.current == 0, "run \(run): the first one is lit at the start")
      for page in 0..<component.scroll.pages.count {
        let offset = component.scroll.offset(ofPage: page)
        try rig.controller.scroll(carousel: 0, to: offset)
        rig.settle()
        #expect(component.scroll.pages.current == page, "run \(run)")
        #expect(abs(rig.horizontalOffset(0) - offset) < 1e-6, "run \(run)")
        var rest = offset
        if let period = component.geometry.period {
          rest -= (rest / period).rounded(.down) * period
          if period - rest < 0.5 { rest = 0 }
        }
        #expect(rests.contains { abs($0 - rest) < 0.5 }, "run \(run), page \(page)")
      }
    }
  }

  @Test func aClickOnADotGoesToItsPlace() throws {
    for paginate in Interaction.Paginate.allCases {
      for isEndless in [false, true] {
        let model = carousel(
          [150, 200, 150, 90, 210, 150, 150], isEndless: isEndless, paginate: paginate)
        let rig = ScreenRig([model])
        rig.settle()
        let count = indicator(rig).pageCount
        #expect(count > 2)
        for page in [2, count - 1, 0, 1] {
          rig.click(try #require(point(ofDot: page, rig)))
          rig.settle()
          #expect(indicator(rig).currentPage == page, "\(paginate) \(isEndless)")
          let offset = rig.horizontalOffset(0)
          // It rests there.
          rig.wait(1)
          rig.settle()
          #expect(rig.horizontalOffset(0) == offset)
        }
        #expect(rig.selections == [])
      }
    }
  }

  /// The pointer over a dot says that a click does something, beside it that it does not.
  @Test func dotsAreActionsToThePointer() throws {
    let rig = ScreenRig([carousel([150, 200, 150, 90, 210, 150, 150])])
    rig.settle()
    let dot = try #require(point(ofDot: 1, rig))
    rig.move(dot)
    #expect(rig.controller.pointerShape == .hand)
    rig.move(Point(x: 2, y: dot.y))
    #expect(rig.controller.pointerShape != .hand)
  }

  /// Four cards, of which hardly more than one is seen: one dot each, lit one after the other.
  @Test func eachDragLightsTheNextDot() {
    let rig = ScreenRig([carousel([300, 300, 300, 300])], size: Size(width: 320, height: 480))
    rig.settle()
    var lit: [Int] = [indicator(rig).currentPage]
    for _ in 0..<4 {
      rig.drag(Point(x: 250, y: 50), to: Point(x: 50, y: 50))
      rig.wait(1)
      rig.release(Point(x: 50, y: 50))
      rig.settle()
      lit.append(indicator(rig).currentPage)
    }
    #expect(indicator(rig).pageCount == 4)
    #expect(lit == [0, 1, 2, 3, 3])
  }

  @Test func columnsCountOnce() {
    let rig = ScreenRig([carousel(Array(repeating: 300, count: 7), perColumn: 3)])
    rig.settle()
    // Three columns, of which the first begins and the last ends the carousel.
    #expect(rig.components[0].scroll.pages.count == 3)
  }

  @Test func whatFitsHasOnePage() {
    for isEndless in [false, true] {
      let rig = ScreenRig([carousel([100, 100], isEndless: isEndless)])
      rig.settle()
      #expect(rig.components[0].scroll.pages.count == 1)
    }
  }
}
