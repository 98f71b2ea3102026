import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// The options of every command that lays out a screen.
struct ScreenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Size of the viewport in points; without it 800x600, or a window's size of the last time.",
      valueName: "WIDTHxHEIGHT"))
  var size: ViewportSize?

  @Option(help: ArgumentHelp("Pixels per point.", valueName: "n"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Size and scale of a device: phone, tablet, desktop or WIDTHxHEIGHT@SCALE.",
      valueName: "device"), completion: .list(Device.known.map(\.key)))
  var device: Device?

  @Option(
    help: ArgumentHelp(
      """
      Colors: light, dark, high-contrast, high-contrast-dark, system, or a JSON file of colors by \
      role. A window has those of the system, a picture light ones.
      """, valueName: "light|dark|high-contrast|high-contrast-dark|system|file"),
    completion: .list(["light", "dark", "high-contrast", "high-contrast-dark", "system"]))
  var theme: ViewerOptions.ThemeChoice?

  @Flag(help: "Reads from right to left: everything is mirrored.")
  var rtl = false

  @OptionGroup var locale: LocaleOption

  @OptionGroup var images: ImageOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var data: DataOptions

  @OptionGroup var nibs: NibOptions

  @Option(help: ArgumentHelp("Font family of all text but code.", valueName: "family"))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "Multiplies the size of text; 1 unless given, in a window what the desktop wants.",
      valueName: "n"))
  var textScale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Vertical offset to start with, in points, as far as there is one.", valueName: "n"))
  var offset: Double = 0

  /// What windows say by themselves.
  var words: Words { Words(locale.language ?? .user) }

  /// The viewport, in points.
  var viewport: Size { wantedSize ?? ViewerOptions.defaultSize }

  /// The viewport that the user asked for, in points; nil for none.
  var wantedSize: Size? { size?.size ?? device?.size }

  /// Pixels per point; nil unless the user asked for a scale or a device.
  var wantedScale: Double? { scale ?? device?.scale }

  /// Returns the options in the viewer's terms; those without a command-line option have their
  /// defaults.
  ///
  /// - Throws: When the file of credentials cannot be used.
  @MainActor
  func viewerOptions() throws -> ViewerOptions {
    var options = ViewerOptions()
    options.program = .spotsViewer
    options.size = wantedSize
    options.scale = wantedScale
    options.theme = theme ?? options.theme
    options.isRightToLeft = rtl
    options.language = locale.language
    options.fontFamily = font
    options.textScale = textScale
    options.offset = offset
    options.nibFolders = nibs.views
    options.assetsFolder = images.assets
    options.allowedFolders = images.allowPath
    try network.adopt(into: &options)
    options.data = data.data
    return options
  }

  /// The context that lays out and paints a screen without a window; its theme is light unless the
  /// user asked for another.
  ///
  /// - Parameter language: That of formats; nil for what the options say.
  /// - Throws: `Failure` when a sandbox is required that the machine lacks, `ViewerError` when
  ///   there is no font, and what `viewerOptions()` throws.
  @MainActor
  func headlessContext(
    _ source: DocumentSource, language: Language? = nil
  ) throws -> ViewerContext {
    try images.checkSandbox()
    var options = try viewerOptions()
    options.language = language ?? options.language
    options.theme = theme ?? .light
    let context = try ViewerContext(
      source: source, options: options, scale: options.scale ?? 1, report: StandardError.write)
    context.loader.waitsForData = true
    reportMissing(context.fonts)
    return context
  }

  /// Warns about a font and folders that were asked for but do not exist.
  @MainActor
  func reportMissing(_ fonts: FontBook) {
    if let font, !fonts.hasFamily {
      StandardError.warn("--font: '\(font)' is not installed; another family stands in for it")
    }
    images.reportMissingFolders()
    nibs.reportMissingFolders()
  }

  func validate() throws {
    if let scale, !ViewerOptions.scales.contains(scale) {
      throw ValidationError("--scale must be \(ViewerOptions.scales), not \(scale)")
    }
    if let textScale, !ViewerOptions.textScales.contains(textScale) {
      throw ValidationError("--text-scale must be \(ViewerOptions.textScales), not \(textScale)")
    }
    guard offset.isFinite else { throw ValidationError("--offset must be a number of points") }
  }
}

