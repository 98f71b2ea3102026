import Spots
import SpotsSDL

/// Applies the updates of a stream to the pages it is about, in their order. Consecutive changes of
/// a page are made in one step, each of them entirely or not at all.
@MainActor
package final class PageUpdater {
  private weak let session: Session?
  /// The page that shows the stream; nil for lines that may be about any page.
  private weak let stream: Page?
  private let isOfStream, isReply: Bool
  private let context: ViewerContext
  /// Lines for which there was no time yet.
  private var waiting: ArraySlice<StreamUpdate> = []

  /// - Parameters:
  ///   - stream: The page whose stream the lines are from, which are about this page and those that
  ///     they open; nil for lines that are about whichever page is in front.
  ///   - isReply: Whether the lines are the reply to what that page has sent, which may close it.
  package init(_ session: Session, stream: Page? = nil, isReply: Bool = false) {
    (self.session, self.stream, isOfStream) = (session, stream, stream != nil)
    self.isReply = isReply
    context = session.context
  }

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
    context.mailbox.post { [weak session] in session?.needsFrame = true }
  }

  /// Applies these lines, after those that already wait.
  ///
  /// - Parameter seconds: About how long that may take; the rest waits. Snapshots are written, and
  ///   lines that take long are worked out, on another thread. If infinite, everything is done when
  ///   the call returns.
  package func receive(_ lines: [StreamUpdate], for seconds: Double = .infinity) {
    waiting += lines
    for line in lines where !line.faults.isEmpty { context.onEvent(.surfaceFaults(line.faults)) }
    let end = Clock.now + seconds
    while isBehind, !isWorking {
      switch waiting[waiting.startIndex].content {
      case .document(let file): show(file, number: waiting.removeFirst().number)
      case .change: makeChanges(until: end)
      case .pages(let change, let file):
        let line = waiting.removeFirst()
        let answer = answer(change, file, line)
        tell(answer, line.number, of: stream, until: end)
      case .end:
        waiting = []
        stream?.status.hasEnded = true
        if context.options.closesAtEnd { session?.close() }
      }
      if Clock.now >= end { return }
    }
  }

  /// The page that a line is about.
  ///
  /// - Throws: `PatchError` when there is none.
  private func page(named name: String?) throws(PatchError) -> Page {
    let pages = session?.pages.filter { page in
      !isOfStream || page === stream
        || page.opening.content == .line && page.opening.maker === stream
    }
    if let page = pages?.last(where: { name == nil || $0.opening.name == name }) { return page }
    throw PatchError("/page", "there is no page '\((name ?? "").printable(limit: 80))'")
  }

  private func show(_ file: ScreenFile, number: Int) {
    do throws(PatchError) {
      let page = try page(named: nil)
      page.reload(file, isStreamed: true)
      try file.checkScreen()
      context.onEvent(.lineApplied(number))
    } catch {
      context.onEvent(.lineRefused(number, error))
    }
  }

  // MARK: Pages

  /// Changes the pages as a line says.
  private func answer(
    _ change: PageChange, _ file: ScreenFile?, _ line: StreamUpdate
  ) -> Answer {
    do throws(PatchError) {
      if try !makeOnCovered(change, file, on: line.page) { try make(change, file, on: line.page) }
      return .applied(warnings: [])
    } catch {
      return .refused(error)
    }
  }

  private func make(
    _ change: PageChange, _ file: ScreenFile?, on name: String?
  ) throws(PatchError) {
    guard let session else { return }
    switch change {
    case .push(let document): try push(file, document, isSheet: false)
    case .sheet(let document): try push(file, document, isSheet: true)
    case .replace(let document):
      let page = try page(named: name)
      try checkName(document.name, unless: page)
      guard let file else { return }
      try file.checkScreen()
      page.reload(file, isStreamed: true)
      if let name = document.name { (page.name, page.opening.name) = (name, name) }
    case .pop:
      let page = try page(named: name)
      guard page !== session.pages.first, page !== stream || isReply else {
        throw PatchError("/pop", "the first page cannot be closed")
      }
      session.close(page)
    case .tab(let tab):
      let tabs = try page(named: name).controller.tabs
      guard tabs.names.contains(tab) else {
        let advice = advice(nearestTo: tab, among: tabs.names)
        throw PatchError("/tab", "there is no tab '\(tab.printable(limit: 80))'\(advice)")
      }
      tabs.chosen = tab
    case .toast(let toast): ActionPerformer(session: session).show(toast)
    case .close: session.close()
    case .error(let answer, let message):
      guard try page(named: name).controller.values.setFault(message, of: answer) else {
        throw .unknownAnswer(answer)
      }
    }
  }

  /// Makes a change of a screen whose page has made room.
  ///
  /// - Returns: Whether there is one with the name.
  private func makeOnCovered(
    _ change: PageChange, _ file: ScreenFile?, on name: String?
  ) throws(PatchError) -> Bool {
    guard let name, let history = session?.history else { return false }
    switch change {
    case .replace(let document):
      if document.name != name { try checkName(document.name) }
      try file?.checkScreen()
      return try history.changeCovered(named: name) { visit -> Void in
        if let file { visit.replace(with: file, named: document.name) }
      } != nil
    case .pop:
      guard history.closeCovered(named: name) else { return false }
      session?.showFront()
      return true
    case .error(let answer, let message):
      return try history.changeCovered(named: name) { visit throws(PatchError) in
        try visit.setFault(message, of: answer)
      } != nil
    case .tab(let tab): return try history.changeCovered(named: name) { $0.tab = tab } != nil
    case .push, .sheet, .toast, .close: return false
    }
  }

  private func push(
    _ file: ScreenFile?, _ document: PageDocument, isSheet: Bool
  ) throws(PatchError) {
    try checkName(document.name)
    guard let session, let file else { return }
    try file.checkScreen()
    var opening = PageOpening(stepNamed: document.name ?? file.stepKey)
    let maker = stream ?? session.split.columns?.leading ?? session.pages.last
    (opening.content, opening.maker) = (.line, maker)
    (opening.name, opening.place) = (document.name, isSheet ? .sheet : .window)
    session.history.forgetNext()
    session.push(name: document.name ?? file.reading.screen?.title ?? "", file, opening: opening)
  }

  private func checkName(_ name: String?, unless page: Page? = nil) throws(PatchError) {
    guard let name, name != page?.opening.name, session?.history.hasPage(named: name) == true else {
      return
    }
    throw PatchError("/as", "there is already a page '\(name.printable(limit: 80))'")
  }

  // MARK: Changes

  /// Makes the changes of one page up to the next document or snapshot.
  private func makeChanges(until end: Double) {
    let first = waiting[waiting.startIndex]
    do throws(PatchError) {
      makeChanges(of: try page(named: first.page), named: first.page, until: end)
    } catch {
      waiting.removeFirst()
      tell(changeCovered(first) ?? .refused(error), first.number, of: stream, until: end)
    }
  }

  /// Changes a screen whose page has made room; nil if there is none with the name.
  private func changeCovered(_ line: StreamUpdate) -> Answer? {
    guard case .change(let result, let warnings) = line.content, let name = line.page else {
      return nil
    }
    do throws(PatchError) {
      let patch = try result.get()
      let more = try session?.history.changeCovered(named: name) { visit throws(PatchError) in
        try visit.apply(patch)
      }
      return more.map { .applied(warnings: warnings + Self.placed($0, at: line.number)) }
    } catch {
      return .refused(error)
    }
  }

  private func makeChanges(of page: Page, named name: String?, until end: Double) {
    let limit = end == .infinity ? PatchError.mostWork : Self.mostWorkHere
    var answers: [(number: Int, answer: Answer)] = []
    page.change { edit in
      while let line = waiting.first, line.page == name,
        case .change(let result, let warnings) = line.content
      {
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
    for (number, answer) in answers { tell(answer, number, of: page, until: end) }
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

  private func tell(_ answer: Answer, _ number: Int, of page: Page?, until end: Double) {
    switch answer {
    case .applied(let warnings):
      if !warnings.isEmpty { context.report(.diagnostics(warnings, path: page?.path ?? "-")) }
      context.onEvent(.lineApplied(number))
    case .refused(let error): context.onEvent(.lineRefused(number, error))
    case .postponed(let patch, let warnings):
      if let page { work(on: patch, of: page, number, warnings) }
    case .snapshot(let screen) where end == .infinity:
      tell(ScreenWriter().write(screen), number, of: page)
    case .snapshot(let screen):
      isWorking = true
      WorkQueue().async { [mailbox = context.mailbox] in
        // A million items take seconds.
        let document = ScreenWriter().write(screen)
        mailbox.post { [weak self, weak page] in
          self?.isWorking = false
          self?.tell(document, number, of: page)
          self?.onWorked()
        }
      }
    }
  }

  /// Works out a change on another thread, and makes it when that is done.
  private func work(
    on patch: ScreenPatch, of page: Page, _ number: Int, _ warnings: [Diagnostic]
  ) {
    isWorking = true
    let job = page.controller.job(for: patch)
    WorkQueue().async { [mailbox = context.mailbox] in
      let done = job.run()
      mailbox.post { [weak self, weak page] in
        self?.adopt(done, patch, on: page, number, warnings)
      }
    }
  }

  private func adopt(
    _ job: PatchJob, _ patch: ScreenPatch, on page: Page?, _ number: Int,
    _ warnings: [Diagnostic]
  ) {
    isWorking = false
    guard let page, let result = job.result else { return onWorked() }
    var isCurrent = false
    page.change { isCurrent = $0.adopt(job) }
    // What the user has moved or deleted meanwhile comes first.
    guard isCurrent else { return work(on: patch, of: page, number, warnings) }
    page.tell(.changed)
    let answer: Answer
    switch result {
    case .success(let more): answer = .applied(warnings: warnings + Self.placed(more, at: number))
    case .failure(let error): answer = .refused(error)
    }
    tell(answer, number, of: page, until: 0)
    onWorked()
  }

  /// Reports a snapshot, after which there may be more lines.
  private func tell(_ document: [UInt8], _ number: Int, of page: Page?) {
    let isDataChanged = page?.controller.boundData.isChanged ?? false
    context.onEvent(.snapshot(document, line: number, isDataChanged: isDataChanged))
    context.onEvent(.lineApplied(number))
    session?.needsFrame = true
  }
}

extension PatchError {
  static func unknownAnswer(_ name: String) -> PatchError {
    PatchError("/error/name", "there is no answer with the name '\(name.printable(limit: 80))'")
  }
}

extension ScreenFile {
  /// What its answers are kept by while it is closed: the same document has the same answers.
  fileprivate var stepKey: String { reading.screen?.identifier ?? "\(fingerprint)" }

  /// - Throws: `PatchError` with the first error when the document is not a screen.
  fileprivate func checkScreen() throws(PatchError) {
    guard reading.screen == nil else { return }
    let fault = reading.diagnostics.first { $0.severity == .error }
    throw PatchError(fault?.path ?? "", fault?.message ?? "no screen")
  }
}
