import SpotsViews

/// Screens in files of the cache folder, shown at the next start until something newer is there.
///
/// A file that cannot be read as a screen is removed, and so is one older than three days.
public struct StateCache: Hashable, Sendable {
  /// The time that a screen is kept, in seconds.
  public static let lifetime = 3 * 24 * 60 * 60

  private let documents: DocumentCache

  /// Creates a cache in the folder at `path`, which need not exist.
  public init(path: String) {
    documents = DocumentCache(folder: CacheFolder(path: path))
  }

  /// The user's cache; nil for users without a home.
  public static var standard: StateCache? {
    CacheFolder.standard("screens").map { StateCache(path: $0.path) }
  }

  /// The screen kept under `key`, if any, and when it was saved, in seconds since 1970.
  ///
  /// - Complexity: O(bytes); reads and parses the file.
  public func load(_ key: String) -> (screen: Screen, time: Int)? {
    guard let (bytes, time) = documents.load(key) else { return nil }
    let reading = ScreenReader().read(bytes)
    // Screens that this program wrote have no errors.
    guard !reading.hasErrors, let screen = reading.screen else {
      remove(key)
      return nil
    }
    return (screen, time)
  }

  /// Keeps `screen` under `key`, replacing the one before.
  public func save(_ screen: Screen, for key: String) throws(FileError) {
    try documents.save(ScreenWriter().write(screen), for: key)
  }

  /// Removes the screen under `key`, if there is one.
  public func remove(_ key: String) { documents.remove(key) }
}

/// Keeps the screens of `SpotsController`s with a cache key in a `StateCache`.
@MainActor
public final class StateFiles: ScreenStore {
  private let cache: StateCache

  /// Creates a store that reads and writes on the calling thread.
  public init(_ cache: StateCache) {
    self.cache = cache
  }

  /// Nil when there is no screen under `key`, or none that is sound and at most three days old.
  public func screen(for key: String) -> Screen? { cache.load(key)?.screen }

  /// False when the file cannot be written.
  public func save(_ screen: Screen, for key: String) -> Bool {
    do throws(FileError) {
      try cache.save(screen, for: key)
      return true
    } catch {
      return false
    }
  }

  /// Removes the screen under `key`, if there is one.
  public func removeScreen(for key: String) { cache.remove(key) }
}
