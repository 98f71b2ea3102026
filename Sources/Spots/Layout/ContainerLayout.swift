// Nested scrolling without nested scroll views.
//
// A screen is a stack of components, each of which may be far taller than the window. Only the
// window scrolls. This file turns one scroll offset into the visible part of every component. The
// rule is OLEContainerScrollView's; it reads no view and keeps no other state than the components'
// heights.

/// A stack of components without gaps, and the rule for which part of it a viewport shows.
package struct ContainerLayout: Sendable {
  /// The visible part of a component.
  package struct Placement: Equatable, Sendable {
    /// In the stack's coordinates: points from the top of the whole content.
    package var frame: Rect
    /// The height of the component's own content above `frame`, in points.
    package var inner: Double
  }

  private var heights: Extents

  /// - Parameter heights: The content height of each component, from top to bottom, in points.
  package init(heights: [Double] = []) {
    self.heights = Extents()
    self.heights.replace(0..<0, with: heights)
  }

  /// The number of components, those of height 0 included.
  package var count: Int { heights.count }

  /// The sum of all heights, in points.
  package var contentHeight: Double { heights.total }

  /// The top of a component in the stack: the sum of the heights before it, Y, in points.
  package func offset(of index: Int) -> Double { heights.offset(of: index) }

  /// The content height of a component, in points.
  package func height(of index: Int) -> Double { heights[index] }

  /// Sets the content height of a component, in points; those below it move.
  package mutating func setHeight(_ height: Double, of index: Int) {
    heights.replace(index..<index + 1, with: [height])
  }

  /// The visible part of a component in a viewport scrolled to `offset`:
  ///
  ///     offset < Y:  inner = 0,           y = Y
  ///     else:        inner = offset − Y,  y = offset
  ///     height = min(max(viewport bottom − y, 0), max(content height − inner, 0))
  package func placement(of index: Int, offset: Double, viewport: Size) -> Placement {
    let start = heights.offset(of: index)
    let inner = max(offset - start, 0)
    let y = max(offset, start)
    let height = min(max(offset + viewport.height - y, 0), max(heights[index] - inner, 0))
    return Placement(frame: Rect(x: 0, y: y, width: viewport.width, height: height), inner: inner)
  }

  /// The indexes of the visible components, from top to bottom.
  ///
  /// - Complexity: O(*m* · log *n*), where *m* is their number; those of height 0 cost nothing.
  package func visible(offset: Double, viewport: Size) -> [Int] {
    var indexes: [Int] = []
    appendVisible(offset: offset, viewport: viewport, to: &indexes)
    return indexes
  }

  /// Adds the indexes of the visible components to `indexes`.
  func appendVisible(offset: Double, viewport: Size, to indexes: inout [Int]) {
    let bottom = offset + viewport.height
    guard offset < contentHeight, bottom > 0 else { return }
    var next = heights.firstPositive(from: heights.index(at: max(offset, 0)))
    while let index = next, heights.offset(of: index) < bottom {
      indexes.append(index)
      next = heights.firstPositive(from: index + 1)
    }
  }

  /// The component at `y` points from the top of the content; nil outside of it.
  package func component(at y: Double) -> Int? {
    guard y >= 0, y < contentHeight else { return nil }
    return heights.index(at: y)
  }
}
