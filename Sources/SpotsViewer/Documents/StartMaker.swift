import Glibc
import Spots
import SpotsSDL
import Synchronization

/// Makes the start screen, on the thread that watches.
final class StartMaker: Sendable {
  private struct State {
    /// Whether files exist whose file systems answered late; these are not looked up again.
    var lateAnswers: [String: Bool] = [:]
    /// Makes the screen again after an answer that comes late.
    weak var feed: FileFeed<ScreenFile>?
  }

  private let state = Mutex(State())
  private let store: RecentStore?
  private let kinds: KnownKinds
  private let presence: FilePresence
  private let words: Words
  private let home = getenv("HOME").map { String(cString: $0) }

  /// How long the screen waits for the file systems of recent screens, in seconds.
  private static let patience = 0.1

  private init(
    _ store: RecentStore?, _ kinds: KnownKinds, _ presence: FilePresence, _ words: Words
  ) {
    (self.store, self.kinds, self.presence, self.words) = (store, kinds, presence, words)
  }

  /// Follows the list of recent screens, which other windows can change as well.
  ///
  /// - Parameters:
  ///   - store: The list; nil for none.
  ///   - presence: Finds out which of its files exist; all of them when the screen is asked for.
  ///   - deliver: Called with each version of the screen, on another thread.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  static func follow(
    _ store: RecentStore?, kinds: KnownKinds, presence: FilePresence = .shared,
    words: Words = .english,
    deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) throws(FileError) -> FileFeed<ScreenFile> {
    let maker = StartMaker(store, kinds, presence, words)
    let feed = try FileFeed(
      Set(store.map { [.file($0.path)] } ?? []),
      read: { isAsked in
        if isAsked { maker.state.withLock { $0.lateAnswers = [:] } }
        let file = maker.make()
        return (file, file.fingerprint, true)
      }, deliver: deliver)
    maker.state.withLock { $0.feed = feed }
    return feed
  }

  /// The screen as it is now.
  private func make() -> ScreenFile {
    var start = StartScreen(
      gallery: Gallery.ofProgram(), home: home, now: time(nil), words: words)
    let entries = (store?.load().entries ?? []).map { ($0, DocumentSource($0.path)) }
    let known = look(for: entries.filter(\.1.isFile).map(\.0.path))
    for (entry, source) in entries where known[entry.path] ?? true {
      start.recent.append(
        StartScreen.Recent(
          entry: entry, picture: store?.picture(of: entry.path),
          isAnswering: known[entry.path] != nil || !source.isFile))
    }
    return start.file(pictures: store?.pictureFolder, kinds: kinds)
  }

  private func look(for paths: [String]) -> [String: Bool] {
    let known = state.withLock { $0.lateAnswers }
    let new = presence.look(
      for: paths.filter { known[$0] == nil }, patience: Self.patience
    ) { [weak self] path, isThere in
      let feed = self?.state.withLock { state in
        state.lateAnswers[path] = isThere
        return state.feed
      }
      feed?.lookAgain()
    }
    return known.merging(new) { $1 }
  }
}
