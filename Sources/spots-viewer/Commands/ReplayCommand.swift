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
      click, doubleClick, key, type, compose, paste, resize, write, lines, wait, inspect, render. Time is \
      virtual: only 'wait' lets it pass. Lines with 'expect' name the events of the step before; if there are any, others \
      than these are an error.
      """)

  @Argument(
    help: "The screen.", completion: FileArgument.completion, transform: FileArgument.path)
  var file: String
  @Argument(help: "The script, JSON Lines; - for standard input.", completion: .file())
  var script: String
  @OptionGroup var options: ScreenOptions
  @OptionGroup var motion: MotionOptions

  @OptionGroup var timeout: ImageTimeout

  func validate() throws {
    let streams = [file, script].map { StreamFeed.descriptor(ofPath: $0) }
    guard streams[0] == nil || streams[0] != streams[1] else {
      throw ValidationError("The screen and the script cannot come from the same stream")
    }
  }

  func perform() throws -> ExitStatus {
    let script = try ReplayScript.read(script)
    let context = try options.headlessContext(path: file)
    context.environment.reducesMotion = motion.noAnimation
    let screen = try context.loader.open(file)
    let output = PrintedReplay()
    let replay = Replay(
      context: context, file: screen, size: options.viewport, imageTimeout: timeout.seconds,
      output: output)
    try script.play(on: replay, for: output.transcript)
    if script.expectsEvents, let mismatch = script.firstMismatch(with: output.transcript) {
      StandardError.write(
        "\(script.path.printable()):\(mismatch.line): error: \(mismatch.message)\n")
      return .screenErrors
    }
    return screen.hasErrors ? .screenErrors : .success
  }
}

/// Prints what a replay makes, and writes its pictures into the files that the steps name.
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
    let output = InspectOutput(
      controller: controller, positions: positions, visibleOnly: false, time: time)
    StandardOutput.write(output.bytes(pretty: false) + [UInt8(ascii: "\n")])
  }

  func paint(_ picture: OffscreenCanvas, name: String) throws {
    try NewFile.write(try picture.png(), to: name)
  }
}
