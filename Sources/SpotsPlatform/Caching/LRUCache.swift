/// Values by key within a budget. The least recently used ones are evicted first.
///
/// - Complexity: Every operation is O(1), apart from the removals an insertion causes.
struct LRUCache<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value
    var cost: Int
    var newer: Int
    var older: Int
  }

  /// The most that all values may cost together. A single value that costs more is not kept.
  var budget: Int { didSet { evict(to: budget) } }
  private(set) var cost = 0
  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var newest = -1
  private var oldest = -1

  init(budget: Int) {
    self.budget = budget
  }

  var count: Int { places.count }

  /// The value under `key`. Counts as a use.
  mutating func value(for key: Key) -> Value? {
    guard let place = places[key], let node = nodes[place] else { return nil }
    if place != newest {
      unlink(node)
      link(place)
    }
    return node.value
  }

  /// The value under `key`, without counting as a use.
  func peek(_ key: Key) -> Value? { places[key].flatMap { nodes[$0]?.value } }

  /// Stores `value` under `key`, replacing the value there, if any.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    guard cost <= budget else { return }
    evict(to: budget - cost)
    let node = Node(key: key, value: value, cost: cost, newer: -1, older: -1)
    let place = free.popLast() ?? nodes.count
    if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
    places[key] = place
    self.cost += cost
    link(place)
  }

  mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return }
    unlink(node)
    nodes[place] = nil
    free.append(place)
    cost -= node.cost
  }

  private mutating func evict(to limit: Int) {
    while cost > limit, oldest >= 0, let node = nodes[oldest] { remove(node.key) }
  }

  mutating func removeAll() {
    self = LRUCache(budget: budget)
  }

  private mutating func link(_ place: Int) {
    nodes[place]?.older = newest
    nodes[place]?.newer = -1
    if newest >= 0 { nodes[newest]?.newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ node: Node) {
    if node.newer >= 0 { nodes[node.newer]?.older = node.older } else { newest = node.older }
    if node.older >= 0 { nodes[node.older]?.newer = node.newer } else { oldest = node.newer }
  }
}
