import ArgumentParser
import Spots

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Opens a window that shows the screen (the default command).")

  @Argument(help: "The screen.") var file: String
  @OptionGroup var stage: StageOptions

  @Flag(help: "Does not follow changes of the file.")
  var noWatch = false

  @Flag(help: "Prints what happens as JSON objects, one per line.")
  var events = false

  func run() throws {}
}
