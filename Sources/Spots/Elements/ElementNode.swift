/// An element while it is laid out: its children as nodes, and the sizes measured so far.
///
/// Made for one layout and thrown away after it.
@MainActor
public final class ElementNode {
  private let element: any Element
  private let environment: Environment
  private let content: ElementContent
  private lazy var children = content.children.map { ElementNode($0, environment) }
  private var sizes: [SizeRange: Size] = [:]
  private var knownLimits: [Axis: AxisLimits] = [:]

  public init(_ element: any Element, _ environment: Environment) {
    self.element = element
    self.environment = environment
    content = element.content
  }

  /// The size the element takes in `range`: inside of it, and finite.
  public func measure(in range: SizeRange) -> Size {
    if let size = sizes[range] { return size }
    let size = range.clamp(content.layout.measure(children, in: range, environment))
    sizes[range] = size
    return size
  }

  public func limits(_ axis: Axis) -> AxisLimits {
    if let limits = knownLimits[axis] { return limits }
    let limits = content.layout.limits(axis, children)
    knownLimits[axis] = limits
    return limits
  }

  /// The element and everything inside it, in a frame given by what is around it.
  public func layOut(in frame: Rect) -> ViewDescription {
    let size = Size(width: sane(frame.width), height: sane(frame.height))
    let frames = children.isEmpty ? [] : content.layout.place(children, in: size, environment)
    return ViewDescription(
      backing: content.backing, key: content.key, frame: Rect(origin: frame.origin, size: size),
      children: zip(children, frames).map { $0.layOut(in: $1) })
  }
}
