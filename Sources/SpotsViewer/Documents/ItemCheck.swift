import Dispatch
import Spots
import Synchronization

/// Checks the items of large documents in the background and reports their diagnostics.
///
/// Documents are checked one after another; a new version of a document replaces one that still
/// waits.
final class ItemCheck: Sendable {
  private let waiting = Mutex<[ScreenFile]>([])
  private let queue = DispatchQueue(label: "spots.checks", attributes: .initiallyInactive)
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

  deinit {
    // A queue must not be released before it is activated.
    queue.activate()
  }

  /// Begins checking. Documents wait until then, so that they do not delay the first frame.
  func start() { queue.activate() }

  /// Queues `file` to be checked; its diagnostics are reported when they are known.
  func check(_ file: ScreenFile) {
    waiting.withLock { waiting in
      waiting.removeAll { $0.path == file.path }
      waiting.append(file)
    }
    queue.async { [weak self] in self?.checkNext() }
  }

  /// Checks the document that has waited longest; there may be none if a version was replaced.
  private func checkNext() {
    guard let file = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    let diagnostics = file.diagnostics
    report(.diagnostics(diagnostics, path: file.path))
    onChecked(file, diagnostics)
  }
}
