// From descriptions to views, after ComponentKit: a view is created, used again or hidden as the
// descriptions of its parent ask for, and only what differs from what it wears is changed.

/// Makes the views of a parent be what descriptions say.
@MainActor
public final class ViewMounter {
  /// What mounting has done so far.
  public struct Counters: Equatable, Sendable {
    /// Views that were made.
    public var created = 0
    /// Views that were there already, shown or hidden, and serve a description again.
    public var reused = 0
    /// Views that were put away.
    public var hidden = 0
    /// Attributes, and view elements, whose new value was given to a view.
    public var applied = 0
    /// Those that had the value already.
    public var skipped = 0
    /// Attributes that were taken back.
    public var undone = 0

    public init(
      created: Int = 0, reused: Int = 0, hidden: Int = 0, applied: Int = 0, skipped: Int = 0,
      undone: Int = 0
    ) {
      (self.created, self.reused, self.hidden) = (created, reused, hidden)
      (self.applied, self.skipped, self.undone) = (applied, skipped, undone)
    }
  }

  public private(set) var counters = Counters()

  public init() {}

  /// Shows `descriptions` in `parent`, the first one at the back, in front of what else it holds.
  ///
  /// Views that no description asks for any more are hidden and kept for the next time.
  ///
  /// - Complexity: O(*n*) in the descriptions, plus what their attributes cost.
  public func mount(_ descriptions: [ViewDescription], in parent: View) {
    var wanted = descriptions
    // Most lists have a view for each already.
    if descriptions.contains(where: { $0.backing == nil }) {
      wanted = []
      for description in descriptions { flatten(description, .zero, nil, into: &wanted) }
    }
    guard parent.mountedViews != nil || !wanted.isEmpty else { return }
    let views = parent.mountedViews ?? MountedViews()
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

  /// Leaves out descriptions without a view: their children come in their place.
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

  /// Takes off what goes away or must make room, then puts on what is new or changed.
  private func wear(_ attributes: [AttributeValue], _ mounted: MountedView) {
    let new = Dictionary(uniqueKeysWithValues: attributes.map { ($0.identifier, $0) })
    let old = Dictionary(uniqueKeysWithValues: mounted.attributes.map { ($0.identifier, $0) })
    for attribute in mounted.attributes where attribute.canBeUndone {
      let next = new[attribute.identifier]
      guard next != attribute, next?.hasUpdater != true else { continue }
      counters.undone += 1
      attribute.unapply(from: mounted.view)
    }
    for attribute in attributes {
      let previous = old[attribute.identifier]
      guard previous != attribute else {
        counters.skipped += 1
        continue
      }
      counters.applied += 1
      if let previous, attribute.hasUpdater {
        attribute.update(mounted.view, from: previous)
      } else {
        attribute.apply(to: mounted.view)
      }
    }
    mounted.attributes = attributes
  }

  /// A view outside of all surroundings shows nothing and is not updated.
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
