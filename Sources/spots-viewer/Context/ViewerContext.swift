import Spots
import SpotsSDL

/// What screens are laid out and painted with: fonts, pictures, environment. One for each process.
@MainActor
final class ViewerContext {
  let options: ScreenOptions
  let mailbox = Mailbox()
  let fonts: FontBook
  let images: ImageStore
  let painter: Painter
  /// What pages begin with, without the colors of their documents.
  var environment: Environment
  /// The theme, before a document's own colors.
  private(set) var theme: Theme { didSet { environment.theme = theme } }
  /// Checks large documents after they are shown; nil when documents are checked as they are read.
  private(set) var itemCheck: ItemCheck?
  /// The file the theme comes from, if any.
  private(set) var themeFile: ThemeFile?
  var loader: ScreenLoader
  /// The time of the event or frame being handled, in seconds.
  var now = 0.0
  /// Called with each picture that cannot be shown, and why; once for each.
  var onImageFailure: (_ source: String, _ reason: String) -> Void = { _, _ in }
  /// Called with each large document whose items were checked, and its diagnostics.
  var onItemsChecked: (ScreenFile, [Diagnostic]) -> Void = { _, _ in }

  /// - Parameters:
  ///   - path: The screen the user opens, which determines what other files may be read.
  ///   - scale: Pixels per point.
  ///   - appearance: The theme when the options name none.
  /// - Throws: `Failure` when there is no font.
  init(path: String, options: ScreenOptions, scale: Double, appearance: ThemeChoice) throws {
    self.options = options
    try options.pictures.checkSandbox()
    do {
      fonts = try FontBook(family: options.font, scale: scale)
    } catch {
      throw Failure.environment("\(error)")
    }
    Self.reportMissing(options, fonts)
    images = ImageStore(locator: ImageLocator(roots: []), mailbox: mailbox)
    painter = Painter(fonts: fonts, images: images)
    (theme, themeFile) = try Self.theme(options.theme ?? appearance)
    let fetcher = options.network.fetcher
    images.web = WebImages(fetcher: fetcher, mailbox: mailbox)
    loader = ScreenLoader(
      kinds: .registered(views: options.views, allowed: options.pictures.allowPath),
      fetcher: fetcher, allowedHosts: options.network.allowedHosts,
      access: options.pictures.access(path: path), cache: .standard)
    environment = Environment(
      theme: theme, textScale: options.textScale, scale: scale, text: fonts, images: images)
    environment.isRightToLeft = options.rtl
    fonts.onMissingCharacters = { scalar in
      let number = String(scalar.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(4 - number.count, 0)) + number
      StandardError.write(
        "warning: no installed font has U+\(digits), and perhaps others like it\n")
    }
    images.onFailure = { [weak self] source, reason in self?.onImageFailure(source, reason) }
  }

  /// Allows reading the file at `path`, and what belongs to it, as if the program had been started
  /// with it.
  func userChose(_ path: String) {
    loader.access = loader.access.union(options.pictures.access(path: path))
  }

  /// From now on reads items of large documents on demand, and checks them in the background.
  func readItemsOnDemand() {
    loader.readsOnDemand = true
    itemCheck = ItemCheck { [weak self, mailbox] file, diagnostics in
      mailbox.post { self?.onItemsChecked(file, diagnostics) }
    }
  }

  /// The kinds that documents may name without a warning.
  var kinds: KnownKinds { loader.kinds }

  /// Whether no connections are made.
  var isOffline: Bool { options.network.offline }

  /// Uses the folders and hosts that belong to a document.
  func adopt(_ file: ScreenFile) {
    let trust = PrivateServers(
      allowed: loader.allowedHosts, own: file.origin?.trustedHosts ?? [])
    let locator =
      file.origin.map { ImageLocator(base: $0.address, trust: trust) }
      ?? options.pictures.locator(path: file.path, trust: trust)
    if images.locator != locator { images.locator = locator }
  }

  /// Uses a new version of the theme's file. The page in front must adopt it.
  func use(_ file: ThemeFile) {
    guard let theme = file.theme else { return }
    (self.theme, themeFile) = (theme, file)
  }

  private static func theme(_ choice: ThemeChoice) throws(Failure) -> (Theme, ThemeFile?) {
    switch choice {
    case .light: return (.light, nil)
    case .dark: return (.dark, nil)
    case .system: return (SystemAppearance.prefersDark() ? .dark : .light, nil)
    case .file(let path):
      let file = try ThemeFile.open(path)
      DiagnosticOutput.report(file.reading.diagnostics, path: path)
      return (file.theme ?? .light, file)
    }
  }

  /// Switches from the light theme to the dark one, and from any other to the light one.
  func switchTheme() { theme = theme == .light ? .dark : .light }

  /// Prints the diagnostics of a document; those of a large one follow when it has been checked.
  func report(_ file: ScreenFile, since old: ScreenFile? = nil) {
    file.report(since: old)
    if !file.reading.areItemsChecked { itemCheck?.check(file) }
  }

  /// Paints a frame without a window, and again as images arrive, until none is missing or
  /// `timeout` seconds have passed.
  func picture(
    size: Size, timeout: Double, background: Color, frame: () -> DrawList
  ) throws(Failure) -> OffscreenCanvas {
    let picture: OffscreenCanvas
    do throws(SDLError) {
      picture = try OffscreenCanvas(size: size, scale: fonts.scale)
    } catch {
      throw .environment("\(error)")
    }
    let deadline = Clock.now + timeout
    while true {
      picture.paint(frame(), background: background, with: painter)
      guard images.pending > 0 else { return picture }
      guard waitForImages(until: deadline) else {
        StandardError.write("warning: not all images came within \(timeout) s\n")
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

  /// Warns about a font and folders that were asked for but do not exist.
  private static func reportMissing(_ options: ScreenOptions, _ fonts: FontBook) {
    if let family = options.font, !fonts.hasFamily {
      StandardError.warn("--font: '\(family)' is not installed; another family stands in for it")
    }
    options.pictures.reportMissingFolders()
    options.views.reportMissingFolders(option: "--views")
  }
}
