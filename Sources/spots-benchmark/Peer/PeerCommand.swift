import Glibc
import Spots
import SpotsSDL

/// The workload that other toolkits are measured with, in a window like the viewer's.
@MainActor
struct PeerCommand {
  private let file: String
  private let plan: PeerPlan

  /// Nil when `arguments` do not ask for it, or not properly.
  init?(_ arguments: [String]) {
    guard arguments.count == 3, arguments[0] == "peer", let plan = PeerPlan(rawValue: arguments[2])
    else { return nil }
    (file, self.plan) = (arguments[1], plan)
  }

  func run() throws {
    StartTrace.mark("main")
    let file = file
    let screen = Future { Result { try PeerContent.read(file) } }
    DecoderStart.expect(screenAt: file)
    let window = try Window(title: "peer", size: Size(width: 1280, height: 800))
    StartTrace.mark("window")
    let content = try PeerContent(screen.value.get(), file: file, plan: plan, window: window)
    let frameTime = plan == .max ? 0 : WindowLoop.frameTime
    try WindowLoop(window: window, mailbox: content.mailbox, frameTime: frameTime).run(content)
    // Windows go with their program, as in the viewer.
    withExtendedLifetime((content, window)) { Glibc.exit(0) }
  }
}

/// What is done with the screen once it is shown.
enum PeerPlan: String {
  case start, full, max
  /// Says what was done when until the first frame was there, and ends.
  case trace
}
