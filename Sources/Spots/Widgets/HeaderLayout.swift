/// Arranges the texts of a header: the title, the action, if any, and the subtitle.
///
/// The action is at the end of the title's line if both fit; otherwise it takes a separate, last
/// line, so that it never takes room that the title needs.
struct HeaderLayout: ElementLayout {
  /// The least distance between the title and an action on its line, in points.
  let gap: Double
  /// The distance between the other texts and an action below them, in points.
  let lead: Double
  /// The distance from the lower edge of the title up to that of an action on its line, in points,
  /// which puts both on one baseline.
  let rise: Double

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let frames = frames(children, width: range.maximum.width)
    return Size(width: frames.map(\.maxX).max() ?? 0, height: frames.map(\.maxY).max() ?? 0)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    frames(children, width: size.width)
  }

  /// Every child gets the full width, except for an action on the title's line.
  private func frames(_ children: [ElementNode], width: Double) -> [Rect] {
    guard let title = children.first, let subtitle = children.last else { return [] }
    guard children.count == 3 else {
      let top = frame(title, y: 0, width: width)
      return [top, frame(subtitle, y: top.maxY, width: width)]
    }
    return beside(title, children[1], subtitle, width: width)
      ?? below(title, children[1], subtitle, width: width)
  }

  /// nil if title and action do not fit on one line.
  private func beside(
    _ title: ElementNode, _ action: ElementNode, _ subtitle: ElementNode, width: Double
  ) -> [Rect]? {
    let (size, end) = (title.measure(in: SizeRange()), action.measure(in: SizeRange()))
    guard size.width + gap + end.width <= width else { return nil }
    let line = max(size.height, end.height + rise)
    let rest = width.isFinite ? width - gap - end.width : size.width
    return [
      Rect(x: 0, y: line - size.height, width: rest, height: size.height),
      Rect(x: rest + gap, y: line - rise - end.height, width: end.width, height: end.height),
      frame(subtitle, y: line, width: width),
    ]
  }

  private func below(
    _ title: ElementNode, _ action: ElementNode, _ subtitle: ElementNode, width: Double
  ) -> [Rect] {
    let top = frame(title, y: 0, width: width)
    let middle = frame(subtitle, y: top.maxY, width: width)
    return [top, frame(action, y: middle.maxY + lead, width: width), middle]
  }

  private func frame(_ child: ElementNode, y: Double, width: Double) -> Rect {
    let size = child.measure(in: SizeRange(maximum: Size(width: width, height: .infinity)))
    return Rect(x: 0, y: y, width: width.isFinite ? width : size.width, height: size.height)
  }
}
