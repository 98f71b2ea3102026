import Spots
import SpotsSDL

// Handles documents that arrive while the session runs.

extension Session {
  /// Shows the outcome of getting a page's document.
  func take(_ delivery: FeedDelivery<ScreenFile>, for page: Page) {
    page.isLoading = false
    switch delivery {
    case .good(let file), .broken(let file): reload(page, file)
    case .unchanged where page.hasContent: showAvailable(page)
    case .unchanged:
      let reason = "the server sent nothing"
      showUnavailable(page, "Not available", reason, told: reason)
    case .missing: showUnavailable(page, "File missing", told: "no such file")
    case .unreadable(let reason):
      showUnavailable(page, "Cannot read: \(reason.printable())", told: reason)
    case .unreachable(let reason):
      // Both a server that refuses and a network that fails.
      showUnavailable(page, stage.isOffline ? "Offline" : "Not available", reason, told: reason)
    }
    let waiting = page.onFresh
    page.onFresh = []
    for completion in waiting { completion() }
    needsFrame = true
  }

  /// Shows a new version of a page's document.
  func reload(_ page: Page, _ file: ScreenFile) {
    let isShown = page === self.page
    if isShown { stage.images.refresh() }
    // A version that arrives before the first frame is not a reload.
    let old = page.file
    let isReload = log.isShown || page.hasContent && old.origin?.cacheTime == nil
    let isGood = page.show(file)
    report(file, since: old)
    if isGood, isReload {
      log.reloaded()
      noteFaults(of: file, on: page)
    }
    adoptFront(insteadOf: page)
    pageDidChange()
  }

  /// Restores the folders and colors of the screen in front after `page`, behind it, has changed.
  private func adoptFront(insteadOf page: Page) {
    guard page !== self.page else { return }
    stage.adopt(self.page.controller.screen, of: self.page.file)
  }

  /// Shows a note about the errors of a new version that is shown despite them.
  private func noteFaults(of file: ScreenFile, on page: Page) {
    let errors = file.reading.diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else { return }
    let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    let name = ScreenFile.name(of: file.path).printable(limit: 40)
    let message = first.message.printable(limit: 120)
    page.furniture.show(
      note: "\(name):\(first.line):\(first.column): \(message)\(more)", at: now)
  }

  /// Shows that the document is available again, in the version on show.
  private func showAvailable(_ page: Page) {
    if page.unavailability != nil { log.reloaded() }
    page.unavailability = nil
    page.showAvailable()
  }

  /// Shows that a page's document is unavailable, in the words of `word`.
  ///
  /// - Parameters:
  ///   - reason: The details for standard error and, if there is nothing else to show, the window.
  ///   - told: The reason for the events. Both are reported once, until the document is available.
  private func showUnavailable(
    _ page: Page, _ word: String, _ reason: String? = nil, told: String
  ) {
    if told != page.unavailability {
      log.unavailable(page.path, told)
      if let reason {
        StandardError.write("warning: \(page.path.printable()): \(reason.printable())\n")
      }
    }
    page.unavailability = told
    page.showUnavailable(word, reason)
    needsFrame = true
  }

  /// Applies a new version of the theme's file; a broken one only prints its diagnostics.
  func take(_ delivery: FeedDelivery<ThemeFile>) {
    guard case .good(let file) = delivery else {
      if case .broken(let file) = delivery {
        Stage.report(file.reading.diagnostics, path: file.path)
      }
      return
    }
    Stage.report(file.reading.diagnostics, path: file.path)
    stage.use(file)
    stage.adopt(page.controller.screen, of: page.file)
    page.controller.resize(to: size)
    needsFrame = true
  }

