import Dispatch
import Spots
import SpotsSDL

/// Applies the updates of a stream to a page, in their order. Consecutive changes are made in one
/// step, each of them entirely or not at all.
@MainActor
package final class PageUpdater {
  private unowned let session: Session
  private weak let page: Page?
  /// Lines for which there was no time yet.
  private var waiting: ArraySlice<StreamUpdate> = []

  package init(_ session: Session, _ page: Page) {
    (self.session, self.page) = (session, page)
  }

  /// Whether a snapshot is being written. The lines after it wait.
  private(set) var isWriting = false

  /// The outcome of a line.
  private enum Answer {
    case applied(warnings: [Diagnostic])
    case refused(PatchError)
    case snapshot(Screen)
  }

  /// Whether lines wait for the next call.
  var isBehind: Bool { !waiting.isEmpty }

  /// Applies these lines, after those that already wait.
  ///
  /// - Parameter seconds: About how long that may take; the rest waits, and snapshots are written
  ///   on another thread. A line takes long when it changes something inside a huge item. If
  ///   infinite, everything is done when the call returns.
  package func receive(_ lines: [StreamUpdate], for seconds: Double = .infinity) {
    waiting += lines
    let end = Clock.now + seconds
    while isBehind, !isWriting {
      if case .document(let file)? = waiting.first?.content {
        show(file, number: waiting.removeFirst().number)
      } else {
        makeChanges(until: end)
      }
      if Clock.now >= end { return }
    }
  }

  private func show(_ file: ScreenFile, number: Int) {
    guard let page else { return }
    session.reload(page, file)
    let fault = file.reading.diagnostics.first { $0.severity == .error }
    session.context.onEvent(
      file.reading.screen == nil
        ? .lineRefused(number, PatchError(fault?.path ?? "", fault?.message ?? "no screen"))
        : .lineApplied(number))
  }

  /// Makes the changes up to the next document or snapshot.
  private func makeChanges(until end: Double) {
    guard let page else {
      waiting = []
      return
    }
    var answers: [(number: Int, answer: Answer)] = []
    page.change { edit in
      while let line = waiting.first, case .change(let result, let warnings) = line.content {
        waiting.removeFirst()
        let answer = Self.answer(result, warnings, edit)
        answers.append((line.number, answer))
        if case .snapshot = answer { return }
        if Clock.now >= end { return }
      }
    }
    session.pageDidChange(page)
    for (number, answer) in answers { tell(answer, number, path: page.path, until: end) }
  }

  private static func answer(
    _ result: Result<ScreenPatch, PatchError>, _ warnings: [Diagnostic], _ edit: ScreenEdit
  ) -> Answer {
    do throws(PatchError) {
      let patch = try result.get()
      if patch.asksForSnapshot { return .snapshot(edit.screen) }
      return .applied(warnings: warnings + (try edit.apply(patch)))
    } catch {
      return .refused(error)
    }
  }

  private func tell(_ answer: Answer, _ number: Int, path: String, until end: Double) {
    let context = session.context
    switch answer {
    case .applied(let warnings):
      if !warnings.isEmpty {
        let placed = warnings.map { warning in
          var warning = warning
          warning.line = number
          return warning
        }
        context.report(.diagnostics(placed, path: path))
      }
      context.onEvent(.lineApplied(number))
    case .refused(let error): context.onEvent(.lineRefused(number, error))
    case .snapshot(let screen) where end == .infinity:
      tell(ScreenWriter().write(screen), number)
    case .snapshot(let screen):
      isWriting = true
      DispatchQueue.global().async { [mailbox = context.mailbox] in
        // A million items take seconds.
        let document = ScreenWriter().write(screen)
        mailbox.post { [weak self] in
          self?.isWriting = false
          self?.tell(document, number)
        }
      }
    }
  }

  /// Reports a snapshot, after which there may be more lines.
  private func tell(_ document: [UInt8], _ number: Int) {
    session.context.onEvent(.snapshot(document, line: number))
    session.context.onEvent(.lineApplied(number))
    session.needsFrame = true
  }
}
