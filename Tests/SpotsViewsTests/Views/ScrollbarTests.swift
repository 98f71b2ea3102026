import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct ScrollbarTests {
  private let viewport = Size(width: 400, height: 608)

  @Test func theThumbIsAsMuchOfTheTrackAsIsSeen() {
    // The track is 600; of 2432 points 608 are seen, a quarter.
    let top = Scrollbar.thumb(offset: 0, length: 2432, viewport: viewport)
    #expect(top == Rect(x: 393, y: 4, width: 4, height: 150))
    #expect(Scrollbar.thumb(offset: 1824, length: 2432, viewport: viewport).maxY == 604)
    #expect(Scrollbar.thumb(offset: 1e9, length: 2432, viewport: viewport).maxY == 604)
    #expect(Scrollbar.thumb(offset: 0, length: 1e9, viewport: viewport).height == 32)
  }

  @Test func itFadesAMomentAfterTheLastMovement() {
    let bar = Scrollbar()
    func update(_ time: Double) -> Double? {
      bar.update(offset: 0, length: 2000, viewport: viewport, at: time)
    }
    #expect(update(0) == nil)
    #expect(bar.isHidden)
    bar.contentMoved(at: 1)
    #expect(update(1) == 1.8)
    #expect(!bar.isHidden && bar.opacity == 1)
    #expect(update(1.9) == 1.9)
    #expect(abs(bar.opacity - 0.5) < 1e-9)
    #expect(update(2.01) == nil)
    #expect(bar.isHidden)
    #expect(update(9) == nil)
  }

  /// Screens have margins of 16 points at their sides, and cards of 12; rows reach to the edges,
  /// but have nothing in their margins. The bar stays beside all of that, also under the pointer.
  @Test func itStaysWithinTheMargin() {
    let bar = Scrollbar()
    for pointer in [Point(x: 100, y: 100), Point(x: 398, y: 100)] {
      bar.contentMoved(at: 1)
      _ = bar.update(offset: 0, length: 2000, viewport: viewport, at: 1)
      bar.state = bar.track.contains(pointer) ? .hover : []
      _ = bar.update(offset: 0, length: 2000, viewport: viewport, at: 1)
      #expect(bar.thumb.x >= viewport.width - 12 && bar.thumb.maxX < viewport.width)
    }
    #expect(bar.track.x >= viewport.width - 12 && bar.track.maxX == viewport.width)
  }

  @Test func contentThatFitsHasNone() {
    let bar = Scrollbar()
    bar.contentMoved(at: 1)
    #expect(bar.update(offset: 0, length: 608, viewport: viewport, at: 1) == nil)
    #expect(bar.isHidden)
  }
}
