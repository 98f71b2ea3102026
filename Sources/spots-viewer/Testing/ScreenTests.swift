import Spots
import SpotsSDL
import SpotsTesting
import SpotsViewer

/// Tests one screen after another, in one process, so that fonts and pictures are read once.
@MainActor
final class ScreenTests {
  /// Everything, besides the plan, that the appearance of screens depends on.
  struct Surroundings {
    var options: ViewerOptions
    /// How long a picture waits for its images, in seconds.
    var imageTimeout: Double

    /// - Parameters:
    ///   - source: The screen that decides what may be read; nil for none.
    ///   - isStill: Whether animated pictures show their first frame and changes do not animate.
    @MainActor
    func context(_ source: DocumentSource?, isStill: Bool) throws(ViewerError) -> ViewerContext {
      var options = options
      options.reducesMotion = isStill
      let context = try ViewerContext(
        source: source, options: options, scale: 1, report: StandardError.write)
      // What is cached from servers differs from machine to machine.
      if options.isOffline { context.refuseServers() }
      return context
    }
  }

  private let plan: TestPlan
  /// The folder of the plan.
  private let folder: String
  private let goldens: Goldens
  private let surroundings: Surroundings
  private let context: ViewerContext
  /// The colors of the looks, by the name of the look.
  private let themes: [String: Theme]
  /// The files that the tests so far depend on, besides those of the folder.
  private(set) var dependencies: Set<Watched> = []
  /// Called with each case as it finishes.
  var onCase: (TestCase) -> Void = { _ in }
  /// Whether to run a case of a screen, by its name.
  var isWanted: (_ name: String, _ screen: String) -> Bool = { _, _ in true }
  /// Whether pictures are compared in addition to texts and events.
  var comparesPictures = true

  /// - Parameters:
  ///   - folder: The folder of the plan.
  /// - Throws: When there is no font, or a theme cannot be read.
  init(
    _ plan: TestPlan, in folder: String, goldens: Goldens, surroundings: Surroundings
  ) throws(ViewerError) {
    self.plan = plan
    self.folder = folder
    self.goldens = goldens
    self.surroundings = surroundings
    context = try surroundings.context(nil, isStill: true)
    var themes: [String: Theme] = [:]
    for look in plan.looks {
      var choice = look.theme
      if case .file(let name) = choice {
        let path = name.hasPrefix("/") ? name : Path.join(folder, name)
        choice = .file(path)
        dependencies.insert(.file(path))
      }
      themes[look.name] = try ViewerContext.theme(of: choice, report: StandardError.write)
    }
    self.themes = themes
  }

  /// Whether the font that was asked for is installed.
  var hasFont: Bool { context.fonts.hasFamily }

  /// Tests the screen called `name`: that it can be read, every look, and every script.
  ///
  /// - Throws: When pictures cannot be painted.
  func test(_ name: String, scripts: [String]) throws {
    let looks = plan.looks.filter { $0.includes(name) }
    let names = looks.map { look in
      goldens(of: name, in: look).filter { isWanted($0, name) }
    }
    let scripts = scripts.filter { isWanted($0, name) }
    guard !names.joined().isEmpty || !scripts.isEmpty else { return }
    guard let (file, screen) = open(name) else { return }
    HeadlessScreen.reportMissingImages(of: file, in: context)
    for (look, names) in zip(looks, names) where !names.isEmpty {
      try compare(file, screen, name, with: names, in: look)
    }
    guard let look = looks.first else { return }
    for script in scripts { try replay(script, on: file, name, in: look) }
  }

  /// The names of a screen's goldens in a look.
  private func goldens(of screen: String, in look: Look) -> [String] {
    let name = "\(screen.withoutExtension).\(look.name)"
    let hasPicture = comparesPictures && look.pictures.include(screen)
    return [name + ".txt"] + (hasPicture ? [name + ".png"] : [])
  }

  /// Reads a screen; makes a case only of what is wrong with it.
  private func open(_ name: String) -> (ScreenFile, Screen)? {
    let path = Path.join(folder, name)
    let start = Clock.now
    func fail(_ path: String, _ failure: TestFailure) {
      onCase(
        TestCase(
          screen: name, name: Path.name(of: path), path: path, outcome: .failed(failure),
          seconds: Clock.now - start))
    }
    context.userChose(.file(path), alone: true)
    let file: ScreenFile
    do throws(ViewerError) {
      file = try context.loader.open(.file(path))
    } catch {
      fail(path, TestFailure(message: error.description, isFault: true))
      return nil
    }
    let errors = file.errors
    for error in errors { fail(error.path, TestFailure(message: error.message, line: error.line)) }
    return errors.isEmpty ? file.reading.screen.map { (file, $0) } : nil
  }

  private func compare(
    _ file: ScreenFile, _ screen: Screen, _ name: String, with goldens: [String], in look: Look
  ) throws {
    let start = Clock.now
    context.fonts.scale = look.scale
    let shown = HeadlessScreen(
      file, screen, size: look.size, offset: look.offset,
      environment: look.environment(context.environment, themes), context: context)
    var layoutTime = Clock.now - start
    for golden in goldens {
      try note(golden, of: name, self.goldens.path(golden), after: layoutTime) {
        golden.hasSuffix(".txt")
          ? try self.goldens.check(ScreenOutline(of: shown.controller).text, golden)
          : try check(shown.picture(timeout: surroundings.imageTimeout), golden, context)
      }
      layoutTime = 0
    }
    notePictures(of: context)
  }

