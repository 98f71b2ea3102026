import Foundation
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsPlatform
@testable import SpotsSDL
@testable import SpotsViewer
@testable import spots_viewer

@Suite struct TestPlanTests {
  /// Every plan is either read or refused with a reason, and its looks can be painted.
  @Test func changesOfAByteAreSurvived() throws {
    let url = URL(fileURLWithPath: SampleScreens.path("spots-test.json"))
    var bytes = Array(try Data(contentsOf: url))
    let whole = TestPlan.read(bytes)
    #expect(whole.diagnostics.isEmpty && whole.plan.looks.count == 3)
    var random = SplitMix64(seed: 5)
    for _ in 0..<600 {
      let index = Int.random(in: bytes.indices, using: &random)
      let byte = bytes[index]
      bytes[index] = .random(in: .min ... .max, using: &random)
      let (plan, diagnostics) = TestPlan.read(bytes)
      let isWhole = plan.looks.count == 3 || !diagnostics.isEmpty
      let names = plan.looks.map(\.name)
      let areNamed = Set(names).count == names.count && !names.contains("")
      let canBePainted = plan.looks.allSatisfy { look in
        OffscreenCanvas.failure(size: look.size, scale: look.scale) == nil
          && ViewerOptions.textScales.contains(look.textScale) && look.offset >= 0
          && look.theme != .system
      }
      #expect(
        isWhole && areNamed && canBePainted, "\(String(decoding: bytes, as: UTF8.self))")
      bytes[index] = byte
    }
  }
}
