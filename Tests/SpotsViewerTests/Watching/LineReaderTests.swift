import SpotsTestSupport
import Testing

@testable import SpotsViewer

@Suite struct LineSplitterTests {
  /// However a stream is cut into pieces, it has the same lines.
  @Test func everyCutGivesTheSameLines() {
    for seed in 0..<300 {
      var random = SplitMix64(seed: UInt64(seed))
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random) ? UInt8(ascii: "\n") : UInt8.random(in: 0...255, using: &random)
      }
      let whole = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      // After the last separator there is a line only if it is not empty.
      let wanted = whole.last?.isEmpty == false ? whole : whole.dropLast()
      var splitter = LineSplitter(separator: 0x0A)
      var lines: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...7, using: &random)
        lines += splitter.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      lines += [splitter.finish()].compactMap(\.self)
      #expect(lines == wanted, "seed \(seed)")
    }
  }

  @Test func aLineWithoutEndIsPassedOn() {
    var splitter = LineSplitter(separator: 0)
    let piece = [UInt8](repeating: 0x61, count: LineSplitter.longestLine / 2)
    #expect(splitter.append(piece).isEmpty)
    #expect(splitter.append(piece).map(\.count) == [LineSplitter.longestLine])
    #expect(splitter.finish() == nil)
  }
}
