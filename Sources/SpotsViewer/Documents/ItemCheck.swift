import Spots
import SpotsSDL
import Synchronization

/// Checks the items of large documents and reports their diagnostics, on a thread that exists only
/// while there is something to check.
///
/// Documents are checked one after another; a new version of a document replaces one that still
/// waits.
final class ItemCheck: Sendable {
  /// The documents that wait, guarded by the mutex.
  private struct State {
    var waiting: [ScreenFile] = []
    /// Whether checking has begun, and whether a thread is running.
    var isStarted = false
    var isRunning = false
  }

  private let state = Mutex(State())
  private let report: ViewerMessage.Handler
  private let onChecked: @Sendable (ScreenFile, [Diagnostic]) -> Void

  /// - Parameters:
  ///   - report: Takes the diagnostics, on the thread.
  ///   - onChecked: Called on the thread, with each checked document and its diagnostics.
  init(
    report: @escaping ViewerMessage.Handler,
    onChecked: @escaping @Sendable (ScreenFile, [Diagnostic]) -> Void
  ) {
    self.report = report
    self.onChecked = onChecked
  }

  /// Begins checking. Documents wait until then, so that they do not delay the first frame.
  func start() {
    state.withLock { $0.isStarted = true }
    run()
  }

  /// Queues `file` to be checked; its diagnostics are reported when they are known.
  func check(_ file: ScreenFile) {
    state.withLock { state in
      state.waiting.removeAll { $0.path == file.path }
      state.waiting.append(file)
    }
    run()
  }

  private func run() {
    let isNeeded = state.withLock { state in
      guard state.isStarted, !state.isRunning, !state.waiting.isEmpty else { return false }
      state.isRunning = true
      return true
    }
    guard isNeeded else { return }
    do throws(FileError) {
      try startThread { [self] in
        while let file = next() { checkItems(of: file) }
      }
    } catch {
      state.withLock { $0.isRunning = false }
      report(.warning("cannot check documents: \(error)"))
    }
  }

  private func next() -> ScreenFile? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func checkItems(of file: ScreenFile) {
    let diagnostics = file.diagnostics
    report(.diagnostics(diagnostics, path: file.path))
    onChecked(file, diagnostics)
  }
}
