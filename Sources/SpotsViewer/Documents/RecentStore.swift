import Dispatch
import Glibc
import Spots
import SpotsSDL

/// Keeps the list of recent screens in the user's state folder, and pictures of them in the cache.
///
/// Changes are written on a queue, one after another, even across the windows of several processes.
/// If nothing can be written, nothing is kept.
final class RecentStore: Sendable {
  private let state: CacheFolder
  private let pictures: CacheFolder?
  private let queue = WorkQueue()

  private static let fileName = "recent.json"
  /// How long the queue waits for other windows, in seconds.
  private static let patience = 1.0
  /// The largest file that is read as the list, in bytes.
  private static let limit = 1 << 20
  /// The largest picture that is kept, in bytes.
  private static let pictureLimit = 512 * 1024

  /// - Parameter pictures: The folder of pictures, which holds nothing else; nil keeps none.
  init(state: CacheFolder, pictures: CacheFolder?) {
    (self.state, self.pictures) = (state, pictures)
  }

  /// The store of the user; nil for users without a home.
  static var standard: RecentStore? {
    CacheFolder.state.map { RecentStore(state: $0, pictures: .standard("recent")) }
  }

  /// Where the list is, or will be.
  var path: String { state.path(of: Self.fileName) }
  /// The folder of the pictures.
  var pictureFolder: String? { pictures?.path }

  /// The list; empty when there is none, or it cannot be read.
  func load() -> RecentFiles {
    state.read(Self.fileName, limit: Self.limit).map(RecentFiles.init(json:)) ?? RecentFiles()
  }

  /// The file name of the picture of the screen at `path`; nil when there is none.
  func picture(of path: String) -> String? {
    let name = Self.pictureName(of: path)
    guard let pictures, access(pictures.path(of: name), R_OK) == 0 else { return nil }
    return name
  }

  private static func pictureName(of path: String) -> String {
    CacheFolder.name(for: path, suffix: ".png")
  }

  /// Adds `entry` to the list soon, and keeps its picture, the bytes of a PNG file; nil leaves the
  /// previous one.
  func keep(_ entry: RecentFiles.Entry, picture: [UInt8]? = nil) {
    queue.async { [self] in
      if let picture, picture.count <= Self.pictureLimit {
        pictures?.keep(picture, as: Self.pictureName(of: entry.path))
      }
      state.withLock(patience: Self.patience) {
        var list = load()
        list.add(entry)
        state.keep(list.json, as: Self.fileName)
        removePictures(besides: list)
      }
    }
  }

  /// Removes the pictures of screens that are not on `list`.
  private func removePictures(besides list: RecentFiles) {
    guard let pictures else { return }
    let kept = Set(list.entries.map { Self.pictureName(of: $0.path) })
    for file in pictures.files() where !kept.contains(file.name) { pictures.remove(file.name) }
  }

  /// Waits until everything is written, for at most `patience` seconds.
  func finish(patience: Double) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    _ = isDone.wait(timeout: .now() + patience)
  }
}
