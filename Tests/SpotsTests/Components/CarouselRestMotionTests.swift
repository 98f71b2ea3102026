import SpotsTestSupport
import Testing

@testable import Spots

/// A carousel that snaps comes to rest where it may, whatever moves it and whatever happens on the
/// way.
@MainActor
@Suite struct CarouselRestMotionTests {
  @Test func aSnapUnderWayEndsAtItsItem() {
    let (rig, log) = ScreenRig.atItem3()
    rig.drag(Point(x: 300, y: 50), to: Point(x: 200, y: 50))
    rig.wait(1)
    rig.release(Point(x: 200, y: 50))
    rig.frame()
    _ = log.take()
    // On its way to item 4, whose middle is 715.
    rig.resize(560)
    rig.settle(step: 1.0 / 60)
    #expect(abs(rig.horizontalOffset(0) - (715 - 280)) < 1e-6)
    let ends = log.take().filter { if case .carouselEnded = $0 { true } else { false } }
    #expect(ends == [.carouselEnded(0, item: 4, animated: true)])
  }

  @Test func aDragGoesOnWithItsItem() {
    let (rig, _) = ScreenRig.atItem3()
    rig.drag(Point(x: 250, y: 50), to: Point(x: 230, y: 50))
    // Item 3 stands 20 points to the left of the middle, and still does.
    rig.resize(600)
    rig.frame()
    #expect(rig.horizontalOffset(0) == 555 - 300 + 20)
    rig.move(Point(x: 225, y: 50))
    rig.frame()
    #expect(rig.horizontalOffset(0) == 555 - 300 + 25)
    rig.wait(1)
    rig.release(Point(x: 225, y: 50))
    rig.settle()
    #expect(rig.horizontalOffset(0) == 555 - 300)
  }

  @Test func aDragOfAPageCountsFromItsPage() {
    var model = carousel(20, width: 0, paginate: .page)
    model.layout.span = 4
    let rig = ScreenRig([model])
    for _ in 0..<3 { rig.dragCarousel(by: -100) }
    rig.drag(Point(x: 200, y: 50), to: Point(x: 220, y: 50))
    rig.resize(800)
    rig.frame()
    rig.move(Point(x: 225, y: 50))
    rig.wait(1)
    rig.release(Point(x: 225, y: 50))
    rig.settle()
    // 25 points are less than a quarter of an item: still the fourth page.
    #expect(abs(rig.horizontalOffset(0) - 2400) < 1e-6)
  }

  @Test func aPressThatBecomesAnotherDragLetsItGoOn() {
    let (rig, _) = ScreenRig.atItem3()
    rig.drag(Point(x: 300, y: 50), to: Point(x: 200, y: 50))
    rig.wait(1)
    rig.release(Point(x: 200, y: 50))
    rig.frame()
    rig.drag(Point(x: 200, y: 90), to: Point(x: 200, y: 40))
    rig.wait(1)
    rig.release(Point(x: 200, y: 40))
    rig.settle()
    #expect(rig.offset > 0)
    #expect(rig.horizontalOffset(0) == 715 - 200)
  }

  @Test func aPressElsewhereEndsTheWheel() {
    let (rig, _) = ScreenRig.atItem3()
    rig.wheel(overCarousel, x: 0.5, precise: true)
    rig.click(Point(x: 200, y: 500))
    rig.settle()
    #expect(rig.horizontalOffset(0) == 355)
  }

  // MARK: The wheel

  /// A notch is 60 points, an item with its space 160 and a page 320.
  @Test(arguments: [Interaction.Paginate.item, .page], [true, false])
  func eachNotchOfTheWheelGoesOn(paginate: Interaction.Paginate, isEndless: Bool) {
    var model = carousel(20, paginate: paginate)
    model.layout.infiniteScrolling = isEndless
    let rig = ScreenRig([model])
    rig.settle()
    var last = rig.components[0].horizontalScroll.offset
    for direction in [1.0, 1, 1, -1, -1, 1] {
      rig.wheel(overCarousel, x: direction)
      rig.settle()
      let offset = rig.components[0].horizontalScroll.offset
      #expect((offset - last) * direction > 10, "\(last) to \(offset)")
      #expect(rig.snapFaults == [])
      last = offset
    }
    // Less than half a notch of a touch pad is none.
    rig.wheel(overCarousel, x: 0.3, precise: true)
    rig.settle()
    #expect(rig.components[0].horizontalScroll.offset == last)
    rig.wheel(overCarousel, x: 0.7, precise: true)
    rig.settle()
    #expect(rig.components[0].horizontalScroll.offset > last + 10)
  }

