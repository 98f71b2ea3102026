/// One dot for each page of a carousel, with the current one marked.
package final class PageIndicator: Control {
  /// Fewer than 2 pages show no dots.
  package var pageCount = 0 { didSet { if pageCount != oldValue { setNeedsDisplay() } } }
  /// Counts from 0; clamped to the pages there are.
  package var currentPage = 0 { didSet { if currentPage != oldValue { setNeedsDisplay() } } }
  /// Whether the dots are drawn on a translucent background, as over an image.
  package var isOverlay = false { didSet { if isOverlay != oldValue { setNeedsDisplay() } } }

  private static let dot = 7.0
  private static let step = 14.0

  package override var isForPointer: Bool { true }

  /// The page of the dot at `point`, in the view's coordinates; nil outside the dots.
  package func page(at point: Point) -> Int? {
    guard bounds.contains(point), dotCount > 1 else { return nil }
    let position = ((point.x - left + (Self.step - Self.dot) / 2) / Self.step).rounded(.down)
    guard position >= 0, position < Double(dotCount) else { return nil }
    return page(ofDot: Int(position))
  }

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme, dotCount > 1 else { return }
    let y = (frame.height - Self.dot) / 2
    let width = Double(dotCount - 1) * Self.step + Self.dot
    if isOverlay {
      list.fill(
        Rect(x: left - 8, y: y - 5, width: width + 16, height: Self.dot + 10),
        theme[.surface].opacity(theme.isHighContrast ? 1 : 0.9), cornerRadius: Self.dot / 2 + 5)
    }
    for dot in 0..<dotCount {
      let isCurrent = dot == currentDot
      list.fill(
        Rect(x: left + Double(dot) * Self.step, y: y, width: Self.dot, height: Self.dot),
        isCurrent ? theme[.primary] : theme[.secondary].opacity(theme.isHighContrast ? 0.55 : 0.75),
        cornerRadius: Self.dot / 2)
    }
  }

  /// The number of dots; neighboring pages share one if there is no room for all.
  private var dotCount: Int {
    let room = (frame.width - 32) / Self.step
    return min(pageCount, room.isFinite ? max(Int(room), 0) : 0)
  }

  private var currentDot: Int {
    guard pageCount > 1 else { return 0 }
    return min(max(currentPage, 0), pageCount - 1) * (dotCount - 1) / (pageCount - 1)
  }

  private func page(ofDot dot: Int) -> Int {
    dotCount > 1 ? dot * (pageCount - 1) / (dotCount - 1) : 0
  }

  private var left: Double {
    ((frame.width - Double(dotCount - 1) * Self.step - Self.dot) / 2).rounded()
  }
}
