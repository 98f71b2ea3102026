import Spots
import SpotsSDL

/// What a screen is laid out and painted with: fonts, pictures, surroundings. One for the program.
@MainActor
final class Stage {
  let options: StageOptions
  let mailbox = Mailbox()
  let fonts: FontBook
  let images: ImageStore
  let painter: Painter
  let environment: Environment
  /// The theme before a document's own colours.
  private(set) var theme: Theme
  /// Checks large documents after they are shown; nil where all is said before.
  private(set) var itemCheck: ItemCheck?
  /// Where the theme comes from, if that is a file.
  private(set) var themeFile: ThemeFile?
  /// Gets documents.
  var loader: ScreenLoader
  /// Called with each picture that cannot be shown, and why; once for each.
  var onImageFailure: (_ source: String, _ reason: String) -> Void = { _, _ in }
  /// Called with each large document whose items were checked, and all that is wrong with it.
  var onItemsChecked: (ScreenFile, [Diagnostic]) -> Void = { _, _ in }

  /// - Parameters:
  ///   - path: Of the screen the user opens, which says what other files may be read.
  ///   - scale: Pixels per point.
  ///   - appearance: The theme when the options name none.
  /// - Throws: `Failure` when there is no font.
  init(path: String, options: StageOptions, scale: Double, appearance: ThemeChoice) throws {
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
    images.web = WebPictures(fetcher: fetcher, mailbox: mailbox)
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

  /// Lets the file at `path`, and what belongs to it, be read as if the program had been started with
  /// it.
  func userChose(_ path: String) {
    loader.access = loader.access.union(options.pictures.access(path: path))
  }

  /// From now on the items of large documents are read, and checked, when somebody asks for them.
  func readItemsOnDemand() {
    loader.readsOnDemand = true
    itemCheck = ItemCheck { [weak self, mailbox] file, diagnostics in
      mailbox.post { self?.onItemsChecked(file, diagnostics) }
    }
  }

  /// What documents may name without a warning.
  var kinds: KnownKinds { loader.kinds }

  /// Whether no connection is to be made.
  var isOffline: Bool { options.network.offline }

  /// Uses the folders, hosts and colours that belong to a document.
  func adopt(_ screen: Screen, of file: ScreenFile) {
    let trust = PrivateServers(
      allowed: loader.allowedHosts, own: file.origin?.trustedHosts ?? [])
    let locator =
      file.origin.map { ImageLocator(base: $0.address, trust: trust) }
      ?? options.pictures.locator(path: file.path, trust: trust)
    if images.locator != locator { images.locator = locator }
    environment.theme = theme
    environment.documentColors = screen.theme
  }

  /// Uses another version of the theme's file from now on; what is shown has to be adopted again.
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
      report(file.reading.diagnostics, path: path)
      return (file.theme ?? .light, file)
    }
  }

  /// Dark in place of light, and light in place of anything else.
  func switchTheme() { theme = theme == .light ? .dark : .light }

  /// Paints a frame without a window, again whenever images have come, until none is missing any
  /// more or `timeout` seconds are over.
  func picture(
    size: Size, timeout: Double, background: Color, frame: () -> DrawList
  ) throws(Failure) -> Picture {
    let picture: Picture
    do throws(SDLError) {
      picture = try Picture(size: size, scale: fonts.scale)
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

  /// Waits until an image has come, or news of one, and a moment for those that come with it.
  ///
  /// An image may have to be painted once before it is decoded. Waiting for all images would mean to
  /// wait for the slowest twice, and to show none of the others if it never comes.
  ///
  /// - Returns: False when nothing came before `deadline`, in the time of `Clock`.
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

  /// Warns of a font and folders that were asked for but are not there.
  private static func reportMissing(_ options: StageOptions, _ fonts: FontBook) {
    if let family = options.font, !fonts.hasFamily {
      StandardError.warn("--font: '\(family)' is not installed; another family stands in for it")
    }
    options.pictures.reportMissingFolders()
    options.views.reportMissingFolders(option: "--views")
  }

  /// Prints diagnostics of the file at `path` on standard error.
  static func report(_ diagnostics: [Diagnostic], path: String) {
    guard !diagnostics.isEmpty else { return }
    let output = DiagnosticOutput(path: path, showsExcerpt: StandardError.isTerminal)
    StandardError.write(output.text(diagnostics))
  }
}
