import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct PointerTests {
  // MARK: Clicks

  /// What is at `point`, found by looking at every part of the screen.
  private func scan(_ rig: ScreenRig, _ point: Point) -> ItemPath? {
    for index in rig.components.indices {
      let placement = rig.controller.scrollView.placement(of: index)
      let area = placement.frame.offsetBy(y: -rig.offset)
      guard area.contains(point) else { continue }
      let items = rig.components[index].model.items.indices.map {
        ItemPath(component: index, item: $0)
      }
      let parts = [.header, .footer].map { ItemPath(component: index, part: $0) } + items
      return parts.first { rig.windowFrame($0)?.contains(point) ?? false }
    }
    return nil
  }

  private func isOnDots(_ rig: ScreenRig, _ point: Point) -> Bool {
    rig.components.indices.contains { index in
      let start = rig.controller.scrollView.origin(of: index).y - rig.offset
      let strip = rig.components[index].geometry.pageIndicatorFrame?.offsetBy(y: start)
      return strip?.contains(point) ?? false
    }
  }

  @Test func clicksHitWhatIsSeenThere() throws {
    var hits = 0
    for seed in 0..<80 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let rig = ScreenRig(random.screen().components)
      rig.controller.scroll(to: random.length(upTo: Int(rig.controller.contentSize.height)))
      for index in rig.components.indices {
        try rig.controller.scroll(carousel: index, to: random.length(upTo: 900))
      }
      rig.settle()
      for _ in 0..<12 {
        let point = Point(x: random.length(upTo: 399), y: random.length(upTo: 599))
        guard !isOnDots(rig, point) else { continue }
        let expected = scan(rig, point)
        let count = rig.selections.count
        rig.click(point)
        let clicked = rig.selections.count > count ? rig.selections.last : nil
        // Headers and footers without an action are not clicked.
        #expect(clicked == (expected?.item == nil ? nil : expected), "seed \(seed), \(point)")
        if clicked != nil { hits += 1 }
      }
    }
    #expect(hits > 200)
  }

  @Test func aPressThatMovesIsNoClick() {
    let rig = ScreenRig([list(3, height: 200)])
    rig.frame()
    rig.press(Point(x: 100, y: 100))
    rig.move(Point(x: 104, y: 104))
    rig.release(Point(x: 104, y: 104))
    #expect(rig.selections.count == 1)
    rig.press(Point(x: 100, y: 100))
    rig.move(Point(x: 100, y: 107))
    rig.move(Point(x: 100, y: 100))
    rig.release(Point(x: 100, y: 100))
    #expect(rig.selections.count == 1)
  }

  /// Hands that tremble need more room for a click.
  @Test func theDistanceOfADragIsThatOfTheEnvironment() {
    let rig = ScreenRig([list(3, height: 200)])
    rig.controller.environment.dragThreshold = 20
    rig.frame()
    for (distance, count) in [(19.0, 1), (21, 1)] {
      rig.press(Point(x: 100, y: 100))
      rig.move(Point(x: 100, y: 100 + distance))
      rig.release(Point(x: 100, y: 100))
      #expect(rig.selections.count == count, "\(distance)")
    }
  }

  /// Something else gets the pointer, and its release.
  @Test func aPressThatIsCancelledMeansNothing() {
    let rig = ScreenRig([carousel(9), list(40)])
    rig.frame()
    func cancel() { rig.controller.handle(.pointerCancelled, at: rig.now) }
    let row = Point(x: 100, y: 120)
    rig.press(row)
    #expect(rig.state(1, 0).contains(.highlighted))
    cancel()
    #expect(rig.state(1, 0) == [])
    rig.release(row)
    #expect(rig.selections.isEmpty)
    // The dragged content stays where it is, without a fling, and the drag no longer moves it.
    for (start, end) in [
      (Point(x: 300, y: 50), Point(x: 240, y: 50)), (Point(x: 100, y: 300), Point(x: 100, y: 200)),
    ] {
      rig.drag(start, to: end)
      let offsets = [rig.offset, rig.horizontalOffset(0)]
      cancel()
      rig.settle()
      rig.move(Point(x: 10, y: 10))
      rig.settle()
      #expect([rig.offset, rig.horizontalOffset(0)] == offsets)
    }
    #expect(rig.offset > 0 && rig.horizontalOffset(0) > 0)
    // Pulling past the beginning does not request a refresh.
    rig.controller.scroll(to: 0)
    let log = DelegateLog(rig)
    rig.drag(row, to: Point(x: 100, y: 500))
    cancel()
    rig.settle()
    #expect(rig.offset == 0 && log.count { $0 == .refresh } == 0)
  }

  @Test func releasedOnAnotherItemItIsNoClick() {
    let rig = ScreenRig([list(9)])
    rig.frame()
    rig.press(Point(x: 100, y: 48))
    rig.release(Point(x: 100, y: 52))
    #expect(rig.selections == [])
  }

  @Test func doubleClicks() {
    var model = list(9)
    model.interaction.mouseClick = .double
    let rig = ScreenRig([model])
    rig.frame()
    rig.click(rig.center(0, 2))
    #expect(rig.selections == [])
    rig.click(rig.center(0, 2), clicks: 2)
    rig.click(rig.center(0, 2), clicks: 3)
    #expect(rig.selections == [ItemPath(component: 0, item: 2)])
    rig.click(rig.center(0, 2), clicks: 4)
    #expect(rig.selections.count == 2)
  }

  /// All clicks of a series, as the system counts them.
  private func clickSeries(_ rig: ScreenRig, _ point: Point, count: Int) {
    for click in 1...count { rig.click(point, clicks: click) }
  }

  @Test func aSeriesOfClicksActivatesOnce() {
    let rig = ScreenRig([list(9)])
    rig.frame()
    clickSeries(rig, rig.center(0, 2), count: 3)
    #expect(rig.selections == [ItemPath(component: 0, item: 2)])
    clickSeries(rig, rig.center(0, 2), count: 2)
    #expect(rig.selections.count == 2)
  }

  /// Rows may be lower than the distance the system allows the presses of a series.
  @Test func quickClicksOnTwoItemsAreTwoSeries() {
    let rig = ScreenRig([list(9, height: 20)])
    rig.frame()
    rig.click(rig.center(0, 2), clicks: 1)
    rig.click(rig.center(0, 3), clicks: 2)
    rig.click(rig.center(0, 3), clicks: 3)
    #expect(rig.selections.map(\.item) == [2, 3])
  }

  @Test(arguments: Interaction.MouseClick.allCases)
  func aSeriesThatBeganElsewhereMeansNothing(mouseClick: Interaction.MouseClick) {
    var carousel = carousel(20, indicator: .below)
    carousel.interaction.mouseClick = mouseClick
    var rows = list(40)
    rows.interaction.mouseClick = mouseClick
    let rig = ScreenRig([carousel, rows])
    rig.settle()
    for point in [rig.center(0, 0), rig.center(1, 1), Point(x: 148 + 2 * 14 + 3, y: 111)] {
      for clicks in 2...4 { rig.click(point, clicks: clicks) }
      rig.settle()
    }
    // The press reaches no scrollbar track, and nothing is highlighted.
    rig.move(Point(x: 396, y: 300))
    rig.settle()
    rig.click(Point(x: 396, y: 550), clicks: 2)
    rig.settle()
    #expect(rig.selections == [])
    #expect(rig.controller.selected == nil && rig.controller.state.keyboard.path == nil)
    #expect(rig.horizontalOffset(0) == 0)
    #expect(rig.offset == 0)
  }

  /// What a click brings under the pointer is not hit by the second one.
  @Test(arguments: [true, false])
  func theSecondClickDoesNotHitWhatTheFirstBrought(replaces: Bool) {
    let rig = ScreenRig([list(9)])
    rig.frame()
    let point = rig.center(0, 2)
    rig.click(point)
    if replaces {
      rig.controller.reload(Screen(components: [list(9, from: 100)]), animation: .none)
    } else {
      var items = rig.controller.screen.components[0].items
      items.insert(Item(title: "new", size: Size(height: 50)), at: 0)
      var model = rig.controller.screen.components[0]
      model.items = items
      rig.controller.reload(Screen(components: [model]), animation: .none)
    }
    rig.settle()
    rig.click(point, clicks: 2)
    #expect(rig.selections == [ItemPath(component: 0, item: 2)])
    rig.click(point)
    #expect(rig.selections.count == 2)
  }

  @Test func aDoubleClickIsTwoClicksOnOneItem() {
    var model = list(9)
    model.interaction.mouseClick = .double
    let rig = ScreenRig([model])
    rig.frame()
    let point = rig.center(0, 2)
    rig.click(point)
    model.items.insert(Item(title: "new", size: Size(height: 50)), at: 0)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.settle()
    rig.click(point, clicks: 2)
    #expect(rig.selections == [])
    clickSeries(rig, point, count: 2)
    #expect(rig.selections == [ItemPath(component: 0, item: 2)])
  }

  @Test func aHeaderIsClickedOnlyWhenItHasAnAction() {
    var model = list(3)
    model.header = Item(title: "a", size: Size(height: 40))
    model.footer = Item(title: "b", action: "more", size: Size(height: 40))
    let rig = ScreenRig([model])
    rig.frame()
    rig.click(Point(x: 50, y: 20))
    // 40 + 3 · 50 = 190
    rig.click(Point(x: 50, y: 200))
    #expect(rig.selections == [ItemPath(component: 0, part: .footer)])
  }

  // MARK: States

  @Test func statesFollowThePointer() {
    let rig = ScreenRig([list(9)])
    rig.frame()
    rig.move(rig.center(0, 2))
    #expect(rig.state(0, 2) == .hover)
    rig.press(rig.center(0, 2))
    #expect(rig.state(0, 2) == [.hover, .highlighted])
    rig.move(Point(x: 200, y: 126))
    rig.release(Point(x: 200, y: 126))
    #expect(rig.state(0, 2) == [.hover, .selected])
    rig.controller.handle(.pointerLeft, at: rig.now)
    #expect(rig.state(0, 2) == .selected)
  }

  @Test func hoverChangesWhenContentScrollsBelowAStillPointer() {
    let rig = ScreenRig([list(40)])
    rig.frame()
    rig.move(Point(x: 100, y: 125))
    #expect(rig.state(0, 2) == .hover)
    rig.controller.scroll(to: 60)
    rig.frame()
    // 125 + 60 = 185
    #expect(rig.state(0, 3) == .hover)
    #expect(rig.state(0, 2) == [])
  }

  // MARK: Drags

  @Test func aVerticalDragMovesTheScreenOneToOne() {
    let rig = ScreenRig([list(100)])
    rig.frame()
    rig.drag(Point(x: 200, y: 500), to: Point(x: 220, y: 300))
    #expect(rig.offset == 200)
    #expect(rig.selections == [])
    let atRelease = rig.offset
    rig.release(Point(x: 220, y: 300))
    rig.settle()
    #expect(rig.offset > atRelease + 100)
    #expect(rig.selections == [])
  }

  @Test func aPointerThatRestsBeforeItLetsGoDoesNotFling() {
    let rig = ScreenRig([list(100)])
    rig.frame()
    rig.drag(Point(x: 200, y: 500), to: Point(x: 200, y: 300))
    rig.wait(0.5)
    rig.release(Point(x: 200, y: 300))
    rig.settle()
    #expect(rig.offset == 200)
  }

  @Test func theNextPressStopsAFling() {
    let rig = ScreenRig([list(400)])
    rig.frame()
    rig.drag(Point(x: 200, y: 500), to: Point(x: 200, y: 100))
    rig.release(Point(x: 200, y: 100))
    rig.frame()
    rig.frame()
    rig.press(Point(x: 200, y: 300))
    let offset = rig.offset
    #expect(offset > 400)
    for _ in 0..<30 { rig.frame() }
    #expect(rig.offset == offset)
  }

  @Test func theAxisIsDecidedOnce() {
    let rig = ScreenRig([carousel(20), list(40, from: 100)])
    rig.frame()
    rig.press(Point(x: 300, y: 50))
    rig.move(Point(x: 290, y: 52))
    rig.move(Point(x: 200, y: 300))
    rig.frame()
    #expect(rig.horizontalOffset(0) == 100 && rig.offset == 0)
    rig.wait(1)
    rig.release(Point(x: 200, y: 300))
    rig.press(Point(x: 300, y: 90))
    rig.move(Point(x: 302, y: 80))
    rig.move(Point(x: 100, y: 40))
    rig.frame()
    #expect(rig.horizontalOffset(0) == 100 && rig.offset == 50)
  }

  @Test func aHorizontalDragOverNothingThatMovesDoesNothing() {
    let rig = ScreenRig([list(40)])
    rig.frame()
    rig.drag(Point(x: 300, y: 300), to: Point(x: 100, y: 290))
    rig.release(Point(x: 100, y: 290))
    rig.settle()
    #expect(rig.offset == 0 && rig.selections == [])
  }

  @Test func pulledPastTheTopItComesBack() {
    let rig = ScreenRig([list(40)])
    rig.frame()
    rig.drag(Point(x: 200, y: 100), to: Point(x: 200, y: 300))
    #expect(rig.offset < -50 && rig.offset > -200)
    rig.release(Point(x: 200, y: 300))
    rig.settle()
    #expect(rig.offset == 0)
  }

  // MARK: Carousels

  @Test func aCarouselSnapsToAnItem() {
    let rig = ScreenRig([carousel(20, paginate: .item)])
    rig.frame()
    rig.drag(Point(x: 350, y: 50), to: Point(x: 50, y: 50))
    rig.wait(1)
    rig.release(Point(x: 50, y: 50))
    rig.settle()
    // Item 3 is 480…630; its middle, 555, comes to 200.
    #expect(rig.horizontalOffset(0) == 355)
    #expect(rig.carousels == [ItemPath(component: 0, item: 3)])
  }

  @Test func aCarouselTurnsAPage() {
    let rig = ScreenRig([carousel(20, paginate: .page)])
    rig.frame()
    rig.drag(Point(x: 350, y: 50), to: Point(x: 305, y: 50))
    rig.wait(1)
    rig.release(Point(x: 305, y: 50))
    rig.settle()
    // Two items of 150 points fit.
    #expect(rig.horizontalOffset(0) == 320)
  }

  @Test func aClickOnADotGoesToItsPage() {
    let rig = ScreenRig([carousel(20, indicator: .below)])
    rig.settle()
    // 20 items are 10 pages of two; the dots start at (400 − 133) / 2 = 133.5, so at 134, and stand
    // in 100…122.
    rig.click(Point(x: 134 + 2 * 14 + 3, y: 111))
    rig.settle()
    #expect(rig.horizontalOffset(0) == 640)
    #expect(rig.components[0].views.root.pageIndicator.currentPage == 2)
    rig.click(Point(x: 134 + 9 * 14 + 3, y: 111))
    rig.settle()
    #expect(rig.horizontalOffset(0) == 2790)
    #expect(rig.components[0].views.root.pageIndicator.currentPage == 9)
    #expect(rig.selections == [])
  }
}