/// `WIDTHxHEIGHT` in points, each within `ViewerOptions.sides`.
struct ViewportSize: ExpressibleByArgument {
  var size: Size

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      ViewerOptions.sides.contains(width), ViewerOptions.sides.contains(height)
    else { return nil }
    size = Size(width: width, height: height)
  }
}

extension Device: ExpressibleByArgument {
  /// The name of a known device, or `WIDTHxHEIGHT@SCALE`.
  package init?(argument: String) {
    if let device = Self.known.first(where: { $0.key == argument })?.value {
      self = device
      return
    }
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let size = ViewportSize(argument: String(parts[0])),
      let scale = Double(parts[1]), ViewerOptions.scales.contains(scale)
    else { return nil }
    self.init(size: size.size, scale: scale)
  }
}

extension ViewerOptions.ThemeChoice: ExpressibleByArgument {
  /// `light`, `dark`, `high-contrast`, `high-contrast-dark`, `system`, or the path of a JSON file.
  public init?(argument: String) {
    switch argument {
    case "light": self = .light
    case "dark": self = .dark
    case "high-contrast": self = .highContrast
    case "high-contrast-dark": self = .highContrastDark
    case "system": self = .system
    // Anything that does not look like a path is a mistyped name.
    default:
      guard argument.contains(".") || argument.contains("/") else { return nil }
      self = .file(argument)
    }
  }
}

/// The option for additional nibs.
struct NibOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of nibs, *.view.json, besides those of the screen; repeatable.", valueName: "dir"),
    completion: .directory)
  var views: [String] = []

  /// Warns about folders that do not exist.
  func reportMissingFolders() {
    views.reportMissingFolders(option: "--views")
  }
}

/// The option for data from elsewhere.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The screen's data, a file or a URL, in place of what the screen says; - reads it from \
      standard input, JSON Lines as they come.
      """, valueName: "file"), completion: .file())
  var data: String?

  /// - Parameter screen: The screen that has the data; nil for none.
  func check(with screen: String?) throws {
    guard let data else { return }
    guard let screen else { throw ValidationError("--data is about one screen; give it a file") }
    if DocumentSource(data).isStream, DocumentSource(screen).isStream {
      throw ValidationError("Standard input cannot be both the screen and its data")
    }
  }
}

/// The options of commands that let time pass.
struct MotionOptions: ParsableArguments {
  @Flag(help: "Changes of the content and scrolling by keys and wheel notches are jumps.")
  var noAnimation = false
}

/// The options for access to the network.
struct NetworkOptions: ParsableArguments {
  @Flag(help: "Starts no connection; shows what was kept from earlier.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      """
      A host, or one of its ports, that screens and pictures may come from although it is in a \
      private network or this machine; repeatable. The host of a screen named here need not be \
      allowed.
      """, valueName: "host[:port]"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      A server to which actions such as post:/orders of any screen in a window may send answers; \
      repeatable. The server of a screen need not be allowed.
      """, valueName: "https://host"))
  var allowOrigin: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      What servers know you by, a JSON file: {"https://example.com": {"token": "..."}}, or a \
      "user" and a "password", or a "certificate" and its "key" in PEM files; "secret" names the \
      attributes of a token or password in the desktop's store of secrets.
      """, valueName: "file"), completion: .file())
  var credentials: String?

  func validate() throws {
    for text in allowOrigin
    where WebAddress(text).map({ $0.path != "/" || $0.query != nil }) != false {
      throw ValidationError("--allow-origin must be a server, such as https://example.com")
    }
  }

  /// - Throws: When the file of credentials cannot be used.
  func adopt(into options: inout ViewerOptions) throws {
    options.isOffline = offline
    options.allowedHosts = Set(allowHost)
    options.allowedOrigins = Set(allowOrigin.compactMap { WebAddress($0)?.server })
    options.credentials = try credentials.map(CredentialsFile.init)?.all ?? []
  }
}
