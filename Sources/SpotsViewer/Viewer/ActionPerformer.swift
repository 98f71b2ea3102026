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
      if session.showFault(below: page) { return page.controller.endProgress(at: path) }
      let all = values.merging(session.history.answers(below: page)) { own, _ in own }
      event = .submitted(all, action: action, at: path)
      if ItemAction.posts(action) { post(values, action: action, of: page, at: path) }
    }
    session.context.onEvent(.screen(event, of: page.controller))
    let deleted = page.undo.note(event, on: page.controller)
    if deleted > 0, !session.isScripted { offerUndo(of: deleted, on: page) }
    guard case .itemSelected(let item, let path) = event, let action = item.action else { return }
    perform(action, ofComponent: path.component)
  }

  private func offerUndo(of count: Int, on page: Page) {
    let offer = Note.Offer(title: page.context.words[.undo]) { [weak session] in
      if let session { ActionPerformer(session: session).undo() }
    }
    page.status.show(note: page.context.words(.deletedNote, ["count": count]), offer: offer)
  }

  /// Takes back what users have last deleted or moved on the page in front.
  func undo() {
    switch page.undo.undo(on: page.controller) {
    case .nothing: page.show(note: page.context.words[.nothingToUndo])
    case .refused: page.show(note: page.context.words[.cannotUndo])
    case .done(let event):
      page.overlays.note.hide()
      session.context.onEvent(.undone(event, of: page.controller))
    }
    session.needsFrame = true
  }

  /// Makes again what users have last taken back on the page in front.
  func redo() {
    switch page.undo.redo(on: page.controller) {
    case .nothing: page.show(note: page.context.words[.nothingToRedo])
    case .refused: page.show(note: page.context.words[.cannotRedo])
    case .done(let event): session.context.onEvent(.screen(event, of: page.controller))
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
    let others = session.history.answers(below: page, ofSameServer: true)
    posting.post(
      values.merging(others) { own, _ in own }, action: action,
      identifier: page.controller.item(at: path)?.identifier,
      mayBeKept: page.controller.values.secretNames.isEmpty
        && !session.history.mayHaveSecrets(below: page))
  }

  /// - Parameter component: The index of the component of the page in front that has the action;
  ///   nil for one that a note offers.
  func perform(_ action: String, ofComponent component: Int?) {
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
      perform(meaning, from: component.map { page.document(ofComponent: $0).file } ?? page.file)
    }
    if let program = session.launcher.actionProgram {
      session.launcher.start(program, [action], from: page)
    }
    session.needsFrame = true
  }

  /// Opens the screen that an action of the page in front names, and does nothing else.
  func open(_ action: String, ofComponent component: Int) {
    if case .step(let name, let isSheet) = ActionMeaning(action) {
      open(name, from: page.document(ofComponent: component).file, isSheet: isSheet)
    }
  }

  private func perform(_ action: ActionMeaning, from file: ScreenFile) {
    switch action {
    case .screen(let name): session.open(name, from: file)
    case .step(let name, let isSheet): open(name, from: file, isSheet: isSheet)
    case .tab(let name): page.controller.tabs.chosen = name
    case .pop: session.goBack()
    case .close: if session.pages.count > 1 { session.goBack() } else { session.close() }
    case .link(let address): session.launcher.open(link: address, from: page)
    case .other: return
    }
  }

  /// Opens a further step: a screen that `file` has under a name, or refers to.
  private func open(_ name: String, from file: ScreenFile, isSheet: Bool) {
    var opening = PageOpening(stepNamed: name)
    opening.isSheet = isSheet
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
        ActionPerformer(session: session).perform(action, ofComponent: nil)
      }
    }
    page.status.show(note: toast.title.printable(limit: 400), offer: offer)
  }
}
