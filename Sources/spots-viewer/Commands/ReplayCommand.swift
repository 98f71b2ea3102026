import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// Plays a script of input on a screen, in virtual time.
struct ReplayCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Plays scripted input without a display and prints what happens.",
    discussion: """
      The script holds one step per line, a JSON object with one key: wheel, press, move, release, \
      leave, click, doubleClick, key, type, text, compose, paste, clipboard, drop, resize, write, \
      lines, wait, inspect, render. Time is virtual: only 'wait' lets it pass. Lines with 'expect' \
      name the events of the step before; if there are any, others than these are an error. A line \
      with 'window' gives the size to begin with, unless --size does.

      With --live, a script alone is played in a window that is open, and prints the same: \
      'spots-viewer replay --live SOCKET SCRIPT'. The window keeps its own options, but for the size.
      """)

  @Argument(
    help: "The screen; with --live the script.",
    completion: .file(extensions: FileArgument.extensions + ["jsonl"]),
    transform: FileArgument.path)
  var file: String
  @Argument(help: "The script, JSON Lines; - for standard input.", completion: .file())
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Plays the script in the window of 'spots-viewer FILE --control SOCKET'.",
      valueName: "socket"), completion: .file())
  var live: String?

  @OptionGroup var options: ScreenOptions
  @OptionGroup var motion: MotionOptions

  @OptionGroup var timeout: ImageTimeout

  func validate() throws {
    guard live == nil else {
      guard script == nil else { throw ValidationError("--live has a screen already") }
      return
    }
    guard let script else { throw ValidationError("Missing expected argument '<script>'") }
    let streams = [file, script].map { DocumentSource($0).descriptor }
    guard streams[0] == nil || streams[0] != streams[1] else {
      throw ValidationError("The screen and the script cannot come from the same stream")
    }
  }

  func perform() throws -> ExitStatus {
    if let live { return try play(ReplayScript.read(file), live: live) }
    let script = try ReplayScript.read(script ?? "-")
    let source = DocumentSource(file)
    let context = try options.headlessContext(source, language: options.locale.reproducible())
    context.environment.reducesMotion = motion.noAnimation
    // Scripts type as the user does.
    context.environment.numbers = options.locale.language.map { NumberFormat($0) } ?? .user
    let screen = try context.loader.open(source)
    let output = PrintedReplay()
    let replay = Replay(
      context: context, file: screen,
      size: size(for: script) ?? ViewerOptions.defaultSize,
      imageTimeout: timeout.seconds, output: output)
    let status = try Self.play(script, on: replay, for: output.transcript)
    return screen.hasErrors ? .screenErrors : status
  }

  /// The initial size of the window, in points; nil if neither options nor script give one. The
  /// script overrides `--device`, as the recording display may have lacked room for the device.
  private func size(for script: ReplayScript) -> Size? {
    options.size?.size ?? script.size ?? options.wantedSize
  }

  @MainActor
  private func play(_ script: ReplayScript, live: String) throws -> ExitStatus {
    let transcript = ReplayTranscript()
    let window = try LiveReplay(
      live, size: size(for: script), transcript: transcript)
    return try Self.play(script, on: window, for: transcript)
  }

  @MainActor
  private static func play(
    _ script: ReplayScript, on replay: some ReplayPlayer, for transcript: ReplayTranscript
  ) throws -> ExitStatus {
    do {
      try script.play(on: replay, for: transcript)
    } catch let fault as ReplayScript.Fault {
      report(fault.message, of: script, atLine: fault.line)
      return .screenErrors
    }
    return compare(script, transcript)
  }

  @MainActor
  private static func compare(_ script: ReplayScript, _ transcript: ReplayTranscript) -> ExitStatus
  {
    guard script.expectsEvents, let mismatch = script.firstMismatch(with: transcript) else {
      return .success
    }
    report(mismatch.message, of: script, atLine: mismatch.line)
    return .screenErrors
  }

  private static func report(_ message: String, of script: ReplayScript, atLine line: Int) {
    StandardError.write("\(script.path.printable()):\(line): error: \(message)\n")
  }
}

/// Prints the output of a replay, and writes its pictures to the files that the steps name.
@MainActor
private struct PrintedReplay: ReplayOutput {
  let transcript = ReplayTranscript()

  func write(_ lines: [UInt8]) {
    transcript.note(lines)
    StandardOutput.write(lines)
  }

  func writeLast(_ line: [UInt8]) {
    transcript.note(line)
    StandardOutput.writeLast(line)
  }

  func inspect(_ controller: SpotsController, _ positions: SourceMap, time: Double) {
    StandardOutput.write(
      InspectOutput(controller: controller, positions: positions, time: time).line)
  }

  func paint(_ picture: OffscreenCanvas, name: String) throws {
    try NewFile.write(try picture.png(), to: name)
  }
}
