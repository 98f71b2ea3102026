import SpotsModelTestSupport
import Testing

@testable import SpotsModel

@Suite struct PositionMapTests {
  /// Against an array of marks.
  @Test func itKnowsWhereEverythingIs() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let oldCount = Int.random(in: 0..<8, using: &random)
      var (map, marks) = (PositionMap(count: oldCount), Array(0..<oldCount))
      var next = oldCount
      for _ in 0..<12 {
        let place = Int.random(in: 0...marks.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < marks.count:
          let gone = marks.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
          map.remove(RangeSet(items: gone))
          marks = marks.indices.filter { !gone.contains($0) }.map { marks[$0] }
        case 1 where place < marks.count:
          let end = Int.random(in: 0..<marks.count, using: &random)
          map.move(from: place, to: end)
          marks.insert(marks.remove(at: place), at: end)
        default:
          let number = Int.random(in: 0..<3, using: &random)
          map.insert(number, at: place)
          marks.insert(contentsOf: next..<next + number, at: place)
          next += number
        }
        let known = marks.indices.map(map.mark(of:))
        let places = (0..<next).map(map.index(of:))
        guard known == marks, places == (0..<next).map({ marks.firstIndex(of: $0) }),
          map.count == marks.count, map.origins == marks.map({ $0 < oldCount ? $0 : nil })
        else {
          Issue.record("seed \(seed)")
          return
        }
      }
    }
  }

  @Test func appendsAreOneRun() {
    var map = PositionMap(count: 1_000_000)
    for _ in 0..<10_000 { map.insert(1, at: map.count) }
    #expect(map.kept.count == 1 && map.inserted.count == 1)
    #expect(map.insertedCount == 10_000)
    #expect(map.index(of: 1_009_999) == 1_009_999)
  }
}
