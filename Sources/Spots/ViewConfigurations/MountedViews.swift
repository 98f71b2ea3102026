/// A view that was created for a description, and the attributes it has.
@MainActor
final class MountedView {
  let view: View
  let reuseKey: ViewReuseKey
  var key: String?
  var attributes: [AttributeValue] = []
  /// The last view element applied, and the version of the environment then.
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
/// Owned by the view they are in, for its lifetime.
@MainActor
final class MountedViews {
  /// All views by reuse key, the shown ones first, in their order.
  private var pools: [ViewReuseKey: [MountedView]] = [:]
  /// In the order of their descriptions.
  private var shown: [MountedView] = []
  /// Hidden views, the most recently shown ones first.
  private var unused: [MountedView] = []

  /// The shown views if they match `wanted` one by one, as after most changes; otherwise nil.
  func unchanged(_ wanted: [ViewDescription]) -> [MountedView]? {
    guard shown.count == wanted.count else { return nil }
    for (mounted, want) in zip(shown, wanted)
    where mounted.reuseKey != want.backing?.reuseKey || mounted.key != want.key { return nil }
    return shown
  }

  /// An existing view for each description of `wanted`, in order; nil where one has to be created.
  ///
  /// A description with a key gets the view that last had the key; the others are matched by order.
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

  /// Records the views that are shown now, in order.
  ///
  /// - Returns: The views that are hidden, the most recently shown ones first.
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
