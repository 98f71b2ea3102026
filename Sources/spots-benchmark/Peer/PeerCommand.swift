import ArgumentParser
import Glibc
import Spots
import SpotsSDL

/// The workload that other toolkits are measured with, in a window like the viewer's.
struct PeerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peer",
    abstract: "Shows a screen in a window, and says when what has happened, to be measured beside "
      + "other toolkits.")

  @Argument(help: "The screen; its copy with one title changed is FILE_edited.json.")
  var file: String

  @Argument(
    help: """
      start: only shows it; full: scrolls and reloads it; max: scrolls unthrottled; trace: says \
      when it was shown, and ends.
      """)
  var plan: PeerPlan

  init() {}

  /// The command that `arguments` spell without any options; nil when they do not.
  init?(plain arguments: ArraySlice<String>) {
    let arguments = Array(arguments)
    guard arguments.count == 3, arguments[0] == "peer", let plan = PeerPlan(rawValue: arguments[2])
    else { return nil }
    (self.file, self.plan) = (arguments[1], plan)
  }

  func run() throws {
    try MainActor.assumeIsolated { try show() }
  }

  @MainActor
  private func show() throws {
    StartTrace.mark("main")
    let file = file
    let screen = Background { Result { try PeerContent.read(file) } }
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
enum PeerPlan: String, ExpressibleByArgument, CaseIterable {
  case start, full, max
  /// Says what was done when until the first frame was there, and ends.
  case trace
}
