/// A trait that few items have: those are found among many without reading the others.
package enum ItemTrait: Sendable {
  /// A value, or an item inside that has one.
  case value
  /// A condition for being there, or an item inside that has one.
  case condition
  /// Components inside.
  case components

  /// The texts, in quotation marks, of which a document has one where an item has the trait.
  var words: [[UInt8]] {
    let words =
      switch self {
      case .value: InputKind.allCases.filter(\.hasValue).map(\.rawValue) + ["name"]
      case .condition: ["visible-when"]
      case .components: ["children"]
      }
    return words.map { Array("\"\($0)\"".utf8) }
  }
}

extension Item {
  /// Whether the item has a trait, as far as that can be told in no time.
  func mayHave(_ trait: ItemTrait) -> Bool {
    if !children.isEmpty { return true }
    return switch trait {
    case .value: ownInput != nil || InputKind(of: self) != nil
    case .condition: ownInput?.visibleWhen != nil
    case .components: false
    }
  }
}
