import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct LRUCacheTests {
  @Test func behavesLikeAListOrderedByUse() {
    var generator = SplitMix64(seed: 7)
    var cache = LRUCache<Int, Int>(budget: 20)
    var reference: [(key: Int, value: Int, cost: Int)] = []
    for step in 0..<5000 {
      let key = Int.random(in: 0..<12, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let found = reference.firstIndex { $0.key == key }
        #expect(cache.value(for: key) == found.map { reference[$0].value })
        if let found { reference.append(reference.remove(at: found)) }
      case 1:
        cache.remove(key)
        reference.removeAll { $0.key == key }
      default:
        let cost = Int.random(in: 1...22, using: &generator)
        cache.insert(step, for: key, cost: cost)
        reference.removeAll { $0.key == key }
        guard cost <= 20 else { continue }
        while reference.reduce(cost, { $0 + $1.cost }) > 20 { reference.removeFirst() }
        reference.append((key, step, cost))
      }
      if step % 100 == 99 {
        // Entries that do not fit into a smaller budget are removed at once.
        cache.budget = 10
        while reference.reduce(0, { $0 + $1.cost }) > 10 { reference.removeFirst() }
        cache.budget = 20
      }
      #expect(cache.count == reference.count)
      #expect(cache.cost == reference.reduce(0) { $0 + $1.cost })
    }
  }
}
