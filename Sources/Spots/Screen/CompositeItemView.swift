/// The components inside a composite item, from top to bottom, and where each of them stands in it.
@MainActor
public struct InnerStack {
  public let components: [Component]
  public let layout: ContainerLayout
}

/// An item made of components: they are stacked inside the view and scroll with it; carousels among
/// them scroll sideways by themselves.
///
/// Only what of them is in the window has views, as on the screen itself.
public final class CompositeItemView: View, ItemConfigurable {
  let scrollView = SpotsScrollView()
  private var children: [ComponentModel] = []
  private var pool: ReusePool?
  /// Who hears of the views inside, and the path of this view's item.
  private weak var owner: (any ComponentViewsOwner)?
  private var path = ItemPath(component: 0, item: 0)

  public required init() {
    super.init()
    scrollView.isNested = true
    addSubview(scrollView)
  }

  public var preferredViewSize: Size { .zero }

  /// As high as all components together.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    configure(with: item)
    arrange(width: containerSize.width)
    scrollView.prepareAll()
    return Size(width: 0, height: scrollView.stack.contentHeight)
  }

  public func configure(with item: Item) {
    children = item.children
    if pool != nil { update() }
  }

  public func prepareForReuse() {
    scrollView.unmountAll()
  }

  /// Shows the part of the components that lies in `visible`, in the view's own coordinates.
  func show(
    _ visible: Rect, path: ItemPath, owner: (any ComponentViewsOwner)?, now: Double
  ) {
    (self.path, self.owner) = (path, owner)
    arrange(width: frame.width)
    scrollView.frame = Rect(x: 0, y: visible.y, width: frame.width, height: visible.height)
    scrollView.scroll(toFixed: visible.y)
    scrollView.mountVisible(at: now)
  }

  /// What is at `point`, in the view's own coordinates.
  func path(at point: Point) -> ItemPath? { scrollView.path(at: point - scrollView.frame.origin) }

  /// The components of `item` at `width`, every item measured, and how they are stacked.
  func stack(of item: Item, width: Double) -> InnerStack {
    configure(with: item)
    arrange(width: width)
    scrollView.prepareAll()
    return InnerStack(components: scrollView.components, layout: scrollView.stack)
  }

  /// Whether nothing inside can be used.
  var isDisabled: Bool {
    state.contains(.disabled) || (owner as? CompositeItemView)?.isDisabled ?? false
  }

  /// Where the components inside stand.
  var horizontalStands: [Component.Stand] { scrollView.components.map(\.stand) }

  /// Scrolls the components inside to where they stood when the item was seen last; the view may have
  /// shown another item meanwhile. Components that did not stand anywhere go to their beginning.
  func restore(_ stands: [Component.Stand], width: Double) {
    arrange(width: width)
    for (index, component) in scrollView.components.enumerated() {
      component.restore(stands.indices.contains(index) ? stands[index] : nil)
    }
  }

  func refreshStates() {
    scrollView.refreshStates()
  }

  /// Remembers where everything inside is, before a change.
  func remember() { scrollView.remember() }

  func startMotions(_ animation: Animation) { scrollView.startMotions(animation) }

  /// Makes the components when they are needed first, and lays them out for `width`.
  private func arrange(width: Double) {
    if pool == nil, let environment {
      pool = ReusePool(configuration: environment.configuration, environment: environment)
      update()
    }
    guard scrollView.frame.width != width else { return }
    scrollView.frame.size.width = width
    scrollView.layOutComponents()
  }

  /// Takes over the children, keeping what stays.
  private func update() {
    guard let pool else { return }
    let old = scrollView.components
    let origins = matchComponents(from: old.map(\.model), to: children)
    let components = zip(children, origins).map { model, origin in
      guard let origin else {
        return Component(
          model: model, width: scrollView.frame.width, isCentred: false, pool: pool)
      }
      old[origin].apply(model, remembers: scrollView.isChanging)
      return old[origin]
    }
    for (index, component) in components.enumerated() {
      component.index = index
      component.owner = self
    }
    scrollView.setComponents(components)
  }
}

extension CompositeItemView: ComponentViewsOwner {
  func state(of inner: ItemPath) -> ViewState { owner?.state(of: path.appending(inner)) ?? [] }

  func willDisplay(_ view: View, _ item: Item, at inner: ItemPath) {
    owner?.willDisplay(view, item, at: path.appending(inner))
  }

  func didEndDisplaying(_ view: View, _ item: Item, at inner: ItemPath) {
    owner?.didEndDisplaying(view, item, at: path.appending(inner))
  }

  func didConfigureEdge(_ view: View, _ item: Item, at inner: ItemPath) {
    owner?.didConfigureEdge(view, item, at: path.appending(inner))
  }

  func didChangeState(of view: View, _ item: Item, at inner: ItemPath) {
    owner?.didChangeState(of: view, item, at: path.appending(inner))
  }
}
