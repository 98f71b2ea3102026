import CAllocations
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Allocations per frame of steady scrolling do not depend on the length of the screen. Tests run
/// without the compiler's optimizations, where every closure and every copy allocates;
/// `spots-benchmark allocations` checks that a release build does not.
@Suite(.serialized) @MainActor
struct AllocationTests {
  private let size = Size(width: 320, height: 240)

  /// Allocations per frame while the same rows of a list are moved to and fro.
  private func allocationsPerFrame(itemCount: Int) throws -> Double {
    let fonts = try FontBook(family: "DejaVu Sans", scale: 1)
    let painter = Painter(fonts: fonts)
    let items = (0..<itemCount).map { Item(title: "Row \($0)", action: "row") }
    let controller = SpotsController(
      screen: Screen(components: [ComponentModel(kind: .list, items: ItemList(items))]),
      size: size, configuration: Configuration(),
      environment: Environment(text: fonts, images: FixedImages([:])))
    let canvas = try OffscreenCanvas(size: size, scale: 1)
    func scroll(frames: Int) {
      for frame in 0..<frames {
        controller.scroll(to: 50 + Double(frame % 8))
        canvas.show(
          controller.renderFrame(at: Double(frame) / 60).list, background: .white, with: painter)
      }
    }
    scroll(frames: 64)
    let before = allocations()
    scroll(frames: 64)
    return Double(allocations() - before) / 64
  }

  @Test func allocationsAreCounted() {
    let before = allocations()
    let array = [UInt64](repeating: 1, count: Int.random(in: 100...200))
    #expect(allocations() > before)
    #expect(array.first == 1)
  }

  @Test func framesOfSteadyScrollingHardlyAllocateWhateverTheLength() throws {
    let short = try allocationsPerFrame(itemCount: 100)
    let long = try allocationsPerFrame(itemCount: 100_000)
    #expect(long <= short * 1.1)
    #expect(long < 2000)
  }
}
