import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Shows the output of a program as a log while the program runs, and how it has ended.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a program and shows what it writes, as a log.",
    discussion: """
      Cancel, and closing the window, end the program and those that it has started: with SIGTERM, \
      and with SIGKILL if that does not help.

      Exit status: that of the program, and 128 and the number of the signal that ended it; 3 when \
      it cannot be started, or there is no display.
      """)

  @Argument(parsing: .postTerminator, help: "The program and its arguments, after --.")
  var command: [String]

  @OptionGroup var options: ScreenOptions

  @Flag(help: "Closes the window when the program has ended with status 0.")
  var closeAtEnd = false

  @OptionGroup var socket: ControlOption

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("Missing expected argument '-- <command>'")
    }
    guard options.data.data == nil else { throw ValidationError("--data is for a screen") }
  }

  func run() throws { try MainActor.assumeIsolated { try show() } }

  @MainActor
  private func show() throws {
    StandardError.queue()
    let ending = Ending(lastLine: nil)
    let output = try PrivateFile("output.log")
    defer { output.remove() }
    let descriptor = try output.create()
    var viewerOptions = try options.viewerOptions()
    viewerOptions.remembersSize = false
    let viewer = try Viewer(output.path, options: viewerOptions, onMessage: StandardError.write)
    ending.listenToDisplay()
    let window = RunWindow(viewer, command, closesAtEnd: closeAtEnd)
    let windowControl = try socket.open(for: viewer)
    viewer.onEvent = { event in
      window.heard(event)
      windowControl?.heard(event)
    }
    let mailbox = viewer.mailbox
    let program = try Failure.naming(command[0].printable()) {
      try RunningProgram(command, output: descriptor) { end in
        mailbox.post { window.programDidEnd(end) }
      }
    }
    window.program = program
    EndingSignals.listen { program.stop() }
    do {
      try viewer.run()
    } catch {
      _ = program.stop(within: Self.patience)
      throw error
    }
    windowControl?.end()
    // After a signal there is less time.
    let end = program.stop(within: EndingSignals.hasCome ? 0.1 : Self.patience)
    output.remove()
    StandardOutput.exit(end?.status ?? ExitStatus.environment.rawValue)
  }

  /// How long a program has to end when the window is closed, in seconds.
  private static let patience = 2.0
}

/// The window of a program: its log, below a header that says what it is doing.
@MainActor
private final class RunWindow {
  var program: RunningProgram?
  private let viewer: Viewer
  private let command: String
  private let closesAtEnd: Bool
  private var words: Words { viewer.session.context.words }
  private let start = ContinuousClock.now
  private var state = State.running

  private enum State: Equatable {
    case running
    case stopping
    case ended(RunningProgram.End, after: Duration)
  }

  private static let cancel = "spots-run:cancel"
  /// How long a program has to end after Cancel, in seconds.
  private static let patience = 3.0

  init(_ viewer: Viewer, _ command: [String], closesAtEnd: Bool) {
    (self.viewer, self.closesAtEnd) = (viewer, closesAtEnd)
    self.command = command.joined(separator: " ").printable(limit: 80)
    viewer.onStart = { [weak self] _ in self?.show() }
  }

  func heard(_ event: ViewerEvent) {
    guard case .screen(.itemSelected(let item, _), _) = event, item.action == Self.cancel,
      state == .running
    else { return }
    state = .stopping
    show()
    program?.stop()
    DelayedCall(after: Self.patience) { [program] in program?.stop(SIGKILL) }
  }

  func programDidEnd(_ end: RunningProgram.End) {
    state = .ended(end, after: .now - start)
    show()
    if closesAtEnd, end == .status(0) { viewer.close() }
  }

  private func show() {
    guard let controller = viewer.controller else { return }
    let header = header
    viewer.session.page.progress.isRunning = state == .running || state == .stopping
    viewer.window.title = command
    do {
      try controller.change { screen in
        try screen[0].update {
          $0.header = header
          $0.layout.headerMode = .sticky
          $0.rows.empty = Item(title: words[.noOutput], kind: "label")
        }
      }
    } catch {
      preconditionFailure("a log has a component")
    }
  }

  private var header: Item {
    var header = Item(title: command, kind: "header")
    switch state {
    case .running:
      header.subtitle = words[.running]
      (header.action, header.meta) = (Self.cancel, ["actionTitle": .string(words[.cancel])])
    case .stopping: header.subtitle = words[.ending]
    case .ended(let end, let time):
      let time = time.text(in: words)
      header.subtitle =
        switch end {
        case .status(0): words(.doneIn, ["time": time])
        case .status(let status): words(.failedAfter, ["status": "\(status)", "time": time])
        case .signal(let number): words(.endedBySignal, ["signal": "\(number)", "time": time])
        }
    }
    return header
  }
}

extension Duration {
  /// In words, as in `1 min 5 s`.
  fileprivate func text(in words: Words) -> String {
    let seconds = Int(components.seconds)
    if seconds < 10 {
      let tenths = components.attoseconds / 100_000_000_000_000_000
      return words(.seconds, ["count": Double(seconds) + Double(tenths) / 10])
    }
    if seconds < 60 { return words(.seconds, ["count": seconds]) }
    return seconds < 3600
      ? words(.minutesAndSeconds, ["minutes": seconds / 60, "seconds": seconds % 60])
      : words(.hoursAndMinutes, ["hours": seconds / 3600, "minutes": seconds / 60 % 60])
  }
}
