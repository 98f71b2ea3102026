import Spots
import SpotsSDL
import Synchronization

/// Looks for what is wrong inside the items of large documents and prints it, on a thread that lives
/// as long as there is something to check.
///
/// Documents are checked one after the other, those of a path that came again meanwhile only in
/// their last version.
final class ItemCheck: Sendable {
  private struct State {
    var waiting: [ScreenFile] = []
    /// Whether documents are checked at all, and whether there is a thread that does.
    var isStarted = false
    var isRunning = false
  }

  private let state = Mutex(State())
  private let onChecked: @Sendable (ScreenFile, [Diagnostic]) -> Void

  /// - Parameter onChecked: Called on the thread, with each document that was checked and all that is
  ///   wrong with it.
  init(onChecked: @escaping @Sendable (ScreenFile, [Diagnostic]) -> Void) {
    self.onChecked = onChecked
  }

  /// Begins with what has come so far: what a window shows first is not to wait for it.
  func start() {
    state.withLock { $0.isStarted = true }
    run()
  }

  /// Checks `file` and prints what is wrong with it when that is known.
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
        while let file = next() { report(file) }
      }
    } catch {
      state.withLock { $0.isRunning = false }
      StandardError.write("warning: cannot check documents: \(error)\n")
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

  private func report(_ file: ScreenFile) {
    let output = DiagnosticOutput(path: file.path, showsExcerpt: StandardError.isTerminal)
    let diagnostics = file.diagnostics
    if !diagnostics.isEmpty { StandardError.write(output.text(diagnostics)) }
    onChecked(file, diagnostics)
  }
}
