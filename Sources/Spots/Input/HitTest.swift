/// The components under a point of a container: one of its own and, if the point is on a composite
/// item, one inside that, and so on.
@MainActor
struct HitTest {
  /// From the outside in; empty where there is no component.
  private(set) var levels: [Level] = []

  /// A component under the point.
  @MainActor
  struct Level {
    let component: Component
    /// The point in the component's content, horizontal scrolling not added.
    let point: Point
    /// The part under the point; nil when there is none.
    fileprivate var part: Part?

    /// Whether the point is on the header or the footer, which may cover items.
    var isOnEdge: Bool {
      switch part?.part {
      case .header, .footer: true
      case .item, nil: false
      }
    }
  }

  fileprivate struct Part {
    var part: ItemPath.Part
    /// The point in the part.
    var point: Point
    /// Whether a click there activates the part: its view may have an area for that.
    var isActive: Bool
    var mounted: MountedItem?
    /// The part's view, if it has components inside.
    var container: CompositeItemView? { mounted?.container }
  }

  /// - Parameter point: In the container's own coordinates.
  init(_ container: SpotsScrollView, at point: Point) {
    var (container, point) = (container, point)
    while let level = Level(container, at: point) {
      levels.append(level)
      guard let part = level.part, let inner = part.container?.scrollView else { return }
      (container, point) = (inner, part.point - inner.frame.origin)
    }
  }

  /// The innermost part under the point.
  var path: ItemPath? { target?.path }

  /// The innermost part, unless its view takes clicks only elsewhere.
  var activePath: ItemPath? {
    guard let target, target.isActive else { return nil }
    return target.path
  }

  /// The components under the point, the innermost first.
  var components: [Component] { levels.reversed().map(\.component) }

  /// Whether the point is on the sign with which a row shows and hides those inside it.
  var isOnChevron: Bool {
    guard let (view, point) = view, let cell = view as? ElementCell else { return false }
    return point.x < cell.cellStyle.textStart
  }

  /// The view of the innermost part under the point, and the point in it; nil where there is none.
  var view: (view: View, point: Point)? {
    guard let part = levels.last?.part, let mounted = part.mounted else { return nil }
    return (mounted.view, part.point)
  }

  /// The arrow, the dots or the button beside a swept item under the point; nil for none.
  var mark: Control? {
    levels.reversed().lazy.compactMap { level in
      let component = level.component
      return component.isDisabled ? nil : component.viewsIfLoaded?.root.mark(at: level.point)
    }.first
  }

  /// The control under the point in the view of a part; nil where there is none.
  var control: Control? {
    view.flatMap { $0.view.front(at: $0.point) { $0 is Control }?.view as? Control }
  }

  private var target: (path: ItemPath, isActive: Bool)? {
    var target: (path: ItemPath, isActive: Bool)?
    for level in levels {
      guard let part = level.part else { break }
      let step = ItemPath(component: level.component.index, part: part.part)
      target = (target?.path.appending(step) ?? step, part.isActive)
    }
    return target
  }
}

extension HitTest.Level {
  /// The component of `container` at a point; nil where there is none.
  fileprivate init?(_ container: SpotsScrollView, at point: Point) {
    let offset = container.verticalScroll.offset
    let place = point + Point(y: offset)
    let index = container.layout.component(
      at: place, offset: offset, height: container.frame.height)
    guard container.bounds.contains(point), let index else { return nil }
    component = container.components[index]
    self.point = place - container.origin(of: index)
    part = hit(inner: container.inner(of: index))
  }

  private func hit(inner: Double) -> HitTest.Part? {
    let (geometry, parts) = (component.geometry, component.views.parts)
    if let header = geometry.headerFrame(inner: inner), header.contains(point) {
      return HitTest.Part(.header, at: point, in: header, parts.header)
    }
    if let footer = geometry.footerFrame, footer.contains(point) {
      return HitTest.Part(.footer, at: point, in: footer, parts.footer)
    }
    let shifted = Point(x: point.x + component.scroll.itemsOffset, y: point.y)
    guard let slot = geometry.slot(at: shifted) else { return nil }
    let frame = geometry.frame(of: slot)
    return HitTest.Part(.item(slot.item), at: shifted, in: frame, parts.items[slot])
  }
}

extension HitTest.Part {
  @MainActor
  fileprivate init(
    _ part: ItemPath.Part, at point: Point, in frame: Rect, _ mounted: MountedItem?
  ) {
    self.part = part
    self.point = point - frame.origin
    self.mounted = mounted
    isActive = mounted?.view.activationArea?.contains(self.point) ?? true
    // Controls have areas of their own.
    isActive =
      isActive || mounted?.view.front(at: self.point) { $0 is Control && !$0.sense.isEmpty } != nil
  }
}
