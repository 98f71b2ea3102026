/// A picture.
///
/// Its own size is that of the file; where the width is given it is as high as its ratio makes it,
/// 16 to 9 while that is not known.
@MainActor
public struct ImageElement: ViewElement, Equatable {
  /// URL or path; an empty one shows nothing and takes no room.
  public var source: String
  public var contentMode: DrawCommand.ContentMode
  public var corners: Corners
  /// What the picture's width divided by its height is taken for at least and at most; the room it
  /// gets is that of the nearest shape.
  public var ratios: ClosedRange<Double>

  public init(
    _ source: String, contentMode: DrawCommand.ContentMode = .fill, corners: Corners = Corners(),
    ratios: ClosedRange<Double> = 0.001...1000
  ) {
    self.source = source
    self.contentMode = contentMode
    self.corners = corners
    self.ratios = ratios
  }

  /// The picture of `item`, in the content mode its `meta` asks for.
  public init(
    of item: Item, corners: Corners = Corners(), ratios: ClosedRange<Double> = 0.001...1000
  ) {
    let mode = DrawCommand.ContentMode(rawValue: item.meta.string("content-mode")) ?? .fill
    self.init(item.image, contentMode: mode, corners: corners, ratios: ratios)
  }

  public func updateView(_ view: ImageView, with context: ViewElementContext) {
    view.source = source
    view.contentMode = contentMode
    view.corners = corners
  }

  public var content: ElementContent {
    ElementContent(layout: ImageLayout(source: source, ratios: ratios), backing: .element(self))
  }
}

private struct ImageLayout: ElementLayout {
  let source: String
  let ratios: ClosedRange<Double>

  private static let unknown = Size(width: 160, height: 90)

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    guard !source.isEmpty else { return .zero }
    var own = environment.images.size(of: source) ?? Self.unknown
    if !(own.width > 0 && own.height > 0) { own = Self.unknown }
    let ratio = min(max(own.width / own.height, ratios.lowerBound), ratios.upperBound)
    // Not wider than there is room, but as wide as is asked for.
    let width = min(max(own.width, range.minimum.width), range.maximum.width)
    let height = min((width / ratio).rounded(), range.maximum.height)
    return Size(width: min(width, max((height * ratio).rounded(.up), 0)), height: height)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] { [] }
}
