import SpotsTestSupport
import Testing

@testable import Spots

/// Pages begin at items, and no item is cut off on all of them.
@MainActor
@Suite struct CarouselPagesTests {
  private struct Arrangement {
    var widths: [Double]
    var width: Double
    var spacing = 10.0
    var inset = EdgeInsets(left: 16, right: 16)
    var perColumn = 1
    var isEndless = false

    init(_ widths: [Double], width: Double) { (self.widths, self.width) = (widths, width) }

    init(_ random: inout RandomComponents, isEndless: Bool) {
      width = 200 + random.length(upTo: 900)
      let (width, isEven) = (Int(width), random.oneIn(3))
      let even = 20 + random.length(upTo: width)
      widths = (0..<1 + random.below(25)).map { _ in
        isEven ? even : 20 + random.length(upTo: width)
      }
      spacing = random.pick([0, 1, 10, 16.5, 60])
      inset = EdgeInsets(left: random.pick([0, 16, 40]), right: random.pick([0, 16, 24]))
      perColumn = random.pick([1, 1, 2, 3])
      self.isEndless = isEndless
    }

    var model: ComponentModel {
      ComponentModel(
        kind: .carousel,
        layout: Layout(
          itemSpacing: spacing, itemsPerRow: perColumn, inset: inset, pageIndicator: .below,
          infiniteScrolling: isEndless),
        interaction: Interaction(paginate: .page),
        items: ItemList(widths.map { Item(size: Size(width: $0, height: 40)) }))
    }

    @MainActor
    func rig() -> ScreenRig {
      let rig = ScreenRig([model], size: Size(width: width, height: 300))
      rig.settle()
      return rig
    }
  }

  /// The columns as the pages should see them, computed from the items' frames alone.
  private struct Columns {
    var starts: [Double] = []
    var ends: [Double] = []
    let arrangement: Arrangement

    @MainActor
    init(_ arrangement: Arrangement, _ geometry: ComponentGeometry) {
      self.arrangement = arrangement
      for item in arrangement.widths.indices {
        let frame = geometry.frame(ofItem: item)
        if item.isMultiple(of: arrangement.perColumn) {
          starts.append(frame.x)
          ends.append(frame.maxX)
        } else {
          ends[ends.count - 1] = max(ends[ends.count - 1], frame.maxX)
        }
      }
    }

    func fits(_ column: Int) -> Bool {
      ends[column] - starts[column]
        <= arrangement.width - arrangement.inset.left - arrangement.inset.right
    }

    func isSeen(_ column: Int, at offset: Double) -> Bool {
      starts[column] > offset - 0.6 && ends[column] < offset + arrangement.width + 0.6
    }
  }

  private func offsets(_ rig: ScreenRig) -> [Double] {
    let scroll = rig.components[0].scroll
    let pages = (0..<scroll.pages.count).map { scroll.offset(ofPage: $0) }
    // In an endless carousel they are the nearest ones, of two turns.
    return pages.map { $0 < 0 ? $0 + (rig.components[0].geometry.period ?? 0) : $0 }
  }

  @Test func pagesBeginAtItemsAndSkipNone() {
    var random = RandomComponents(seed: 31)
    for run in 0..<300 {
      let arrangement = Arrangement(&random, isEndless: false)
      let rig = arrangement.rig()
      let (geometry, pages) = (rig.components[0].geometry, offsets(rig))
      let columns = Columns(arrangement, geometry)
      let left = arrangement.inset.left
      #expect(pages.first == 0, "run \(run)")
      #expect(abs(pages[pages.count - 1] - geometry.horizontalRange) < 0.6, "run \(run)")
      for (page, next) in zip(pages, pages.dropFirst()) {
        #expect(next > page, "run \(run)")
        let begins = columns.starts.contains { abs($0 - left - page) < 1e-6 }
        #expect(begins, "run \(run): \(page) of \(pages)")
        // The next page begins with the first column behind the whole ones of this page.
        let right = page + arrangement.width - arrangement.inset.right
        let first = columns.starts.firstIndex { $0 > page + left - 0.6 } ?? 0
        let behind = columns.ends.firstIndex { $0 > right + 0.5 } ?? columns.ends.count - 1
        let start = columns.starts[min(max(behind, first + 1), columns.starts.count - 1)] - left
        // At the end, one that does not fit has the inset behind it and not the one before.
        let isEnd = next == pages.last && !columns.fits(columns.starts.count - 1)
        #expect(next < start + 1e-6 || isEnd, "run \(run): \(next) skips \(start)")
        #expect(next > start - 1e-6 || next == pages.last, "run \(run): \(next) before \(start)")
      }
      expectEachSeen(columns, at: pages, run: run)
    }
  }

