import SpotsTestSupport
import Testing

@testable import Spots

@Suite struct ExtentsTests {
  /// The behavior of extents, without any of their optimizations.
  private struct Reference {
    var entries: [(length: Double, isKnown: Bool)] = [] {
      didSet {
        (ends, knownCounts) = ([], [])
        var (end, known) = (0.0, 0)
        for entry in entries {
          end += entry.length
          if entry.isKnown { known += 1 }
          ends.append(end)
          knownCounts.append(known)
        }
      }
    }
    /// Where each length ends, and how many are known up to there.
    private var ends: [Double] = []
    private var knownCounts: [Int] = []

    var total: Double { ends.last ?? 0 }
    func offset(of index: Int) -> Double { index == 0 ? 0 : ends[index - 1] }
    func knownCount(before index: Int) -> Int { index == 0 ? 0 : knownCounts[index - 1] }

    func index(at offset: Double) -> Int {
      ends.firstIndex { offset < $0 } ?? max(entries.count - 1, 0)
    }
  }

  @Test func anySequenceOfChangesEqualsAnArray() {
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var extents = Extents()
      var reference = Reference()
      for step in 0..<40 {
        change(&extents, &reference, &random, isLarge: seed % 6 == 0)
        let fault = difference(extents, reference, &random)
        #expect(fault == nil, "seed \(seed), step \(step)")
        if fault != nil { return }
      }
    }
  }

  private func change(
    _ extents: inout Extents, _ reference: inout Reference, _ random: inout RandomComponents,
    isLarge: Bool
  ) {
    let start = random.below(reference.entries.count + 1)
    let range = start..<start + random.below(min(reference.entries.count - start, 600) + 1)
    let length = random.pick([0, 1, 44, random.length(upTo: 50)])
    switch random.below(5) {
    case 0:
      let lengths = (0..<random.below(isLarge ? 1500 : 40)).map { _ in random.length(upTo: 50) }
      extents.replace(range, with: lengths)
      reference.entries.replaceSubrange(range, with: lengths.map { (length: $0, isKnown: true) })
    case 1:
      let lengths = range.map { _ in random.length(upTo: 50) }
      extents.replace(range, with: lengths)
      reference.entries.replaceSubrange(range, with: lengths.map { (length: $0, isKnown: true) })
    case 2:
      let count = random.below(isLarge ? 2000 : 30)
      let isKnown = random.oneIn(3)
      extents.insert(count: count, length: length, isKnown: isKnown, at: start)
      reference.entries.insert(
        contentsOf: repeatElement((length: length, isKnown: isKnown), count: count), at: start)
    case 3:
      extents.remove(range)
      reference.entries.removeSubrange(range)
    default:
      extents.setEstimate(length)
      reference.entries = reference.entries.map {
        $0.isKnown ? $0 : (length: length, isKnown: false)
      }
    }
  }

  private func difference(
    _ extents: Extents, _ reference: Reference, _ random: inout RandomComponents
  ) -> String? {
    let count = reference.entries.count
    guard extents.count == count else { return "count \(extents.count), not \(count)" }
    guard extents.total == reference.total else { return "total \(extents.total)" }
    for _ in 0..<10 {
      let index = random.below(count + 1)
      if extents.offset(of: index) != reference.offset(of: index) { return "offset of \(index)" }
      let offset = random.length(upTo: Int(reference.total) + 50) - 20
      if extents.index(at: offset) != reference.index(at: offset) { return "index at \(offset)" }
      let known = reference.knownCount(before: index)
      if extents.knownCount(in: 0..<index) != known { return "known before \(index)" }
      let start = reference.offset(of: index)
      if extents.index(at: start) != reference.index(at: start) { return "index at \(start)" }
      let positive = (index..<count).first { reference.entries[$0].length > 0 }
      if extents.firstPositive(from: index) != positive { return "positive from \(index)" }
      guard index < count else { continue }
      if extents[index] != reference.entries[index].length { return "length of \(index)" }
      if extents.isKnown(index) != reference.entries[index].isKnown { return "known \(index)" }
    }
    return nil
  }

  @Test func aMillionLengthsAreOneRun() {
    var extents = Extents(count: 1_000_000, length: 44)
    #expect(extents.total == 44_000_000)
    #expect(extents.index(at: 43_999_999) == 999_999)
    extents.replace(500_000..<500_002, with: [10, 20])
    // 500 000 · 44 = 22 000 000; then 10, 20, and 44 each again.
    #expect(extents.offset(of: 500_002) == 22_000_030)
    #expect(extents.index(at: 22_000_009.5) == 500_000)
    #expect(extents.index(at: 22_000_010) == 500_001)
    #expect(extents.index(at: 22_000_030) == 500_002)
    #expect(extents.total == 43_999_942)
    #expect(extents.isKnown(500_001) && !extents.isKnown(500_002))
  }

  @Test func offsetsThatAreNoNumbersFindAnEnd() {
    let extents = Extents(count: 5, length: 10)
    #expect(extents.index(at: -.infinity) == 0)
    #expect(extents.index(at: .infinity) == 4)
    #expect(extents.index(at: .nan) == 4)
    #expect(Extents().index(at: 3) == 0)
  }
}