  @Test func theWheelStopsAtTheEnds() {
    for paginate in [Interaction.Paginate.item, .page] {
      let rig = ScreenRig([carousel(5, paginate: paginate)])
      rig.settle()
      for _ in 0..<8 {
        rig.wheel(overCarousel, x: 1)
        rig.settle()
      }
      #expect(rig.horizontalOffset(0) == rig.components[0].horizontalScroll.maximum)
      for _ in 0..<8 {
        rig.wheel(overCarousel, x: -1)
        rig.settle()
      }
      #expect(rig.horizontalOffset(0) == 0)
    }
  }

  // MARK: The keyboard

  /// Item i of these carousels rests in the middle of 400 points at 160 i + 75 - 200.
  @Test func theKeyboardMovesFromRestToRest() {
    let rig = ScreenRig([carousel(20, paginate: .item)])
    rig.settle()
    rig.key(.tab)
    // Items 1 to 5: all of the first one is seen already, each other one comes into the middle.
    #expect(rig.offsets(pressing: .right, 5) == [0, 195, 355, 515, 675])
    #expect(rig.snapFaults == [])
    for _ in 0..<5 { rig.key(.left) }
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
  }

  @Test func theKeyboardTurnsPages() {
    var model = carousel(20, width: 0, paginate: .page)
    model.layout.span = 4
    let rig = ScreenRig([model])
    rig.settle()
    rig.key(.tab)
    #expect(rig.offsets(pressing: .right, 9) == [0, 0, 0, 400, 400, 400, 400, 800, 800])
  }

  /// Item 2 stands at 320 to 470 and begins the second page.
  @Test func theKeyboardCutsOffNoItem() {
    let rig = ScreenRig([carousel(20, paginate: .page)])
    rig.settle()
    rig.key(.tab)
    #expect(rig.offsets(pressing: .right, 4) == [0, 320, 320, 640])
  }

  @Test func aProgramScrollsToWhereTheItemRests() throws {
    for paginate in [Interaction.Paginate.item, .page] {
      for animated in [false, true] {
        let rig = ScreenRig([carousel(20, paginate: paginate)])
        rig.settle()
        for item in [7, 0, 19, 10] {
          try rig.controller.scroll(to: ItemPath(component: 0, item: item), animated: animated)
          rig.settle()
          #expect(rig.snapFaults == [], "\(paginate) \(item)")
          let frame = rig.components[0].geometry.frame(ofItem: item)
          #expect(
            rig.horizontalOffset(0) <= frame.midX && frame.midX <= rig.horizontalOffset(0) + 400)
        }
      }
    }
  }

  // MARK: Unknown widths

  /// The widths of more than a thousand items are estimates until they are seen, so that the place
  /// a motion is on its way to moves.
  @Test(arguments: [Interaction.Paginate.item, .page])
  func amongManyUnknownWidthsMotionsEndAtRest(paginate: Interaction.Paginate) throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let rig = ScreenRig([unevenCarousel(paginate, seed: seed)])
      rig.settle()
      for step in 0..<12 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: rig.wheel(overCarousel, x: Double(Int.random(in: -9...40, using: &random)))
        case 1:
          let item = Int.random(in: 0..<3000, using: &random)
          try rig.controller.scroll(
            to: ItemPath(component: 0, item: item), animated: step.isMultiple(of: 2))
        case 2:
          rig.key(.tab)
          for _ in 0..<4 { rig.key(.right) }
        default:
          rig.drag(overCarousel, to: Point(x: 20, y: 50), seconds: 0.1)
          rig.release(Point(x: 20, y: 50))
        }
        rig.settle()
        #expect(rig.snapFaults == [], "seed \(seed), step \(step)")
      }
    }
  }
}
