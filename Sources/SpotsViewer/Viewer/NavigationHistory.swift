import Spots

/// The screens the user has been to: the open pages, one above the other, those between the first
/// and the second one that have made room, and those to go forward to.
@MainActor
final class NavigationHistory {
  /// The open pages; the last one is in front.
  private(set) var pages: [Page] = []
  /// The screens above the first page whose pages have made room; the last one is uppermost.
  private var covered: [Visit] = []
  /// The most open pages.
  private static let mostPages = 20
  /// The screens the user went back from; the last one is next to go forward to.
  private var forward: [Visit] = []
  /// What was answered on steps that are closed, by their keys, until all steps are.
  private(set) var answered: [String: KeptValues] = [:]
  /// The most closed steps whose answers are kept.
  private static let mostAnswered = 100

  /// The names of secrets on pages that are closed, or have made room.
  private var knownSecrets: Set<String> = []

  /// The page in front. There must be one.
  var current: Page { pages[pages.count - 1] }

  /// The pages that are seen: the one in front and, if it is a sheet, those behind it.
  ///
  /// - Parameter columns: The pages in columns beside each other; nil where one fills the window.
  func inSight(columns: [Page]?) -> [Page] {
    let base = pages.lastIndex { !$0.opening.isSheet } ?? 0
    return (columns ?? [pages[base]]) + pages[(base + 1)...]
  }

  /// Records what is seen at `now`.
  ///
  /// - Returns: The draw list, and when the next frame is due; nil if nothing moves.
  func render(columns: [Page]?, at now: Double) -> (list: DrawList, next: Double?) {
    ScreenStack.render(inSight(columns: columns).map(\.controller), at: now)
  }

  /// The screen to go forward to; nil when there is none.
  var next: Visit? { forward.last }

  /// The title of the screen in front, which another one is about to cover; empty where that one
  /// takes the place of a screen that has made room.
  var coveredTitle: String { covered.isEmpty || pages.count > 1 ? pages.last?.title ?? "" : "" }

  /// Adds a page in front of the others. The first one stays, which may be a stream.
  func push(_ page: Page) {
    if let last = pages.last {
      last.controller.values.keep()
      shareAnswers(of: last)
    }
    pages.append(page)
    if pages.count > Self.mostPages { covered.append(Visit(pages.remove(at: 1))) }
    guard page.opening.isStep else { return }
    if let values = answered[page.opening.key] { page.restore(values) }
    page.share(SharedAnswers(answers(below: page), secrets: secretNames))
  }

  /// Closes the page in front, and keeps it as the one to go forward to.
  ///
  /// - Returns: Whether it was closed; the first page never is.
  func goBack() -> Bool {
    guard pages.count > 1 else { return false }
    var visit = close()
    // The answers on the pages below may be others by the time it is opened again.
    visit.answers = [:]
    forward.append(visit)
    return true
  }

  /// Closes a page that is not the first one, and those over it, for good.
  func close(_ page: Page) {
    guard let index = pages.firstIndex(where: { $0 === page }), index > 0 else { return }
    while pages.count > index { _ = close() }
    forward = []
  }

  /// Closes the page in front.
  private func close() -> Visit {
    shareAnswers(of: current)
    let left = pages.removeLast()
    left.controller.values.keep()
    let visit = Visit(left)
    keepAnswers(of: visit)
    return visit
  }

  /// Removes the screen that belongs in front but has made room; nil when the right page is in
  /// front.
  func takeCovered() -> Visit? { pages.count == 1 ? covered.popLast() : nil }

  /// Closes all pages, and forgets the screens to go forward to.
  func closeAll() {
    pages.last?.controller.values.keep()
    (pages, covered, forward, answered) = ([], [], [], [:])
  }

  /// Records that the screen to go forward to has been opened again.
  func wentForward() { forward.removeLast() }

  /// Forgets the screens to go forward to, since the user went elsewhere.
  func forgetNext() { forward = [] }

