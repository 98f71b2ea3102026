import CFontconfig

/// fontconfig's configuration and the list of installed fonts, one for the program.
///
/// Loading reads dozens of files, so it happens on another thread while a window is created.
final class FontConfiguration: Sendable {
  /// Starts loading when it is first used.
  static let shared = FontConfiguration()

  // fontconfig does its own locking.
  private struct Loaded: @unchecked Sendable {
    var config: OpaquePointer?
  }

  private let loaded = Future { Loaded(config: FcInitLoadConfigAndFonts()) }

  private init() {}

  /// Blocks until all is loaded; nil when fontconfig has no configuration and cannot make one.
  var config: OpaquePointer? { loaded.value.config }
}