  private func notePictures(of context: ViewerContext) {
    dependencies.formUnion(context.picturePaths.map { .file($0) })
  }

  /// Makes a case of the outcome of `body`.
  ///
  /// - Parameter before: The time already spent on the case, in seconds.
  private func note(
    _ name: String, of screen: String, _ path: String, after before: Double = 0,
    _ body: () throws -> TestCase.Outcome
  ) throws {
    let start = Clock.now
    let outcome: TestCase.Outcome
    do {
      outcome = try body()
    } catch let failure as Failure {
      // A message that ends a command begins with the path, which the report prints anyway.
      let (message, start) = (failure.message, "\(path.printable()): ")
      let reason = message.hasPrefix(start) ? String(message.dropFirst(start.count)) : message
      outcome = .failed(TestFailure(message: reason, isFault: true))
    } catch let fault as ReplayScript.Fault {
      outcome = .failed(TestFailure(message: fault.message, line: fault.line))
    }
    onCase(
      TestCase(
        screen: screen, name: name, path: path, outcome: outcome,
        seconds: Clock.now - start + before))
  }

  /// Compares a picture; fails if any of its images has not arrived.
  private func check(
    _ picture: OffscreenCanvas, _ golden: String, _ context: ViewerContext
  ) throws -> TestCase.Outcome {
    guard !context.isWaitingForImages else {
      let seconds = surroundings.imageTimeout
      return .failed(TestFailure(message: "not all images came within \(seconds) s"))
    }
    return try goldens.check(picture, golden)
  }

  private func replay(
    _ script: String, on file: ScreenFile, _ name: String, in look: Look
  ) throws {
    let path = Path.join(folder, script)
    SourceFiles.add(path)
    let context = try surroundings.context(file.source, isStill: false)
    HeadlessScreen.reportMissingImages(of: file, in: context)
    context.fonts.scale = look.scale
    context.environment = look.environment(context.environment, themes)
    let output = ComparedReplay(name: script.dropLast(ReplayScript.suffix.count) + ".replay")
    func claim(_ golden: String) throws(ReplayScript.Fault) {
      guard let reason = goldens.fault(ofName: golden) else { return }
      throw ReplayScript.Fault(line: output.transcript.line + 1, message: reason)
    }
    output.onText = { [self] text, golden in
      try claim(golden)
      try note(golden, of: name, goldens.path(golden)) { try goldens.check(text, golden) }
    }
    output.onPicture = { [self] picture, golden in
      guard comparesPictures else { return }
      try claim(golden)
      try note(golden, of: name, goldens.path(golden)) { try check(picture, golden, context) }
    }
    defer { notePictures(of: context) }
    try note(script, of: name, path) {
      let steps = try ReplayScript(GoldenFile(path: path).bytes() ?? [], path: path)
      let replay = Replay(
        context: context, file: file, size: look.size, imageTimeout: surroundings.imageTimeout,
        output: output)
      try steps.play(on: replay, for: output.transcript)
      return try goldens.check(steps, output.transcript, path: path)
    }
  }
}

/// Passes the output of a replay on to be compared.
@MainActor
private final class ComparedReplay: ReplayOutput {
  let transcript = ReplayTranscript()
  var onText: (_ text: String, _ golden: String) throws -> Void = { _, _ in }
  var onPicture: (_ picture: OffscreenCanvas, _ golden: String) throws -> Void = { _, _ in }
  /// The prefix of the names of goldens.
  private let name: String
  private var texts = 0

  init(name: some StringProtocol) {
    self.name = String(name)
  }

  func write(_ lines: [UInt8]) { transcript.note(lines) }

  func inspect(_ controller: SpotsController, _ positions: SourceMap, time: Double) throws {
    texts += 1
    try onText(ScreenOutline(of: controller).text, "\(name).\(texts).txt")
  }

  func paint(_ picture: OffscreenCanvas, name step: String) throws {
    try onPicture(picture, "\(name).\(Path.name(of: step).withoutExtension).png")
  }
}

extension Look {
  /// Returns `base` with the appearance of the look.
  @MainActor
  fileprivate func environment(_ base: Environment, _ themes: [String: Theme]) -> Environment {
    var environment = base
    environment.scale = scale
    environment.theme = themes[name] ?? .light
    if isRightToLeft { environment.isRightToLeft = true }
    environment.textScale = textScale
    return environment
  }
}

extension ScreenFile {
  /// The errors that keep the screen or its nibs from being shown as written.
  fileprivate var errors: [(path: String, line: Int?, message: String)] {
    let all = reading.diagnostics.map { (path, $0) } + nibs.diagnostics
    return all.filter { $1.severity == .error }.map { ($0, $1.line, $1.message) }
      + nibs.faults.map { ($0.path, nil, "\($0.error)") }
  }
}
