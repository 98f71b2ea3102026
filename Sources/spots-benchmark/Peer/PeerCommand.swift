import Glibc
import Spots
import SpotsSDL

/// Runs the same workload as in other toolkits, in a window like the viewer's.
@MainActor
struct PeerCommand {
  private let file: String
  private let plan: PeerPlan

  /// Nil when `arguments` are not those of a valid `peer` command.
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
    // Exits before the window is destroyed, as the viewer does.
    withExtendedLifetime((content, window)) { Glibc.exit(0) }
  }
}

/// What the workload does once the screen is shown.
enum PeerPlan: String {
  case start, full, max
  /// Prints when each step up to the first frame was done, and ends.
  case trace
}
