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
}