  /// Updates the pages whose documents are part of that of `page`.
  func documentDidChange(of page: Page, data: DataLoader) {
    for other in pages where other.opening.content == .document && other.opening.maker === page {
      guard let name = other.opening.name,
        page.file.isScreenChanged(named: name, since: other.file.fingerprint),
        let file = page.file.screen(named: name, data: data)
      else { continue }
      other.reload(file)
    }
  }

  // MARK: Steps

  /// The answers on the pages that `page` is a further step of, by name.
  ///
  /// - Parameter sender: The page whose server they are for, which may know none from another one;
  ///   nil for all.
  func answers(below page: Page, for sender: Page? = nil) -> [String: JSONValue] {
    let (open, away) = steps(below: page)
    func counts(_ source: DocumentSource) -> Bool {
      sender.map { $0.source.address?.server == source.address?.server } ?? true
    }
    let all =
      open.filter { counts($0.source) }.map(\.controller.values.answers)
      + away.map { covered[$0] }.filter { counts($0.source) }.map(\.answers)
    return all.reduce(into: [:]) { $0.merge($1) { later, _ in later } }
  }

  /// The names of all secrets that pages of the window ask for, or have asked for.
  var secretNames: Set<String> {
    pages.reduce(into: knownSecrets) { $0.formUnion($1.controller.values.secretNames) }
  }

  /// Whether the steps that `page` is a further one of may have asked for a secret.
  func mayHaveSecrets(below page: Page) -> Bool {
    let (open, away) = steps(below: page)
    return !away.isEmpty || open.contains { !$0.controller.values.secretNames.isEmpty }
  }

  /// The open pages that `page` is a further step of, the first step first.
  func pages(below page: Page) -> [Page] { steps(below: page).open.reversed() }

  /// Gives the pages that `page` is a further step of its answers, for one name is one answer.
  private func shareAnswers(of page: Page) {
    let ((open, away), answers) = (steps(below: page), page.controller.values.answers)
    knownSecrets = secretNames
    for other in open { other.share(SharedAnswers(answers, secrets: knownSecrets)) }
    for index in away {
      covered[index].answers.merge(answers.filter { covered[index].answers[$0.key] != nil }) { $1 }
    }
  }

  /// The pages that `page` is a further step of, and the indexes of those that have made room.
  private func steps(below page: Page) -> (open: [Page], away: [Int]) {
    var (open, away, isStep) = ([Page](), [Int](), page.opening.isStep)
    let lower = pages.prefix { $0 !== page }
    for other in lower.dropFirst().reversed() where isStep {
      open.append(other)
      isStep = other.opening.isStep
    }
    for index in covered.indices.reversed() where isStep {
      away.append(index)
      isStep = covered[index].opening.isStep
    }
    if isStep, let first = lower.first { open.append(first) }
    return (open, away)
  }

  private func keepAnswers(of step: Visit) {
    guard step.opening.isStep else { return }
    if answered.count >= Self.mostAnswered { answered = [:] }
    answered[step.opening.key] = step.values.entries.isEmpty ? nil : step.values
  }

  /// Changes a screen that a line has opened and whose page has made room.
  ///
  /// - Returns: What `change` returns; nil if there is no screen with the name.
  func changeCovered<Result>(
    named name: String, _ change: (inout Visit) throws(PatchError) -> Result
  ) throws(PatchError) -> Result? {
    guard let index = index(ofCovered: name) else { return nil }
    return try change(&covered[index])
  }

  /// Closes a screen whose page has made room, and those over it, for good.
  ///
  /// - Returns: Whether there is a screen with the name.
  func closeCovered(named name: String) -> Bool {
    guard let index = index(ofCovered: name) else { return false }
    while pages.count > 1 { _ = close() }
    covered.removeSubrange(index...)
    forward = []
    return true
  }

  private func index(ofCovered name: String) -> Int? {
    covered.lastIndex { $0.opening.name == name && $0.file != nil }
  }

  /// Whether a page, open or not, has a name.
  func hasPage(named name: String) -> Bool {
    pages.contains { $0.opening.name == name } || covered.contains { $0.opening.name == name }
  }
}

