import Spots
import SpotsSDL

/// A session in a window, in the time of the window or in that of a script.
///
/// While a script holds the time, it stands still between the script's steps, and nothing moves by
/// itself. The session's time never goes back, and never jumps.
@MainActor
package final class TimedSession: WindowContent {
  package let session: Session
  /// Called after each frame.
  package var onFrame: () -> Void = {}
  /// By how many seconds the session's time is behind the window's.
  private var delay = 0.0
  /// The session's time while a script holds it.
  private var held: Double?

  init(_ session: Session) {
    self.session = session
  }

  /// What the time is for the session, in seconds.
  package var now: Double { own(Clock.now) }

  /// The session's time at `time`, one of the window's.
  private func own(_ time: Double) -> Double { held ?? time - delay }

  // MARK: Scripts

  /// Has the time stand still.
  package func holdTime() { held = now }

  /// Has the time be `time`, while it stands still.
  package func passTime(to time: Double) {
    if held != nil { held = time }
  }

  /// Lets the time pass by itself again.
  package func releaseTime() {
    guard let held else { return }
    delay = Clock.now - held
    self.held = nil
    session.needsFrame = true
  }

  // MARK: The window

  package var needsFrame: Bool { session.needsFrame }
  package var isClosed: Bool { session.isClosed }
  package var pointerShape: PointerShape { session.pointerShape }
  package var textInputArea: TextInputArea? { session.textInputArea }
  package var background: Color { session.background }
  package var zoom: Double { session.zoom }
  package var acceptsFiles: Bool { session.acceptsFiles }
  package var describedController: SpotsController? { session.describedController }

  package func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    let (list, next) = session.renderFrame(at: own(now))
    return (list, held == nil ? next.map { $0 + delay } : nil)
  }

  package func didPresent(at now: Double) { onFrame() }

  package func handle(_ input: InputEvent, at now: Double) { session.handle(input, at: own(now)) }

  package func resize(to size: Size, scale: Double) { session.resize(to: size, scale: scale) }

  package func open(_ paths: [String], at now: Double) { session.open(paths, at: own(now)) }

  package func close() { session.close() }
}
