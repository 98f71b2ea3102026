import Spots
import SpotsSDL

// The stack of screens, and what actions do.

extension Session {
  func push(
    name: String, _ file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = []
  ) {
    opening = file
    defer { opening = nil }
    let page = Page(
      name: name, file: file, isEmpty: isEmpty, trusting: trusting, size: size, stage: stage)
    page.controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
    page.controller.componentDelegate = self
    page.controller.scrollDelegate = self
    page.controller.carouselDelegate = self
    page.controller.refreshDelegate = self
    pages.append(page)
    report(file, since: nil)
    if isEmpty, waitsForDocuments {
      take(stage.loader.loadAndWait(page.path, trusting: trusting), for: page)
    }
    onOpen(page)
    pageDidChange()
  }

  /// Opens the screen that a document calls `name`.
  private func open(_ name: String, from file: ScreenFile) {
    guard let path = file.path(of: name) else {
      let reason = "a screen from the network cannot open it"
      return page.furniture.show(note: "\(name.printable(limit: 80)): \(reason)", at: now)
    }
    if WebAddress(path) != nil {
      return openFromServer(path, name: name, trusting: file.origin?.trustedHosts ?? [])
    }
    do throws(FileError) {
      let file = try ScreenFile(
        path: path, kinds: stage.kinds, onDemand: stage.loader.readsOnDemand)
      push(name: name, file)
      log.navigated(to: name)
    } catch {
      page.furniture.show(note: "\(name.printable(limit: 80)): \(error)", at: now)
      log.unavailable(path, "\(error)")
      StandardError.write("warning: \(path.printable()): \(error)\n")
    }
  }

  /// Shows what was kept of the screen, or that it is on its way, until it is there.
  private func openFromServer(_ path: String, name: String, trusting: Set<String>) {
    let kept = stage.loader.kept(path)
    push(
      name: name, kept ?? .empty(path, kinds: stage.kinds), isEmpty: kept == nil,
      trusting: trusting)
    log.navigated(to: name)
  }

  func goBack() {
    guard pages.count > 1 else { return }
    pages.removeLast()
    stage.adopt(page.controller.screen, of: page.file)
    page.controller.handle(.pointerLeft, at: now)
    page.controller.resize(to: size)
    page.controller.environmentDidChange()
    log.navigated(to: page.name)
    pageDidChange()
  }

  func pageDidChange() {
    onTitleChange(page.title)
    showInspector()
    needsFrame = true
  }

  /// - Parameter file: The document that says so.
  func perform(_ action: Action, of file: ScreenFile) {
    switch action {
    case .screen(let name): open(name, from: file)
    case .link(let address): if mayStartPrograms { start("xdg-open", [address]) }
    case .other(let text):
      if actionProgram == nil { page.furniture.show(note: text.printable(limit: 120), at: now) }
    }
  }

  /// Starts a program; a note says why when it cannot be.
  func start(_ program: String, _ arguments: [String]) {
    guard let error = ChildProcess.start(program, arguments) else { return }
    page.furniture.show(note: "\(program.printable(limit: 60)): \(error)", at: now)
    StandardError.write("warning: \(program.printable()): \(error)\n")
  }
}
