/// A change of a screen, and what is known of it.
struct ScreenChange {
  var screen: Screen
  /// For every new component the index of the old one; nil for one that is new.
  var origins: [Int?]
  /// The only component that is not what it was; nil when any may have changed.
  var component: Int?
  /// What becomes of that component's items, when that is known.
  var diff: ItemDiff?
  /// What of that component is shown anew although it is what it was.
  var reloads = Reloads.none

  enum Reloads: Equatable {
    case none
    case items([Int])
    case all
  }

  /// The change from one screen to another.
  init(from old: [ComponentModel], to new: Screen) {
    screen = new
    origins = matchComponents(from: old, to: new.components)
  }

  /// A change of one component, which stays the same one whatever its identifier and kind.
  init(_ screen: Screen, component: Int, diff: ItemDiff?) {
    self.screen = screen
    origins = Array(screen.components.indices)
    self.component = component
    self.diff = diff
  }

  /// Whether the component at `index` may have changed.
  func touches(_ index: Int) -> Bool { component == nil || component == index }
}
