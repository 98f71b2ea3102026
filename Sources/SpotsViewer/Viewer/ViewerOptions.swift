import Spots
import SpotsSDL

/// The settings that a viewer shows its screens with. The defaults are those of `spots-viewer
/// FILE`.
public struct ViewerOptions: Sendable {
  /// The colors of everything, where a document has none of its own.
  public enum ThemeChoice: Hashable, Sendable {
    /// The built-in light colors.
    case light
    /// The built-in dark colors.
    case dark
    /// Black on white, with a contrast of 7 to 1 for text. The colors of documents do not apply.
    case highContrast
    /// White on black, with a contrast of 7 to 1 for text. The colors of documents do not apply.
    case highContrastDark
    /// Light or dark, in the contrast and with the accent of the user's desktop, whose changes are
    /// followed.
    case system
    /// Colors by role in the JSON file at a path, which is followed.
    case file(String)
  }

  /// The identity by which desktops know the program.
  public var program = ProgramIdentity()
  /// The size of the window in points, each side from 1 to 16384; nil is the one that the user gave
  /// the last window of the document, or 800 by 600.
  public var size: Size?
  /// Whether the size that the user gives the window, and whether it was maximized, are remembered
  /// for the document; in `~/.local/state/spots`.
  public var remembersSize = true
  /// Whether what users answer is kept for the next time, or until it can be sent, on screens that
  /// ask for it; in `~/.local/state/spots`.
  public var keepsValues = true
  /// Pixels per point, from 0.25 to 8; nil is the display's.
  public var scale: Double?
  /// The colors, the desktop's unless set.
  public var theme = ThemeChoice.system
  /// Whether everything is mirrored, whatever the language. Without it, what is written from right
  /// to left is.
  public var isRightToLeft = false
  /// The family of all text but code; nil is the desktop's interface font, where its settings name
  /// one, else the first of `FontBook.interfaceFamilies` that is installed, else its sans-serif.
  public var fontFamily: String?
  /// The language of words and formats; nil is that of the user's environment, `Language.user`.
  public var language: Language?
  /// How numbers are typed and shown: as in the language, or as in documents in the standard one.
  var numbers: NumberFormat {
    guard let language else { return .user }
    return language == .standard ? NumberFormat() : NumberFormat(language)
  }
  /// Multiplies the size of text, from 0.25 to 8; nil is what the user's desktop wants.
  public var textScale: Double?
  /// Whether changes and scrolling by keys are not animated; nil follows the user's desktop.
  public var reducesMotion: Bool?
  /// The vertical offset of the first screen, in points, clamped to its content.
  public var offset = 0.0

  /// The views and layouts that all screens may use; nibs beside a screen take precedence.
  public var configuration: Configuration
  /// Folders of nibs, `*.view.json`, for every screen.
  public var nibFolders: [String] = []
  /// The folder of images; nil is the nearest folder named `Assets` beside or above the screen.
  public var assetsFolder: String?
  /// Further folders that images and screens may be read from. Others are refused.
  public var allowedFolders: [String] = []

  /// The path or address of the screen's data, in place of what its document says; `-` is standard
  /// input. The document needs some `data`, if only `null`.
  public var data: String?
  /// Whether changes of files are followed.
  public var isFollowing = true
  /// Seconds, from 1 to 86400, between two requests to the server of a screen; nil requests it
  /// once, and when the user refreshes.
  public var pollInterval: Double?
  /// Whether the window closes when the stream that it shows ends.
  public var closesAtEnd = false
  /// Whether no connections are made; what was kept from earlier is shown.
  public var isOffline = false
  /// Hosts, or `host:port`, in private networks that screens and images may come from. That of a
  /// screen the user named need not be allowed.
  public var allowedHosts: Set<String> = []
  /// Servers, such as `https://example.com`, that any screen may send answers to; a screen from a
  /// server may always send them there.
  public var allowedOrigins: Set<String> = []
  /// The user's credentials; of several for the same server, the first are sent.
  public var credentials: [Credentials] = []
  /// Whether the screens the user opens are added to those that start screens show.
  public var keepsRecentScreens = false
  /// Whether the window is a dialog: Escape closes it where there is no screen to go back to, and
  /// users can open only screens that its own lead to.
  public var isDialog = false
  /// Whether a window whose size nobody has chosen is as high as its content.
  package var fitsContent = false
  /// Whether secrets are for their fields alone; see `InputValues.hidesSecrets`.
  package var hidesSecrets = false
  /// Whether links open in the user's programs, and clicks in the inspector in the editor.
  public var opensPrograms = true

  package static let defaultSize = Size(width: 800, height: 600)

  /// The sides of a window, in points.
  package static let sides = OptionRange(least: 1, most: 16384)
  /// Pixels per point.
  package static let scales = OptionRange(least: 0.25, most: 8)
  /// The factors that multiply the size of text.
  package static let textScales = OptionRange(least: 0.25, most: 8)
  /// Seconds between two requests to a server.
  package static let pollIntervals = OptionRange(least: 1, most: 86_400)

  /// Creates the defaults.
  @MainActor
  public init() {
    configuration = .shared
  }

  /// The first option that is out of its range, in words; nil when none is.
  var problem: String? {
    if let size, !Self.sides.contains(size.width) || !Self.sides.contains(size.height) {
      return "the size of the window must be \(Self.sides) points a side"
    }
    if let scale, !Self.scales.contains(scale) { return "the scale must be \(Self.scales)" }
    if let textScale, !Self.textScales.contains(textScale) {
      return "the scale of text must be \(Self.textScales)"
    }
    if !offset.isFinite { return "the offset must be a number of points" }
    if let pollInterval, !Self.pollIntervals.contains(pollInterval) {
      return "the interval of polling must be \(Self.pollIntervals) seconds"
    }
    return nil
  }

  package var folders: ScreenFolders {
    ScreenFolders(assets: assetsFolder, allowed: allowedFolders)
  }

  /// The shared fetcher, or one that makes no connections.
  package var fetcher: any Fetcher {
    if isOffline { return OfflineFetcher() }
    return credentials.isEmpty ? CurlFetcher.shared : KnownUserFetcher(credentials)
  }
}
