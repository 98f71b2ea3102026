import SpotsTestSupport
import Testing

@testable import Spots

/// The rules of layout, each with its numbers worked out by hand.
@Suite struct ComponentGeometryTests {
  private static let inset = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)

  private func geometry(
    _ kind: ComponentModel.Kind, _ layout: Layout, _ sizes: [Size], width: Double = 400,
    header: Double = 0, footer: Double = 0, size: Size = .zero
  ) -> ComponentGeometry {
    let model = ComponentModel(
      kind: kind, layout: layout, items: ItemList(sizes.map { Item(size: $0) }), size: size)
    var geometry = ComponentGeometry(
      model: model, width: width, headerHeight: header, footerHeight: footer)
    let sizing = geometry.sizing
    // A view that wants 88 by 44, where the item leaves the choice.
    geometry.prepareAll { sizing.size(own: sizes[$0]) { _ in Size(width: 88, height: 44) } }
    return geometry
  }

  private func frames(_ geometry: ComponentGeometry, _ count: Int) -> [Rect] {
    (0..<count).map { geometry.frame(ofItem: $0) }
  }

  private func heights(_ heights: [Double]) -> [Size] { heights.map { Size(height: $0) } }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  // MARK: Lists

  @Test func listRowsBelowEachOther() {
    let list = geometry(
      .list, Layout(lineSpacing: 5, inset: Self.inset), heights([50, 0, 70]), header: 24,
      footer: 16)
    // Width 400 − 20 − 40 = 340. First row at 24 + 10 = 34; the next ones 5 behind the one before:
    // 34 + 50 + 5 = 89, 89 + 44 + 5 = 138.
    #expect(
      frames(list, 3) == [rect(20, 34, 340, 50), rect(20, 89, 340, 44), rect(20, 138, 340, 70)])
    // 24 + 10 + (50 + 5 + 44 + 5 + 70) + 30 + 16 = 254
    #expect(list.contentSize == Size(width: 400, height: 254))
    #expect(list.headerFrame(inner: 100) == rect(0, 0, 400, 24))
    // 254 − 16 = 238
    #expect(list.footerFrame == rect(0, 238, 400, 16))
  }

  @Test func listRowsTakeTheWholeRowWhateverTheirItemsAskFor() {
    let list = geometry(
      .list, Layout(inset: Self.inset), [Size(width: 50, height: 10), Size(width: 999, height: 10)])
    #expect(frames(list, 2) == [rect(20, 10, 340, 10), rect(20, 20, 340, 10)])
  }

  @Test func listOfColumns() {
    let list = geometry(.list, Layout(span: 2, itemSpacing: 10), heights([50, 60, 70]))
    // (400 + 10) / 2 − 10 = 195; the second column starts 10 behind the first.
    #expect(frames(list, 3) == [rect(0, 0, 195, 50), rect(205, 0, 195, 60), rect(0, 60, 195, 70)])
    #expect(list.contentSize.height == 130)
  }

  // MARK: Grids

  @Test func gridsKeepTheirSpacingAndFillTheRow() {
    let grid = geometry(
      .grid, Layout(span: 3, itemSpacing: 10, lineSpacing: 4, inset: Self.inset),
      heights([50, 80, 60, 30]), width: 380, header: 10, footer: 6)
    // (380 − 20 − 40 + 10) / 3 − 10 = 100. Columns from 20 to 340 with 10 between: 20, 130, 240.
    // First row at 10 + 10, 80 high; second at 20 + 80 + 4 = 104, in the same columns.
    #expect(
      frames(grid, 4) == [
        rect(20, 20, 100, 50), rect(130, 20, 100, 80), rect(240, 20, 100, 60),
        rect(20, 104, 100, 30),
      ])
    // 10 + 10 + (80 + 4 + 30) + 30 + 6 = 170
    #expect(grid.contentSize == Size(width: 380, height: 170))
  }

  @Test func gridWithAFractionalSpan() {
    let grid = geometry(.grid, Layout(span: 2.5, itemSpacing: 10), heights([10, 10, 10]))
    // (400 + 10) / 2.5 − 10 = 154. Two whole columns fit, 10 apart: 0 and 164.
    #expect(frames(grid, 3) == [rect(0, 0, 154, 10), rect(164, 0, 154, 10), rect(0, 10, 154, 10)])
  }

  @Test func gridWithOneColumn() {
    let grid = geometry(.grid, Layout(span: 1, itemSpacing: 10), heights([10, 20]))
    // (400 + 10) / 1 − 10 = 400: there is no gap.
    #expect(frames(grid, 2) == [rect(0, 0, 400, 10), rect(0, 10, 400, 20)])
  }

  /// Whatever the span and the insets, what is between two items of a row is the item spacing, and
  /// a row of whole columns begins and ends at the insets.
  @Test func gapsAreTheItemSpacing() {
    var random = RandomComponents(seed: 11)
    for run in 0..<500 {
      let span = random.oneIn(3) ? 1 + Double(random.below(90)) / 10 : Double(1 + random.below(9))
      let inset = EdgeInsets(
        left: random.length(upTo: 60), right: random.length(upTo: 60))
      let layout = Layout(
        span: span, itemSpacing: random.length(upTo: 30), inset: inset,
        dynamicSpan: random.oneIn(3))
      let width = 500 + random.length(upTo: 1500)
      let count = 1 + random.below(20)
      let kind = random.pick([ComponentModel.Kind.grid, .list])
      let row = frames(
        geometry(kind, layout, heights(Array(repeating: 10, count: count)), width: width), count
      ).filter { $0.y == 0 }
      #expect(row[0].x == inset.left, "run \(run)")
      for (a, b) in zip(row, row.dropFirst()) {
        #expect(abs(b.x - a.maxX - layout.itemSpacing) < 1e-9, "run \(run)")
      }
      let isDynamic = layout.dynamicSpan && Double(count) < span
      let isWhole = isDynamic || span == span.rounded() && count >= Int(span)
      if isWhole {
        #expect(abs(row[row.count - 1].maxX - (width - inset.right)) < 1e-9, "run \(run)")
      }
    }
  }

  @Test func gridWithoutRoomForItsSpacing() {
    // (400 + 10) / 50 − 10 = −1.8, so 0.
    let grid = geometry(.grid, Layout(span: 50, itemSpacing: 10), heights([10]))
    #expect(frames(grid, 1) == [rect(0, 0, 0, 10)])
  }

  @Test func gridWithoutSpanPacksItsItems() {
    let sizes = [(120, 50), (150, 80), (100, 60), (500, 20), (0, 0)].map {
      Size(width: $0.0, height: $0.1)
    }
    let grid = geometry(
      .grid, Layout(itemSpacing: 10, lineSpacing: 4, inset: EdgeInsets(left: 5)), sizes)
    // Room 395: 120 + 10 + 150 = 280, and 10 + 100 make 390. 500 is cut to 400, wider than the row,
    // and stands alone at 80 + 4 = 84; the last one, 88 by 44, comes below at 84 + 20 + 4 = 108.
    #expect(
      frames(grid, 5) == [
        rect(5, 0, 120, 50), rect(135, 0, 150, 80), rect(295, 0, 100, 60), rect(5, 84, 400, 20),
        rect(5, 108, 88, 44),
      ])
    #expect(grid.contentSize == Size(width: 400, height: 152))
  }

  @Test func fewerItemsThanADynamicSpanShareTheRow() {
    let layout = Layout(span: 4, itemSpacing: 10, dynamicSpan: true)
    // Two items: (400 + 10) / 2 − 10 = 195. Five items: (400 + 10) / 4 − 10 = 92.5. In a carousel
    // the spacing comes off as a whole: 400 / 2 − 10 = 190.
    #expect(geometry(.grid, layout, heights([1, 1])).frame(ofItem: 1) == rect(205, 0, 195, 1))
    #expect(geometry(.grid, layout, heights([1, 1, 1, 1, 1])).frame(ofItem: 0).width == 92.5)
    #expect(geometry(.carousel, layout, heights([1, 1])).frame(ofItem: 1) == rect(200, 0, 190, 1))
  }

  @Test func aFixedHeightIsThatOfTheSize() {
    let layout = Layout(dynamicHeight: false)
    #expect(
      geometry(.list, layout, heights([50, 50]), size: Size(height: 70)).contentSize.height == 70)
    // An item without a height does not disappear.
    for height in [0, -3, Double.nan] {
      let list = geometry(.list, layout, heights([50, 50]), size: Size(height: height))
      #expect(list.contentSize.height == 100)
    }
  }

  // MARK: Carousels

  @Test func aPageIndicatorTakesRoomWhereThereArePages() {
    for indicator in Layout.PageIndicator.allCases {
      let layout = Layout(span: 1, pageIndicator: indicator, showEmptyComponent: true)
      for kind in [ComponentModel.Kind.list, .grid] {
        let rows = geometry(kind, layout, heights([44, 44]), header: 10, footer: 6)
        #expect(rows.contentSize.height == 104)
        #expect(rows.footerFrame?.y == 98)
        #expect(rows.pageIndicatorFrame == nil)
      }
      let empty = geometry(.carousel, layout, [], header: 10, footer: 6)
      #expect(empty.contentSize.height == 16)
      #expect(empty.pageIndicatorFrame == nil)
      let carousel = geometry(.carousel, layout, heights([44, 44]), header: 10, footer: 6)
      #expect(carousel.contentSize.height == (indicator == .below ? 82 : 60))
    }
  }

  @Test func carouselColumns() {
    let carousel = geometry(
      .carousel, Layout(itemSpacing: 10, lineSpacing: 4, itemsPerRow: 2, inset: Self.inset),
      [(100, 50), (80, 60), (120, 40), (90, 30), (70, 20)].map { Size(width: $0.0, height: $0.1) },
      header: 24, footer: 16)
    // All are 60 high. Columns start at 20, 20 + 100 + 10 = 130, 130 + 120 + 10 = 260; y is
    // 24 + 10 = 34 and 34 + 60 + 4 = 98.
    #expect(
      frames(carousel, 5) == [
        rect(20, 34, 100, 60), rect(20, 98, 80, 60), rect(130, 34, 120, 60), rect(130, 98, 90, 60),
        rect(260, 34, 70, 60),
      ])
    // Height 2 · (60 + 4) − 4 + 24 + 16 + 10 + 30 = 204; width 20 + (100 + 10 + 120 + 10 + 70) + 40
    // = 370, so that nothing moves in 400.
    #expect(carousel.contentSize == Size(width: 370, height: 204))
    #expect(carousel.horizontalRange == 0)
  }

  @Test func carouselWithAFractionalSpan() {
    let carousel = geometry(
      .carousel, Layout(span: 3.5, itemSpacing: 10, inset: EdgeInsets(left: 25, right: 25)),
      heights([44, 44, 44, 44, 44]))
    // (400 − 50) / 3.5 − 10 = 90; five with 10 between are 490, and 50 around them make 540.
    #expect(carousel.frame(ofItem: 4) == rect(425, 0, 90, 44))
    #expect(carousel.contentSize.width == 540)
    #expect(carousel.horizontalRange == 140)
  }

  @Test func pageIndicators() {
    func carousel(_ indicator: Layout.PageIndicator) -> ComponentGeometry {
      geometry(
        .carousel, Layout(inset: EdgeInsets(top: 5, bottom: 8), pageIndicator: indicator),
        [Size(width: 500, height: 100)], footer: 16)
    }
    // Below: 5 + 100 + 8 + 22 + 16 = 151; the dots stand between the bottom inset and the footer.
    #expect(carousel(.below).contentSize.height == 151)
    #expect(carousel(.below).pageIndicatorFrame == rect(0, 113, 400, 22))
    // Overlay: 5 + 100 + 8 + 16 = 129; the dots stand on the items, 105 − 22 = 83.
    #expect(carousel(.overlay).contentSize.height == 129)
    #expect(carousel(.overlay).pageIndicatorFrame == rect(0, 83, 400, 22))
    #expect(carousel(.none).contentSize.height == 129)
    #expect(carousel(.none).pageIndicatorFrame == nil)
  }

  /// The items of a carousel are seen beside its lane, and dots over them are in the middle of
  /// that.
  @Test(arguments: Layout.Alignment.allCases)
  func dotsOverTheItemsAreInTheMiddleOfWhatIsSeen(align: Layout.Alignment) {
    func strip(_ indicator: Layout.PageIndicator) -> Rect? {
      let layout = Layout(maxWidth: 500, align: align, pageIndicator: indicator)
      let model = ComponentModel(
        kind: .carousel, layout: layout,
        items: ItemList((0..<9).map { _ in Item(size: Size(width: 480, height: 100)) }))
      let lane = Lane(x: 0, width: 1400).limited(to: 500, align)
      var geometry = ComponentGeometry(
        model: model, width: 1400, lane: lane, headerHeight: 0, footerHeight: 0)
      geometry.prepareAll { _ in Size(width: 480, height: 100) }
      return geometry.pageIndicatorFrame
    }
    #expect(strip(.overlay)?.midX == 700)
    #expect(strip(.below)?.width == 500)
  }

  // MARK: Header, height, emptiness

  @Test func aStickyHeaderStopsAtTheFooter() {
    let list = geometry(
      .list, Layout(headerMode: .sticky), heights([100, 100]), header: 30, footer: 20)
    // Content 30 + 200 + 20 = 250; the header moves until 250 − 20 − 30 = 200.
    #expect(list.headerFrame(inner: 0)?.y == 0)
    #expect(list.headerFrame(inner: 120.5)?.y == 120.5)
    #expect(list.headerFrame(inner: 240)?.y == 200)
  }

  @Test func withoutDynamicHeightTheModelSays() {
    let list = geometry(
      .list, Layout(dynamicHeight: false), heights([100, 100]), size: Size(height: 130))
    #expect(list.contentSize.height == 130)
    #expect(list.frame(ofItem: 1) == rect(0, 100, 400, 100))
  }

  @Test func anEmptyComponentTakesNoRoom() {
    let hidden = geometry(.list, Layout(inset: Self.inset), [], header: 24, footer: 16)
    #expect(hidden.contentSize.height == 0)
    #expect(hidden.headerFrame(inner: 0) == nil)
    #expect(hidden.footerFrame == nil)
    let shown = geometry(
      .list, Layout(inset: Self.inset, showEmptyComponent: true), [], header: 24, footer: 16)
    // 24 + 10 + 30 + 16 = 80
    #expect(shown.contentSize.height == 80)
    #expect(shown.headerFrame(inner: 0) == rect(0, 0, 400, 24))
    #expect(shown.footerFrame == rect(0, 64, 400, 16))
  }

  @Test func itemsByPlace() {
    let list = geometry(
      .list, Layout(lineSpacing: 5, inset: Self.inset), heights([50, 44]), header: 24)
    #expect(list.item(at: Point(x: 20, y: 34)) == 0)
    #expect(list.item(at: Point(x: 19, y: 34)) == nil)
    #expect(list.item(at: Point(x: 359, y: 83.9)) == 0)
    #expect(list.item(at: Point(x: 100, y: 86)) == nil)
    #expect(list.item(at: Point(x: 100, y: 89)) == 1)
    #expect(list.item(at: Point(x: 100, y: 10)) == nil)
  }

  // MARK: Estimates

  @Test func onlyWhatIsNearIsMeasured() {
    let model = ComponentModel(kind: .list, items: ItemList(repeatElement(Item(), count: 100_000)))
    var list = ComponentGeometry(model: model, width: 400, headerHeight: 0, footerHeight: 0)
    var measured: [Int] = []
    list.prepare(Rect(x: 0, y: 0, width: 400, height: 600)) { index in
      measured.append(index)
      return Size(width: 400, height: 60)
    }
    #expect(measured == Array(0..<10))
    // The estimate follows the first rows: 100 000 · 60.
    #expect(list.contentSize.height == 6_000_000)
    measured = []
    list.prepare(Rect(x: 0, y: 0, width: 400, height: 600)) { index in
      measured.append(index)
      return .zero
    }
    #expect(measured == [])
    list.prepare(Rect(x: 0, y: 5_999_400, width: 400, height: 600)) { index in
      measured.append(index)
      return Size(width: 400, height: 60)
    }
    #expect(measured == Array(99_990..<100_000))
    #expect(!list.isComplete)
  }
}
