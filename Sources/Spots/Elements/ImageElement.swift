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

  public init(
    _ source: String, contentMode: DrawCommand.ContentMode = .fill, corners: Corners = Corners()
  ) {
    self.source = source
    self.contentMode = contentMode
    self.corners = corners
  }

  public func updateView(_ view: ImageView, with context: ViewElementContext) {
    view.source = source
    view.contentMode = contentMode
    view.corners = corners
  }

  public var content: ElementContent {
    ElementContent(layout: ImageLayout(source: source), backing: .element(self))
  }
}

private struct ImageLayout: ElementLayout {
  let source: String

  private static let unknown = Size(width: 160, height: 90)

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    guard !source.isEmpty else { return .zero }
    var own = environment.images.size(of: source) ?? Self.unknown
    if !(own.width > 0 && own.height > 0) { own = Self.unknown }
    // Not wider than there is room, but as wide as is asked for.
    let width = min(max(own.width, range.minimum.width), range.maximum.width)
    let height = min(width * own.height / own.width, range.maximum.height)
    return Size(width: min(width, max(height * own.width / own.height, 0)), height: height)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] { [] }
}
