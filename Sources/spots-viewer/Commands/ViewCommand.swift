import ArgumentParser
import Spots
import SpotsSDL

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Opens a window that shows the screen (the default command).")

  @Argument(help: "The screen.") var file: String
  @OptionGroup var stage: StageOptions

  @Flag(help: "Does not follow changes of the file.")
  var noWatch = false

  @Flag(help: "Prints what happens as JSON objects, one per line.")
  var events = false

  func run() throws {
    try MainActor.assumeIsolated { try view() }
  }

  @MainActor
  private func view() throws {
    let window: Window
    do {
      window = try Window(title: file, size: stage.viewport, scale: stage.wantedScale)
    } catch {
      throw Failure.environment("\(error)")
    }
    let stage = try Stage(options: stage, scale: window.scale, appearance: .system)
    let screen = try ScreenFile.open(file, kinds: .registered)
    let viewer = try Viewer(
      stage: stage, window: window, log: EventLog(isEnabled: events), watches: !noWatch)
    try viewer.run(screen)
  }
}
