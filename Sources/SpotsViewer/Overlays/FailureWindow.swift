import Spots
import SpotsSDL

/// A window that explains why no screen is shown, for users who start the program from a menu or a
/// file manager and do not see its output.
@MainActor
package final class FailureWindow: WindowContent {
  private let controller: SpotsController
  package var needsFrame = true
  package private(set) var isClosed = false

  private static let size = Size(width: 520, height: 300)

  /// Shows `message`, in a window of `program`, until the user closes it.
  ///
  /// - Throws: `SDLError` when there is no display or no font.
  package static func show(_ message: String, program: ProgramIdentity) throws(SDLError) {
    let window = try Window(title: program.title(ofScreen: ""), size: size, program: program)
    let desktop = DesktopAppearance.last(for: window)
    var environment = try Environment.desktop(
      theme: desktop.theme(), textScale: desktop.textScale, fontFamily: desktop.fontFamily)
    environment.language = .user
    let content = FailureWindow(message, environment, size: window.size)
    content.resize(to: window.size, scale: window.scale)
    guard let fonts = environment.text as? FontBook else { return }
    window.painter = Painter(fonts: fonts, images: environment.images as? ImageStore)
    try WindowLoop(window: window, mailbox: Mailbox()).run(content)
  }

  private init(_ message: String, _ environment: Environment, size: Size) {
    controller = SpotsController(size: size, environment: environment)
    let hint = EmptyHint()
    hint.show(.init(title: environment.words[.nothingCanBeShown], text: message, isFailure: true))
    controller.addOverlay(hint)
    controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
  }

  package var background: Color { controller.environment.theme[.background] }

  package func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    let frame = controller.renderFrame(at: now)
    needsFrame = false
    return frame
  }

  package func handle(_ input: InputEvent, at now: Double) {
    switch input {
    case .keyPressed(.escape, _), .keyPressed(.enter, _), .keyPressed(.character("q"), .control),
      .keyPressed(.character("w"), .control):
      close()
    default: break
    }
  }

  package func resize(to size: Size, scale: Double) {
    controller.environment.scale = scale
    controller.resize(to: size)
    controller.environmentDidChange()
  }

  package func close() { isClosed = true }

  package var describedController: SpotsController? { controller }
}
