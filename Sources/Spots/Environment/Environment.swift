/// What views need to know of their surroundings to measure and paint themselves.
///
/// Controllers that are shown in turn may share one. A change is shown after the controller was told
/// by `environmentDidChange()`, or with the next `resize(to:)`; setting a value that it has already
/// changes nothing.
@MainActor
public final class Environment {
  /// The colours views paint with: the theme that was set last, with `documentColors` in place of
  /// its own. Setting it leaves those in force.
  public var theme: Theme {
    get { shownTheme }
    set {
      baseTheme = newValue
      updateTheme()
    }
  }
  /// Colours a document brings along, by role; they win over the theme's. A controller sets those
  /// of its screen, when it is made and each time the screen changes.
  public var documentColors: [ColorRole: Color] = [:] {
    didSet { if documentColors != oldValue { updateTheme() } }
  }
  /// The theme of the program or its user, without a document's colours.
  private var baseTheme: Theme
  /// The merged value of `theme`, kept so that painting merges no colours.
  private var shownTheme: Theme { didSet { version += 1 } }
  /// Multiplies every font size; 1 is the normal size.
  public var textScale: Double { didSet { if textScale != oldValue { version += 1 } } }
  /// Device pixels per point.
  public var scale: Double { didSet { if scale != oldValue { version += 1 } } }
  /// Whether screens are read from right to left: left and right change places.
  public var isRightToLeft = false {
    didSet { if isRightToLeft != oldValue { version += 1 } }
  }
  /// Whether changes of the content and scrolling by program, keys and wheel notches are jumps
  /// instead of motions, and nothing fades.
  public var reducesMotion = false
  /// The time of the frame being recorded, as it was given to the controller; nil outside of
  /// frames, where views show where everything ends.
  var frameTime: Double?
  /// Whether something that was recorded moves on by itself.
  var isMoving = false
  public let text: any TextMeasurer
  public let images: any ImageSizer
  /// Where controllers with a cache key keep their screens; nil: nowhere.
  public var screens: (any ScreenStore)?
  /// What elements are measured with.
  let measuringViews = MeasuringViews()
  /// Counts changes, so that what was computed from an older state can be told.
  public private(set) var version = 0

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

  /// The direction of text that has none of its own, as numbers.
  public var textDirection: TextDirection { isRightToLeft ? .rightToLeft : .leftToRight }

  /// `font` as large as this environment's text scale makes it.
  public func scaled(_ font: Font) -> Font { font.scaled(by: textScale) }

  /// `length`, in points, rounded to whole pixels. Halves are rounded down, also where an error of the
  /// arithmetic has left them slightly above.
  func onPixel(_ length: Double) -> Double { (length * scale - 1e-6).rounded() / scale }
}
