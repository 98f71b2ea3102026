/// The settings and services with which views measure and paint themselves.
///
/// Controllers that are shown in turn may share one. A change takes effect with the controller's
/// `environmentDidChange()` or its next `resize(to:)`; setting a property to its present value
/// changes nothing.
@MainActor
public final class Environment {
  /// The colors views paint with: the theme that was set last, overridden by `documentColors`.
  /// Setting it leaves those in force.
  public var theme: Theme {
    get { shownTheme }
    set {
      baseTheme = newValue
      updateTheme()
    }
  }
  /// Colors of the shown document, by role, which override the theme's. A controller sets those of
  /// its screen when it is created and each time the screen changes.
  public var documentColors: [ColorRole: Color] = [:] {
    didSet { if documentColors != oldValue { updateTheme() } }
  }
  /// The theme of the program or its user, without a document's colors.
  private var baseTheme: Theme
  /// The merged value of `theme`, kept so that painting merges no colors.
  private var shownTheme: Theme { didSet { version += 1 } }
  /// Multiplies every font size; 1 is the normal size.
  public var textScale: Double { didSet { if textScale != oldValue { version += 1 } } }
  /// Device pixels per point.
  public var scale: Double { didSet { if scale != oldValue { version += 1 } } }
  /// Whether screens are mirrored, for languages that are read from right to left.
  public var isRightToLeft = false {
    didSet { if isRightToLeft != oldValue { version += 1 } }
  }
  /// Whether content changes and scrolling by program, keys and wheel notches jump instead of
  /// moving, and nothing fades.
  public var reducesMotion = false
  /// The time of the frame that is being recorded, in seconds; nil outside of frames, when views
  /// show the end of every fade.
  var frameTime: Double?
  /// Whether a view that was recorded needs another frame to go on fading.
  var isMoving = false
  /// Measures text with the fonts of the window.
  public let text: any TextMeasurer
  /// Knows the sizes of pictures before they are decoded.
  public let images: any ImageSizer
  /// Keeps the screens of controllers that have a cache key; nil to keep none.
  public var screens: (any ScreenStore)?
  /// The views with which elements are measured.
  let measuringViews = MeasuringViews()
  /// Counts the changes that affect layouts or colors, so that outdated results can be recognized.
  public private(set) var version = 0

  /// Creates an environment; light, at normal text size and one pixel per point unless given.
  public init(
    theme: Theme = .light, textScale: Double = 1, scale: Double = 1, text: any TextMeasurer,
    images: any ImageSizer
  ) {
    baseTheme = theme
    shownTheme = theme
    self.textScale = textScale
    self.scale = scale
    self.text = text
    self.images = images
  }

  /// Invalidates layouts that depend on the sizes of pictures.
  func imageSizesDidChange() { version += 1 }

  private func updateTheme() {
    let theme = baseTheme.overridden(by: documentColors)
    if theme != shownTheme { shownTheme = theme }
  }

  /// The width of a line of one device pixel, in points.
  public var hairline: Double { 1 / scale }

  /// The direction of text without a directional letter, such as a number.
  public var textDirection: TextDirection { isRightToLeft ? .rightToLeft : .leftToRight }

  /// `font` as large as this environment's text scale makes it.
  public func scaled(_ font: Font) -> Font { font.scaled(by: textScale) }

  /// `length`, in points, rounded to whole pixels. Halves are rounded down, even when a
  /// rounding error has left them slightly above.
  func onPixel(_ length: Double) -> Double { (length * scale - 1e-6).rounded() / scale }
}

/// Knows the size of pictures without decoding them.
@MainActor
public protocol ImageSizer: AnyObject {
  /// The size given by the header of the picture at `source`, upright, one pixel as one point; nil
  /// while it is unknown or when there is no such picture.
  func size(of source: String) -> Size?
}

/// One view for each type of element, which measures all elements of the type and is never shown.
///
/// Owned by the environment, and kept for as long as it exists.
@MainActor
final class MeasuringViews {
  /// The numbers of views created, and of uses of them, so far.
  private(set) var created = 0
  private(set) var updated = 0
  private var views: [ObjectIdentifier: View] = [:]

  /// The view that measures elements of `type`.
  func view<ViewType: View>(for type: Any.Type, _ make: () -> ViewType) -> ViewType {
    updated += 1
    let key = ObjectIdentifier(type)
    if let view = views[key] as? ViewType { return view }
    let view = make()
    created += 1
    views[key] = view
    return view
  }
}
