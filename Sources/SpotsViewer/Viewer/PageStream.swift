import Spots
import SpotsSDL

/// Shows on a page what the lines of a stream say, in their order. Changes that follow each other
/// are made as one, each of them whole or not at all.
@MainActor
package final class PageStream {
  private unowned let session: Session
  private weak let page: Page?

  package init(_ session: Session, _ page: Page) {
    (self.session, self.page) = (session, page)
  }

  /// What became of a line.
  private enum Answer {
    case applied(warnings: [Diagnostic])
    case refused(PatchError)
    case snapshot(Screen)
  }

  package func receive(_ lines: [StreamedLine]) {
    var changes: [(number: Int, parsed: ParsedPatch)] = []
    for line in lines {
      switch line.content {
      case .change(let parsed): changes.append((line.number, parsed))
      case .document(let file):
        make(changes)
        changes = []
        show(file, number: line.number)
      }
    }
    make(changes)
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

  private func make(_ changes: [(number: Int, parsed: ParsedPatch)]) {
    guard !changes.isEmpty, let page else { return }
    var answers: [Answer] = []
    page.change { edit in
      for change in changes { answers.append(Self.answer(change.parsed, edit)) }
    }
    session.pageDidChange(page)
    for (change, answer) in zip(changes, answers) { tell(answer, change.number, path: page.path) }
  }

  private static func answer(_ parsed: ParsedPatch, _ edit: ScreenEdit) -> Answer {
    do throws(PatchError) {
      let patch = try parsed.result.get()
      if patch.asksForSnapshot { return .snapshot(edit.screen) }
      try edit.apply(patch)
      return .applied(warnings: parsed.warnings)
    } catch {
      return .refused(error)
    }
  }

  private func tell(_ answer: Answer, _ number: Int, path: String) {
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
    case .refused(let error):
      context.report(.refusedLine(number, path: path, error))
      context.onEvent(.lineRefused(number, error))
    case .snapshot(let screen):
      context.onEvent(.snapshot(screen, line: number))
      context.onEvent(.lineApplied(number))
    }
  }
}
