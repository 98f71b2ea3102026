import Spots

/// Screens in files of the cache folder, shown at the next start until something newer is there.
///
/// A file that cannot be read as a screen is removed, and so is one older than three days.
public struct StateCache: Hashable, Sendable {
  /// The time that a screen is kept, in seconds.
  public static let lifetime = 3 * 24 * 60 * 60

  private let folder: CacheFolder
  /// The name under which the document holds the key, since two keys may share a file name.
  private static let keyName = "spots-cache-key"

  /// Creates a cache in the folder at `path`, which need not exist.
  public init(path: String) {
    self.init(folder: CacheFolder(path: path))
  }

  private init(folder: CacheFolder) {
    self.folder = folder
  }

  /// The user's cache; nil for users without a home.
  public static var standard: StateCache? {
    CacheFolder.standard("screens").map(StateCache.init)
  }

  /// The screen kept under `key`, if any, and when it was saved, in seconds since 1970.
  ///
  /// - Complexity: O(bytes); reads and parses the file.
  public func load(_ key: String) -> (screen: Screen, time: Int)? {
    let name = Self.name(for: key)
    guard let saved = folder.timeOfFile(name, lifetime: Self.lifetime) else { return nil }
    guard var screen = read(folder.path(of: name)),
      case .string(let owner)? = screen.meta[Self.keyName]
    else {
      folder.remove(name)
      return nil
    }
    guard owner == key else { return nil }
    screen.meta[Self.keyName] = nil
    return (screen, saved)
  }

  /// Keeps `screen` under `key`, replacing the one before.
  public func save(_ screen: Screen, for key: String) throws(FileError) {
    var screen = screen
    screen.meta[Self.keyName] = .string(key)
    try folder.write(ScreenWriter().write(screen), to: Self.name(for: key))
  }

  /// Removes the screen under `key`, if there is one.
  public func remove(_ key: String) { folder.remove(Self.name(for: key)) }

  private func read(_ path: String) -> Screen? {
    do throws(FileError) {
      let reading = ScreenReader().read(try FileBytes.read(path))
      // Screens that this program wrote have no errors.
      return reading.hasErrors ? nil : reading.screen
    } catch {
      return nil
    }
  }

  private static func name(for key: String) -> String {
    CacheFolder.name(for: key, suffix: ".json")
  }
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
