import Spots

/// Does what actions mean.
@MainActor
struct ActionPerformer {
  let session: Session

  private var page: Page { session.page }

  /// - Parameter component: The index of the component of the page in front that has the action;
  ///   nil for one that a note offers.
  func perform(_ action: String, ofComponent component: Int?) {
    if session.tell(.action(action)) { return }
    if page.source.isStart, action == StartScreen.openAction {
      session.tell(.chooseFile)
      return
    }
    let meaning = Action(action)
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

  private func perform(_ action: Action, from file: ScreenFile) {
    switch action {
    case .screen(let name): session.open(name, from: file)
    case .step(let name, let isSheet): open(name, from: file, isSheet: isSheet)
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
