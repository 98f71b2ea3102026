/// An image.
///
/// Its own size is that of the file; at a given width its ratio decides the height. The ratio is 16
/// to 9 until it is known.
@MainActor
public struct ImageElement: ViewElement, Equatable {
  /// URL or path; an empty source shows nothing and takes no room.
  public var source: String
  /// The way the image fills its frame; `fill` unless given.
  public var contentMode: DrawCommand.ContentMode
  /// The corners the image is cut to; square unless given.
  public var corners: Corners
  /// The range the image's ratio of width to height is clamped to for computing its room.
  public var ratios: ClosedRange<Double>
  /// A description of the picture for users who do not see it; empty for a decoration, or where the
  /// item describes it.
  public var label: String
  /// The initials of somebody, which are shown until there is a picture; empty for none.
  public var initials = ""

  /// Creates an element that shows the image at a URL or path.
  public init(
    _ source: String, contentMode: DrawCommand.ContentMode = .fill, corners: Corners = Corners(),
    ratios: ClosedRange<Double> = 0.001...1000, label: String = ""
  ) {
    self.source = source
    self.contentMode = contentMode
    self.corners = corners
    self.ratios = ratios
    self.label = label
  }

  /// Creates an element that shows the image of `item`, in the content mode its `meta` asks for.
  public init(
    of item: Item, corners: Corners = Corners(), ratios: ClosedRange<Double> = 0.001...1000
  ) {
    let mode = DrawCommand.ContentMode(rawValue: item.meta.string("content-mode")) ?? .fill
    self.init(item.image, contentMode: mode, corners: corners, ratios: ratios)
    if item.meta.string("shape") == "avatar" { initials = ImageView.initials(of: item.title) }
  }

  /// Whether a row has an image, or initials in its place.
  public static func isShown(for item: Item) -> Bool {
    !item.image.isEmpty || item.meta.string("shape") == "avatar"
  }

  /// Sets the source, content mode and corners.
  public func updateView(_ view: ImageView, with context: ViewElementContext) {
    view.source = source
    view.contentMode = contentMode
    view.corners = corners
    view.initials = initials
  }

  /// The label.
  public var accessibility: Accessibility? { Accessibility(role: .image, label: label) }

  /// Sized from the dimensions the environment knows, so that no view is measured.
  public var content: ElementContent {
    ElementContent(
      layout: ImageLayout(source: source, ratios: ratios, hasInitials: !initials.isEmpty),
      backing: .element(self))
  }
}

private struct ImageLayout: ElementLayout {
  let source: String
  let ratios: ClosedRange<Double>
  let hasInitials: Bool

  private static let unknown = Size(width: 160, height: 90)

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    guard !source.isEmpty else {
      return hasInitials ? range.clamp(Size(width: 40, height: 40)) : .zero
    }
    if Icon.Name(source: source) != nil {
      let side = 24 * max(environment.textScale, 1)
      return range.clamp(Size(width: side, height: side))
    }
    var own = environment.images.size(of: source) ?? Self.unknown
    if !(own.width > 0 && own.height > 0) { own = Self.unknown }
    let ratio = min(max(own.width / own.height, ratios.lowerBound), ratios.upperBound)
    // At most as wide as the room, and at least as wide as the range asks for.
    let width = min(max(own.width, range.minimum.width), range.maximum.width)
    let height = min((width / ratio).rounded(), range.maximum.height)
    return Size(width: min(width, max((height * ratio).rounded(.up), 0)), height: height)
  }
}
