import Spots
import SpotsSDL

/// A session as its window shows it: controlled by the user, in the time of the clock, or by a
/// holder.
@MainActor
package final class SessionContent: WindowContent {
  package let session: Session
  package let window: any SessionWindow
  /// Controls the session in place of the user and the clock; nil while nothing does.
  package var holder: (any SessionHolder)? { didSet { adoptHolder(after: oldValue) } }
  /// Whether the user may open other programs, unlike a holder that does not act as the user; nil
  /// while there is none.
  private var mayUserOpenPrograms: Bool?
  /// By how many seconds the session is ahead of the clock because of earlier holders: time never
  /// goes back for what moves.
  private var lead = 0.0
  /// Whether the last frame is shown again, even if there is nothing new in it.
  package var isStale = false
  /// Whether something was moving in the last frame.
  package private(set) var isMoving = false
  /// Called after each frame.
  package var onFrame: () -> Void = {}

  init(_ session: Session, window: any SessionWindow) {
    (self.session, self.window) = (session, window)
  }

  /// The session's current time while it has no holder, in seconds.
  package var now: Double { Clock.now + lead }
  package var needsFrame: Bool { isStale || holder?.needsFrame ?? session.needsFrame }
  package var isClosed: Bool { session.isClosed }
  package var pointerShape: PointerShape { session.pointerShape }
  package var background: Color { session.page.controller.environment.theme[.background] }
  package var zoom: Double { session.zoom }
  package var acceptsFiles: Bool { !session.context.options.isDialog }
  /// The controller of the page in front.
  package var describedController: SpotsController? { page?.controller }
  private var page: Page? { session.pages.isEmpty ? nil : session.page }

  /// The text area of the page in front, unless a panel covers it.
  package var textInputArea: TextInputArea? {
    guard let page, !(page.controller.input.popup is Panel),
      !session.inspector.isOn
    else {
      return nil
    }
    return page.controller.textInputArea
  }

  package func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    isStale = false
    let frame = holder?.frame(at: now) ?? ownFrame(at: now)
    // A blinking caret and a note that will disappear do not count as moving.
    isMoving = frame.next.map { $0 < now + 2 * WindowLoop.frameTime } ?? false
    return frame
  }

  private func ownFrame(at now: Double) -> (list: DrawList, next: Double?) {
    let frame = session.renderFrame(at: now + lead)
    return (frame.list, frame.next.map { $0 - lead })
  }

  package func didPresent(at now: Double) { onFrame() }

  package func handle(_ input: InputEvent, at now: Double) {
    if let holder { holder.handle(input, at: now) } else { session.handle(input, at: now + lead) }
  }

  package func resize(to size: Size, scale: Double) {
    if let holder { return holder.windowDidResize(to: window.size) }
    session.resize(to: size, scale: scale)
  }

  package func open(_ paths: [String], at now: Double) {
    if let holder { holder.open(paths, at: now) } else { session.open(paths, at: now + lead) }
  }

  package func close() { session.close() }

  private func adoptHolder(after last: (any SessionHolder)?) {
    if holder == nil, let last { lead = max(last.now - Clock.now, 0) }
    if let mayUserOpenPrograms { session.launcher.mayOpenPrograms = mayUserOpenPrograms }
    (mayUserOpenPrograms, session.isDetached) = (nil, false)
    session.isScripted = holder != nil
    guard let holder, !holder.isUser else { return }
    mayUserOpenPrograms = session.launcher.mayOpenPrograms
    (session.launcher.mayOpenPrograms, session.isDetached) = (false, true)
  }

  // MARK: Beginning again

  /// - Throws: `ViewerError` when lines of a stream, or the program, have made the first screen or
  ///   its data.
  package func checkRestart() throws(ViewerError) {
    let first = session.pages[0]
    guard !first.source.isProgram, !first.isStream, first.file.dataPlace?.isStream != true else {
      throw ViewerError("a screen that lines have made cannot begin again, for they are not kept")
    }
  }

  /// Begins again with the first screen, as it is in its file now.
  ///
  /// - Throws: `ViewerError` as `checkRestart` does, and when the file cannot be read.
  package func restart() throws(ViewerError) {
    try checkRestart()
    let (context, first) = (session.context, session.pages[0])
    var file = try context.loader.open(first.source)
    // A window does not wait for a server: it shows the data that came last.
    if file.data == nil, file.dataPlace == first.file.dataPlace, let data = first.file.data {
      file = file.with(data)
    }
    session.closeAll(size: window.size)
    // Files that were dropped on the window no longer give access to what belongs to them.
    context.userChose(first.source, alone: true)
    context.fonts.scale = window.scale
    context.environment.scale = window.scale
    session.start(file)
  }
}

/// The window that a session is in.
@MainActor
package protocol SessionWindow: AnyObject {
  /// In points.
  var size: Size { get }
  /// Pixels per point.
  var scale: Double { get }
  var isFullScreen: Bool { get }
}

extension Window: SessionWindow {}

/// Controls a session in a window, in its own time. All times passed to it are those of the clock.
@MainActor
package protocol SessionHolder: AnyObject {
  /// The session's current time, in seconds.
  var now: Double { get }
  /// Whether it acts as the user, who may also make the window full screen, resize it, and have
  /// other programs open links.
  var isUser: Bool { get }
  /// Whether the current state has not been shown yet.
  var needsFrame: Bool { get }
  /// The draw list for `now`, and when the next frame is due without any event.
  func frame(at now: Double) -> (list: DrawList, next: Double?)
  /// Takes what the user does.
  func handle(_ input: InputEvent, at now: Double)
  /// Called when the window's size may have changed; in points.
  func windowDidResize(to size: Size)
  /// Takes files that were dropped on the window.
  func open(_ paths: [String], at now: Double)
}
