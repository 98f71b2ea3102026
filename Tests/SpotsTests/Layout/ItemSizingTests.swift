import SpotsTestSupport
import Testing

@testable import Spots

@Suite struct ItemSizingTests {
  private func sizing(_ kind: ComponentModel.Kind, span: Double = 0) -> ItemSizing {
    ItemSizing(
      model: ComponentModel(
        kind: kind, layout: Layout(span: span, itemSpacing: 10, inset: EdgeInsets(left: 20))),
      width: 400)
  }

  private func size(_ sizing: ItemSizing, own: Size, computed: Size) -> Size {
    sizing.size(own: own) { _ in computed }
  }

  @Test func aSpanDecidesTheWidth() {
    // (400 − 20 + 10) / 4 − 10 = 87.5, whatever item and view say.
    let sizing = sizing(.grid, span: 4)
    #expect(
      size(sizing, own: Size(width: 200, height: 30), computed: Size(width: 9, height: 9))
        == Size(width: 87.5, height: 30))
    #expect(
      size(sizing, own: .zero, computed: Size(width: 9, height: 9))
        == Size(width: 87.5, height: 9))
  }

  @Test func aCarouselsItemAndItsSpacingAreASpanthOfWhatIsSeen() {
    // (400 − 20) / 4 − 10 = 85
    let sizing = sizing(.carousel, span: 4)
    #expect(size(sizing, own: Size(height: 30), computed: .zero) == Size(width: 85, height: 30))
    var grid = ComponentModel(kind: .grid, layout: Layout(span: 4, itemSpacing: 10))
    #expect(ItemSizing(model: grid, width: 400).fixedWidth == 92.5)
    grid.interaction.scrollDirection = .horizontal
    #expect(ItemSizing(model: grid, width: 400).fixedWidth == 90)
  }

  @Test func withoutASpanItemThenViewThenRow() {
    let sizing = sizing(.carousel)
    let computed = Size(width: 150, height: 40)
    #expect(size(sizing, own: Size(width: 200), computed: computed) == Size(width: 200, height: 40))
    #expect(size(sizing, own: .zero, computed: computed) == computed)
    #expect(size(sizing, own: .zero, computed: Size(height: 40)) == Size(width: 380, height: 40))
  }

  @Test func neverWiderThanTheComponent() {
    #expect(
      size(sizing(.carousel), own: Size(width: 999, height: 1), computed: .zero).width == 400)
    #expect(size(sizing(.grid), own: Size(height: 1), computed: Size(width: 999)).width == 400)
    #expect(size(sizing(.list), own: Size(width: 999, height: 1), computed: .zero).width == 380)
  }

  @Test func whatNoLengthCanBeCountsAsNothing() {
    let odd = Size(width: .nan, height: -.infinity)
    #expect(size(sizing(.grid), own: .zero, computed: odd) == Size(width: 380, height: 0))
    let endless = Size(width: .infinity, height: .infinity)
    #expect(size(sizing(.grid), own: .zero, computed: endless) == Size(width: 380, height: 0))
    #expect(
      size(sizing(.list), own: Size(height: .infinity), computed: Size(width: 9, height: 9))
        == Size(width: 380, height: 9))
  }

  @Test func theViewIsAskedAtMostOnceAndOnlyWhenNeeded() {
    var rooms: [Size] = []
    let compute: (Size) -> Size = { room in
      rooms.append(room)
      return room
    }
    _ = sizing(.grid).size(own: Size(width: 30, height: 30), compute: compute)
    #expect(rooms == [])
    _ = sizing(.grid).size(own: Size(width: 30), compute: compute)
    #expect(rooms == [Size(width: 30, height: .infinity)])
    _ = sizing(.grid).size(own: .zero, compute: compute)
    #expect(rooms.last == Size(width: 380, height: .infinity))
    #expect(rooms.count == 2)
  }

  // MARK: A least width

  private func adaptive(
    _ kind: ComponentModel.Kind, count: Int = 100, width: Double, textScale: Double = 1,
    _ change: (inout Layout) -> Void = { _ in }
  ) -> ItemSizing {
    var layout = Layout(
      minItemWidth: 160, itemSpacing: 12, inset: EdgeInsets(left: 16, right: 16))
    change(&layout)
    let items = Array(repeating: Item(title: "A"), count: count)
    return ItemSizing(
      model: ComponentModel(kind: kind, layout: layout, items: items), width: width,
      textScale: textScale)
  }

  @Test func asManyColumnsAsFitShareTheRow() {
    for kind in [ComponentModel.Kind.grid, .list] {
      for width in stride(from: 200.0, through: 3000, by: 1) {
        for textScale in [0.75, 1, 1.5, 2, 3] {
          let sizing = adaptive(kind, width: width, textScale: textScale)
          let columns = max(((width - 32 + 12) / (160 * textScale + 12)).rounded(.down), 1)
          let itemWidth = (width - 32 + 12) / columns - 12
          #expect(sizing.span == columns && abs((sizing.fixedWidth ?? 0) - itemWidth) < 1e-6)
          if columns > 1 { #expect(itemWidth >= 160 * textScale - 1e-6) }
        }
      }
    }
  }

  /// At every width the frames of the columns tile the row, from inset to inset, the spacing apart.
  @Test func theColumnsTileTheRow() throws {
    var random = RandomComponents(seed: 93)
    for width in stride(from: 200.0, through: 3000, by: 1) {
      let textScale = random.pick([0.75, 1, 1.25, 1.5, 2, 2.5, 3])
      let (least, spacing) = (40 + random.length(upTo: 300), random.pick([0, 8, 12, 24.5]))
      let inset = EdgeInsets(left: random.pick([0, 16]), right: random.pick([0, 16, 40]))
      let room = width - inset.left - inset.right
      let columns = max(Int((room + spacing) / (least * textScale + spacing)), 1)
      var geometry = ComponentGeometry(
        model: ComponentModel(
          kind: random.pick([.grid, .list]),
          layout: Layout(minItemWidth: least, itemSpacing: spacing, inset: inset),
          items: ItemList((0..<columns + 1).map { Item(title: "\($0)") })),
        width: width, headerHeight: 0, footerHeight: 0, textScale: textScale)
      let size = Size(width: geometry.sizing.fixedWidth ?? 0, height: 10)
      geometry.prepareAll { _ in size }
      let frames = (0...columns).map { geometry.frame(ofItem: $0) }
      var x = inset.left
      for frame in frames.dropLast() {
        #expect(frame.y == 0 && abs(frame.x - x) < 1e-6, "\(width): \(frame), not at \(x)")
        if columns > 1 { #expect(frame.width > least * textScale - 1e-6, "\(width)") }
        x = frame.maxX + spacing
      }
      #expect(abs(x - spacing - (width - inset.right)) < 1e-6, "\(width): ends at \(x - spacing)")
      #expect(frames[columns].y == 10 && frames[columns].x == inset.left, "\(width)")
    }
  }

  @Test func theColumnThatFitsExactlyIsThere() {
    // 3 · 160 + 2 · 12 + 32
    #expect(adaptive(.grid, width: 536).span == 3)
    #expect(adaptive(.grid, width: 535).span == 2)
    #expect(adaptive(.grid, width: 2000) { $0.maxItemsPerRow = 4 }.span == 4)
    #expect(adaptive(.grid, width: 0).span == 1)
    // It takes precedence over a span.
    #expect(adaptive(.grid, width: 536) { $0.span = 7 }.span == 3)
  }

  @Test func aCarouselShowsWholeColumnsAndAPartOfTheNext() {
    for width in stride(from: 240.0, through: 3000, by: 7) {
      for peek in [0.1, 1.0 / 6, 0.5] {
        let sizing = adaptive(.carousel, width: width) { $0.peek = peek }
        let item = sizing.fixedWidth ?? 0
        let seen = (sizing.span).rounded(.down)
        // What is left of the component behind the last whole column and its spacing.
        let rest = width - 16 - seen * (item + 12)
        #expect(abs(rest - peek * item) < 1e-6, "\(width)")
        #expect(seen >= 1 && (seen == 1 || item >= 160 - 1e-6))
        // One more would be too narrow.
        #expect((width - 16 - (seen + 1) * 12) / (seen + 1 + peek) < 160)
      }
      let whole = adaptive(.carousel, width: width) { $0.peek = 0 }
      #expect(whole.span == adaptive(.grid, width: width).span)
      #expect(whole.fixedWidth == adaptive(.grid, width: width).fixedWidth)
    }
  }

  @Test func columnsThatAllFitShareTheRow() {
    // 4 columns of two in 836 points would fit five times.
    let sizing = adaptive(.carousel, count: 7, width: 836) { $0.itemsPerRow = 2 }
    #expect(sizing.fixedWidth == 192.0)
    // None becomes a giant.
    #expect(adaptive(.carousel, count: 2, width: 1920).fixedWidth == 320)
  }

  @Test func theRatioDecidesTheHeight() {
    for kind in [ComponentModel.Kind.grid, .list, .carousel] {
      let sizing = adaptive(kind, width: 536) { $0.itemRatio = 1.6 }
      let measured = sizing.size(own: Size(width: 9, height: 9)) { _ in Size(width: 9, height: 9) }
      #expect(measured.width == sizing.fixedWidth && measured.height == measured.width / 1.6)
    }
    let model = ComponentModel(kind: .grid, layout: Layout(itemRatio: 2))
    let own = ItemSizing(model: model, width: 300)
    #expect(own.size(own: Size(width: 100)) { _ in .zero } == Size(width: 100, height: 50))
    #expect(own.size(own: .zero) { _ in Size(width: 80, height: 9) } == Size(width: 80, height: 40))
  }
}
