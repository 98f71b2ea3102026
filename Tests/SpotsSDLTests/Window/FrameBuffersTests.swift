import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// The buffers of a window, of which the compositor reads one while another is painted.
@Suite @MainActor struct FrameBuffersTests {
  private final class Buffer: FrameBuffer {
    let pixels: PixelBuffer
    var isBusy = false

    init(_ pixels: PixelBuffer) { self.pixels = pixels }

    var canvas: Canvas { pixels.canvas }
  }

  private static let side = 40

  private func make() throws(SDLError) -> Buffer {
    Buffer(try PixelBuffer(width: Self.side, height: Self.side))
  }

  private func pixels(_ canvas: Canvas) -> [UInt32] {
    (0..<canvas.height).flatMap { y in (0..<canvas.width).map { canvas.row(y)[$0] } }
  }

  private func area(_ random: inout SplitMix64) -> PixelRect {
    let left = Int.random(in: 0..<30, using: &random)
    let top = Int.random(in: 0..<30, using: &random)
    return PixelRect(
      left: left, top: top, right: left + Int.random(in: 1...10, using: &random),
      bottom: top + Int.random(in: 1...10, using: &random))
  }

  /// Whatever the compositor still reads, and whichever buffer comes next: what is shown is what
  /// one canvas, painted frame by frame, has.
  @Test func everyFrameIsWholeInWhateverOrderBuffersComeBack() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var buffers = FrameBuffers<Buffer>()
      let expected = try PixelBuffer(width: Self.side, height: Self.side)
      var lent: [Buffer] = []
      for frame in 0..<40 {
        let isStale = frame == 0 || Int.random(in: 0..<10, using: &random) == 0
        guard let (buffer, isCurrent) = try buffers.next(isStale: isStale, make: make) else {
          #expect(lent.count == 3 && !buffers.hasNext, "seed \(seed)")
          lent.removeFirst().isBusy = false
          continue
        }
        #expect(!buffer.isBusy, "seed \(seed)")
        #expect(isCurrent == !isStale, "seed \(seed)")
        var areas = (0..<Int.random(in: 1...30, using: &random)).map { _ in area(&random) }
        if isStale { areas = [buffer.canvas.bounds] }
        for (index, area) in areas.enumerated() {
          let color = UInt32(0xFF00_0000) + UInt32(frame * 100 + index)
          for canvas in [buffer.canvas, expected.canvas] {
            canvas.fill(area, clip: area, color: color)
          }
        }
        buffer.isBusy = true
        buffers.show(buffer, areas: areas)
        #expect(pixels(buffer.canvas) == pixels(expected.canvas), "seed \(seed), frame \(frame)")
        lent.append(buffer)
        while let first = lent.first, Bool.random(using: &random) {
          first.isBusy = false
          lent.removeFirst()
        }
      }
    }
  }

  /// Compositors that copy what they show need no second buffer.
  @Test func aBufferThatComesBackAtOnceIsTheOnlyOne() throws {
    var buffers = FrameBuffers<Buffer>()
    for frame in 0..<10 {
      let (buffer, isCurrent) = try #require(try buffers.next(isStale: false, make: make))
      #expect(isCurrent == (frame > 0))
      buffers.show(buffer, areas: [buffer.canvas.bounds])
    }
    #expect(buffers.count == 1)
  }

  /// A buffer the compositor reads stays until it is released, even if the window has been resized.
  @Test func buffersOfAnotherSizeLiveAsLongAsTheyAreRead() throws {
    var buffers = FrameBuffers<Buffer>()
    let (old, _) = try #require(try buffers.next(isStale: true, make: make))
    old.isBusy = true
    buffers.show(old, areas: [old.canvas.bounds])
    buffers.retire()
    #expect(buffers.count == 1)
    let (new, isCurrent) = try #require(try buffers.next(isStale: false, make: make))
    #expect(new !== old && !isCurrent)
    #expect(buffers.count == 2)
    old.isBusy = false
    _ = try buffers.next(isStale: true, make: make)
    #expect(buffers.count == 1)
  }
}
