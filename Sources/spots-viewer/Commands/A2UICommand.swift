import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer
import Synchronization

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
    help: ArgumentHelp("The stream, a file; - reads standard input.", valueName: "file"),
    completion: FileArgument.completion, transform: FileArgument.path)
  var file = "-"

  @OptionGroup var options: ScreenOptions
  @OptionGroup var motion: MotionOptions

  @Flag(help: "Closes the window when the stream ends.")
  var closeAtEnd = false

  @OptionGroup var socket: ControlOption

  func validate() throws {
    guard options.data.data == nil else { throw ValidationError("--data is for a screen") }
    guard DocumentSource(file).address == nil else {
      throw ValidationError("A stream of A2UI is a file, or - for standard input")
    }
  }

  func run() throws { try MainActor.assumeIsolated { try show() } }

  @MainActor
  private func show() throws {
    StandardOutput.queue { _ in [] }
    StandardError.queue()
    let ending = Ending(lastLine: nil)
    let input = try input()
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure.environment("\(FileError(code: errno))") }
    var viewerOptions = options.viewerOptions
    viewerOptions.closesAtEnd = closeAtEnd
    viewerOptions.keepsRecentScreens = false
    if motion.noAnimation { viewerOptions.reducesMotion = true }
    try options.images.checkSandbox()
    let viewer = try Viewer(
      "/dev/fd/\(ends[0])", options: viewerOptions, onMessage: StandardError.write)
    viewer.session.launcher.areActionsHeard = true
    ending.listenToDisplay()
    let surfaces = Surfaces(output: ends[1])
    try StreamReader.start(descriptor: input) { surfaces.read($0) }
    let windowControl = try socket.open(for: viewer)
    viewer.onEvent = { event in
      surfaces.heard(event)
      windowControl?.heard(event)
    }
    try viewer.run()
    windowControl?.end()
    ending.begin(with: nil)
    StandardOutput.exit(ExitStatus.success.rawValue)
  }

  private func input() throws -> Int32 {
    if let descriptor = DocumentSource(file).descriptor { return descriptor }
    return try Failure.naming(file.printable()) { try FileBytes.open(file) }
  }
}

/// The surfaces of a stream on their way to a window, and the messages to its server.
private final class Surfaces: Sendable {
  private let stream = Mutex(A2UIStream())
  /// Where the window reads lines.
  private let output: Int32

  init(output: Int32) { self.output = output }

  /// Takes a text of the stream, or its end.
  func read(_ text: StreamedText?) {
    guard let text else {
      tell(stream.withLock { $0.finish() })
      close(output)
      return
    }
    let update = stream.withLock { $0.receive(text.bytes) }
    tell(update.faults)
    guard let line = update.line else { return }
    _ = FileBytes.write(line + [UInt8(ascii: "\n")], to: output)
  }

  private func tell(_ faults: [A2UIFault]) { for fault in faults { Self.print(fault.json) } }

  private static func print(_ message: JSONValue) {
    StandardOutput.write(JSONWriter { $0.value(message) }.bytes + [UInt8(ascii: "\n")])
  }

  /// Tells the server what the user did.
  @MainActor
  func heard(_ event: ViewerEvent) {
    guard case .screen(.itemSelected(let item, _), let controller) = event,
      let name = item.action, case .object(let messages)? = item.input.payload,
      case .object(var message)? = messages[name]
    else { return }
    message["timestamp"] = .string(Self.timestamp())
    if case .string(let surface)? = message["surfaceId"],
      stream.withLock({ $0.sendsData(of: surface) }),
      case .object(let data)? = controller.data?.json, let model = data[surface]
    {
      Self.print(["version": "v0.9", "surfaces": .object([surface: model])])
    }
    Self.print(["version": "v0.9", "action": .object(message)])
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
