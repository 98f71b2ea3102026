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
  /// What pages begin with, without the colors of their documents.
  package var environment: Environment
  /// The theme, before a document's own colors.
  var theme: Theme { didSet { environment.theme = theme } }
  /// Checks large documents after they are shown; nil when documents are checked as they are read.
  private(set) var itemCheck: ItemCheck?
  /// The file the theme comes from, if any.
  private(set) var themeFile: ThemeFile?
  package var loader: ScreenLoader
  /// The time of the event or frame being handled, in seconds.
  var now = 0.0
  /// Called with each image that cannot be shown, and why; once for each.
  package var onImageFailure: (_ source: String, _ reason: String) -> Void = { _, _ in }
  /// Called with each large document whose items were checked, and its diagnostics.
  var onItemsChecked: (ScreenFile, [Diagnostic]) -> Void = { _, _ in }
  /// Called with everything that happens in the window.
  package var onEvent: (ViewerEvent) -> Void = { _ in }
  /// Takes what is wrong, on any thread.
  let report: ViewerMessage.Handler

  /// - Parameters:
  ///   - path: The screen the user opens, which determines what other files may be read.
  ///   - scale: Pixels per point.
  ///   - fonts: The families of text; found out only where the options name none. Without one that
  ///     is installed, the system's sans-serif is used, which pictures and tests are made with.
  ///   - report: Takes what is wrong, on any thread.
  /// - Throws: `ViewerError` when there is no font, or the theme's file cannot be read.
  package init(
    path: String, options: ViewerOptions, scale: Double,
    fonts families: @autoclosure () -> [String] = [],
    report: @escaping ViewerMessage.Handler
  ) throws(ViewerError) {
    self.options = options
    self.report = report
    do throws(SDLError) {
      let preferences = options.fontFamily == nil ? families() : []
      fonts = try FontBook(family: options.fontFamily, preferences: preferences, scale: scale)
    } catch {
      throw ViewerError("\(error)")
    }
    images = ImageStore(locator: ImageLocator(roots: []), mailbox: mailbox)
    painter = Painter(fonts: fonts, images: images)
    (theme, themeFile) = try Self.theme(options.theme, report)
    let fetcher = options.fetcher
    images.web = WebImages(fetcher: fetcher, mailbox: mailbox)
    loader = ScreenLoader(
      kinds: KnownKinds(
        options.configuration, views: options.nibFolders, allowed: options.allowedFolders),
      fetcher: fetcher, allowedHosts: options.allowedHosts,
      access: options.folders.access(path: path), cache: .standard, report: report)
    environment = Environment(
      theme: theme, textScale: options.textScale, scale: scale, text: fonts, images: images)
    environment.isRightToLeft = options.isRightToLeft
    fonts.onMissingCharacters = { scalar in
      let number = String(scalar.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(4 - number.count, 0)) + number
      report(.warning("no installed font has U+\(digits), and perhaps others like it"))
    }
    images.onFailure = { [weak self] source, reason in self?.onImageFailure(source, reason) }
  }

  /// Allows reading the file at `path`, and what belongs to it, as if the program had been started
  /// with it.
  func userChose(_ path: String) {
    loader.access = loader.access.union(options.folders.access(path: path))
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
      file.origin.map { ImageLocator(base: $0.address, trust: trust) }
      ?? options.folders.locator(path: file.path, trust: trust)
    if images.locator != locator { images.locator = locator }
  }

  /// Uses a new version of the theme's file. The page in front must adopt it.
  func use(_ file: ThemeFile) {
    guard let theme = file.theme else { return }
    (self.theme, themeFile) = (theme, file)
  }

  private static func theme(
    _ choice: ViewerOptions.ThemeChoice, _ report: ViewerMessage.Handler
  ) throws(ViewerError) -> (Theme, ThemeFile?) {
    switch choice {
    case .light: return (.light, nil)
    case .dark: return (.dark, nil)
    case .system: return (SystemAppearance.prefersDark() ? .dark : .light, nil)
    case .file(let path):
      let file = try ThemeFile.open(path)
      report(.diagnostics(file.reading.diagnostics, path: path))
      return (file.theme ?? .light, file)
    }
  }

  /// Reports the diagnostics of a document; those of a large one follow when it has been checked.
  func report(_ file: ScreenFile, since old: ScreenFile? = nil) {
    file.report(since: old, to: report)
    if !file.reading.areItemsChecked { itemCheck?.check(file) }
  }

  /// Paints a frame without a window, and again as images arrive, until none is missing or
  /// `timeout` seconds have passed.
  package func picture(
    size: Size, timeout: Double, background: Color, frame: () -> DrawList
  ) throws(ViewerError) -> OffscreenCanvas {
    let picture: OffscreenCanvas
    do throws(SDLError) {
      picture = try OffscreenCanvas(size: size, scale: fonts.scale)
    } catch {
      throw ViewerError("\(error)")
    }
    let deadline = Clock.now + timeout
    while true {
      picture.paint(frame(), background: background, with: painter)
      guard images.pending > 0 else { return picture }
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
