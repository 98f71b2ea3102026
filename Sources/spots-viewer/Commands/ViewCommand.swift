import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Shows a screen in a window; several screens get a process each. Without one, the window lets the
/// user pick one.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: WindowProcesses.command,
    abstract: "Opens a window that shows the screen (the default command).",
    discussion: """
      Without a screen, the window shows recent ones, and opens others. In a window, '?' lists the \
      keys.
      """)

  @Argument(
    help: ArgumentHelp(
      "The screen, a file or a URL; - reads screens from standard input, a document or one per line.",
      valueName: "file"), completion: FileArgument.completion, transform: FileArgument.path)
  var file: String?

  @Argument(
    help: ArgumentHelp("More screens, each in a window of its own.", valueName: "more"),
    completion: FileArgument.completion, transform: FileArgument.path)
  var others: [String] = []

  /// The file to show instead of all others, without events; set when this process is one of
  /// several windows.
  @Option(name: .customLong("only"), help: .hidden) var only: String?

  /// Whether a desktop entry started the program, so that failures are shown in a window; see
  /// `ViewerProgram`. In a script, such a window would wait for somebody to close it.
  @Flag(name: .customLong("from-desktop"), help: .hidden) var isFromDesktop = false

  @OptionGroup var options: ScreenOptions
  @OptionGroup var motion: MotionOptions

  @Option(
    help: ArgumentHelp(
      "A program to run with each action as its argument, without a shell.", valueName: "program"),
    completion: .file())
  var onAction: String?

  @Option(
    name: .customLong("values"),
    help: ArgumentHelp(
      "Writes all answers into this file, as a JSON object, each time they are submitted.",
      valueName: "file"),
    completion: .file())
  var valuesFile: String?

  @Option(
    help: ArgumentHelp(
      """
      Writes the screen's data, with what has changed in it, into this file each time the answers \
      are submitted, and at the end.
      """,
      valueName: "file"),
    completion: .file())
  var dataOut: String?

  @Option(
    help: ArgumentHelp(
      """
      Asks a server every so many seconds, at least one, whether the screen has changed; a stream \
      of events needs no asking.
      """,
      valueName: "seconds"))
  var poll: Double?

  @Flag(help: "Does not follow changes of the file.")
  var noWatch = false

  @Flag(help: "Closes the window when the standard input it shows ends.")
  var closeAtEnd = false

  @Flag(help: "Does not add the screen to the recent ones; neither does --events.")
  var noRecent = false

  @OptionGroup var socket: ControlOption
  @OptionGroup var tools: ToolOptions

  @Option(
    help: ArgumentHelp(
      "Writes what is done in the window into this file, as a script that 'replay' plays.",
      valueName: "script"),
    completion: .file())
  var record: String?

  @Flag(help: "Prints what happens as JSON objects, one per line.")
  var events = false

  func validate() throws {
    if let poll, !ViewerOptions.pollIntervals.contains(poll) {
      throw ValidationError("--poll must be \(ViewerOptions.pollIntervals) seconds")
    }
    if file == nil, only == nil { try checkStart() }
    let read = [file, options.data.data].compactMap { $0 }
    if record != nil, read.contains(where: { DocumentSource($0).isStream }) {
      throw ValidationError("--record needs a screen that can begin again; streams are not kept")
    }
    if closeAtEnd, file.map({ DocumentSource($0).isStream }) != true {
      throw ValidationError("--close-at-end needs a stream, such as -")
    }
    try checkOutputs()
    try options.data.check(with: others.isEmpty || only != nil ? file : nil)
    guard let file, !others.isEmpty, only == nil else { return }
    let single = [
      ("--events", events), ("--values", valuesFile != nil), ("--data-out", dataOut != nil),
      ("--control", socket.control != nil), ("--record", record != nil),
    ]
    for (option, isGiven) in single where isGiven {
      throw ValidationError("\(option) tells of one window; give it one file")
    }
    if ([file] + others).contains(where: { DocumentSource($0).isStream }) {
      throw ValidationError("Standard input cannot be one of several screens")
    }
  }

  /// The files that are written, by their options.
  private var outputs: [(option: String, path: String)] {
    [("--values", valuesFile), ("--data-out", dataOut), ("--record", record)].compactMap {
      option, path in path.map { (option, $0) }
    }
  }

  /// Refuses two outputs of which one would replace the other.
  private func checkOutputs() throws {
    var seen: [String: String] = [:]
    for (option, path) in outputs {
      let real = SymbolicLinks.resolve(path) ?? path
      guard let other = seen.updateValue(option, forKey: real), !real.hasPrefix("/dev/") else {
        continue
      }
      throw ValidationError("\(other) and \(option) name the same file, \(path.printable())")
    }
  }

  /// Refuses to show the start screen where it is of no use: with options about one screen, with a
  /// file as standard input, and without a display.
  private func checkStart() throws {
    let named = [
      "--events": events, "--on-action": onAction != nil, "--offset": options.offset != 0,
      "--values": valuesFile != nil, "--data-out": dataOut != nil,
      "--control": socket.control != nil,
      "--record": record != nil,
    ]
    if let option = named.filter(\.value).keys.min() {
      throw ValidationError("\(option) is about one screen; give it a file")
    }
    var status = stat()
    if fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      throw ValidationError("Standard input is shown when the file is '-'")
    }
    guard Surroundings.haveDisplay else {
      throw ValidationError("Missing expected argument '<file>'")
    }
  }

  func run() throws {
    if let file, !others.isEmpty, only == nil {
      throw ExitCode(WindowProcesses.show([file] + others))
    }
    try MainActor.assumeIsolated { try view(only ?? file) }
  }

  @MainActor
  private func viewerOptions() throws -> ViewerOptions {
    var viewerOptions = try options.viewerOptions()
    if motion.noAnimation { viewerOptions.reducesMotion = true }
    viewerOptions.isFollowing = !noWatch
    viewerOptions.pollInterval = poll
    viewerOptions.closesAtEnd = closeAtEnd
    viewerOptions.keepsRecentScreens = !noRecent && !events
    tools.adopt(&viewerOptions, .shownBy, options.words)
    return viewerOptions
  }

  @MainActor
  private func view(_ file: String?) throws {
    if let file { SourceFiles.add(file) }
    try checkOutput()
    StandardOutput.queue(notice: EventLog.dropped)
    StandardError.queue()
    let tellsEvents = events && only == nil
    let ending = Ending(lastLine: tellsEvents ? EventLog.line("closed") : nil)
    let (viewer, messages) = try makeViewer(file)
    // Views and pictures have been read as well.
    try checkOutput()
    try tools.follow(ending, viewer)
    let log = tellsEvents ? EventLog() : nil
    let windowControl = only == nil ? try socket.open(for: viewer, tools.link, messages) : nil
    let recorder = record.map { Recorder(viewer.sessionContent, path: $0) }
    let results = results(of: viewer, ending)
    var (refusal, hasBegun) = (Failure?.none, false)
    viewer.session.context.onEvent = { [weak viewer] event in
      // Recording shows the screen again, which repeats the event.
      if case .shown = event, !hasBegun {
        hasBegun = true
        if recorder != nil { log?.forgetEarly() }
        refusal = faultOfOutputs ?? recorder.flatMap { begin($0) }
        if refusal != nil { viewer?.close() } else if recorder != nil { return }
      }
      // The file is written before a script can read about the event.
      results?.hear(event)
      if let log { log.write(event) } else { answer(event, on: viewer?.screenPath ?? file ?? "") }
      windowControl?.heard(event)
      (viewer?.sessionContent.holder as? Recorder)?.heard(event)
    }
    try viewer.run()
    results?.end()
    windowControl?.end()
    let failure = refusal ?? results?.refusal
    ending.begin(with: failure?.status)
    let status = results?.finish() ?? true ? ExitStatus.success : .environment
    if status != .success { ending.begin(with: status) }
    if let failure { throw failure }
    StandardOutput.exit(status.rawValue)
  }

  /// The files for what users give; nil in a process of several, each of which has one screen.
  @MainActor
  private func results(of viewer: Viewer, _ ending: Ending) -> ScreenResults? {
    guard only == nil else { return nil }
    return ScreenResults(viewer, ending, values: valuesFile, data: dataOut)
  }

  @MainActor
  private func makeViewer(_ file: String?) throws -> (Viewer, ToolMessages) {
    checkActionProgram()
    try options.images.checkSandbox()
    let messages = ToolMessages()
    let viewer = try Viewer(
      file, options: viewerOptions(),
      onMessage: tools.link == nil ? StandardError.write : messages.add)
    options.reportMissing(viewer.session.context.fonts)
    viewer.session.context.waitForReader = StandardOutput.waitForReader
    viewer.session.launcher.actionProgram = onAction
    viewer.session.launcher.areActionsHeard =
      events || onAction != nil || socket.control != nil || record != nil || tools.link != nil
    viewer.session.context.areSelectionsHeard =
      events || socket.control != nil || record != nil || tools.link != nil
    viewer.onOpenWindows = { [weak viewer] paths in
      for path in paths {
        viewer?.start(WindowProcesses.program, WindowProcesses.arguments(for: path))
      }
    }
    return (viewer, messages)
  }

  /// Refuses files that could not be written once the user has typed something.
  private func checkOutput() throws(Failure) {
    guard only == nil else { return }
    for (_, path) in outputs { try NewFile.check(path) }
  }

  /// Why a file cannot be written because the screen, its data or its views were read from it; nil
  /// for no reason.
  private var faultOfOutputs: Failure? {
    do throws(Failure) {
      for (_, path) in outputs { try NewFile.checkSource(path) }
      return nil
    } catch {
      return error
    }
  }

  /// Begins to record.
  ///
  /// - Returns: Why nothing can be recorded; nil when it has begun.
  @MainActor
  private func begin(_ recorder: Recorder) -> Failure? {
    do throws(Failure) {
      try Failure.naming("--record") { try recorder.begin() }
      return nil
    } catch {
      return error
    }
  }

  /// Reports the outcome of a line of a stream when events are not printed.
  private func answer(_ event: ViewerEvent, on path: String) {
    switch event {
    case _ where tools.link != nil: return
    case .lineRefused(let number, let error):
      StandardError.warn(error, line: number, of: path)
    case .snapshot(let document, _, _):
      StandardOutput.writeAnswer(document + [UInt8(ascii: "\n")])
    default: return
    }
  }

  /// Warns about a program that cannot be run. One without a slash is looked up when it is run.
  private func checkActionProgram() {
    guard let onAction, onAction.contains("/"), access(onAction, X_OK) != 0 else { return }
    StandardError.warn("--on-action: \(onAction): \(FileError(code: errno))")
  }
}
