/// The settings and services with which views measure and paint themselves: a value that a page has
/// and its views inherit.
///
/// A change of a controller's environment reaches its views immediately. Layouts follow with the
/// controller's `environmentDidChange()` or its next `resize(to:)`; setting a property to its
/// present value changes nothing.
@MainActor
public struct Environment {
  /// The values, shared by copies until one of them changes.
  @MainActor
  private final class Storage {
    /// The theme of the program or its user, without a document's colors.
    var baseTheme: Theme
    var documentColors: [ColorRole: Color] = [:]
    var breakpoints = Breakpoints()
    var spacing = Screen.Spacing.none
    var usualSpacing = Screen.Spacing.none
    var hasActionBar = false
    /// `baseTheme` with the document's colors, kept so that painting does not merge them.
    var theme: Theme
    var textScale: Double
    var scale: Double
    /// nil leaves it to the language.
    var direction: TextDirection?
    var reducesMotion = false
    var dragThreshold = Environment.usualDragThreshold
    let text: any TextMeasurer
    let images: any ImageSizer
    var screens: (any ScreenStore)?
    var valueStore: (any ValueStore)?
    var clipboard: any Clipboard = LocalClipboard()
    var filePicker: (any FilePicker)?
    var now: @MainActor () -> Now? = { nil }
    var isInteractive = false
    var numbers = NumberFormat()
    var language = TextLanguage()
    var followed: DesktopChoices = []
    var values: InputValues?
    let measuringViews: MeasuringViews
    let version: Int

    init(
      theme: Theme, textScale: Double, scale: Double, _ text: any TextMeasurer,
      _ images: any ImageSizer
    ) {
      (baseTheme, self.theme) = (theme, theme)
      (self.textScale, self.scale) = (textScale, scale)
      (self.text, self.images) = (text, images)
      measuringViews = MeasuringViews()
      version = Environment.nextVersion()
    }

    init(copying other: Storage, isNew: Bool) {
      (baseTheme, documentColors, theme) = (other.baseTheme, other.documentColors, other.theme)
      (textScale, scale, direction) = (other.textScale, other.scale, other.direction)
      (reducesMotion, screens) = (other.reducesMotion, other.screens)
      (dragThreshold, values) = (other.dragThreshold, other.values)
      (isInteractive, numbers) = (other.isInteractive, other.numbers)
      language = other.language
      (breakpoints, spacing) = (other.breakpoints, other.spacing)
      (usualSpacing, hasActionBar) = (other.usualSpacing, other.hasActionBar)
      (clipboard, valueStore, now) = (other.clipboard, other.valueStore, other.now)
      (filePicker, followed) = (other.filePicker, other.followed)
      (text, images, measuringViews) = (other.text, other.images, other.measuringViews)
      version = isNew ? Environment.nextVersion() : other.version
    }
  }

  private static var lastVersion = 0

  private static func nextVersion() -> Int {
    lastVersion += 1
    return lastVersion
  }

  private var storage: Storage

  /// Creates an environment; light, at normal text size and one pixel per point unless given.
  public init(
    theme: Theme = .light, textScale: Double = 1, scale: Double = 1, text: any TextMeasurer,
    images: any ImageSizer
  ) {
    storage = Storage(theme: theme, textScale: textScale, scale: scale, text, images)
  }

  /// The colors views paint with: the theme that was set last, overridden by `documentColors`
  /// unless it has high contrast. Setting it leaves those in force.
  public var theme: Theme {
    get { storage.theme }
    set { setTheme(newValue, documentColors) }
  }

  /// Colors of the shown document, by role, which override the theme's. A controller sets those of
  /// its screen when it is created and each time the screen changes.
  public var documentColors: [ColorRole: Color] {
    get { storage.documentColors }
    set { setTheme(storage.baseTheme, newValue) }
  }

  /// The widths at which the classes of components begin. A controller sets those of its screen.
  public var breakpoints: Breakpoints {
    get { storage.breakpoints }
    set { if newValue != breakpoints { change { $0.breakpoints = newValue } } }
  }

  /// The room around and between items where a component's layout says nothing about it. A
  /// controller sets that of its screen.
  public var spacing: Screen.Spacing {
    get { storage.spacing }
    set { if newValue != spacing { change { $0.spacing = newValue } } }
  }

  /// The spacing of documents that do not say it.
  package var usualSpacing: Screen.Spacing {
    get { storage.usualSpacing }
    set { change(isSeen: false) { $0.usualSpacing = newValue } }
  }

