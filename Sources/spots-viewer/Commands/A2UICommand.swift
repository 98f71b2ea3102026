import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Shows the surfaces of an agent that speaks A2UI, and tells it what the user does.
struct A2UICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "a2ui",
    abstract: "Shows the surfaces of a stream of A2UI, and prints the messages to its server.",
    discussion: """
      Messages of A2UI 0.9 are read one per line, or as the 'messages' of a file. What the user \
      does and what is wrong is printed as messages for the server, one per line.
      """)

  @Argument(
    help: ArgumentHelp(
      "The stream, a file or a URL; - reads standard input.", valueName: "file"),
    completion: FileArgument.completion, transform: FileArgument.path)
  var file = "-"

  @OptionGroup var options: ScreenOptions
  @OptionGroup var motion: MotionOptions

  @Flag(help: "Closes the window when the standard input it shows ends.")
  var closeAtEnd = false

  @Flag(help: "Prints the capabilities that a client tells servers, and does nothing else.")
  var capabilities = false

  @OptionGroup var socket: ControlOption

  func validate() throws {
    guard options.data.data == nil else { throw ValidationError("--data is for a screen") }
    guard !closeAtEnd || DocumentSource(file).isStream else {
      throw ValidationError("--close-at-end needs a stream, such as -")
    }
  }

  func run() throws {
    guard !capabilities else {
      return StandardOutput.writeAnswer(Self.line(A2UIStream.capabilities))
    }
    try MainActor.assumeIsolated { try show() }
  }

  @MainActor
  private func show() throws {
    StandardOutput.queue { _ in [] }
    StandardError.queue()
    let ending = Ending(lastLine: nil)
    var viewerOptions = try options.viewerOptions()
    viewerOptions.closesAtEnd = closeAtEnd
    viewerOptions.keepsRecentScreens = false
    if motion.noAnimation { viewerOptions.reducesMotion = true }
    try options.images.checkSandbox()
    let viewer = try Viewer(file, options: viewerOptions, onMessage: StandardError.write)
    viewer.session.context.waitForReader = StandardOutput.waitForReader
    viewer.session.launcher.areActionsHeard = true
    ending.listenToDisplay()
    let windowControl = try socket.open(for: viewer)
    viewer.onEvent = { event in
      Self.heard(event)
      windowControl?.heard(event)
    }
    try viewer.run()
    windowControl?.end()
    ending.begin(with: nil)
    StandardOutput.exit(ExitStatus.success.rawValue)
  }

  // MARK: Messages

  /// Tells the server what the user did, and what is wrong with its messages.
  @MainActor
  private static func heard(_ event: ViewerEvent) {
    switch event {
    case .surfaceFaults(let faults): for fault in faults { print(fault) }
    case .lineRefused(_, let error): print(A2UIFault.noMessage("\(error)").json)
    case .screen(.itemSelected(let item, _), let controller): chosen(item, controller)
    default: return
    }
  }

  @MainActor
  private static func chosen(_ item: Item, _ controller: SpotsController) {
    guard let name = item.action, let message = item.input.payload?[name] else { return }
    let messages = A2UIAction.messages(of: message, data: controller.data?.json, time: timestamp())
    {
      controller.values[$0]
    }
    for message in messages { print(message) }
  }

  private static func print(_ message: JSONValue) { StandardOutput.write(line(message)) }

  private static func line(_ message: JSONValue) -> [UInt8] {
    JSONWriter { $0.value(message) }.bytes + [UInt8(ascii: "\n")]
  }

  /// The present time as ISO 8601 writes it, in universal time.
  private static func timestamp() -> String {
    var (now, parts) = (time(nil), tm())
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
