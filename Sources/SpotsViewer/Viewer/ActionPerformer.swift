import Spots

/// Performs the actions of items and notes.
@MainActor
struct ActionPerformer {
  let session: Session

  private var page: Page { session.page }

  /// Reports what the user did on a page, and performs the action, if there is one.
  func hear(_ event: SpotsEvent, on page: Page) {
    switch event {
    case .itemSelected, .submitted: session.split.activate(page)
    default: break
    }
    var event = event
    if case .submitted(let values, let action, let path) = event {
      if showFault(besides: page) { return page.controller.endProgress(at: path) }
      session.pages.forEach(Self.tellWaiting)
      let all = values.merging(otherAnswers(than: page)) { own, _ in own }
      event = .submitted(all, action: action, at: path)
      if ItemAction.posts(action) { post(values, action: action, of: page, at: path) }
    }
    let waits = page.controller.screen.undo == .before && !session.isScripted
    let heard = page.undo.hear(event, on: page.controller, waits: waits)
    Self.tell(heard.told, on: page)
    if let kind = heard.kind, !session.isScripted { offerUndo(of: kind, on: page, waits: waits) }
    guard case .itemSelected(let item, let path) = event, let action = item.action else { return }
    perform(action, at: path)
  }

  /// Goes back to the first page submitted together with `page` on which something is wrong with an
  /// answer, and shows that.
  ///
  /// - Returns: Whether there is one.
  private func showFault(besides page: Page) -> Bool {
    let last = session.split.lastStep(from: page)
    let others = (session.history.pages(below: last) + [last]).filter { $0 !== page }
    guard let faulty = others.first(where: { $0.controller.values.showFault() }) else {
      return false
    }
    while session.pages.last !== faulty,
      session.split.base?.contains(where: { $0 === faulty }) != true
    {
      let count = session.pages.count
      session.goBack()
      if session.pages.count == count { break }
    }
    session.split.activate(faulty)
    return true
  }

  /// The answers that are submitted with those of a page: of the steps before it and, if it is in
  /// the first column, of the one beside it.
  ///
  /// - Parameter sender: The page whose server they are for; nil for all.
  private func otherAnswers(than page: Page, for sender: Page? = nil) -> [String: JSONValue] {
    let last = session.split.lastStep(from: page)
    var answers = session.history.answers(below: last, for: sender)
    if last !== page, sender == nil || last.source.address?.server == page.source.address?.server {
      answers.merge(last.controller.values.answers) { $1 }
    }
    return answers
  }

  private static func tell(_ events: [SpotsEvent], on page: Page) {
    for event in events { page.context.onEvent(.screen(event, of: page.controller)) }
  }

  /// Tells the program what it was not to hear of while users could take it back at once.
  static func tellWaiting(of page: Page) { tell(page.undo.takeWaiting(), on: page) }

  /// - Parameter waits: Whether the program hears of the step when the note is gone. Only then do
  ///   moves and switches have a note, since users see what they do.
  private func offerUndo(of kind: UndoStack.Kind, on page: Page, waits: Bool) {
    let words = page.context.words
    let text: String
    switch kind {
    case .deleted(let count): text = words(.deletedNote, ["count": count])
    case .moved where waits: text = words[.movedNote]
    case .switched where waits: text = words[.changedNote]
    case .moved, .switched: return
    }
    var offer = Note.Offer(title: words[.undo]) { [weak session] in
      if let session { ActionPerformer(session: session).undo() }
    }
    let step = page.undo.count
    offer.decline = { [weak page] in
      // The note of the next step takes its place.
      guard let page, page.undo.count == step else { return }
      Self.tellWaiting(of: page)
    }
    page.status.show(note: text, offer: offer)
  }

  /// Takes back what users have last deleted or moved on the page in front.
  func undo() {
    switch page.undo.undo(on: page.controller) {
    case .nothing: page.show(note: page.context.words[.nothingToUndo])
    case .refused: page.show(note: page.context.words[.cannotUndo])
    case .done(let event):
      page.overlays.note.hide()
      if let event { session.context.onEvent(.undone(event, of: page.controller)) }
    }
    session.needsFrame = true
  }