  /// Whether a row of buttons at the end of a screen stays in sight, as in questions.
  package var hasActionBar: Bool {
    get { storage.hasActionBar }
    set { change(isSeen: false) { $0.hasActionBar = newValue } }
  }

  /// Adopts the theme, breakpoints, spacing and language of a document.
  package mutating func adopt(_ screen: Screen) {
    (documentColors, breakpoints) = (screen.theme, screen.breakpoints)
    spacing = screen.ownSpacing ?? usualSpacing
    if screen.language != storage.language.document {
      change { $0.language.document = screen.language }
    }
  }

  private mutating func setTheme(_ base: Theme, _ colors: [ColorRole: Color]) {
    guard base != storage.baseTheme || colors != storage.documentColors else { return }
    let theme = base.showing(documentColors: colors)
    change(isSeen: theme != storage.theme) {
      ($0.baseTheme, $0.documentColors, $0.theme) = (base, colors, theme)
    }
  }

  /// Multiplies every font size; 1 is the normal size.
  public var textScale: Double {
    get { storage.textScale }
    set { if newValue != textScale { change { $0.textScale = newValue } } }
  }

  /// Device pixels per point.
  public var scale: Double {
    get { storage.scale }
    set { if newValue != scale { change { $0.scale = newValue } } }
  }

  /// Whether screens are mirrored. Until it is set, it follows from the language of the document,
  /// or else of the user.
  public var isRightToLeft: Bool {
    get { storage.direction.map { $0 == .rightToLeft } ?? storage.language.isRightToLeft }
    set {
      let direction: TextDirection = newValue ? .rightToLeft : .leftToRight
      guard direction != storage.direction else { return }
      change(isSeen: newValue != isRightToLeft) { $0.direction = direction }
    }
  }

  /// The language of the texts on the screen: that of the document, or else of the user.
  public var textLanguage: String { storage.language.name }

  /// Whether content changes and scrolling by program, keys and wheel notches jump instead of
  /// moving, and nothing fades.
  public var reducesMotion: Bool {
    get { storage.reducesMotion }
    set { if newValue != reducesMotion { change(isSeen: false) { $0.reducesMotion = newValue } } }
  }

  /// The distance that the pressed pointer moves before it drags, in points; until then the press
  /// is a click.
  public var dragThreshold: Double {
    get { storage.dragThreshold }
    set { if newValue != dragThreshold { change(isSeen: false) { $0.dragThreshold = newValue } } }
  }

  /// The threshold for desktops that set none, in points.
  public nonisolated static let usualDragThreshold = 6.0

  /// Keeps the screens of controllers that have a cache key; nil to keep none.
  public var screens: (any ScreenStore)? {
    get { storage.screens }
    set { change(isSeen: false) { $0.screens = newValue } }
  }

  /// Keeps what users answered on screens that ask for it; nil to keep nothing.
  public var valueStore: (any ValueStore)? {
    get { storage.valueStore }
    set { change(isSeen: false) { $0.valueStore = newValue } }
  }

  /// Where texts are copied to and pasted from; a `LocalClipboard` unless set.
  public var clipboard: any Clipboard {
    get { storage.clipboard }
    set { change(isSeen: false) { $0.clipboard = newValue } }
  }

  /// The dialog in which users pick files; nil where paths can only be typed.
  public var filePicker: (any FilePicker)? {
    get { storage.filePicker }
    set { change(isSeen: false) { $0.filePicker = newValue } }
  }

  /// Returns today's date; called when a user picks a date. Returns nil unless set, so that nothing
  /// depends on the day.
  public var today: @MainActor () -> CalendarDate? {
    get { { [now] in now()?.day } }
    set { now = { newValue().map { ($0, nil, nil) } } }
  }

  /// Today's date, the time of day, and the seconds since 1970.
  package typealias Now = (day: CalendarDate, time: TimeOfDay?, seconds: Int?)

  /// Returns today's date, for `today`, and the time, for times that users pick and for formats
  /// that count from it; where there is none it stands still.
  package var now: @MainActor () -> Now? {
    get { storage.now }
    set { change(isSeen: false) { $0.now = newValue } }
  }

  /// Whether results of typing that take long to find, such as those of a filter, may be shown by a
  /// later frame. False unless set, so that in pictures and tests the next frame shows everything.
  package var isInteractive: Bool {
    get { storage.isInteractive }
    set { change(isSeen: false) { $0.isInteractive = newValue } }
  }

  /// How users type numbers; as in documents unless set, so that pictures are the same everywhere.
  public var numbers: NumberFormat {
    get { storage.numbers }
    set { change { $0.numbers = newValue } }
  }

