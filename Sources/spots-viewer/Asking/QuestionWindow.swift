import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// The options of commands that ask the user something in a window.
struct QuestionOptions: ParsableArguments {
  @OptionGroup var options: ScreenOptions
  @OptionGroup var motion: MotionOptions
  @OptionGroup var tools: ToolOptions

  @Option(
    help: ArgumentHelp(
      "Closes the window without an answer after so many seconds; the exit status is 4.",
      valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= 1e6) {
      throw ValidationError("--timeout must be above 0 and at most 1000000 seconds")
    }
  }

  @MainActor
  func viewerOptions(usualSize: Size?) throws -> ViewerOptions {
    var viewerOptions = try options.viewerOptions()
    viewerOptions.size = viewerOptions.size ?? usualSize
    viewerOptions.isDialog = true
    if motion.noAnimation { viewerOptions.reducesMotion = true }
    tools.adopt(&viewerOptions, .askedBy, options.words)
    return viewerOptions
  }
}

/// A window that asks the user something, and how it ends: with an answer, or without one.
@MainActor
final class QuestionWindow {
  let viewer: Viewer
  private let ending: Ending
  private let timeout: Double?
  /// The bytes to print; nil before there is an answer.
  private var answer: [UInt8]?
  private var status = ExitStatus.screenErrors

  /// - Parameter make: Makes the viewer; called once the program handles signals.
  init(
    _ question: QuestionOptions, _ make: () throws -> Viewer
  ) throws {
    timeout = question.timeout
    StandardError.queue()
    ending = Ending(lastLine: nil, status: .screenErrors)
    try question.options.images.checkSandbox()
    viewer = try make()
    question.options.reportMissing(viewer.session.context.fonts)
    try question.tools.follow(ending, viewer)
  }

  /// Closes the window with an answer; only the first one counts.
  func close(with answer: [UInt8]) {
    guard self.answer == nil else { return }
    self.answer = answer
    viewer.close()
  }

  /// Closes the window without an answer; the program then exits with `status`.
  func close(_ status: ExitStatus) {
    self.status = status
    viewer.close()
  }

  /// Shows the window until it closes, prints the answer, if there is one, and exits the program.
  func run(_ hear: @escaping (ViewerEvent) -> Void) throws -> Never {
    viewer.onEvent = { [self] event in
      if case .shown = event { startTimer() }
      hear(event)
    }
    try viewer.run()
    // Written before the program begins to end, however long its reader takes.
    if let answer { StandardOutput.write(answer) }
    let status = answer == nil ? status : .success
    ending.begin(with: status)
    StandardOutput.exit(status.rawValue)
  }

  private func startTimer() {
    guard let timeout else { return }
    let mailbox = viewer.mailbox
    DelayedCall(after: timeout) {
      mailbox.post { [weak self] in self?.close(.timedOut) }
    }
  }
}
