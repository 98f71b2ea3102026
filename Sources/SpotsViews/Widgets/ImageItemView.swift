/// An image as wide as its room, in its own ratio, with its title as a caption below it.
public final class ImageItemView: ElementCell {
  /// The width of the frame that shows the state of a cell around its image, in points.
  private static let frameWidth = 3.0

  /// The greatest width of an image in a row, and the greatest height of one in a cell, in points,
  /// so that a wide window has room for more than one image.
  private static let widestRow = 1152.0
  private static let highestCell = 520.0

  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let image = Sized(
      SizeLimits(maximumHeight: cellStyle.isRow ? nil : Self.highestCell),
      ImageElement(of: item, corners: Corners(radius: cornerRadius), ratios: 0.1...10))
    let caption = LabelElement(
      item.title, font: .caption, color: .role(.secondary),
      lineLimit: CardItemView.titleLimit(environment?.textScale ?? 1))
    let parts: [any Element] =
      item.title.isEmpty
      ? [image.flexed(grow: 1)]
      : [image.flexed(grow: 1), caption.flexed(shrink: 0)]
    let column = Column(spacing: 6, parts)
    guard cellStyle.isRow else { return column }
    return Aligned(
      horizontal: .start, vertical: .fill, Sized(SizeLimits(width: Self.widestRow), column))
  }

  public override var surface: ItemSurface { cellStyle.isRow ? .automatic : .none }
  public override var cornerRadius: Double { 8 }
  public override var focusCornerRadius: Double { cornerRadius }

  /// In a row the surface around the image reacts to the pointer.
  public override func scrim(in list: inout DrawList) -> Double {
    cellStyle.isRow ? 0 : stateScrim(in: &list)
  }

  /// A cell has no background: a frame around its image shows its state.
  public override func draw(in list: inout DrawList) {
    super.draw(in: &list)
    guard !cellStyle.isRow, let theme = environment?.theme, let image = subviews.first else {
      return
    }
    let marked = image.frame.expanded(by: Self.frameWidth)
    let radius = cornerRadius + Self.frameWidth
    let mark: Color =
      if state.contains(.focused) {
        // The ring of the keyboard focus takes the place of the frame.
        .clear
      } else if state.contains(.selected) {
        theme[.accent]
      } else if state.contains(.highlighted) {
        theme[.secondary].opacity(0.6)
      } else {
        theme[.secondary].opacity(0.4 * hoverProgress(in: &list))
      }
    list.fill(marked, mark, cornerRadius: radius)
  }
}
