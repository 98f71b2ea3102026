/// An element during layout: its children as nodes, and the sizes measured so far.
///
/// Created for one layout pass and discarded after it.
@MainActor
public final class ElementNode {
  let environment: Environment
  private let content: ElementContent
  // Loops make lists here, since a closure would check its actor for each child.
  private lazy var children = makeChildren()
  /// Few entries, so a linear search is faster than a dictionary.
  private var sizes: [(range: SizeRange, size: Size)] = []
  private var horizontal: AxisLimits?
  private var vertical: AxisLimits?
  private var widthNeeds: WidthNeeds?

  /// Creates a node; its children are created when they are first needed.
  public init(_ element: any Element, _ environment: Environment) {
    self.environment = environment
    content = element.content
  }

  private func makeChildren() -> [ElementNode] {
    var nodes: [ElementNode] = []
    nodes.reserveCapacity(content.children.count)
    for child in content.children { nodes.append(ElementNode(child, environment)) }
    return nodes
  }

  /// The size of the element within `range`, always finite. Cached for each range.
  public func measure(in range: SizeRange) -> Size {
    for known in sizes where known.range == range { return known.size }
    let size = range.clamp(wantedSize(in: range))
    if sizes.isEmpty { sizes.reserveCapacity(4) }
    sizes.append((range, size))
    return size
  }

  private func wantedSize(in range: SizeRange) -> Size {
    if let layout = content.layout { return layout.measure(children, in: range, environment) }
    guard case .element(let element)? = content.backing else { return .zero }
    if let height = content.lineHeight, range.span(.horizontal).isExact {
      return Size(width: range.maximum.width, height: height * environment.textScale)
    }
    return element.size(in: range.maximum, environment)
  }

  /// The limits for a row or column around the element, cached for each axis.
  public func limits(_ axis: Axis) -> AxisLimits {
    if let limits = axis == .horizontal ? horizontal : vertical { return limits }
    let limits = content.layout?.limits(axis, children) ?? AxisLimits()
    if axis == .horizontal { horizontal = limits } else { vertical = limits }
    return limits
  }

  /// The widths to which a row narrows the element, measured when they are first needed.
  public var needs: WidthNeeds {
    if let widthNeeds { return widthNeeds }
    var needs = WidthNeeds()
    if let layout = content.layout {
      needs = layout.needs(children)
    } else if case .element(let element)? = content.backing {
      needs = element.needs(environment)
    }
    widthNeeds = needs
    return needs
  }

  /// Describes the views of the element and its descendants in `frame`.
  func layOut(in frame: Rect) -> ViewDescription {
    let size = Size(width: sane(frame.width), height: sane(frame.height))
    let frames = frames(in: size)
    var inner: [ViewDescription] = []
    inner.reserveCapacity(frames.count)
    if !frames.isEmpty {
      for (child, frame) in zip(children, frames) { inner.append(child.layOut(in: frame)) }
    }
    return ViewDescription(
      backing: content.backing, key: content.key, frame: Rect(origin: frame.origin, size: size),
      children: inner)
  }

  /// The descriptions of the element in `frame` and of those inside it, in reading order, each with
  /// its place.
  package func accessibleParts(in frame: Rect) -> [Accessibility] {
    var parts = zip(children, frames(in: frame.size)).flatMap {
      $0.accessibleParts(in: $1.offsetBy(x: frame.x, y: frame.y))
    }
    if case .element(let element)? = content.backing,
      let own = element.accessibility(environment.words)
    {
      parts.insert(own, at: 0)
      parts[0].frame = frame
    }
    guard let reading = content.reading else { return parts }
    parts = reading(parts)
    if parts.count == 1 { parts[0].frame = frame }
    return parts
  }

  private func frames(in size: Size) -> [Rect] {
    guard !content.children.isEmpty, let layout = content.layout else { return [] }
    return layout.place(children, in: size, environment)
  }
}
