import Spots
import SpotsSDL
import Synchronization

/// Checks the items of large documents in the background and reports their diagnostics.
///
/// Documents are checked one after another; a new version of a document replaces one that still
/// waits.
final class ItemCheck: Sendable {
  private struct State {
    var waiting: [ScreenFile] = []
    var isStarted = false
  }

  private let state = Mutex(State())
  private let queue = WorkQueue()
  private let report: ViewerMessage.Handler
  private let onChecked: @Sendable (ScreenFile, [Diagnostic]) -> Void

  /// - Parameters:
  ///   - report: Takes the diagnostics, on the queue.
  ///   - onChecked: Called on the queue, with each checked document and its diagnostics.
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
    checkSoon()
  }

  /// Queues `file` to be checked; its diagnostics are reported when they are known.
  func check(_ file: ScreenFile) {
    state.withLock { state in
      state.waiting.removeAll { $0.path == file.path }
      state.waiting.append(file)
    }
    checkSoon()
  }

  private func checkSoon() {
    queue.async { [weak self] in
      while let self, let file = self.next {
        let diagnostics = file.diagnostics
        report(.diagnostics(diagnostics, path: file.path))
        onChecked(file, diagnostics)
      }
    }
  }

  /// Removes the document that has waited longest.
  private var next: ScreenFile? {
    state.withLock { $0.isStarted && !$0.waiting.isEmpty ? $0.waiting.removeFirst() : nil }
  }
}
