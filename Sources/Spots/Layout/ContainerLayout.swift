// Nested scrolling without nested scroll views.
//
// A screen is a stack of components, each of which may be far taller than the window. Only the
// window scrolls. This file turns one scroll offset into, for every component, the part of it that
// can be seen. The rule is OLEContainerScrollView's; it reads no view and keeps no other state than
// the components' heights.

/// A stack of components without gaps, and the rule that shows a part of it.
public struct ContainerLayout: Sendable {
  /// The visible part of a component.
  public struct Placement: Equatable, Sendable {
    /// In the stack's coordinates: points from the top of the whole content.
    public var frame: Rect
    /// How much of the component's own content is above `frame`.
    public var inner: Double

    public init(frame: Rect, inner: Double) {
      self.frame = frame
      self.inner = inner
    }
  }

  private var heights: Extents

  /// - Parameter heights: The content height of each component, from top to bottom.
  public init(heights: [Double] = []) {
    self.heights = Extents()
    self.heights.replace(0..<0, with: heights)
  }

  public var count: Int { heights.count }

  /// The sum of all heights.
  public var contentHeight: Double { heights.total }

  /// Where a component starts: the sum of the heights before it, Y.
  public func offset(of index: Int) -> Double { heights.offset(of: index) }

  public func height(of index: Int) -> Double { heights[index] }

  public mutating func setHeight(_ height: Double, of index: Int) {
    heights.replace(index..<index + 1, with: [height])
  }

  /// The visible part of a component in a viewport scrolled to `offset`:
  ///
  ///     offset < Y:  inner = 0,           y = Y
  ///     else:        inner = offset − Y,  y = offset
  ///     height = min(max(viewport bottom − y, 0), max(content height − inner, 0))
  public func placement(of index: Int, offset: Double, viewport: Size) -> Placement {
    let start = heights.offset(of: index)
    let inner = max(offset - start, 0)
    let y = max(offset, start)
    let height = min(
      max(offset + viewport.height - y, 0), max(heights[index] - inner, 0))
    return Placement(
      frame: Rect(x: 0, y: y, width: viewport.width, height: height), inner: inner)
  }

  /// The components of which something can be seen, from top to bottom.
  ///
  /// - Complexity: O(*m* · log *n*), where *m* is their number; those of height 0 cost nothing.
  public func visible(offset: Double, viewport: Size) -> [Int] {
    var indexes: [Int] = []
    appendVisible(offset: offset, viewport: viewport, to: &indexes)
    return indexes
  }

  /// Adds the components of which something can be seen to `indexes`.
  func appendVisible(offset: Double, viewport: Size, to indexes: inout [Int]) {
    let bottom = offset + viewport.height
    guard offset < contentHeight, bottom > 0 else { return }
    var next = heights.firstPositive(from: heights.index(at: max(offset, 0)))
    while let index = next, heights.offset(of: index) < bottom {
      indexes.append(index)
      next = heights.firstPositive(from: index + 1)
    }
  }

  /// The component at a place of the content; nil outside of it.
  public func component(at y: Double) -> Int? {
    guard y >= 0, y < contentHeight else { return nil }
    return heights.index(at: y)
  }
}
