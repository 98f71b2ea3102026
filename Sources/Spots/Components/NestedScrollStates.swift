/// The scroll positions of the components inside a component's composite parts, so that a part that
/// comes back into view, perhaps in another view than before, looks as the user left it.
///
/// Owned by the component; lives as long.
@MainActor
struct NestedScrollStates {
  /// The scroll position of a component inside a composite part, and those inside its own parts.
  struct Entry {
    var state: CarouselScroll.State
    var inside: NestedScrollStates
  }

  /// The components of each part, from top to bottom.
  private var entries: [ItemPath.Part: [Entry]] = [:]

  /// Keeps the positions inside `mounted`, if it has components inside.
  mutating func remember(_ mounted: MountedItem?, _ part: ItemPath.Part) {
    if let container = mounted?.container { entries[part] = container.scrollView.scrollStates }
  }

  /// Scrolls the components inside `mounted` to where those of `part` were.
  func restore(_ mounted: MountedItem?, _ part: ItemPath.Part) {
    if let container = mounted?.container, let kept = entries[part] {
      container.scrollView.restore(kept)
    }
  }

  /// The positions kept for the components of `part`, from top to bottom.
  subscript(part: ItemPath.Part) -> [Entry] { entries[part] ?? [] }

  /// Moves the entries to the items' new indexes; those of deleted items are dropped.
  mutating func follow(_ diff: ItemDiff) {
    guard !entries.isEmpty else { return }
    entries = Dictionary(
      uniqueKeysWithValues: entries.compactMap { part, kept in
        guard case .item(let index) = part else { return (part, kept) }
        return diff.newIndex(of: index).map { (.item($0), kept) }
      })
  }
}
