/// A change of a screen, and what is known of it.
struct ScreenChange {
  let screen: Screen
  /// For every new component the index of the old one; nil for one that is new.
  let origins: [Int?]
  /// The components that are not what they were, by new index; nil when any may have changed.
  let touched: Set<Int>?
  /// What becomes of the items of components, where that is known.
  let diffs: [Int: ItemDiff]
  /// What is shown anew although it is what it was, by component.
  let reloads: [Int: Reloads]

  /// Items that are configured and measured again.
  enum Reloads: Equatable {
    case none
    case items([Int])
    /// All items, the header and the footer.
    case all
  }

  /// A change of any components.
  init(from old: [ComponentModel], to new: Screen, reloads: [Int: Reloads] = [:]) {
    screen = new
    origins = matchComponents(from: old, to: new.components)
    (touched, diffs) = (nil, [:])
    self.reloads = reloads
  }

  /// A change of the components in `touched`, which stay the same ones whatever their identifiers and
  /// kinds.
  init(
    _ screen: Screen, touched: Set<Int>, diffs: [Int: ItemDiff], reloads: [Int: Reloads]
  ) {
    self.screen = screen
    origins = Array(screen.components.indices)
    (self.touched, self.diffs, self.reloads) = (touched, diffs, reloads)
  }

  /// Whether the component at `index` may have changed.
  func touches(_ index: Int) -> Bool { touched?.contains(index) ?? true }
}
