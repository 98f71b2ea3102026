import Spots
import SpotsSDL

/// Applies the updates of a stream to a page, in their order. Consecutive changes are made in one
/// step, each of them entirely or not at all.
@MainActor
package final class PageUpdater {
  private weak let page: Page?
  private let context: ViewerContext
  /// Lines for which there was no time yet.
  private var waiting: ArraySlice<StreamUpdate> = []

  package init(_ page: Page) { (self.page, context) = (page, page.context) }

  /// Whether another thread works on a line. Those after it wait.
  package private(set) var isWorking = false
  /// Called when it has.
  package var onWorked: () -> Void = {}

  /// The work that a change may cause on the main thread, in bytes of JSON that are written: about
  /// a millisecond.
  private static let mostWorkHere = 64 << 10
  /// The most lines after which the clock is read again.
  private static let mostAnswers = 200
  /// How much of the time between two frames lines may take, in seconds.
  package static let timeForLines = 0.008

  /// The outcome of a line.
  private enum Answer {
    case applied(warnings: [Diagnostic])
    case refused(PatchError)
    case snapshot(Screen)
    /// It is too much work for the main thread.
    case postponed(ScreenPatch, warnings: [Diagnostic])
  }

  /// Whether lines wait for the next call.
  package var isBehind: Bool { !waiting.isEmpty }

  /// Shows the lines that have come in a queue; with each frame, all since the last one.
  func show(_ lines: LineQueue<StreamUpdate>) {
    // The end of the work requests the next frame.
    guard !isWorking else { return }
    let wasBehind = isBehind
    receive(wasBehind ? [] : lines.takeAll(), for: Self.timeForLines)
    guard wasBehind || isBehind, !isWorking else { return }
    // More may be waiting, which only another frame shows.
    context.mailbox.post { [weak page] in page?.tell(.needsFrame) }
  }

  /// Applies these lines, after those that already wait.
  ///
  /// - Parameter seconds: About how long that may take; the rest waits. Snapshots are written, and
  ///   lines that take long are worked out, on another thread. If infinite, everything is done when
  ///   the call returns.
  package func receive(_ lines: [StreamUpdate], for seconds: Double = .infinity) {
    waiting += lines
    let end = Clock.now + seconds
    while isBehind, !isWorking {
      switch waiting[waiting.startIndex].content {
      case .document(let file): show(file, number: waiting.removeFirst().number)
      case .change: makeChanges(until: end)
      case .end:
        waiting = []
        page?.status.hasEnded = true
        if context.options.closesAtEnd { page?.tell(.ended) }
      }
      if Clock.now >= end { return }
    }
  }

  private func show(_ file: ScreenFile, number: Int) {
    guard let page else { return }
    page.reload(file, isStreamed: true)
    let fault = file.reading.diagnostics.first { $0.severity == .error }
    context.onEvent(
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
    let limit = end == .infinity ? PatchError.mostWork : Self.mostWorkHere
    var answers: [(number: Int, answer: Answer)] = []
    page.change { edit in
      while let line = waiting.first, case .change(let result, let warnings) = line.content {
        waiting.removeFirst()
        page.status.note(imagePositions: line.images, path: page.path)
        let answer = Self.answer(result, warnings, line.number, edit, limit: limit)
        answers.append((line.number, answer))
        switch answer {
        case .snapshot, .postponed: return
        case .applied, .refused:
          // Answering takes longer than making most changes.
          let isLong = answers.count == Self.mostAnswers && end < .infinity
          if isLong || Clock.now >= end { return }
        }
      }
    }
    page.tell(.changed)
    for (number, answer) in answers { tell(answer, number, path: page.path, until: end) }
  }

  private static func answer(
    _ result: Result<ScreenPatch, PatchError>, _ warnings: [Diagnostic], _ number: Int,
    _ edit: ScreenEdit, limit: Int
  ) -> Answer {
    do throws(PatchError) {
      let patch = try result.get()
      if patch.asksForSnapshot { return .snapshot(edit.screen) }
      let later = Self.placed(try edit.apply(patch, limit: limit), at: number)
      return .applied(warnings: warnings + later)
    } catch {
      guard error.isTooMuchWork, limit < PatchError.mostWork, case .success(let patch) = result
      else { return .refused(error) }
      return .postponed(patch, warnings: warnings)
    }
  }

  /// Warnings about what a line added, at their places in the stream rather than in the line.
  private static func placed(_ warnings: [Diagnostic], at number: Int) -> [Diagnostic] {
    warnings.map { warning in
      var warning = warning
      warning.line += number - 1
      return warning
    }
  }

  private func tell(_ answer: Answer, _ number: Int, path: String, until end: Double) {
    switch answer {
    case .applied(let warnings):
      if !warnings.isEmpty { context.report(.diagnostics(warnings, path: path)) }
      context.onEvent(.lineApplied(number))
    case .refused(let error): context.onEvent(.lineRefused(number, error))
    case .postponed(let patch, let warnings): work(on: patch, number, warnings)
    case .snapshot(let screen) where end == .infinity:
      tell(ScreenWriter().write(screen), number)
    case .snapshot(let screen):
      isWorking = true
      WorkQueue().async { [mailbox = context.mailbox] in
        // A million items take seconds.
        let document = ScreenWriter().write(screen)
        mailbox.post { [weak self] in
          self?.isWorking = false
          self?.tell(document, number)
          self?.onWorked()
        }
      }
    }
  }

  /// Works out a change on another thread, and makes it when that is done.
  private func work(on patch: ScreenPatch, _ number: Int, _ warnings: [Diagnostic]) {
    guard let page else { return }
    isWorking = true
    let job = page.controller.job(for: patch)
    WorkQueue().async { [mailbox = context.mailbox] in
      let done = job.run()
      mailbox.post { [weak self] in self?.adopt(done, patch, number, warnings) }
    }
  }

  private func adopt(
    _ job: PatchJob, _ patch: ScreenPatch, _ number: Int, _ warnings: [Diagnostic]
  ) {
    isWorking = false
    guard let page, let result = job.result else { return onWorked() }
    var isCurrent = false
    page.change { isCurrent = $0.adopt(job) }
    // What the user has moved or deleted meanwhile comes first.
    guard isCurrent else { return work(on: patch, number, warnings) }
    page.tell(.changed)
    let answer: Answer
    switch result {
    case .success(let more): answer = .applied(warnings: warnings + Self.placed(more, at: number))
    case .failure(let error): answer = .refused(error)
    }
    tell(answer, number, path: page.path, until: 0)
    onWorked()
  }

  /// Reports a snapshot, after which there may be more lines.
  private func tell(_ document: [UInt8], _ number: Int) {
    let isDataChanged = page?.controller.boundData.isChanged ?? false
    context.onEvent(.snapshot(document, line: number, isDataChanged: isDataChanged))
    context.onEvent(.lineApplied(number))
    page?.tell(.needsFrame)
  }
}
