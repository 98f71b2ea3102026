import Spots
import SpotsSDL

/// What screens are laid out and painted with: fonts, images, environment. One for each process.
@MainActor
package final class ViewerContext {
  let options: ViewerOptions
  let mailbox = Mailbox()
  package let fonts: FontBook
  let images: ImageStore
  package let painter: Painter
  /// The user's settings, which are kept while a script plays without them; nil otherwise.
  private var keptSettings: UserSettings?

  private struct UserSettings {
    let environment: Environment
    let patience: Double
    var isStill: Bool
    var colors: ThemeColors
  }

  /// What pages begin with, without the colors of their documents.
  package var environment: Environment
  private var colors: ThemeColors { didSet { environment.theme = theme } }
  /// The theme, before a document's own colors.
  var theme: Theme { colors.theme }
  /// How the desktop wants windows to look; nil where there is no window.
  private(set) var desktop: DesktopAppearance?
  /// Checks large documents after they are shown; nil when documents are checked as they are read.
  private(set) var itemCheck: ItemCheck?
  /// The file the theme comes from, if any.
  private(set) var themeFile: ThemeFile?
  package var loader: ScreenLoader
  /// The screens the user has opened; nil for users without a home.
  lazy var recent = RecentStore.standard
  /// Sends the answers of screens that ask for them to be kept until then; nil keeps none.
  var posts: PostQueue?
  /// The time of the event or frame being handled, in seconds.
  var now = 0.0
  /// Whether the first frame is on the screen.
  var isPresented = false
  /// Called with each image that cannot be shown, and why; once for each.
  package var onImageFailure: (_ source: String, _ reason: String) -> Void = { _, _ in }
  /// Called with each large document whose items were checked, and its diagnostics.
  var onItemsChecked: (ScreenFile, [Diagnostic]) -> Void = { _, _ in }
  /// Called with everything that happens in the window.
  package var onEvent: (ViewerEvent) -> Void = { _ in }
  /// Whether a program is told which item was selected.
  package var areSelectionsHeard = false
  /// Called on the thread that reads a stream before it goes on; returns once the answers to
  /// earlier lines have been read.
  package var waitForReader: @Sendable () -> Void = {}
  /// Takes messages about what is wrong, on any thread.
  let report: ViewerMessage.Handler

  /// - Parameters:
  ///   - source: The screen the user opens, which determines what other files may be read; nil for
  ///     none.
  ///   - scale: Pixels per point.
  ///   - desktop: How a window looks where the options do not say. Nil, for pictures and tests,
  ///     means the system's sans-serif in its usual size, and motion.
  ///   - report: Takes messages about what is wrong, on any thread.
  /// - Throws: `ViewerError` when there is no font, or the theme's file cannot be read.
  package init(
    source: DocumentSource?, options: ViewerOptions, scale: Double,
    desktop: DesktopAppearance? = nil, report: @escaping ViewerMessage.Handler
  ) throws(ViewerError) {
    (self.options, self.report) = (options, report)
    if desktop == nil { FontBook.ignoreLanguage() }
    fonts = try ViewerError.describing {
      try FontBook(
        family: options.fontFamily, preferences: Self.fontFamilies(options, desktop), scale: scale)
    }
    images = ImageStore(locator: ImageLocator(roots: []), mailbox: mailbox)
    painter = Painter(fonts: fonts, images: images)
    self.desktop = desktop
    let (theme, themeFile) = try Self.theme(options.theme, desktop, report)
    colors = ThemeColors(theme, isOfDesktop: options.theme == .system)
    self.themeFile = themeFile
    images.web = WebImages(fetcher: options.fetcher, mailbox: mailbox)
    loader = ScreenLoader(
      kinds: KnownKinds(
        options.configuration, views: options.nibFolders, allowed: options.allowedFolders,
        language: options.language ?? .user),
      fetcher: options.fetcher, allowedHosts: options.allowedHosts,
      access: options.folders.access(source), cache: .standard, report: report)
    loader.givenData = options.data.map { DataLoader.Given(screen: source, data: $0) }
    environment = Environment(
      theme: theme, textScale: options.textScale ?? desktop?.textScale ?? 1, scale: scale,
      text: fonts, images: images)
    (environment.language, environment.numbers) = (options.language ?? .user, options.numbers)
    if options.isRightToLeft { environment.isRightToLeft = true }
    if options.isDialog || source?.isStream == true { environment.usualSpacing = .comfortable }
    environment.hasActionBar = options.isDialog
    environment.reducesMotion = options.reducesMotion ?? desktop?.reducesMotion ?? false
    images.reducesMotion = environment.reducesMotion
    fonts.onMissingCharacters = { scalar in
      let number = String(scalar.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(4 - number.count, 0)) + number
      report(.warning("no installed font has U+\(digits), and perhaps others like it"))
    }
    images.onFailure = { [weak self] source, reason in self?.onImageFailure(source, reason) }
  }

  /// What the program itself says, in the user's language.
  package var words: Words { environment.words }

  /// Allows reading a document, and what belongs to it, as if the program had been started with it.
  ///
  /// - Parameter alone: Whether nothing else may be read from now on.
  package func userChose(_ source: DocumentSource, alone: Bool) {
    let chosen = options.folders.access(source)
    loader.access = alone ? chosen : loader.access.union(chosen)
  }

  /// From now on reads items of large documents on demand, and checks them in the background.
  func readItemsOnDemand() {
    loader.readsOnDemand = true
    itemCheck = ItemCheck(report: report) { [weak self, mailbox] file, diagnostics in
      mailbox.post { self?.onItemsChecked(file, diagnostics) }
    }
  }

  /// The kinds that documents may name without a warning.
  package var kinds: KnownKinds { loader.kinds }

  /// Whether no connections are made.
  var isOffline: Bool { options.isOffline }

  /// Uses the folders and hosts that belong to a document.
  package func adopt(_ file: ScreenFile) {
    let trust = PrivateServers(
      allowed: loader.allowedHosts, own: file.origin?.trustedHosts ?? [])
    let locator =
      file.ownFolders.map { ImageLocator(roots: $0, allowed: options.allowedFolders) }
      ?? file.origin.map { ImageLocator(base: $0.address, trust: trust) }
      ?? options.folders.locator(path: file.path, trust: trust)
    if images.locator != locator { images.locator = locator }
  }

  // MARK: Changes of the environment, which the page in front must adopt

  /// Whether a script plays rather than a user. Screens that are opened from then on are the same
  /// on every machine and every day: without the user's clipboard, earlier answers and choice of
  /// another brightness, and with pictures that appear at once and stand still.
  var isScripted: Bool {
    get { keptSettings != nil }
    set { if newValue { leaveDesktop() } else { returnToDesktop() } }
  }

  private func leaveDesktop() {
    keptSettings = UserSettings(
      environment: environment, patience: images.patienceForSizes, isStill: images.reducesMotion,
      colors: colors)
    colors.forgetBrightness()
    environment.clipboard = LocalClipboard()
    environment.valueStore = nil
    environment.now = { nil }
    environment.language = options.language ?? .standard
    loader.kinds.language = environment.language
    environment.isInteractive = false
    images.patienceForSizes = .infinity
    images.reducesMotion = true
    loader.awaitsRows = true
  }

  private func returnToDesktop() {
    guard let kept = keptSettings else { return }
    keptSettings = nil
    loader.awaitsRows = false
    environment.clipboard = kept.environment.clipboard
    environment.valueStore = kept.environment.valueStore
    environment.now = kept.environment.now
    environment.language = kept.environment.language
    loader.kinds.language = environment.language
    environment.isInteractive = kept.environment.isInteractive
    (images.patienceForSizes, images.reducesMotion) = (kept.patience, kept.isStill)
    colors = kept.colors
  }

  /// The environment of a page with everything that has changed since it was shown.
  func updated(_ environment: Environment) -> Environment {
    let current = self.environment
    var environment = environment
    environment.theme = theme
    environment.scale = current.scale
    environment.textScale = current.textScale
    environment.reducesMotion = current.reducesMotion
    environment.dragThreshold = current.dragThreshold
    environment.clipboard = current.clipboard
    environment.valueStore = current.valueStore
    (environment.now, environment.language) = (current.now, current.language)
    environment.isInteractive = current.isInteractive
    return environment
  }

  /// Uses a new version of the theme's file.
  func use(_ file: ThemeFile) {
    guard let theme = file.theme else { return }
    themeFile = file
    use(theme)
  }

  /// Uses `theme`, whatever the desktop wants.
  func use(_ theme: Theme) {
    colors = ThemeColors(theme, isOfDesktop: false)
    keptSettings?.colors = colors
  }

  /// Switches between light and dark. A theme of the desktop keeps its contrast and accent; the
  /// choice holds until the desktop changes its own brightness.
  func switchBrightness() { colors.switchBrightness(desktop) }

  /// Uses what the desktop wants now, where no option says otherwise.
  func adopt(_ settings: DesktopSettings) {
    guard var desktop else { return }
    let wasDark = desktop.isDark
    desktop.settings = settings
    self.desktop = desktop
    colors.adopt(desktop, wasDark: wasDark)
    keptSettings?.colors.adopt(desktop, wasDark: wasDark)
    environment.textScale = options.textScale ?? desktop.textScale
    environment.reducesMotion = options.reducesMotion ?? desktop.reducesMotion
    keptSettings?.isStill = environment.reducesMotion
    images.reducesMotion = isScripted || environment.reducesMotion
    fonts.preferences = Self.fontFamilies(options, desktop)
  }

  /// The families of text; those of the desktop are looked up only if the options name none.
  private static func fontFamilies(
    _ options: ViewerOptions, _ desktop: DesktopAppearance?
  ) -> [String] {
    options.fontFamily == nil ? desktop?.fontFamilies ?? [] : []
  }

  private static func theme(
    _ choice: ViewerOptions.ThemeChoice, _ desktop: DesktopAppearance?,
    _ report: ViewerMessage.Handler
  ) throws(ViewerError) -> (Theme, ThemeFile?) {
    switch choice {
    case .light: return (.light, nil)
    case .dark: return (.dark, nil)
    case .highContrast: return (.highContrast, nil)
    case .highContrastDark: return (.highContrastDark, nil)
    case .system: return ((desktop ?? .last()).theme(), nil)
    case .file(let path):
      let file = try ThemeFile.open(path)
      report(.diagnostics(file.reading.diagnostics, path: path))
      return (file.theme ?? .light, file)
    }
  }

  /// The colors of a choice where no desktop is followed.
  package static func theme(
    of choice: ViewerOptions.ThemeChoice, report: @escaping ViewerMessage.Handler
  ) throws(ViewerError) -> Theme {
    try theme(choice, nil, report).0
  }

  /// From now on shows nothing from servers, not even what was kept from earlier.
  package func refuseServers() {
    images.web = nil
    loader.cache = nil
  }

  /// Whether a picture that was asked for has not arrived yet.
  package var isWaitingForImages: Bool { images.pending > 0 }

  /// Why pictures asked for so far cannot be shown, by source.
  package var imageFailures: [String: String] { images.failures }

  /// The files that the pictures asked for so far may be in, whether they exist or not.
  package var picturePaths: Set<String> { images.candidatePaths }

  /// Reports the diagnostics of a document; those of a large one follow when it has been checked.
  func report(_ file: ScreenFile, since old: ScreenFile? = nil) {
    file.report(since: old, to: report)
    if !file.reading.areItemsChecked { itemCheck?.check(file) }
  }

  /// Paints a frame without a window, and again as images arrive, until none is missing or
  /// `timeout` seconds have passed.
  ///
  /// - Parameter seen: For how many seconds animated images have been in view, by source;
  ///   others begin. Nil leaves them as they are.
  package func picture(
    size: Size, timeout: Double, background: Color, seen: [String: Double]? = [:],
    frame: () -> DrawList
  ) throws(ViewerError) -> OffscreenCanvas {
    let picture = try ViewerError.describing {
      try OffscreenCanvas(size: size, scale: fonts.scale)
    }
    let deadline = Clock.now + timeout
    while true {
      picture.paint(frame(), background: background, with: painter)
      if images.pending == 0 {
        if let seen, images.showAnimations(after: seen) {
          picture.paint(frame(), background: background, with: painter)
        }
        return picture
      }
      guard waitForImages(until: deadline) else {
        report(.warning("not all images came within \(timeout) s"))
        return picture
      }
    }
  }

  /// Waits until an image, or news of one, arrives, and 20 ms more for others.
  ///
  /// An image may have to be painted once before it is decoded. Waiting for all images would wait
  /// for the slowest one twice, and show none of the others if it never arrived.
  ///
  /// - Returns: False when nothing arrived before `deadline`, a time of `Clock`.
  private func waitForImages(until deadline: Double) -> Bool {
    repeat {
      guard Clock.now < deadline else { return false }
      mailbox.wait(timeout: deadline - Clock.now)
    } while !mailbox.drain()
    let end = min(Clock.now + 0.02, deadline)
    while images.pending > 0, Clock.now < end {
      mailbox.wait(timeout: end - Clock.now)
      mailbox.drain()
    }
    return true
  }
}

/// The theme of a window, and what the user and the desktop have to say about it.
private struct ThemeColors {
  private(set) var theme: Theme
  /// The theme without the user's choice of another brightness.
  private var usual: Theme
  /// Whether it is the desktop's, rather than an option's or the program's.
  private let isOfDesktop: Bool
  /// Whether the user chose the desktop's theme to be dark; nil follows the desktop.
  private var chosenDarkness: Bool?

  init(_ theme: Theme, isOfDesktop: Bool) {
    (self.theme, usual, self.isOfDesktop) = (theme, theme, isOfDesktop)
  }

  mutating func switchBrightness(_ desktop: DesktopAppearance?) {
    guard isOfDesktop, let desktop else {
      theme = theme.withOtherBrightness
      return
    }
    chosenDarkness = !theme.isDark
    theme = desktop.theme(isDark: chosenDarkness)
  }

  mutating func forgetBrightness() { (theme, chosenDarkness) = (usual, nil) }

  mutating func adopt(_ desktop: DesktopAppearance, wasDark: Bool) {
    if desktop.isDark != wasDark { chosenDarkness = nil }
    if isOfDesktop { (usual, theme) = (desktop.theme(), desktop.theme(isDark: chosenDarkness)) }
  }
}