  /// Makes again what users have last taken back on the page in front.
  func redo() {
    switch page.undo.redo(on: page.controller) {
    case .nothing: page.show(note: page.context.words[.nothingToRedo])
    case .refused: page.show(note: page.context.words[.cannotRedo])
    case .done(let event): Self.tell([event].compactMap(\.self), on: page)
    }
    session.needsFrame = true
  }

  /// Sends the answers of a page to its server, unless a script plays.
  private func post(
    _ values: [String: JSONValue], action: String, of page: Page, at path: ItemPath
  ) {
    guard !session.isScripted else { return page.controller.endProgress() }
    let posting = page.posting ?? Posting(session, page)
    page.posting = posting
    let last = session.split.lastStep(from: page)
    posting.post(
      values.merging(otherAnswers(than: page, for: page)) { own, _ in own }, action: action,
      identifier: page.controller.item(at: path)?.identifier,
      mayBeKept: [page, last].allSatisfy { $0.controller.values.secretNames.isEmpty }
        && !session.history.mayHaveSecrets(below: last))
  }

  /// - Parameter path: The item of the page in front that has the action; nil for one that a note
  ///   offers.
  func perform(_ action: String, at path: ItemPath?) {
    if session.tell(.action(action)) { return }
    if page.source.isStart, action == StartScreen.openAction {
      session.tell(.chooseFile)
      return
    }
    let meaning = ActionMeaning(action)
    if case .other(let text) = meaning {
      if !session.launcher.areActionsHeard { page.show(note: text.printable(limit: 120)) }
    } else {
      page.controller.endProgress()
      perform(meaning, at: path)
    }
    if let program = session.launcher.actionProgram {
      session.launcher.start(program, [action], from: page)
    }
    session.needsFrame = true
  }

  /// Opens the screen that an action of the page in front names, and does nothing else.
  func open(_ action: String, at path: ItemPath) {
    if case .step(let name, let place) = ActionMeaning(action) { open(name, in: place, at: path) }
  }

  private func perform(_ action: ActionMeaning, at path: ItemPath?) {
    switch action {
    case .screen(let name): session.open(name, from: document(of: path))
    case .step(let name, let place): open(name, in: place, at: path)
    case .tab(let name): page.controller.tabs.chosen = name
    case .pop: session.goBack()
    case .close: if session.pages.count > 1 { session.goBack() } else { session.close() }
    case .link(let address): session.launcher.open(link: address, from: page)
    case .other: return
    }
  }

  /// The document that an item of the page in front comes from.
  private func document(of path: ItemPath?) -> ScreenFile {
    path.map { page.document(ofComponent: $0.component).file } ?? page.file
  }

  /// Opens a further step: a screen that the item's document has under a name, or refers to.
  private func open(_ name: String, in place: StepPlace, at path: ItemPath?) {
    let file = document(of: path)
    var opening = PageOpening(stepNamed: name)
    opening.place = place
    if place == .popover { (opening.maker, opening.anchor) = (page, path) }
    guard let step = file.screen(named: name, data: session.context.loader.data) else {
      return session.open(name, from: file, opening: opening)
    }
    (opening.content, opening.name, opening.maker) = (.document, name, page)
    session.history.forgetNext()
    session.push(name: name, step, opening: opening)
    session.context.onEvent(.navigated(to: name))
  }

  /// Shows the words of a line for a while.
  func show(_ toast: Toast) {
    let offer = toast.action.map { action in
      Note.Offer(title: toast.button) { [weak session] in
        guard let session else { return }
        session.context.onEvent(.actionChosen(action))
        ActionPerformer(session: session).perform(action, at: nil)
      }
    }
    page.status.show(note: toast.title.printable(limit: 400), offer: offer)
  }
}
