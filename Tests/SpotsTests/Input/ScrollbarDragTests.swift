import SpotsTestSupport
import Testing

@testable import Spots

/// The scrollbar as a handle.
@MainActor
@Suite struct ScrollbarDragTests {
  private let rig = ScreenRig([list(100)])
  private var bar: Scrollbar { rig.controller.scrollView.scrollbar }

  /// Inside of the track, which is the window's last 11 points.
  private let x = 392.0

  /// Shows the bar, as moving there does.
  private func hover(_ rig: ScreenRig, y: Double = 590) {
    rig.frame()
    rig.move(Point(x: x, y: y))
    rig.frame()
  }

  @Test func theOffsetOfAThumbIsTheInverseOfItsPlace() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<500 {
      let viewport = Size(
        width: 400, height: Double(Int.random(in: 60...1200, using: &random)))
      let length = viewport.height * Double.random(in: 1.01...500, using: &random)
      let offset = (length - viewport.height) * Double.random(in: 0...1, using: &random)
      let bar = Scrollbar()
      bar.contentMoved(at: 1)
      _ = bar.update(offset: offset, length: length, viewport: viewport, at: 1)
      #expect(abs(bar.offset(ofThumbAt: bar.thumb.y) - offset) < 1e-6 * length)
      #expect(bar.offset(ofThumbAt: -50) == 0)
      #expect(bar.offset(ofThumbAt: viewport.height) == length - viewport.height)
    }
  }

  @Test func draggingFollowsThePointer() {
    hover(rig)
    let thumb = bar.thumb
    // 600 of 5000: the track is 592 high and the thumb 71.04.
    #expect(thumb == Rect(x: 389, y: 4, width: 8, height: 71.04))
    rig.press(Point(x: x, y: 30))
    rig.move(Point(x: x, y: 130))
    rig.frame()
    // 100 of the 592 − 71.04 points the thumb can go, of the 4400 the content can.
    #expect(abs(rig.offset - 4400 * 100 / 520.96) < 1e-9)
    #expect(abs(bar.thumb.y - 104) < 1e-9)
    // However far the pointer is from it.
    rig.move(Point(x: 10, y: 5000))
    rig.frame()
    #expect(rig.offset == 4400)
    rig.move(Point(x: 10, y: -5000))
    rig.frame()
    #expect(rig.offset == 0)
    rig.release(Point(x: 10, y: 30))
    rig.move(Point(x: 10, y: 400))
    rig.settle()
    #expect(rig.offset == 0 && rig.selections == [])
  }

  @Test func theEndIsTheEndAlthoughItWasAnEstimate() {
    let rig = ScreenRig([ragged(3000), ragged(2000, seed: 5)])
    hover(rig, y: 10)
    rig.press(Point(x: x, y: 20))
    rig.move(Point(x: x, y: 700))
    rig.frame()
    #expect(rig.offset == rig.controller.contentSize.height - 600)
    #expect(rig.components[1].visibleViews.keys.max() == 1999)
    #expect(rig.windowFrame(1, 1999)?.maxY == 600)
  }

  @Test func theTrackPages() {
    hover(rig)
    rig.click(Point(x: x, y: 580))
    rig.settle()
    #expect(rig.offset == 600)
    rig.click(Point(x: x, y: 580))
    rig.settle()
    #expect(rig.offset == 1200)
    rig.click(Point(x: x, y: 6))
    rig.settle()
    #expect(rig.offset == 600)
    #expect(rig.selections == [])
  }

  @Test func hoveringKeepsIt() {
    hover(rig)
    #expect(rig.controller.renderFrame(at: rig.now + 60).next == nil)
    #expect(!bar.isHidden && bar.opacity == 1 && bar.thumb.width == 8)
    // What is below it is not hovered.
    #expect(rig.state(0, 11) == [])
    rig.wait(60)
    rig.move(Point(x: 200, y: 590))
    #expect(rig.state(0, 11) == .hover)
    rig.frame()
    #expect(!bar.isHidden && bar.thumb.width == 4)
    rig.settle()
    #expect(bar.isHidden)
  }

  @Test func aPressThatBeginsElsewhereIsNotTheBars() {
    rig.frame()
    rig.press(Point(x: x - 40, y: 300))
    rig.move(Point(x: x, y: 200))
    rig.frame()
    #expect(rig.offset == 100)
    rig.release(Point(x: x, y: 200))
  }

  @Test func hiddenItIsNotInTheWay() {
    rig.settle()
    rig.controller.handle(.pointerPressed(Point(x: x, y: 225), .left, clicks: 1), at: rig.now)
    rig.controller.handle(.pointerReleased(Point(x: x, y: 225), .left), at: rig.now)
    #expect(rig.selections == [ItemPath(component: 0, item: 4)])
  }

  @Test func contentThatFitsHasNoBar() {
    let rig = ScreenRig([list(3)])
    hover(rig)
    #expect(rig.controller.scrollView.scrollbar.isHidden)
    rig.click(Point(x: x, y: 75))
    #expect(rig.selections == [ItemPath(component: 0, item: 1)])
  }

  @Test func heldStillForLongItStaysAMomentAfterwards() {
    hover(rig)
    rig.press(Point(x: x, y: 30))
    rig.move(Point(x: 100, y: 60))
    rig.frame()
    rig.wait(30)
    rig.frame()
    #expect(!bar.isHidden)
    rig.release(Point(x: 100, y: 60))
    rig.frame()
    #expect(!bar.isHidden && bar.opacity == 1)
    rig.settle()
    #expect(bar.isHidden)
  }
}
