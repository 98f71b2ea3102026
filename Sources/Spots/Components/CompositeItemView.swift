/// The components inside a composite item, from top to bottom, and where each of them is in it.
@MainActor
package struct NestedComponents {
  /// The components, from top to bottom.
  package let components: [Component]
  /// Where each of them is, in the item's coordinates.
  package let layout: ContainerLayout

  /// The components of `scrollView`, with every item measured.
  init(prepared scrollView: SpotsScrollView) {
    scrollView.prepareAll()
    (components, layout) = (scrollView.components, scrollView.layout)
  }

  /// Components that no view shows, with every item measured.
  init(_ children: [ComponentModel], width: Double, pool: ReusePool) {
    let isReadable = pool.areReadable(children, width: width)
    components = children.map {
      Component(model: $0, width: width, isReadable: isReadable, pool: pool)
    }
    for component in components { component.prepareAll() }
    layout = ContainerLayout(heights: components.map(\.height))
  }
}

/// An item, header or footer made of components: they are stacked inside the view and scroll with
/// it; carousels among them scroll sideways by themselves.
///
/// Only the components in the window have views, as on the screen itself, and these come from the
/// same pool. The components live as long as the view shows the item: a view in the pool has none, so
/// that nothing in it can be out of date when it is used again.
public final class CompositeItemView: View, ItemConfigurable, ComponentContainer, PoolClient {
  let scrollView = SpotsScrollView()
  /// nil, and the view empty, when no pool made the view.
  weak var pool: ReusePool?
  var isEdge = false { didSet { if isEdge != oldValue { setNeedsDisplay() } } }
  private weak var host: (any ComponentHost)?
  /// The version of the environment that the components were laid out for.
  private var laidOutVersion: Int?
  /// The path of this view's part, counted from the host.
  private var path = ItemPath(component: 0, item: 0)

  /// Creates a view without components.
  public required init() {
    super.init()
    scrollView.isNested = true
    addSubview(scrollView)
  }

  /// Sizes follow from the children alone.
  public static var measuresUnconfigured: Bool { true }

  /// Both sides are 0: the children decide.
  public var preferredViewSize: Size { .zero }

  /// As high as all components together, in points.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let pool else { return .zero }
    let stack = NestedComponents(item.children, width: containerSize.width, pool: pool)
    return Size(width: 0, height: stack.layout.contentHeight)
  }

  /// Shows the item's children; those that were shown before keep their views.
  public func configure(with item: Item) {
    arrange(width: frame.width)
    update(item.children)
  }

  /// Releases the components.
  public func prepareForReuse() {
    scrollView.removeComponents()
    host = nil
    isEdge = false
  }

  public override func draw(in list: inout DrawList) {
    guard isEdge, let theme = environment?.theme else { return }
    list.fill(bounds, theme[.background])
  }

  func show(_ visible: Rect, path: ItemPath, host: (any ComponentHost)?, now: Double) {
    (self.path, self.host) = (path, host)
    arrange(width: frame.width)
    scrollView.frame = Rect(x: 0, y: visible.y, width: frame.width, height: visible.height)
    scrollView.scroll(toFixed: visible.y)
    scrollView.mountVisible(at: now)
  }

  /// Lays the components out if the width is another one, or the environment.
  private func arrange(width: Double) {
    let version = pool?.environment.version
    guard scrollView.frame.width != width || laidOutVersion != version else { return }
    laidOutVersion = version
    scrollView.frame.size.width = width
    scrollView.layOutComponents()
  }

  private func update(_ children: [ComponentModel]) {
    guard let pool else { return }
    let old = scrollView.components
    let origins = matchComponents(from: old.map(\.model), to: children)
    let isReadable = pool.areReadable(children, width: scrollView.frame.width)
    let components = zip(children, origins).map { model, origin in
      guard let origin else {
        return Component(
          model: model, width: scrollView.frame.width, isReadable: isReadable, pool: pool)
      }
      old[origin].apply(model, isAnimated: scrollView.isChanging)
      old[origin].setReadable(isReadable)
      return old[origin]
    }
    scrollView.setComponents(components, host: self)
  }
}

extension CompositeItemView: ComponentHost {
  var containerPath: ItemPath? { host?.containerPath?.appending(path) ?? path }

  var isDisabled: Bool { state.contains(.disabled) || host?.isDisabled ?? false }

  var owningScreen: (any ComponentScreen)? { nil }

  func state(of inner: ItemPath) -> ViewState { host?.state(of: path.appending(inner)) ?? [] }

  func report(_ event: ViewEvent, _ view: View, _ item: Item, at inner: ItemPath) {
    host?.report(event, view, item, at: path.appending(inner))
  }
}