/// How a page was opened.
package struct PageOpening {
  /// Where its document is from.
  package enum Content {
    /// A file, a server or a stream, which it follows.
    case source
    /// A line of the maker's stream.
    case line
    /// The maker's document.
    case document
  }

  var content = Content.source
  /// The name that lines, or the document that has it, know it by; nil for none.
  var name: String?
  /// Whether it is a further step of the page below: both have the same answers.
  var isStep = false
  /// Whether it was opened beside a sidebar because nothing else was, and not used since.
  var isAutomatic = false
  var place = StepPlace.window
  /// The item of the maker that it is beside, where it is a popover.
  var anchor: ItemPath?
  /// Whether it is over the page below, which stays in sight.
  var isSheet: Bool { place != .window }
  /// The page that its document is from; nil for none, or for one that is closed.
  weak var maker: Page?
  /// The key under which its answers are kept while it is closed: its name, or else its document.
  var key = ""

  package init() {}

  /// A further step, whose answers are kept by a key while it is closed.
  package init(stepNamed key: String) { (isStep, self.key) = (true, key) }

  /// Keeps a popover beside its item.
  @MainActor
  func place(_ sheet: Sheet) {
    if let anchor, let frame = maker?.controller.frame(of: anchor) { sheet.show(beside: frame) }
  }

  /// Whether the document comes from nowhere else.
  var isMade: Bool { content != .source }
}

/// A screen without a page, its scroll offset, and what the user has answered on it.
///
/// No content is kept unless it is nowhere else: the screen is loaded again when the user returns
/// to it.
struct Visit {
  /// As the user or the action named it.
  var name: String
  var source: DocumentSource
  /// Hosts in private networks that it may come from.
  var trusting: Set<String> = []
  /// The vertical scroll offset, in points.
  var offset = 0.0
  /// The answers of the user.
  var values = KeptValues()
  /// All answers, for the steps over it.
  var answers: [String: JSONValue] = [:]
  /// Whether the user picked the screen, rather than an action of another one.
  var isChosen = false
  var opening = PageOpening()
  /// The document, where a line or another document has brought it; nil where it is loaded again.
  var file: ScreenFile?
  /// What lines have said is wrong with answers since the page has made room, by their names.
  var faults: [String: String] = [:]
  /// The tab that a line has chosen meanwhile.
  var tab: String?
}

extension Visit {
  /// Changes the document.
  ///
  /// - Returns: Warnings about what the change adds.
  mutating func apply(_ patch: ScreenPatch) throws(PatchError) -> [Diagnostic] {
    guard let file, let screen = file.reading.screen else { return [] }
    var edited = EditedScreen(screen)
    let warnings = try patch.apply(to: &edited, index: IdentifierIndex(), reader: file.reader)
    self.file = file.changed(to: edited.screen)
    return warnings
  }

  /// Takes another document, which begins at its top unless it is a version of the one before.
  mutating func replace(with new: ScreenFile, named name: String?) {
    if let old = file?.reading.screen, new.reading.screen?.isVersion(of: old) != true {
      (offset, values, answers, faults, tab) = (0, KeptValues(), [:], [:], nil)
    }
    file = new
    if let name { (self.name, opening.name) = (name, name) }
  }

  /// Says what is wrong with an answer once the page is opened again.
  mutating func setFault(_ message: String, of answer: String) throws(PatchError) {
    var isKnown = false
    ItemWalk.visit(file?.reading.screen?.components ?? []) { item, _ in
      isKnown = item.valueName == answer
      return !isKnown
    }
    guard isKnown else { throw .unknownAnswer(answer) }
    faults[answer] = message
  }

  /// Keeps what is needed of `page` to open its screen again.
  @MainActor
  fileprivate init(_ page: Page) {
    self.init(
      name: page.name, source: page.source, trusting: page.trustedHosts,
      offset: page.controller.contentOffset, values: page.controller.values.given,
      answers: page.opening.isStep ? page.controller.values.answers : [:],
      isChosen: page.isChosen, opening: page.opening, file: page.opening.isMade ? page.file : nil)
  }
}
