import CFontconfig

/// fontconfig's configuration and the list of installed fonts, one for the program.
///
/// Dozens of files are read for it, so that happens on another thread while a window is made.
final class FontConfiguration: Sendable {
  /// Begins to load when it is first asked for.
  static let shared = FontConfiguration()

  // fontconfig guards what is in it by itself.
  private struct Loaded: @unchecked Sendable {
    var config: OpaquePointer?
  }

  private let loaded = Future { Loaded(config: FcInitLoadConfigAndFonts()) }

  private init() {}

  /// Waits until all is loaded; nil when fontconfig has no configuration and cannot make one.
  var config: OpaquePointer? { loaded.value.config }
}
