import Spots
import SpotsSDL

/// A session in a window, whose files are followed.
@MainActor
final class Viewer {
  private let session: Session
  private let window: Window
  private let loop: WindowLoop

  /// - Parameters:
  ///   - watches: Whether to follow changes of the screens' files.
  ///   - actionProgram: A program to run with every action.
  /// - Throws: `Failure` when there is no display.
  init(
    stage: Stage, window: Window, log: EventLog, watches: Bool, actionProgram: String? = nil
  ) throws {
    self.window = window
    session = Session(stage: stage, log: log, size: window.size)
    do {
      loop = try WindowLoop(window: window, mailbox: stage.mailbox)
    } catch {
      throw Failure.environment("\(error)")
    }
    window.painter = stage.painter
    session.onTitleChange = { window.title = $0 }
    session.onToggleFullScreen = { window.isFullScreen.toggle() }
    session.onRefresh = { $0.refresh() }
    session.onCopy = { window.copy($0) }
    var sizes = DeviceSizes(own: window.size)
    session.onNextDevice = { window.resize(to: sizes.next()) }
    session.mayStartPrograms = true
    session.actionProgram = actionProgram
    if watches { session.onOpen = { [weak self] in self?.watch($0, opened: $1) } }
  }

  /// Shows `file` until the window is closed.
  func run(_ file: ScreenFile) throws {
    session.start(file)
    do {
      try loop.run(session) { [session] in
        session.log.shown()
        session.stage.itemCheck?.start()
      }
    } catch {
      throw Failure.environment("\(error)")
    }
    session.log.closed()
  }

  private func watch(_ page: Page, opened: ScreenFile) {
    if let descriptor = StreamFeed.descriptor(ofPath: page.path) {
      return read(descriptor, for: page)
    }
    do throws(FileError) {
      try page.watch(opened) { [weak self, weak page] delivery in
        if let self, let page { self.take(delivery, for: page) }
      }
    } catch {
      StandardError.write("warning: \(page.path.printable()): cannot watch: \(error)\n")
    }
  }

  /// Shows each document that comes from a stream in place of the one before.
  private func read(_ descriptor: Int32, for page: Page) {
    let (path, mailbox, kinds) = (page.path, session.stage.mailbox, session.stage.kinds)
    do throws(FileError) {
      try StreamFeed.start(descriptor: descriptor) { [weak self, weak page] bytes in
        let file = ScreenFile(path: path, bytes: bytes, kinds: kinds, onDemand: true)
        mailbox.post { if let self, let page { self.session.reload(page, file) } }
      }
    } catch {
      StandardError.write("warning: \(path.printable()): cannot read: \(error)\n")
    }
  }

  private func take(_ delivery: FileFeed<ScreenFile>.Delivery, for page: Page) {
    switch delivery {
    case .good(let file), .broken(let file): session.reload(page, file)
    case .missing: session.showUnavailable(page, "File missing")
    case .unreadable(let reason): session.showUnavailable(page, "Cannot read: \(reason)")
    }
  }
}