  /// Every column that fits is seen from end to end at one of `offsets`.
  private func expectEachSeen(_ columns: Columns, at offsets: [Double], run: Int) {
    for column in columns.starts.indices where columns.fits(column) {
      let isSeen = offsets.contains { columns.isSeen(column, at: $0) }
      #expect(isSeen, "run \(run): column \(column) on none of \(offsets)")
    }
  }

  @Test func turnsOfEndlessCarouselsHaveTheSamePages() {
    var random = RandomComponents(seed: 32)
    for run in 0..<150 {
      let arrangement = Arrangement(&random, isEndless: true)
      let rig = arrangement.rig()
      let (scroll, geometry) = (rig.components[0].scroll, rig.components[0].geometry)
      guard let period = geometry.period else { continue }
      let (pages, columns) = (offsets(rig), Columns(arrangement, geometry))
      #expect(pages[0] == 0, "run \(run)")
      // Forwards and backwards through two turns, one page at a time.
      for direction in [1.0, -1] {
        var place = 0.0
        for step in 1...pages.count * 2 {
          place = scroll.snap(from: place)?(place + direction * 1000) ?? .nan
          let number = direction > 0 ? step : 2 * pages.count - step
          let turn = direction > 0 ? number / pages.count : number / pages.count - 2
          let wanted = pages[number % pages.count] + Double(turn) * period
          #expect(abs(place - wanted) < 1e-6, "run \(run): \(place), not \(wanted)")
        }
      }
      expectEachSeen(columns, at: pages + [pages[0] + period], run: run)
    }
  }

  @Test func aCarouselRestsAtItsPagesAlone() {
    var random = RandomComponents(seed: 33)
    for run in 0..<100 {
      let rig = Arrangement(&random, isEndless: random.oneIn(3)).rig()
      let (scroll, pages) = (rig.components[0].scroll, offsets(rig))
      let length = rig.components[0].geometry.period ?? scroll.horizontalScroll.maximum
      for _ in 0..<40 {
        let offset = random.length(upTo: Int(length) + 1)
        guard let rest = scroll.snap(from: offset)?(offset) else { continue }
        let isPage = pages.contains { abs($0 - rest) < 1e-6 || abs($0 + length - rest) < 1e-6 }
        #expect(isPage, "run \(run): \(rest) of \(pages)")
        let nearest = (pages + [length]).map { abs($0 - offset) }.min() ?? 0
        #expect(abs(rest - offset) < nearest + 0.6, "run \(run): \(offset) to \(rest)")
      }
    }
  }

  /// A carousel of which only what was seen is measured, in a screen of many items.
  private func unmeasured(_ arrangement: Arrangement) -> ScreenRig {
    let rig = ScreenRig(
      [list(1000, from: 100), arrangement.model],
      size: Size(width: arrangement.width, height: 300))
    rig.controller.scrollToBottom()
    rig.settle()
    return rig
  }

