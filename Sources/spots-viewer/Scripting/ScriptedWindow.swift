import Spots
import SpotsSDL
import SpotsViewer

/// A window in which a script plays, with its screen started over. Time stands still between the
/// script's steps.
@MainActor
final class ScriptedWindow: SessionHolder {
  let client: ControlClient
  let replay: Replay
  let isUser = false
  private unowned let content: SessionContent
  /// Called when the user acts in the window, before the session learns of it.
  private let onUser: () -> Void

  init(_ content: SessionContent, _ client: ControlClient, onUser: @escaping () -> Void) {
    (self.content, self.client, self.onUser) = (content, client, onUser)
    replay = Replay(
      content.session, size: content.window.size, scale: content.window.scale,
      imageTimeout: 0, log: client.log, output: client.lines
    ) { [unowned content] in try content.restart() }
  }

  var now: Double { replay.now }
  var needsFrame: Bool { content.session.needsFrame || replay.hasNewFrame }

  func frame(at now: Double) -> (list: DrawList, next: Double?) {
    replay.showWhatChanged()
    return (replay.takeFrame().list, nil)
  }

  func handle(_ input: InputEvent, at now: Double) {
    switch input {
    // A pointer that merely crosses the window does not end the script.
    case .pointerMoved, .pointerReleased, .pointerLeft, .pointerCancelled: return
    case .pointerPressed, .wheel, .keyPressed, .textEntered, .textComposed:
      onUser()
      content.session.handle(input, at: now)
    }
  }

  func resize() {
    if content.window.size != replay.size { replay.resize(to: content.window.size) }
  }

  func open(_ paths: [String], at now: Double) {
    onUser()
    content.session.open(paths, at: now)
  }
}
