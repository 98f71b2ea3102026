/// The items whose actions are under way, among those that show progress.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ActionProgress {
  private var paths: Set<ItemPath> = []

  func contains(_ path: ItemPath) -> Bool { paths.contains(path) }

  /// The action of the item at a path begins.
  func begin(_ path: ItemPath) { paths.insert(path) }

  /// The action of the item at a path has ended; nil stands for all.
  ///
  /// - Returns: Whether one was under way.
  func end(_ path: ItemPath?) -> Bool {
    guard let path else {
      defer { paths.removeAll() }
      return !paths.isEmpty
    }
    return paths.remove(path) != nil
  }

  /// Follows the content's change.
  ///
  /// - Parameter move: Maps the old path of a part to its new one; nil when the part is gone.
  func follow(_ move: (ItemPath) -> ItemPath?) { paths = Set(paths.compactMap(move)) }
}