  /// The pages of a carousel are those of the sizes that are known by then, whatever changes them.
  @Test func pagesFollowWhatIsMeasured() throws {
    var random = RandomComponents(seed: 34)
    for run in 0..<60 {
      let rig = unmeasured(Arrangement(&random, isEndless: random.oneIn(3)))
      for step in 0..<12 {
        switch random.below(5) {
        case 0:
          rig.controller.resize(to: Size(width: 200 + random.length(upTo: 900), height: 300))
        case 1: try rig.controller.scroll(carousel: 1, to: random.length(upTo: 4000))
        case 2:
          rig.controller.environment.textScale = random.pick([1, 1.5])
          rig.controller.environmentDidChange()
        case 3:
          let item = Item(size: Size(width: 30 + random.length(upTo: 200), height: 40))
          try rig.controller.change(animation: .none) { try $0[1].insert(item, at: 0) }
        default: rig.controller.prepareAll()
        }
        rig.controller.scrollToBottom()
        rig.settle()
        let content = rig.components[1].content
        let wanted = CarouselPages.starts(content.geometry)
        #expect(content.pages.starts == wanted, "run \(run), step \(step)")
      }
    }
  }

  /// Frames that measure nothing do not count pages again, however few items are known.
  @Test func pagesAreCountedOnce() throws {
    let rig = unmeasured(Arrangement(Array(repeating: 150, count: 900), width: 400))
    let content = rig.components[1].content
    let offsets = stride(from: 0.0, through: 1280, by: 40)
    for offset in offsets {
      try rig.controller.scroll(carousel: 1, to: offset)
      rig.frame()
    }
    #expect(!content.geometry.isComplete)
    // While this array is alive, a new one has another address.
    let counted = content.pages.starts
    for offset in offsets.reversed() {
      try rig.controller.scroll(carousel: 1, to: offset)
      rig.frame()
    }
    let place = { (starts: [Int]) in starts.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(counted.count > 400 && place(content.pages.starts) == place(counted))
  }

  /// 150 points wide, 10 apart, in 400 points less 16 on each side: two fit.
  private let seven = Arrangement(Array(repeating: 150, count: 7), width: 400)

  @Test func theInsetIsInSight() throws {
    let rig = seven.rig()
    #expect(offsets(rig) == [0, 320, 640, 742])
    for page in 1..<3 {
      try rig.controller.scroll(carousel: 0, to: offsets(rig)[page])
      rig.settle()
      #expect(rig.windowFrame(0, page * 2)?.x == 16)
    }
    // The last item has the right inset beside it.
    try rig.controller.scroll(carousel: 0, to: 742)
    rig.settle()
    #expect(rig.windowFrame(0, 6)?.maxX == 384)
  }

  @Test func mirroredTheyAreTheSame() {
    let rig = ScreenRig(
      [seven.model], size: Size(width: 400, height: 300), environment: .fixed(isMirrored: true))
    rig.settle()
    for offset in [320.0, 640, 742] {
      rig.drag(Point(x: 100, y: 20), to: Point(x: 160, y: 20))
      rig.wait(1)
      rig.release(Point(x: 160, y: 20))
      rig.settle()
      #expect(rig.horizontalOffset(0) == offset)
    }
  }

  @Test func insideAnItemTheyAreTheSame() {
    let composite = Item(kind: "composite", children: [seven.model])
    let rig = ScreenRig([ComponentModel(kind: .list, items: [composite])])
    rig.settle()
    for offset in [320.0, 640, 742] {
      rig.drag(Point(x: 300, y: 20), to: Point(x: 240, y: 20))
      rig.wait(1)
      rig.release(Point(x: 240, y: 20))
      rig.settle()
      let inner = rig.controller.scrollView.allMounted.first { $0.model.kind == .carousel }
      #expect(inner?.horizontalScroll.offset == offset)
    }
  }

  @Test func dragsWheelsAndKeysTurnThem() {
    let rig = seven.rig()
    let indicator = rig.components[0].views.root.pageIndicator
    #expect(indicator.pageCount == 4)
    var places: [Double] = []
    for _ in 0..<4 {
      rig.drag(Point(x: 300, y: 20), to: Point(x: 240, y: 20))
      rig.wait(1)
      rig.release(Point(x: 240, y: 20))
      rig.settle()
      places.append(rig.horizontalOffset(0))
      #expect(indicator.currentPage == min(places.count, 3))
    }
    for _ in 0..<3 {
      rig.wheel(Point(x: 200, y: 20), x: -1)
      rig.settle()
      places.append(rig.horizontalOffset(0))
    }
    #expect(places == [320, 640, 742, 742, 640, 320, 0])
    rig.key(.tab)
    #expect(rig.offsets(pressing: .right, 6) == [0, 320, 320, 640, 640, 742])
  }

  @Test func thePageOnShowIsThePageOfItsFirstItem() throws {
    let rig = seven.rig()
    try rig.controller.scroll(carousel: 0, to: 320)
    rig.settle()
    // Three, one, four and two items fit.
    for (width, offset) in [(520.0, 0.0), (330, 320), (660, 0), (400, 320)] {
      rig.resize(width)
      rig.settle()
      #expect(rig.horizontalOffset(0) == offset, "\(width)")
    }
    // Another item comes before it.
    var model = seven.model
    model.items = ItemList(
      (0..<9).map { Item(identifier: .integer($0), size: Size(width: 150, height: 40)) })
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.settle()
    try rig.controller.scroll(carousel: 0, to: 640)
    rig.settle()
    model.items.insert(Item(identifier: .integer(50), size: Size(width: 150, height: 40)), at: 0)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.settle()
    // Item 4, the first one of the third page, is now the second one of that page.
    #expect(rig.horizontalOffset(0) == 640)
  }

  @Test func itemsAsWideAsTheCarouselAreOnePageEach() {
    var wide = Arrangement(Array(repeating: 400, count: 4), width: 400)
    (wide.spacing, wide.inset) = (0, EdgeInsets())
    #expect(offsets(wide.rig()) == [0, 400, 800, 1200])
    // With insets they do not fit; the last one has its inset.
    wide.inset = EdgeInsets(left: 16, right: 16)
    #expect(offsets(wide.rig()) == [0, 400, 800, 1232])
    wide.widths = [400]
    #expect(offsets(wide.rig()) == [0, 32])
  }

  /// A drag of more than a quarter of an item turns one page, however far it went.
  @Test func aDragTurnsOnePage() throws {
    let scroll = seven.rig().components[0].scroll
    func rest(_ start: Double, _ proposed: Double) -> Double? {
      scroll.snap(from: start)?(proposed)
    }
    #expect(rest(0, 37) == 0)
    #expect(rest(0, 38) == 320)
    #expect(rest(0, 5000) == 320)
    #expect(rest(320, 283) == 320)
    #expect(rest(320, 282) == 0)
    #expect(rest(742, 5000) == 742)
    #expect(rest(742, -5000) == 640)
    #expect(rest(0, -.infinity) == 0)
  }

  /// The widths of a long carousel are not all known, so a page may begin at any item.
  @Test func pagesOfLongCarouselsFollowEachOther() {
    let rig = ScreenRig([unevenCarousel(.page, seed: 3)])
    rig.settle()
    let scroll = rig.components[0].scroll
    #expect(scroll.pages.count > 500)
    var place = 0.0
    for _ in 0..<30 {
      let geometry = rig.components[0].geometry
      let cut = geometry.items(in: Rect(x: place, y: 0, width: 400, height: 100)).first {
        geometry.frame(ofItem: $0).maxX > place + 400.5
      }
      rig.drag(Point(x: 300, y: 20), to: Point(x: 200, y: 20))
      rig.wait(1)
      rig.release(Point(x: 200, y: 20))
      rig.settle()
      #expect(rig.snapFaults == [])
      #expect(rig.horizontalOffset(0) > place)
      let skipped = cut.map { geometry.frame(ofItem: $0).x < rig.horizontalOffset(0) - 0.5 }
      #expect(skipped != true, "from \(place) to \(rig.horizontalOffset(0))")
      place = rig.horizontalOffset(0)
    }
  }
}
