import Glibc
import Spots
import SpotsSDL
import Synchronization

/// Makes the start screen, and makes it again when the list of recent screens has changed, which
/// other windows can cause as well.
final class StartFeed: ContentFeed {
  private struct State {
    /// Whether files exist whose file systems answered late; these are not looked up again.
    var lateAnswers: [String: Bool] = [:]
    /// What was delivered last.
    var shown: Fingerprint?
    /// Whether the next screen is delivered even if it is the same.
    var isAsked = true
    /// Woken by answers that come late.
    weak var watcher: FileWatcher?
  }

  private let maker: Maker
  private let watcher: FileWatcher

  /// How long the screen waits for the file systems of recent screens, in seconds.
  private static let patience = 0.1

  /// Makes the screen, on the watcher's thread.
  private final class Maker: Sendable {
    let state = Mutex(State())
    private let store: RecentStore?
    private let kinds: KnownKinds
    private let presence: FilePresence
    private let home: String?

    init(_ store: RecentStore?, _ kinds: KnownKinds, _ presence: FilePresence, home: String?) {
      (self.store, self.kinds, self.presence, self.home) = (store, kinds, presence, home)
    }

    /// The screen as it is now; nil when it is the one that was delivered last.
    func make() -> ScreenFile? {
      var start = StartScreen(gallery: Gallery.ofProgram(), home: home, now: time(nil))
      let entries = store?.load().entries ?? []
      let known = look(for: entries.map(\.path).filter { WebAddress($0) == nil })
      for entry in entries where known[entry.path] ?? true {
        start.recent.append(
          StartScreen.Recent(
            entry: entry, picture: store?.picture(of: entry.path),
            isAnswering: known[entry.path] != nil || WebAddress(entry.path) != nil))
      }
      let file = start.file(pictures: store?.pictureFolder, kinds: kinds)
      return state.withLock { state in
        defer { (state.shown, state.isAsked) = (file.fingerprint, false) }
        return state.isAsked || state.shown != file.fingerprint ? file : nil
      }
    }

    private func look(for paths: [String]) -> [String: Bool] {
      let known = state.withLock { $0.lateAnswers }
      let new = presence.look(
        for: paths.filter { known[$0] == nil }, patience: StartFeed.patience
      ) { [weak self] path, isThere in
        let watcher = self?.state.withLock { state in
          state.lateAnswers[path] = isThere
          return state.watcher
        }
        watcher?.wake()
      }
      return known.merging(new) { $1 }
    }
  }

  /// - Parameters:
  ///   - store: The list of recent screens; nil for none.
  ///   - presence: Finds out which of them exist.
  ///   - deliver: Called with each version, on another thread.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  init(
    _ store: RecentStore?, kinds: KnownKinds, presence: FilePresence = .shared,
    deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) throws(FileError) {
    let home = getenv("HOME").map { String(cString: $0) }
    let maker = Maker(store, kinds, presence, home: home)
    self.maker = maker
    let watcher = try FileWatcher(Set(store.map { [.file($0.path)] } ?? [])) {
      if let file = maker.make() { deliver(.good(file)) }
    }
    maker.state.withLock { $0.watcher = watcher }
    self.watcher = watcher
  }

  /// Makes the screen again, and looks up all files.
  func refresh() {
    maker.state.withLock { state in
      (state.lateAnswers, state.isAsked) = ([:], true)
    }
    watcher.wake()
  }

  /// Stops following. Releasing the feed does the same.
  func stop() { watcher.stop() }
}
