import Spots

/// Screens in files of the cache folder, to be shown at the next start before anything better is
/// there.
///
/// A file that is no screen any more is removed; so is one that is older than three days.
public struct StateCache: Hashable, Sendable {
  /// How long a screen is kept, in seconds.
  public static let lifetime = 3 * 24 * 60 * 60

  private let folder: CacheFolder
  /// Under this name the document keeps the key, since two keys may share a file name.
  private static let keyName = "spots-cache-key"

  public init(folder: CacheFolder) {
    self.folder = folder
  }

  /// The user's; nil for users without a home.
  public static var standard: StateCache? {
    CacheFolder.standard("screens").map(StateCache.init)
  }

  /// The screen kept under `key`, and when it was saved, in seconds since 1970.
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

  /// Keeps `screen` under `key`, in place of what was there.
  public func save(_ screen: Screen, for key: String) throws(FileError) {
    var screen = screen
    screen.meta[Self.keyName] = .string(key)
    try folder.write(ScreenWriter().write(screen), to: Self.name(for: key))
  }

  /// Forgets what is kept under `key`, and nothing else.
  public func remove(_ key: String) { folder.remove(Self.name(for: key)) }

  private func read(_ path: String) -> Screen? {
    do throws(FileError) {
      let reading = ScreenReader().read(try FileBytes.read(path))
      // What was written by this program has no errors.
      return reading.hasErrors ? nil : reading.screen
    } catch {
      return nil
    }
  }

  private static func name(for key: String) -> String {
    CacheFolder.name(for: key, suffix: ".json")
  }
}

/// The screens a `SpotsController` with a cache key keeps.
@MainActor
public final class StateFiles: ScreenStore {
  private let cache: StateCache

  public init(_ cache: StateCache) {
    self.cache = cache
  }

  public func screen(for key: String) -> Screen? { cache.load(key)?.screen }

  public func save(_ screen: Screen, for key: String) -> Bool {
    do throws(FileError) {
      try cache.save(screen, for: key)
      return true
    } catch {
      return false
    }
  }

  public func removeScreen(for key: String) { cache.remove(key) }
}
