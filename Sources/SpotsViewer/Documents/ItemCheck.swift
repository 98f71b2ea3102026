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
    let count = state.withLock { state in
      state.isStarted = true
      return state.waiting.count
    }
    for _ in 0..<count { checkSoon() }
  }

  /// Queues `file` to be checked; its diagnostics are reported when they are known.
  func check(_ file: ScreenFile) {
    let isStarted = state.withLock { state in
      state.waiting.removeAll { $0.path == file.path }
      state.waiting.append(file)
      return state.isStarted
    }
    if isStarted { checkSoon() }
  }

  private func checkSoon() {
    queue.async { [weak self] in self?.checkNext() }
  }

  /// Checks the document that has waited longest; there may be none if a version was replaced.
  private func checkNext() {
    let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    guard let file = next else { return }
    let diagnostics = file.diagnostics
    report(.diagnostics(diagnostics, path: file.path))
    onChecked(file, diagnostics)
  }
}
