import Spots
import SpotsSDL

/// Opens screens by what names them, or says in a note why they cannot be opened.
@MainActor
package struct PageOpener {
  let session: Session

  package init(session: Session) { self.session = session }

  private var page: Page { session.page }
  private var context: ViewerContext { session.context }

  /// Opens the screen that `file` refers to as `name`.
  func open(_ name: String, from file: ScreenFile, opening: PageOpening = PageOpening()) {
    if file.source.isProgram {
      openChosen(name, opening: opening)
      return
    }
    guard let source = file.source(of: name) else {
      return show(name, context.words[.cannotOpenIt])
    }
    open(
      Visit(
        name: name, source: source, trusting: file.origin?.trustedHosts ?? [], opening: opening))
  }

  /// Opens the screen at an absolute path or a web address that the user picked, as if the program
  /// had been started with it. Picked on the start screen, it may not read files of others.
  ///
  /// - Returns: Whether the screen was opened; if not, a note says why.
  @discardableResult
  package func openChosen(_ path: String, opening: PageOpening = PageOpening()) -> Bool {
    let (access, source) = (context.loader.access, DocumentSource(path))
    context.userChose(source, alone: page.source.isProgram)
    let isOpen = open(
      Visit(
        name: path, source: source, trusting: source.trustedHosts, isChosen: true,
        opening: opening))
    if !isOpen { context.loader.access = access }
    return isOpen
  }

  /// - Parameter isReturn: Whether the screens to go forward to stay so.
  /// - Returns: Whether the screen was opened; if not, a note says why.
  @discardableResult
  func open(_ visit: Visit, isReturn: Bool = false) -> Bool {
    let (name, source, loader) = (visit.name, visit.source, context.loader)
    do throws(FileError) {
      let (file, isEmpty) =
        if let made = visit.file {
          (made, false)
        } else {
          try loader.first(source, trusting: visit.trusting)
        }
      session.push(
        name: name, file, isEmpty: isEmpty, trusting: visit.trusting, opening: visit.opening)
      context.onEvent(.navigated(to: name))
    } catch {
      show(name, error.text(in: context.words))
      context.onEvent(.unavailable(path: source.path, reason: "\(error)"))
      context.report(.warning("\(source.path.printable()): \(error)"))
      return false
    }
    if !isReturn { session.history.forgetNext() }
    let front = session.history.current
    front.restore(visit.values)
    front.share(SharedAnswers(visit.answers, secrets: session.secretNames))
    for (name, message) in visit.faults { _ = front.controller.values.setFault(message, of: name) }
    if let tab = visit.tab, front.controller.tabs.names.contains(tab) {
      front.controller.tabs.chosen = tab
    }
    if visit.offset > 0 { front.controller.scroll(to: visit.offset) }
    front.isChosen = visit.isChosen
    if visit.isChosen { session.tell(.opened(front)) }
    return true
  }

  private func show(_ name: String, _ reason: String) {
    page.show(
      note: context.words(.labeled, ["name": name.printable(limit: 80), "text": reason]))
  }
}