  /// What formats write numbers, days and texts in, rows are sorted by, and the program speaks;
  /// `Language.standard` unless set, so that pictures are the same everywhere.
  public var language: Language {
    get { storage.language.user }
    set { if newValue != language { change { $0.language.user = newValue } } }
  }

  /// What the program itself says, in the language.
  package var words: Words { storage.language.words }

  /// The settings that are the desktop's, rather than the program's.
  package var followed: DesktopChoices {
    get { storage.followed }
    set { change(isSeen: false) { $0.followed = newValue } }
  }

  /// The values of the screen the views are on; nil outside of any.
  package var values: InputValues? {
    get { storage.values }
    set { change(isSeen: false) { $0.values = newValue } }
  }

  /// The value of an item: what the user gave it, or else the document's; nil for one without.
  public func value(of item: Item) -> JSONValue? {
    values.map { $0.value(of: item) } ?? item.documentValue
  }

  /// Whether an item can be used, according to itself and to other values.
  package func isEnabled(_ item: Item) -> Bool { values?.isEnabled(item) ?? !item.isDisabled }

  /// Whether an item is shown, as far as that depends on other values.
  package func isShown(_ item: Item) -> Bool { values?.isShown(item) ?? true }

  /// Whether a value satisfies a condition for an item to be shown, or to be usable.
  package func holds(_ condition: InputCondition) -> Bool { values?.holds(condition) ?? true }

  /// What is wrong with the value of an item, as shown to the user; nil for nothing.
  public func fault(of item: Item) -> String? { values?.shownFault(of: item, in: words) }

  /// Measures text with the fonts of the window.
  public var text: any TextMeasurer { storage.text }

  /// Knows the sizes of images before they are decoded.
  public var images: any ImageSizer { storage.images }

  /// The views with which elements are measured.
  var measuringViews: MeasuringViews { storage.measuringViews }

  /// The texts that were measured last.
  var brokenTexts: BrokenTexts { storage.measuringViews.brokenTexts }

  /// Differs between environments with different layouts or colors, so that outdated results can be
  /// recognized.
  public var version: Int { storage.version }

  /// Invalidates layouts that depend on the sizes of images.
  package mutating func imageSizesDidChange() { change { _ in } }

  /// Invalidates all layouts, since `text` measures with other fonts from now on.
  public mutating func fontsDidChange() { change { _ in } }

  /// - Parameter isSeen: Whether layouts or colors depend on what changes.
  private mutating func change(isSeen: Bool = true, _ body: (Storage) -> Void) {
    let copy = Storage(copying: storage, isNew: isSeen)
    body(copy)
    storage = copy
  }

  /// Whether both are copies of one value.
  package func isIdentical(to other: Environment) -> Bool { storage === other.storage }

  /// The width of a line of one device pixel, in points.
  public var hairline: Double { 1 / scale }

  /// The direction of text without a directional letter, such as a number.
  public var textDirection: TextDirection { isRightToLeft ? .rightToLeft : .leftToRight }

  /// `font` as large as this environment's text scale makes it.
  public func scaled(_ font: Font) -> Font { font.scaled(by: textScale) }

  /// How many times as large as usual a control or a small picture is. It grows half as much as the
  /// text beside it, which it would outweigh otherwise.
  package var growth: Double { 1 + (max(textScale, 1) - 1) / 2 }

  /// `length`, in points, rounded to whole pixels. Halves are rounded down, even when a
  /// rounding error has left them slightly above.
  package func onPixel(_ length: Double) -> Double { (length * scale - 1e-6).rounded() / scale }
}

/// Knows the size of images without decoding them.
@MainActor
public protocol ImageSizer: AnyObject {
  /// The size given by the header of the image at `source`, upright, one pixel as one point; nil
  /// while it is unknown or when there is no such image.
  func size(of source: String) -> Size?
}

/// One view for each type of element, which measures all elements of the type and is never shown.
///
/// Shared by the copies of an environment, and kept for as long as one of them exists.
@MainActor
final class MeasuringViews {
  /// The numbers of views created, and of uses of them, so far.
  private(set) var created = 0
  private(set) var updated = 0
  private var views: [ObjectIdentifier: View] = [:]
  /// The texts of several lines that they measured last.
  let brokenTexts = BrokenTexts()

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

/// Settings of the desktop that a program may leave to it.
package struct DesktopChoices: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let colors = DesktopChoices(rawValue: 1)
  package static let textScale = DesktopChoices(rawValue: 2)
  package static let fonts = DesktopChoices(rawValue: 4)
  package static let motion = DesktopChoices(rawValue: 8)
}
