// Turns descriptions into views, as in ComponentKit: views are created, reused or hidden to match
// the descriptions of their parent, and only the attributes that differ are changed.

/// Creates and updates the subviews of a view to match descriptions.
@MainActor
public final class ViewMounter {
  /// The work of a mounter so far.
  struct Counters: Equatable, Sendable {
    /// Views that were created.
    var created = 0
    /// Existing views, shown or hidden, that were matched with a description again.
    var reused = 0
    /// Views that were hidden.
    var hidden = 0
    /// Attributes and view elements that were applied with a new value.
    var applied = 0
    /// Attributes and view elements that were unchanged.
    var skipped = 0
    /// Attributes that were undone.
    var undone = 0
  }

  /// The totals of all calls of `mount(_:in:)`.
  private(set) var counters = Counters()

  /// Creates a mounter; one mounter may serve any number of parents.
  public init() {}

  /// Shows `descriptions` in `parent`, the first at the back, in front of its other subviews.
  ///
  /// Views that no longer match a description are hidden and kept for later calls.
  ///
  /// - Complexity: O(*n*) for *n* descriptions, or O(*n*²) if keyed ones change places, plus the
  ///   cost of applying attributes.
  public func mount(_ descriptions: [ViewDescription], in parent: View) {
    var wanted = descriptions
    // Most descriptions have a view, so nothing has to be flattened.
    if descriptions.contains(where: { $0.backing == nil }) {
      wanted = []
      for description in descriptions { flatten(description, .zero, nil, into: &wanted) }
    }
    guard parent.mountedViews != nil || !wanted.isEmpty else { return }
    let views = parent.mountedViews as? MountedViews ?? MountedViews()
    parent.mountedViews = views
    if let known = views.unchanged(wanted) {
      for (want, mounted) in zip(wanted, known) { _ = show(want, mounted, in: parent) }
      return
    }
    let vended = views.vend(wanted)
    let shown = zip(wanted, vended).compactMap { want, mounted in
      show(want, mounted, in: parent)
    }
    let unused = views.show(shown)
    for mounted in unused where !mounted.view.isHidden {
      counters.hidden += 1
      mounted.view.isHidden = true
      mounted.view.didEnterReusePool()
    }
    order(shown + unused, in: parent)
  }

  /// Replaces descriptions without a view by their children.
  private func flatten(
    _ description: ViewDescription, _ origin: Point, _ path: String?,
    into wanted: inout [ViewDescription]
  ) {
    var flat = description
    flat.key = ViewDescription.joined(path, description.key)
    flat.frame = description.frame.offsetBy(x: origin.x, y: origin.y)
    if description.backing != nil {
      wanted.append(flat)
    } else {
      for child in description.children {
        flatten(child, flat.frame.origin, flat.key, into: &wanted)
      }
    }
  }

  private func show(_ want: ViewDescription, _ known: MountedView?, in parent: View)
    -> MountedView?
  {
    guard let backing = want.backing else { return nil }
    let mounted =
      known ?? MountedView(view: backing.makeView(), reuseKey: backing.reuseKey, key: want.key)
    mounted.key = want.key
    let view = mounted.view
    if known == nil { counters.created += 1 } else { counters.reused += 1 }
    if view.isHidden, known != nil {
      view.willLeaveReusePool()
      view.isHidden = false
    }
    if view.superview !== parent { parent.addSubview(view) }
    view.frame = want.frame
    switch backing {
    case .configuration(let configuration, _): wear(configuration.attributes, mounted)
    case .element(let element): update(mounted, with: element)
    }
    mount(want.children, in: view)
    return mounted
  }

  /// Undoes attributes that are removed or replaced, then applies those that are new or changed.
  private func wear(_ attributes: [AttributeValue], _ mounted: MountedView) {
    let new = Dictionary(uniqueKeysWithValues: attributes.map { ($0.identifier, $0) })
    let old = Dictionary(uniqueKeysWithValues: mounted.attributes.map { ($0.identifier, $0) })
    for attribute in mounted.attributes where attribute.canBeUndone {
      let next = new[attribute.identifier]
      guard next != attribute, next?.hasUpdater != true else { continue }
      counters.undone += 1
      attribute.unapply(mounted.view)
    }
    for attribute in attributes {
      let previous = old[attribute.identifier]
      guard previous != attribute else {
        counters.skipped += 1
        continue
      }
      counters.applied += 1
      if let previous, attribute.hasUpdater {
        attribute.update(mounted.view, previous)
      } else {
        attribute.apply(mounted.view)
      }
    }
    mounted.attributes = attributes
  }

  /// Does nothing for a view without an environment, which shows nothing.
  private func update(_ mounted: MountedView, with element: any ViewElement) {
    guard let environment = mounted.view.environment else { return }
    if mounted.environmentVersion == environment.version, let old = mounted.element,
      element.isEqual(to: old)
    {
      counters.skipped += 1
      return
    }
    counters.applied += 1
    mounted.environmentVersion = environment.version
    mounted.element = element
    element.update(
      mounted.view, with: ViewElementContext(isMeasuring: false, environment: environment))
  }

  private func order(_ mounted: [MountedView], in parent: View) {
    let views = mounted.map(\.view)
    guard !parent.subviews.elementsEqual(views, by: ===) else { return }
    let own = Set(views.map(ObjectIdentifier.init))
    parent.orderSubviews(parent.subviews.filter { !own.contains(ObjectIdentifier($0)) } + views)
  }
}

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
