/// Which component of the old screen is which one of the new screen.
///
/// Components are the same when their identifiers are. Those without one are the same when they have
/// the same kind, in order; where there are more or fewer of a kind than before, the ones at the
/// beginning and at the end that are equal are the same, so that one that comes or goes before them
/// does not give them away to each other.
///
/// - Returns: For every new component the index of the old one, or nil for a new one. No old index
///   appears twice.
/// - Complexity: O(*n*), where *n* is the number of components in both lists, and the comparison of
///   equal components where their number has changed.
public func matchComponents(from old: [ComponentModel], to new: [ComponentModel]) -> [Int?] {
  var origins = [Int?](repeating: nil, count: new.count)
  let candidates = indexesByKey(old)
  for (key, places) in indexesByKey(new) {
    var (olds, news) = (candidates[key, default: []][...], places[...])
    if olds.count != news.count {
      while let a = olds.first, let b = news.first, old[a] == new[b] {
        origins[b] = a
        (olds, news) = (olds.dropFirst(), news.dropFirst())
      }
      while let a = olds.last, let b = news.last, old[a] == new[b] {
        origins[b] = a
        (olds, news) = (olds.dropLast(), news.dropLast())
      }
    }
    for (a, b) in zip(olds, news) { origins[b] = a }
  }
  return origins
}

/// By what components are told apart: their identifier, or else their kind.
private enum MatchKey: Hashable {
  case identifier(String)
  case kind(ComponentModel.Kind)
}

private func indexesByKey(_ models: [ComponentModel]) -> [MatchKey: [Int]] {
  Dictionary(grouping: models.indices) { index in
    models[index].identifier.map(MatchKey.identifier) ?? .kind(models[index].kind)
  }
}
