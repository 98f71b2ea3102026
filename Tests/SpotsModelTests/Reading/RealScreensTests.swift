import Foundation
import SpotsModel
import SpotsModelTestSupport
import Testing

/// Damage to screens as people write them. A sample of it: `Scripts/fuzz --every-change` reads all
/// beginnings and all changes of a byte.
@Suite struct RealScreensTests {
  private static let names = ["settings.json", "second-generation.json", "news.json"]

  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Screens")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private func check(_ bytes: [UInt8]) -> Screen? {
    let reading = ScreenReader(itemKinds: ["header"], componentKinds: ["list"]).read(bytes)
    let isRefused = reading.diagnostics.contains { $0.code == .syntax || $0.code == .limit }
    #expect(reading.screen == nil ? reading.hasErrors : !isRefused)
    for diagnostic in reading.diagnostics {
      let isInside =
        (1...bytes.count + 1).contains(diagnostic.line)
        && (1...bytes.count + 1).contains(diagnostic.column)
      #expect(isInside, "\(diagnostic)")
    }
    return reading.screen
  }

  @Test(arguments: names) func beginningsAreErrors(name: String) throws {
    let bytes = try bytes(name)
    let end = try #require(bytes.lastIndex { $0 > 0x20 })
    // A prime, so that cuts fall into every kind of token.
    for length in stride(from: 0, through: end, by: 13) {
      #expect(check(Array(bytes[..<length])) == nil)
    }
    #expect(check(bytes) != nil)
  }

  @Test(arguments: names) func changesOfAByteAreSurvived(name: String) throws {
    var random = SplitMix64(seed: 3)
    var bytes = try bytes(name)
    for _ in 0..<400 {
      let index = Int.random(in: bytes.indices, using: &random)
      let byte = bytes[index]
      bytes[index] = .random(in: .min ... .max, using: &random)
      _ = check(bytes)
      bytes[index] = byte
    }
  }
}
