/// The components inside a composite item, in order, and where each of them is.
@MainActor
package struct NestedComponents {
  /// The components, in the order of the document.
  package let components: [Component]
  /// Where each of them is, in the item's coordinates.
  package let layout: ContainerLayout

  /// The components of `scrollView`, with every item measured.
  init(prepared scrollView: SpotsScrollView) {
    scrollView.prepareAll()
    (components, layout) = (scrollView.components, scrollView.layout)
  }

  /// The components inside an item, header or footer of `component` that is shown by a composite
  /// view; nil for any other. While the part has a view, those on the screen; otherwise new ones.
  ///
  /// - Complexity: O(items inside), which are all measured.
  @MainActor
  package init?(inside part: ItemPath.Part, of component: Component) {
    guard let item = component.model.part(part) else { return nil }
    if let mounted = component.mounted(part, inner: 0)?.item {
      guard let container = mounted.container else { return nil }
      self.init(prepared: container.scrollView)
      return
    }
    let (geometry, pool) = (component.geometry, component.content.pool)
    guard pool.prototype(for: item, role: part.role) is CompositeItemView else { return nil }
    var width = geometry.lane.width
    if case .item(let index) = part { width = geometry.frame(ofItem: index).width }
    self.init(item, width: width, pool: pool)
    for (inner, kept) in zip(components, component.place.nestedStates[part]) {
      inner.scroll.restore(kept.state)
      inner.place.nestedStates = kept.inside
    }
  }

  /// Components that no view shows, with every item measured.
  init(_ item: Item, width: Double, pool: ReusePool) {
    let columns = ContainerColumns(
      item.children, item.columns, width: width, nil, pool.environment)
    components = item.children.enumerated().map { index, model in
      Component(model: model, in: columns[index], pool: pool, isNested: true)
    }
    for component in components { component.prepareAll() }
    layout = ContainerLayout(heights: components.map(\.height), columns)
  }
}

/// An item, header or footer made of components: they are inside the view, stacked or in columns,
/// and scroll with it; carousels among them scroll sideways by themselves.
///
/// Only the components in the window have views, as on the screen itself, and these come from the
/// same pool. The components live as long as the view shows the item: a view in the pool has none,
/// so that nothing in it can be out of date when it is used again.
///
/// With `meta.style` `row` its components stand on the surface of a row, or of a card outside of
/// lists.
public final class CompositeItemView: View, ItemConfigurable {
  let scrollView = SpotsScrollView()
  /// The pool that made the view; nil, and the view empty, when none did.
  weak var pool: ReusePool?
  /// Whether this is a header or footer, below which items may pass, so that it needs a background.
  var isEdge = false { didSet { if isEdge != oldValue { setNeedsDisplay() } } }
  /// Whether there is a surface below the components.
  private var isRow = false { didSet { if isRow != oldValue { setNeedsDisplay() } } }
  /// The version of the environment that the components were laid out for.
  private var laidOutVersion: Int?

  /// Creates a view without components.
  public required init() {
    super.init()
    scrollView.isNested = true
    addSubview(scrollView)
  }

  /// The corner radius of cards, in points.
  private static let cornerRadius = 12.0

  /// Sizes follow from the children alone.
  public static var measuresUnconfigured: Bool { true }

  /// Both sides are 0: the children decide.
  public var preferredViewSize: Size { .zero }

  /// As high as all components together, in points.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let pool else { return .zero }
    let stack = NestedComponents(item, width: containerSize.width, pool: pool)
    return Size(width: 0, height: stack.layout.contentHeight)
  }

  /// Shows the item's children; those that were shown before keep their views.
  public func configure(with item: Item) {
    isRow = item.meta.string("style") == "row"
    arrange(width: frame.width)
    update(item)
  }

  /// A group, whose parts are those of the components.
  public func accessibility(for item: Item) -> Accessibility {
    var group = Accessibility(item)
    group.role = .group
    return group
  }

  /// Releases the components.
  public func prepareForReuse() {
    scrollView.removeComponents()
    isEdge = false
  }

  public override func draw(in list: inout DrawList) {
    if isRow, cellStyle.isRow {
      CellSurface(of: self).drawRow(in: &list)
      CellSurface(of: self).drawSeparator(in: &list, from: cellStyle.margin, to: frame.width)
    } else if isRow {
      CellSurface(of: self).drawCell(in: &list, cornerRadius: Self.cornerRadius)
    }
    guard isEdge, let theme = environment?.theme else { return }
    list.fill(bounds, theme[.background])
  }

  /// Has the components laid out when the view is next configured, although it knows of no change.
  func forgetLayout() { laidOutVersion = nil }

  /// Shows the part of the components that lies in `visible`, in the view's own coordinates.
  ///
  /// - Parameter path: That of the view's part.
  func show(_ visible: Rect, path: ItemPath, on screen: ComponentScreen?, now: Double) {
    (scrollView.containerPath, scrollView.screen) = (path, screen)
    arrange(width: frame.width)
    scrollView.frame = Rect(x: 0, y: visible.y, width: frame.width, height: visible.height)
    scrollView.scroll(toFixed: visible.y)
    scrollView.mountVisible(at: now)
  }

  /// Lays the components out again if the width or the environment has changed.
  private func arrange(width: Double) {
    let version = pool?.environment.version
    guard scrollView.frame.width != width || laidOutVersion != version else { return }
    laidOutVersion = version
    scrollView.frame.size.width = width
    scrollView.layOutComponents()
  }

  private func update(_ item: Item) {
    guard let pool else { return }
    let (old, children) = (scrollView.components, item.children)
    let origins = matchComponents(from: old.map(\.model), to: children)
    scrollView.columns = item.columns
    let columns = scrollView.columnFrames(of: children, pool: pool)
    let components = zip(children, origins).enumerated().map { index, pair in
      guard let origin = pair.1 else {
        return Component(model: pair.0, in: columns[index], pool: pool, isNested: true)
      }
      old[origin].apply(pair.0, isAnimated: scrollView.animator.isChanging)
      old[origin].move(to: columns[index])
      return old[origin]
    }
    scrollView.setComponents(components, columns)
  }
}