  func report(_ file: ScreenFile, since old: ScreenFile?) {
    // The faults of a cached screen were reported when it was new.
    guard file.origin?.cacheTime == nil else { return }
    reportItems(of: file, since: old)
    let broken = file.nibs.changed(since: old?.nibs ?? NibFiles()).filter { $0.reading.nib == nil }
    var diagnostics = broken.flatMap(\.reading.diagnostics)
    if file.reading.screen == nil { diagnostics = file.reading.diagnostics + diagnostics }
    if let error = diagnostics.first(where: { $0.severity == .error }) { log.error(error) }
  }

  /// Prints the diagnostics of a document; those of a large one follow when it has been checked.
  private func reportItems(of file: ScreenFile, since old: ScreenFile? = nil) {
    file.report(since: old)
    if !file.reading.areItemsChecked { stage.itemCheck?.check(file) }
  }

  // MARK: Pages that follow

  /// Loads the page after the last one, if there is one, and shows it at the end.
  ///
  /// - Parameter completion: Called when the page has been shown or has failed.
  func appendNextPage(to page: Page, completion: @escaping @MainActor () -> Void) {
    guard let next = page.tail.next(after: page.file) else { return completion() }
    if waitsForDocuments {
      let delivery = stage.loader.loadAndWait(
        next.path, following: page.path, trusting: next.trusting)
      takeNext(delivery, next.path, for: page)
      return completion()
    }
    page.isLoading = true
    let mailbox = stage.mailbox
    let round = page.tail.begin(completion)
    let task = stage.loader.load(
      next.path, following: page.path, trusting: next.trusting
    ) { [weak self, weak page] delivery in
      mailbox.post {
        guard let self, let page, let completion = page.tail.end(round) else { return }
        self.takeNext(delivery, next.path, for: page)
        completion()
      }
    }
    page.tail.asked(round, task)
  }

  private func takeNext(_ delivery: FeedDelivery<ScreenFile>, _ path: String, for page: Page) {
    page.isLoading = false
    needsFrame = true
    switch delivery {
    case .good(let file):
      reportItems(of: file)
      if page.tail.append(file, after: page.file) {
        page.showAll(animation: .none)
        adoptFront(insteadOf: page)
        onOpenNext(page)
      }
    case .broken(let file):
      reportItems(of: file)
      nextFailed("it has errors", path, page)
    case .missing, .unchanged: nextFailed("no such file", path, page)
    case .unreadable(let reason), .unreachable(let reason): nextFailed(reason, path, page)
    }
  }

  private func nextFailed(_ reason: String, _ path: String, _ page: Page) {
    page.tail.failure = now
    let name = ScreenFile.name(of: path).printable(limit: 80)
    page.furniture.show(note: "Next page, \(name): \(reason.printable(limit: 120))", at: now)
    log.unavailable(path, reason)
    StandardError.write("warning: \(path.printable()): \(reason.printable())\n")
  }

  /// Requests a page that failed to load again, when the user is near the end once more.
  func retryNextPage(of page: Page) {
    let (controller, now) = (page.controller, now)
    let left = controller.contentSize.height - controller.contentOffset - controller.size.height
    guard page.tail.mayRetry(at: now), left < 2 * controller.size.height else { return }
    page.tail.failure = nil
    appendNextPage(to: page) {}
  }

  /// Checks the pages that follow for changes.
  func refreshTail(of page: Page) {
    let mailbox = stage.mailbox
    for file in page.tail.files {
      let round = page.tailAnswers.begin(file.path)
      let task = stage.loader.load(
        file.path, following: page.path, known: file,
        trusting: file.origin?.trustedHosts ?? []
      ) { [weak self, weak page] delivery in
        mailbox.post {
          guard let self, let page, page.tailAnswers.accepts(file.path, round) else { return }
          if case .good(let new) = delivery { self.replace(new, in: page) }
        }
      }
      page.tailAnswers.asked(file.path, round, task)
    }
  }

  private func replace(_ file: ScreenFile, in page: Page) {
    page.tail.replace(file, after: page.file)
    page.showAll(animation: .automatic)
    adoptFront(insteadOf: page)
    needsFrame = true
  }
}
