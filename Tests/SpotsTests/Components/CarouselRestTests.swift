import SpotsTestSupport
import Testing

@testable import Spots

/// A carousel that snaps rests where it may, whatever becomes of its layout meanwhile.
@MainActor
@Suite struct CarouselRestTests {
  // MARK: Resizing

  @Test func theItemInTheMiddleStaysThere() {
    let (rig, log) = ScreenRig.atItem3()
    // Item 3 is 480…630, its middle 555.
    for width in [500.0, 620, 390, 400] {
      rig.resize(width)
      rig.settle()
      #expect(rig.horizontalOffset(0) == 555 - width / 2)
    }
    #expect(log.takeCarouselMoves() == [])
  }

  @Test func theItemComesBackFromWhereItHadNoRoom() {
    let (rig, log) = ScreenRig.atItem3()
    // Nothing but 1 point of it is seen; then the beginning; then everything at once.
    for size in [Size(width: 1, height: 1), Size(width: 1300, height: 600)] {
      rig.resize(size.width, size.height)
      rig.settle()
      rig.resize(400)
      rig.settle()
      #expect(rig.horizontalOffset(0) == 355)
    }
    rig.resize(5000)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
    for width in stride(from: 4000.0, through: 400, by: -100) { rig.resize(width) }
    rig.settle()
    #expect(rig.horizontalOffset(0) == 355)
    #expect(log.takeCarouselMoves() == [])
  }

  @Test func theEndsStayTheEnds() {
    for paginate in [Interaction.Paginate.item, .page] {
      let rig = ScreenRig([carousel(20, paginate: paginate)])
      rig.settle()
      for _ in 0..<12 { rig.dragCarousel(by: -390) }
      #expect(rig.horizontalOffset(0) == 20 * 160 - 10 - 400)
      for width in [700.0, 1, 350] {
        rig.resize(width)
        rig.settle()
        #expect(rig.horizontalOffset(0) == rig.components[0].horizontalScroll.maximum)
        #expect(rig.horizontalOffset(0) > 0)
      }
      for _ in 0..<12 { rig.dragCarousel(by: 300) }
      for width in [700.0, 1, 400] {
        rig.resize(width)
        rig.settle()
        #expect(rig.horizontalOffset(0) == 0)
      }
    }
  }

  @Test func aPageStaysThePageOfItsFirstItem() {
    var model = carousel(20, width: 0, paginate: .page, indicator: .below)
    model.layout.span = 4
    let rig = ScreenRig([model])
    let log = DelegateLog(rig)
    for _ in 0..<3 { rig.dragCarousel(by: -100) }
    #expect(rig.horizontalOffset(0) == 1200)
    _ = log.take()
    for width in [500.0, 813, 120, 400] {
      rig.resize(width)
      rig.settle()
      #expect(abs(rig.horizontalOffset(0) - 3 * width) < 1e-9)
      #expect(rig.components[0].views.root.pageIndicator.currentPage == 3)
    }
    #expect(log.takeCarouselMoves() == [])
  }

  @Test func largerItemsKeepTheirItemInTheMiddle() {
    var model = carousel(12, width: 0, paginate: .item)
    for index in model.items.indices { model.items[index].kind = "scaled" }
    let rig = ScreenRig([])
    rig.controller.configuration.register(view: ScaledView.self, identifier: "scaled")
    rig.controller.reload(Screen(components: [model]), animation: .none)
    let log = DelegateLog(rig)
    for _ in 0..<2 { rig.dragCarousel(by: -150) }
    let item = middle(rig)
    #expect(rig.horizontalOffset(0) > 0)
    _ = log.take()
    for scale in [2.0, 0.75, 1] {
      rig.controller.environment.textScale = scale
      rig.controller.environmentDidChange()
      rig.settle()
      #expect(middle(rig) == item)
      #expect(rig.snapFaults == [], "scale \(scale)")
    }
    #expect(log.takeCarouselMoves() == [])
  }

  private func middle(_ rig: ScreenRig) -> Int? {
    CarouselSnap.middleItem(
      at: rig.horizontalOffset(0), geometry: rig.components[0].geometry,
      viewport: rig.controller.size.width)
  }

  @Test func anEndlessOneKeepsItsTurn() {
    var model = carousel(5, paginate: .item)
    model.layout.infiniteScrolling = true
    let rig = ScreenRig([model])
    for _ in 0..<6 { rig.dragCarousel(by: -320) }
    let slot = 75 + 160 * 13.0
    #expect(rig.horizontalOffset(0) == slot - 200)
    // Wider than a turn it has ends, and nothing to scroll.
    for width in [300.0, 500, 2000, 450, 400] {
      rig.resize(width)
      rig.settle()
      #expect(rig.horizontalOffset(0) == (width == 2000 ? 0 : slot - width / 2))
    }
  }

