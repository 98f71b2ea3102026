/// The scroll positions of the components inside a component's composite parts, so that a part that
/// comes back into view, in another view than before, looks as the user left it.
///
/// Owned by the component; live as long as it.
@MainActor
struct InnerStands {
  /// The scroll position of a component inside a composite part, and those inside its own parts.
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

  /// The positions last noted for the components of `part`, from top to bottom.
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
