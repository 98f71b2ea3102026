import SpotsViews

/// Images that consist of nothing but a size.
@MainActor
public final class FixedImages: ImageSizer {
  public var sizes: [String: Size]

  public init(_ sizes: [String: Size] = [:]) {
    self.sizes = sizes
  }

  public func size(of source: String) -> Size? { sizes[source] }
}

extension Environment {
  /// Surroundings in which every measure can be worked out by hand.
  public static func fixed(
    theme: Theme = .light, textScale: Double = 1, images: [String: Size] = [:]
  ) -> Environment {
    Environment(
      theme: theme, textScale: textScale, text: FixedFont(), images: FixedImages(images))
  }
}
