/// An element whose width is `ratio` times its height.
///
/// The element is as large as the room allows, or as wide as it wants where the room is unlimited.
/// In a frame of another shape it is centered.
@MainActor
public struct AspectRatio: Element {
  /// Width divided by height, clamped to 0.01 … 100 in layout; NaN counts as 1.
  public var ratio: Double
  /// The element that is given the shape.
  public var element: any Element

  /// Creates an element that is `ratio` times as wide as it is high.
  public init(_ ratio: Double, _ element: any Element) {
    self.ratio = ratio
    self.element = element
  }

  /// The largest size of the ratio that fits; `element` fills it.
  public var content: ElementContent {
    let ratio = ratio.isNaN ? 1 : min(max(ratio, 0.01), 100)
    return ElementContent(children: [element], layout: AspectRatioLayout(ratio: ratio))
  }
}

extension Element {
  /// This element, `ratio` times as wide as it is high.
  public func aspectRatio(_ ratio: Double) -> AspectRatio { AspectRatio(ratio, self) }
}

private struct AspectRatioLayout: ElementLayout {
  let ratio: Double

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    var room = range.maximum
    if !room.width.isFinite, !room.height.isFinite {
      room.width = children.first?.measure(in: range).width ?? 0
    }
    return fitted(room)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    let own = fitted(size)
    return children.map { _ in
      Rect(
        x: (size.width - own.width) / 2, y: (size.height - own.height) / 2, width: own.width,
        height: own.height)
    }
  }

  /// The largest size of the ratio in `room`, one side of which is finite.
  private func fitted(_ room: Size) -> Size {
    let width = min(
      room.width, room.height * ratio, room.width.isFinite ? .infinity : longestLength)
    return Size(width: width, height: min(width / ratio, room.height))
  }
}
