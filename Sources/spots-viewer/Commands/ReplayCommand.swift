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
      click, doubleClick, key, resize, write, wait, inspect, render. Time is virtual: only 'wait' \
      lets it pass.
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
    let steps = try readScript()
    let context = try options.headlessContext(path: file)
    context.environment.reducesMotion = motion.noAnimation
    let screen = try context.loader.open(file)
    let replay = Replay(
      context: context, file: screen, size: options.viewport, imageTimeout: timeout.seconds)
    replay.start()
    for step in steps where !replay.isClosed { try replay.play(step) }
    replay.finish()
    return screen.hasErrors ? .screenErrors : .success
  }

  private func readScript() throws(Failure) -> [ReplayStep] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try StreamFeed.readWhole(script)
    } catch {
      throw .environment("\(script.printable()): \(error)")
    }
    var steps: [ReplayStep] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
      do throws(ReplayStep.Fault) {
        steps.append(try ReplayStep(line: Array(line)))
      } catch {
        throw Failure(
          status: .usage, message: "\(script.printable()):\(index + 1): \(error.message)")
      }
    }
    return steps
  }
}
