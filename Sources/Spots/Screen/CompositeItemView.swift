/// The components inside a composite item, from top to bottom, and where each of them stands in it.
@MainActor
public struct InnerStack {
  public let components: [Component]
  public let layout: ContainerLayout

  init(components: [Component], layout: ContainerLayout) {
    (self.components, self.layout) = (components, layout)
  }

  /// Components of their own, which no view shows, with every item measured.
  init(_ children: [ComponentModel], width: Double, pool: ReusePool) {
    components = children.map {
      Component(model: $0, width: width, isCentred: false, pool: pool)
    }
    for component in components { component.prepareAll() }
    layout = ContainerLayout(heights: components.map(\.height))
  }
}

/// An item, header or footer made of components: they are stacked inside the view and scroll with
/// it; carousels among them scroll sideways by themselves.
///
/// Only what of them is in the window has views, as on the screen itself, and these come from the
/// same pool. The components live as long as the view shows the item: a view that waits in the pool
/// has none, so nothing that they were laid out for can be out of date when it is used again.
public final class CompositeItemView: View, ItemConfigurable {
  let scrollView = SpotsScrollView()
  /// The pool that made the view; nil, and the view empty, when none did.
  weak var pool: ReusePool?
  /// Whether this is a header or footer, below which items may pass, so that it needs a ground.
  var isEdge = false { didSet { if isEdge != oldValue { setNeedsDisplay() } } }
  /// The object told about the views inside, and the path of this view's part below it.
  private weak var owner: (any ComponentViewsOwner)?
  private var path = ItemPath(component: 0, item: 0)

  public required init() {
    super.init()
    scrollView.isNested = true
    addSubview(scrollView)
  }

  public static var measuresUnconfigured: Bool { true }

  public var preferredViewSize: Size { .zero }

  /// As high as all components together.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let pool else { return .zero }
    let stack = InnerStack(item.children, width: containerSize.width, pool: pool)
    return Size(width: 0, height: stack.layout.contentHeight)
  }

  public func configure(with item: Item) {
    arrange(width: frame.width)
    update(item.children)
  }

  public func prepareForReuse() {
    scrollView.removeComponents()
    owner = nil
    isEdge = false
  }

  public override func draw(in list: inout DrawList) {
    guard isEdge, let theme = environment?.theme else { return }
    list.fill(bounds, theme[.background])
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
  func target(at point: Point) -> SpotsScrollView.Target? {
    scrollView.target(at: point - scrollView.frame.origin)
  }

  /// The components that are shown, every item measured, and how they are stacked.
  func preparedStack() -> InnerStack {
    scrollView.prepareAll()
    return InnerStack(components: scrollView.components, layout: scrollView.stack)
  }

  /// Whether nothing inside can be used.
  var isDisabled: Bool {
    state.contains(.disabled) || (owner as? CompositeItemView)?.isDisabled ?? false
  }

  /// Where the components inside stand.
  var stands: [InnerStands.Stand] {
    scrollView.components.map { .init(stand: $0.stand, inside: $0.presentStands) }
  }

  /// Scrolls the components inside to where they stood when the item was seen last.
  func restore(_ stands: [InnerStands.Stand]) {
    for (component, old) in zip(scrollView.components, stands) {
      component.restore(old.stand)
      component.restore(inside: old.inside)
    }
  }

  func refreshStates() {
    scrollView.refreshStates()
  }

  /// Remembers where everything inside is, before a change.
  func remember() { scrollView.remember() }

  func startMotions(_ animation: Animation) { scrollView.startMotions(animation) }

  /// Lays the components out for another width than before.
  private func arrange(width: Double) {
    guard scrollView.frame.width != width else { return }
    scrollView.frame.size.width = width
    scrollView.layOutComponents()
  }

  /// Takes over the children, keeping what stays.
  private func update(_ children: [ComponentModel]) {
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
  var containerPath: ItemPath? { owner?.containerPath?.appending(path) ?? path }

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
