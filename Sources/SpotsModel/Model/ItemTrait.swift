/// A trait of few items, which can be found among many without reading the others.
package enum ItemTrait: Sendable {
  /// A value, or an item inside that has one.
  case value
  /// A condition for being shown, or an item inside that has one.
  case condition
  /// Components inside.
  case components

  /// The quoted words of which a document contains at least one in any item with the trait.
  var words: [[UInt8]] {
    let words =
      switch self {
      case .value: InputKind.allCases.filter(\.hasValue).map(\.rawValue) + ["name", "bind"]
      case .condition: ["visible-when"]
      case .components: ["children"]
      }
    return words.map { Array("\"\($0)\"".utf8) }
  }

  /// Whether an item may have the trait, judging only by what is quick to check.
  package func mayBe(of item: Item) -> Bool {
    if !item.children.isEmpty { return true }
    return switch self {
    case .value: item.ownInput != nil || InputKind(of: item) != nil
    case .condition: item.ownInput?.visibleWhen != nil
    case .components: false
    }
  }
}
