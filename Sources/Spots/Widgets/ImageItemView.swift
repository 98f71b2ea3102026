/// A picture as wide as there is room, in its own ratio, and its title as a caption under it.
public final class ImageItemView: ItemElementHost {
  /// How far the mark of its state reaches around the picture of a cell.
  private static let frameWidth = 3.0

  public override func body(for item: Item) -> (any Element)? {
    let picture = ImageElement(of: item, corners: Corners(radius: cornerRadius), ratios: 0.1...10)
    guard !item.title.isEmpty else { return picture }
    let caption = LabelElement(
      item.title, font: .caption, color: .role(.secondary), lineLimit: 2)
    return Column(spacing: 6, [picture.flexed(grow: 1), caption.flexed(shrink: 0)])
  }

  public override var surface: ItemSurface { place.isRow ? .automatic : .none }
  public override var cornerRadius: Double { 8 }
  public override var focusCornerRadius: Double { cornerRadius }

  /// A cell has no ground of its own: a frame around its picture shows how it is being used.
  public override func draw(in list: inout DrawList) {
    super.draw(in: &list)
    guard !place.isRow, let theme = environment?.theme, let picture = subviews.first else { return }
    let marked = picture.frame.expanded(by: Self.frameWidth)
    let radius = cornerRadius + Self.frameWidth
    let mark: Color =
      if state.contains(.selected) {
        theme[.accent]
      } else if state.contains(.highlighted) {
        theme[.secondary].opacity(0.4)
      } else {
        theme[.secondary].opacity(0.2 * hoverProgress)
      }
    list.fill(marked, mark, cornerRadius: radius)
  }
}
