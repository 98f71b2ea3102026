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
}

extension Item {
  /// Whether the item may have a trait, judging only by what is quick to check.
  func mayHave(_ trait: ItemTrait) -> Bool {
    if !children.isEmpty { return true }
    return switch trait {
    case .value: ownInput != nil || InputKind(of: self) != nil
    case .condition: ownInput?.visibleWhen != nil
    case .components: false
    }
  }
}
