import CFontconfig
import Dispatch

/// fontconfig's configuration and the list of installed fonts, one for the program.
///
/// Dozens of files are read for it, so that happens on another thread while a window is made.
final class FontConfiguration: @unchecked Sendable {
  /// Begins to load when it is first asked for.
  static let shared = FontConfiguration()

  private let loading = DispatchGroup()
  // Written before `loading` ends, read after it.
  private var loaded: OpaquePointer?

  private init() {
    DispatchQueue.global(qos: .userInteractive).async(group: loading) { [self] in
      loaded = FcInitLoadConfigAndFonts()
    }
  }

  /// Waits until all is loaded; nil when fontconfig has no configuration and cannot make one.
  var config: OpaquePointer? {
    loading.wait()
    return loaded
  }
}
