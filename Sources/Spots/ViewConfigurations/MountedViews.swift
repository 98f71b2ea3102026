/// A view that was made for a description, and what it wears.
@MainActor
final class MountedView {
  let view: View
  let reuseKey: ViewReuseKey
  var key: String?
  var attributes: [AttributeValue] = []
  /// What a view element was updated with last, and in which state of the surroundings.
  var element: (any ViewElement)?
  var environmentVersion = -1

  init(view: View, reuseKey: ViewReuseKey, key: String?) {
    self.view = view
    self.reuseKey = reuseKey
    self.key = key
  }
}

/// The views mounted in one view: those that are shown, and those that are hidden and kept.
///
/// Owned by the view they are in; live as long as it.
@MainActor
final class MountedViews {
  /// By what makes views exchangeable, each in the order they were vended in, unused ones last.
  private var pools: [ViewReuseKey: [MountedView]] = [:]
  /// Those that are shown, in their order.
  private var shown: [MountedView] = []
  /// Those that are hidden, the ones that were shown last first.
  private var unused: [MountedView] = []

  /// The views that are shown, when they are just those that serve `wanted` in its order, as after
  /// most changes.
  func unchanged(_ wanted: [ViewDescription]) -> [MountedView]? {
    guard shown.count == wanted.count else { return nil }
    for (mounted, want) in zip(shown, wanted)
    where mounted.reuseKey != want.backing?.reuseKey || mounted.key != want.key { return nil }
    return shown
  }

  /// Which of the views that are there serve `wanted`, in its order; nil where one must be made.
  ///
  /// A key finds the view that had it; all others go by their order.
  func vend(_ wanted: [ViewDescription]) -> [MountedView?] {
    var spare = pools
    var vended = [MountedView?](repeating: nil, count: wanted.count)
    for (index, want) in wanted.enumerated() where want.key != nil {
      guard let key = want.backing?.reuseKey else { continue }
      let place = spare[key]?.firstIndex { $0.key == want.key }
      if let place { vended[index] = spare[key]?.remove(at: place) }
    }
    var positions: [ViewReuseKey: Int] = [:]
    for (index, want) in wanted.enumerated() where vended[index] == nil {
      guard let key = want.backing?.reuseKey else { continue }
      let position = positions[key, default: 0]
      guard let pool = spare[key], position < pool.count else { continue }
      vended[index] = pool[position]
      positions[key] = position + 1
    }
    return vended
  }

  /// Remembers what is shown now, in its order.
  ///
  /// - Returns: The views that are not shown, those that just were first, in their order then.
  func show(_ shown: [MountedView]) -> [MountedView] {
    let used = Set(shown.map(ObjectIdentifier.init))
    var pools: [ViewReuseKey: [MountedView]] = [:]
    for mounted in shown { pools[mounted.reuseKey, default: []].append(mounted) }
    unused = (self.shown + unused).filter { !used.contains(ObjectIdentifier($0)) }
    for mounted in unused { pools[mounted.reuseKey, default: []].append(mounted) }
    self.pools = pools
    self.shown = shown
    return unused
  }
}
