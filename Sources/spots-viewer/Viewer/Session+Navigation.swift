import Spots
import SpotsSDL

// The navigation stack, and the effects of actions.

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
    page.furniture.hasStatusBar = showsStatusBar
    if let covered = pages.last {
      covered.tail.pause()
      onCover(covered)
    }
    pages.append(page)
    report(file, since: nil)
    if isEmpty, waitsForDocuments {
      take(stage.loader.loadAndWait(page.path, trusting: trusting), for: page)
    }
    onOpen(page)
    pageDidChange()
  }

  /// Opens the screen that `file` refers to as `name`.
  private func open(_ name: String, from file: ScreenFile) {
    guard let path = file.path(of: name) else {
      let reason = "a screen from the network cannot open it"
      return page.furniture.show(note: "\(name.printable(limit: 80)): \(reason)", at: now)
    }
    visit(Visit(name: name, path: path, trusting: file.origin?.trustedHosts ?? []))
  }

  /// Opens a screen, after which there is none to go forward to.
  private func visit(_ visit: Visit) {
    if open(visit) { forward = [] }
  }

  /// - Returns: Whether the screen was opened; if not, a note says why.
  private func open(_ visit: Visit) -> Bool {
    let (name, path) = (visit.name, visit.path)
    if let address = WebAddress(path) {
      openFromServer(address, name: name, trusting: visit.trusting)
    } else {
      do throws(FileError) {
        push(name: name, try stage.loader.openFile(path))
        log.navigated(to: name)
      } catch {
        page.furniture.show(note: "\(name.printable(limit: 80)): \(error)", at: now)
        log.unavailable(path, "\(error)")
        StandardError.write("warning: \(path.printable()): \(error)\n")
        return false
      }
    }
    if visit.offset > 0 { page.controller.scroll(to: visit.offset) }
    return true
  }

  /// Shows the cached screen, or a hint that it is loading, until the screen arrives.
  private func openFromServer(_ address: WebAddress, name: String, trusting: Set<String>) {
    let kept = stage.loader.kept(address, trusting: trusting)
    push(
      name: name, kept ?? .empty(address.description, kinds: stage.kinds), isEmpty: kept == nil,
      trusting: trusting)
    log.navigated(to: name)
  }

  func goBack() {
    guard pages.count > 1 else { return }
    let left = pages.removeLast()
    forward.append(
      Visit(
        name: left.name, path: left.path, trusting: left.trustedHosts,
        offset: left.controller.contentOffset))
    stage.adopt(page.controller.screen, of: page.file)
    page.controller.handle(.pointerLeft, at: now)
    page.controller.resize(to: size)
    log.navigated(to: page.name)
    pageDidChange()
    onUncover(page)
    if let completion = page.tail.resume() { appendNextPage(to: page, completion: completion) }
  }

  /// Reopens the screen that the user last went back from, at the same scroll offset.
  func goForward() {
    guard let visit = forward.last, open(visit) else { return }
    forward.removeLast()
  }

  /// Opens files dropped on the window: the first screen here, the others in new windows. A note
  /// names a file that is not a screen.
  func open(_ paths: [String], at now: Double) {
    self.now = now
    let screens = paths.filter { Self.isScreen($0) }
    if let other = paths.first(where: { !Self.isScreen($0) }) ?? (paths.isEmpty ? "" : nil) {
      let name = ScreenFile.name(of: other).printable(limit: 80)
      let what = name.isEmpty ? "What was dropped" : name
      page.furniture.show(note: "\(what) is not a screen: only .json files open", at: now)
    }
    guard let first = screens.first else { return }
    stage.userChose(first)
    visit(Visit(name: first, path: first))
    if screens.count > 1 { onOpenWindows(Array(screens.dropFirst())) }
  }

  private static func isScreen(_ path: String) -> Bool {
    let name = ScreenFile.name(of: path).lowercased()
    return [".json", ".jsonc", ".json5"].contains { name.hasSuffix($0) }
  }

  func pageDidChange() {
    onTitleChange(page.title)
    showInspector()
    needsFrame = true
  }

  /// - Parameter file: The document that contains the action.
  func perform(_ action: Action, of file: ScreenFile) {
    switch action {
    case .screen(let name): open(name, from: file)
    case .link(let address): if mayStartPrograms { start("xdg-open", [address]) }
    case .other(let text):
      if actionProgram == nil { page.furniture.show(note: text.printable(limit: 120), at: now) }
    }
  }

  /// Starts a program; if that fails, a note says why.
  func start(_ program: String, _ arguments: [String]) {
    guard let error = ChildProcess.start(program, arguments) else { return }
    page.furniture.show(note: "\(program.printable(limit: 60)): \(error)", at: now)
    StandardError.write("warning: \(program.printable()): \(error)\n")
  }
}
