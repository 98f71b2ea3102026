import ArgumentParser
import Spots
import SpotsTesting

/// Prints the laid-out screen.
struct InspectCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Prints the laid-out screen as JSON, or as an outline.")

  /// How the screen is printed.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, text
  }

  @Argument(
    help: "The screen.", completion: FileArgument.completion, transform: FileArgument.path)
  var file: String
  @OptionGroup var options: ScreenOptions

  @Option(
    help: ArgumentHelp(
      "Horizontal offset of a carousel, by component; repeatable.", valueName: "index:x"))
  var carousel: [CarouselOffset] = []

  @Flag(help: "Leaves out items that are not in the window.")
  var visible = false

  @Flag(
    help: """
      Adds the row of data that a part is made of, the place that its value is, and each expression \
      in its strings with its value, or why it has none.
      """)
  var expressions = false

  @Option(help: "A JSON object, or a line for each item, as 'test' compares them.")
  var format: Format = .json

  @Flag(
    help: ArgumentHelp(
      "Prints what screen readers are told instead.",
      discussion: """
        The parts near the window, with their roles, names, states and frames. Of a list, childCount \
        tells how many items there are, and setSize with posInSet where each of them is.
        """))
  var accessibility = false

  func validate() throws {
    guard !visible && !expressions || format == .json else {
      throw ValidationError("--\(visible ? "visible" : "expressions") is for JSON")
    }
    guard !accessibility || !visible && !expressions && format == .json else {
      throw ValidationError("--accessibility goes with no --visible, --expressions and --format")
    }
  }

  func perform() throws -> ExitStatus {
    let screen = try HeadlessScreen(path: file, options: options)
    // Scripts may name carousels that the screen does not have.
    for offset in carousel where screen.controller.component(at: offset.index) != nil {
      try screen.controller.scroll(carousel: offset.index, to: offset.x)
    }
    if format == .text {
      StandardOutput.write(ScreenOutline(of: screen.controller).text)
      return screen.exitStatus
    }
    if accessibility {
      let output = AccessibilityOutput(window: screen.accessible.window)
      StandardOutput.write(output.bytes + [UInt8(ascii: "\n")])
      return screen.exitStatus
    }
    let output = InspectOutput(
      controller: screen.controller, positions: screen.file.reading.sourceMap,
      visibleOnly: visible, hasExpressions: expressions)
    StandardOutput.write(output.bytes(pretty: true) + [UInt8(ascii: "\n")])
    return screen.exitStatus
  }
}

/// `INDEX:X`, the index of a component and a horizontal offset in points.
struct CarouselOffset: ExpressibleByArgument {
  var index: Int
  var x: Double

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), index >= 0, let x = Double(parts[1]),
      x.isFinite
    else { return nil }
    self.index = index
    self.x = x
  }
}
