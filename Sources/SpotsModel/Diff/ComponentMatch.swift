/// Matches the components of two versions of a screen.
///
/// Components with the same identifier match. Those without one match within their kind and their
/// tab: first equal ones at the beginning and at the end, where there are more or fewer of a kind
/// than before; then those with the same header, footer, layout, interaction, item count, and first
/// and last item; then those that share the first item, the last item or the header; finally the
/// rest, in order.
///
/// - Returns: For each new component, the index of the old one, or nil when it has none. No old
///   index appears twice.
/// - Complexity: O(*n*), where *n* is the number of components in both lists, plus the comparison
///   of equal components where their number has changed.
public func matchComponents(from old: [ComponentModel], to new: [ComponentModel]) -> [Int?] {
  var origins = [Int?](repeating: nil, count: new.count)
  let candidates = indexesByKey(old)
  for (key, places) in indexesByKey(new) {
    var group = ComponentGroup(old, candidates[key, default: []], new, places)
    group.match()
    for (origin, index) in group.pairs { origins[index] = origin }
  }
  return origins
}

/// The key that groups components: the identifier or, without one, the kind and the tab.
private enum MatchKey: Hashable {
  case identifier(String)
  case kind(ComponentModel.Kind, tab: String?)
}

private func indexesByKey(_ models: [ComponentModel]) -> [MatchKey: [Int]] {
  Dictionary(grouping: models.indices) { index in
    models[index].identifier.map(MatchKey.identifier)
      ?? .kind(models[index].kind, tab: models[index].tab)
  }
}

/// The old and new components that have the same identifier or, without one, the same kind
/// and tab.
private struct ComponentGroup {
  private let old: [ComponentModel]
  private let new: [ComponentModel]
  // The indexes not matched yet, ascending.
  private var olds: ArraySlice<Int>
  private var news: ArraySlice<Int>
  private(set) var pairs: [(old: Int, new: Int)] = []

  init(_ old: [ComponentModel], _ olds: [Int], _ new: [ComponentModel], _ news: [Int]) {
    (self.old, self.new) = (old, new)
    (self.olds, self.news) = (olds[...], news[...])
  }

  mutating func match() {
    if olds.count == news.count { matchInPlace() } else { matchEnds() }
    match(by: ComponentLook.init)
    match { $0.items.first.map(ItemIdentity.init) }
    match { $0.items.last.map(ItemIdentity.init) }
    match(by: \.header)
    pairs += zip(olds, news).map { ($0, $1) }
  }

  /// Whether order alone leaves open which components match.
  private var isOpen: Bool { !olds.isEmpty && !news.isEmpty && max(olds.count, news.count) > 1 }

  /// Matches components that look the same at the same position, as most do on most screens.
  private mutating func matchInPlace() {
    guard isOpen else { return }
    var (others, otherNews): ([Int], [Int]) = ([], [])
    for (a, b) in zip(olds, news) {
      if ComponentLook(old[a]) == ComponentLook(new[b]) {
        pairs.append((a, b))
      } else {
        others.append(a)
        otherNews.append(b)
      }
    }
    (olds, news) = (others[...], otherNews[...])
  }

  /// Matches equal components at the beginning and at the end, so that an insertion or deletion
  /// between them does not match them with their neighbors.
  private mutating func matchEnds() {
    while let a = olds.first, let b = news.first, old[a] == new[b] {
      pairs.append((a, b))
      (olds, news) = (olds.dropFirst(), news.dropFirst())
    }
    while let a = olds.last, let b = news.last, old[a] == new[b] {
      pairs.append((a, b))
      (olds, news) = (olds.dropLast(), news.dropLast())
    }
  }

  /// Matches components with equal keys, duplicates in order.
  ///
  /// - Parameter key: Returns nil for a component it cannot identify.
  private mutating func match<Key: Hashable>(by key: (ComponentModel) -> Key?) {
    guard isOpen else { return }
    var places: [Key: [Int]] = [:]
    for index in olds.reversed() {
      if let key = key(old[index]) { places[key, default: []].append(index) }
    }
    guard !places.isEmpty else { return }
    var matched: Set<Int> = []
    news.removeAll { index in
      guard let key = key(new[index]), let origin = places[key]?.popLast() else { return false }
      pairs.append((origin, index))
      matched.insert(origin)
      return true
    }
    olds.removeAll(where: matched.contains)
  }
}

/// The parts of a component whose comparison costs the same for any number of items.
private struct ComponentLook: Hashable {
  private let header: Item?
  private let footer: Item?
  private let layout: Layout
  private let interaction: Interaction
  private let count: Int
  private let first: Item?
  private let last: Item?

  init(_ model: ComponentModel) {
    (header, footer) = (model.header, model.footer)
    (layout, interaction) = (model.layout, model.interaction)
    count = model.items.count
    (first, last) = (model.items.first, model.items.last)
  }
}
