import SpotsModelTestSupport
import Testing

@testable import SpotsViews

@Suite struct NumberTicksTests {
  @Test func theyAreRound() {
    #expect(NumberTicks(covering: 0...97, most: 6).values == [0, 20, 40, 60, 80, 100])
    #expect(
      NumberTicks(covering: 0.11...0.34, most: 6).values == [0.1, 0.15, 0.2, 0.25, 0.3, 0.35])
    #expect(NumberTicks(covering: -4...8, most: 5).values == [-5, 0, 5, 10])
    #expect(NumberTicks(covering: 7...7, most: 5).range == 0...8)
    #expect(NumberTicks(covering: 0...0, most: 5).range == 0...1)
  }

  @Test func givenEndsStay() {
    let ticks = NumberTicks(covering: 0...1, most: 6, ends: (-3, 97))
    #expect(ticks.range == -3...97)
    #expect(ticks.values == [0, 20, 40, 60, 80])
  }

  /// Whatever the numbers: never too many ticks, at least two, as far from each other as a round
  /// step says, from at or below the least number to at or above the greatest.
  @Test func theyCoverTheNumbersAndFit() {
    var random = SplitMix64(seed: 17)
    let sizes: [Double] = [1e-12, 1e-3, 1, 7, 1e6, 1e15, 1e299]
    for _ in 0..<4000 {
      let size = sizes[Int.random(in: 0..<7, using: &random)]
      let a = Double.random(in: -1...1, using: &random) * size
      let b =
        Bool.random(using: &random)
        ? a : a + Double.random(in: -1e-6...1, using: &random) * size
      let most = Int.random(in: 0...30, using: &random)
      let ticks = NumberTicks(covering: min(a, b)...max(a, b), most: most)
      let words = Comment("\(a), \(b), \(most): \(ticks)")
      #expect(ticks.values.count <= max(most, 3) && ticks.values.count >= 2, words)
      #expect(ticks.range.contains(min(a, b)) && ticks.range.contains(max(a, b)), words)
      #expect(ticks.values.first == ticks.range.lowerBound, words)
      #expect(ticks.values.last == ticks.range.upperBound, words)
      for (tick, next) in zip(ticks.values, ticks.values.dropFirst()) {
        #expect(abs(next - tick - ticks.step) <= ticks.step * 1e-6, words)
      }
    }
  }
}
