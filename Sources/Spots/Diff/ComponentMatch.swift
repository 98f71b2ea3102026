/// Which component of the old screen is which one of the new screen.
///
/// Components are the same when their identifiers are; those without one when they have the same
/// kind, in order.
///
/// - Returns: For every new component the index of the old one, or nil for a new one. No old index
///   appears twice.
/// - Complexity: O(*n*), where *n* is the number of components in both lists.
public func matchComponents(from old: [ComponentModel], to new: [ComponentModel]) -> [Int?] {
  enum Key: Hashable {
    case identifier(String)
    case kind(ComponentModel.Kind)
  }
  func key(_ model: ComponentModel) -> Key {
    model.identifier.map(Key.identifier) ?? .kind(model.kind)
  }
  var candidates: [Key: [Int]] = [:]
  for (index, model) in old.enumerated().reversed() {
    candidates[key(model), default: []].append(index)
  }
  return new.map { candidates[key($0)]?.popLast() }
}
