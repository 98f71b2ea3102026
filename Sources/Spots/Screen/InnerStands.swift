/// Where the components inside the composite parts of a component stand, so that a part that comes
/// back into view, in another view than before, is found as it was left.
///
/// Owned by the component; live as long as it.
@MainActor
struct InnerStands {
  /// Where a component inside a composite part stands, and what is inside its own parts.
  struct Stand {
    var stand: Component.Stand
    var inside: InnerStands
  }

  /// The components of each part, from top to bottom.
  private var stands: [ItemPath.Part: [Stand]] = [:]

  /// Notes where the components inside `view` stand; nothing when it has none.
  mutating func remember(_ view: View, _ part: ItemPath.Part) {
    if let composite = view as? CompositeItemView { stands[part] = composite.stands }
  }

  /// Scrolls the components inside `view` to where those of `part` stood when they were noted last.
  func restore(_ view: View, _ part: ItemPath.Part) {
    if let composite = view as? CompositeItemView, let noted = stands[part] {
      composite.restore(noted)
    }
  }

  /// Where the components of `part` stood when they were noted last, from top to bottom.
  subscript(part: ItemPath.Part) -> [Stand] { stands[part] ?? [] }

  /// Gives the notes to the items' new indexes; those of items that are gone are dropped.
  mutating func follow(_ diff: ItemDiff) {
    guard !stands.isEmpty else { return }
    stands = Dictionary(
      uniqueKeysWithValues: stands.compactMap { part, noted in
        guard case .item(let index) = part else { return (part, noted) }
        return diff.newIndex(of: index).map { (.item($0), noted) }
      })
  }
}