  @Test func mirroredItIsTheSame() {
    let rig = ScreenRig(
      [carousel(20, paginate: .item)], environment: .fixed(isMirrored: true))
    rig.dragCarousel(by: 300)
    #expect(rig.horizontalOffset(0) == 355)
    rig.resize(700)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 205)
    #expect(rig.windowFrame(0, 3).map(\.midX) == 350)
  }

  @Test func insideAnItemItIsTheSame() {
    let composite = Item(
      identifier: .string("outer"), kind: "composite", children: [carousel(20, paginate: .item)])
    let rig = ScreenRig([
      ComponentModel(identifier: "stack", kind: .list, items: ItemList([composite, composite])),
      list(40, from: 100),
    ])
    rig.dragCarousel(by: -300)
    func offset() -> Double? {
      rig.controller.scrollView.allMounted.first { $0.model.kind == .carousel }?.horizontalScroll
        .offset
    }
    #expect(offset() == 355)
    for width in [700.0, 1, 380, 400] {
      rig.resize(width)
      rig.settle()
      #expect(offset() == 555 - width / 2 || width == 1)
    }
    // It is out of view during layout.
    rig.controller.scroll(to: 900)
    rig.settle()
    rig.resize(500)
    rig.settle()
    rig.controller.scroll(to: 0)
    rig.settle()
    #expect(offset() == 305)
  }

  @Test func withoutSnappingTheOffsetStays() {
    let rig = ScreenRig([carousel(20), list(40, from: 100)])
    let log = DelegateLog(rig)
    rig.dragCarousel(by: -300)
    _ = log.take()
    rig.resize(500)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 300)
    #expect(log.takeCarouselMoves() == [])
  }

  @Test func whatAProgramChoseStaysInTheSameLayout() throws {
    let rig = ScreenRig([carousel(20, paginate: .item)])
    try rig.controller.scroll(carousel: 0, to: 320)
    rig.settle()
    rig.controller.environment.theme = .dark
    rig.controller.environmentDidChange()
    rig.settle()
    var model = carousel(20, paginate: .item)
    model.items[7].title = "Another"
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 320)
  }

  @Test func amongManyUnknownWidthsTheItemStays() {
    let rig = ScreenRig([unevenCarousel(.item, seed: 2)])
    rig.settle()
    rig.wheel(overCarousel, x: 200, precise: true)
    rig.settle()
    rig.resize(410)
    rig.settle()
    let item = middle(rig)
    for width in [700.0, 300, 410] {
      rig.resize(width)
      rig.settle()
      #expect(middle(rig) == item)
      #expect(rig.snapFaults == [], "\(width)")
    }
  }

  // MARK: Reloading

  @Test func theItemIsFollowed() {
    let (rig, log) = ScreenRig.atItem3()
    var items = Array(carousel(20).items)
    func apply() {
      var model = carousel(20, paginate: .item)
      model.items = ItemList(items)
      rig.controller.reload(Screen(components: [model, list(40, from: 100)]), animation: .none)
      rig.settle()
    }
    items.insert(contentsOf: numbered(2, from: 50, height: 100, width: 150), at: 1)
    apply()
    #expect(rig.horizontalOffset(0) == 355 + 320)
    // Its neighbors get narrower.
    for index in [1, 2] { items[index].size.width = 50 }
    apply()
    #expect(rig.horizontalOffset(0) == 355 + 320 - 200)
    // It goes: the next one takes its place.
    items.remove(at: 5)
    apply()
    #expect(rig.horizontalOffset(0) == 355 + 320 - 200)
    #expect(items[5].identifier == .integer(4))
    // And all up to it.
    items.removeSubrange(0..<7)
    apply()
    #expect(rig.horizontalOffset(0) == 0)
    #expect(log.takeCarouselMoves() == [])
  }

  @Test func moreAtTheEndMovesNothingAway() {
    let rig = ScreenRig([carousel(10, paginate: .item)])
    rig.settle()
    rig.wheel(overCarousel, x: 500, precise: true)
    rig.settle()
    // 1600 − 10 − 400; item 8, whose middle is 1355, is nearer to 1390 than item 9.
    #expect(rig.horizontalOffset(0) == 1190)
    rig.controller.reload(Screen(components: [carousel(30, paginate: .item)]), animation: .none)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 1155)
    // At the end it stays at the end when others come before.
    rig.wheel(overCarousel, x: 500, precise: true)
    rig.settle()
    var model = carousel(30, paginate: .item)
    model.items.replaceSubrange(3..<3, with: numbered(2, from: 70, height: 100, width: 150))
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.settle()
    #expect(rig.horizontalOffset(0) == rig.components[0].horizontalScroll.maximum)
  }
}

/// A view that is as wide as text of the present scale.
private final class ScaledView: View, ItemConfigurable {
  func configure(with item: Item) {}

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: 90 * (environment?.textScale ?? 1), height: 60)
  }
}
