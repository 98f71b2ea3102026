import Foundation
import SpotsTestSupport
import Testing

@testable import Spots
@testable import spots_viewer

@Suite struct TestPlanTests {
  /// Whatever a plan says, it is read or explained, and its looks can be painted.
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
      let isSame = plan.looks.map(\.name) == whole.plan.looks.map(\.name)
      let isExplained = isSame || !diagnostics.isEmpty || plan.looks.count == 3
      #expect(isExplained, "\(String(decoding: bytes, as: UTF8.self))")
      bytes[index] = byte
    }
  }
}
