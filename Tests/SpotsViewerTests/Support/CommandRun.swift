import Foundation
import Testing

/// One run of the program to its end, without a display, and what it left.
struct CommandRun {
  let status: Int32
  let output: Data
  let errors: String
  let duration: Duration

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorLines: [Substring] { errors.split(separator: "\n") }

  /// Runs the program and waits; one that hangs is killed, and the test fails.
  ///
  /// - Parameter cache: The user's cache folder; nil: one of the run's own.
  init(
    _ arguments: [String], in directory: String? = nil, cache: String? = nil,
    environment: [String: String] = [:], timeout: Double = 30,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try ViewerProcess.executable)
    process.arguments = arguments
    process.environment = ViewerProcess.inheritedEnvironment.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    // Files rather than pipes: nobody has to read while the program runs.
    let files = try TemporaryDirectory()
    try files.write("", to: "out")
    try files.write("", to: "err")
    process.environment?["XDG_CACHE_HOME"] = cache ?? files("cache")
    process.standardInput = FileHandle.nullDevice
    let written = try ["out", "err"].map { name in
      try #require(FileHandle(forWritingAtPath: files(name)))
    }
    // Otherwise the handles would stay open for as long as the tests run.
    defer { for handle in written { handle.closeFile() } }
    (process.standardOutput, process.standardError) = (written[0], written[1])
    let ended = EventLog<ContinuousClock.Instant>()
    process.terminationHandler = { _ in ended.append(.now) }
    let start = ContinuousClock.now
    try process.runTakingSignals()
    let end = ended.wait(timeout: timeout)
    if end == nil { kill(process.processIdentifier, SIGKILL) }
    duration = start.duration(
      to: try #require(end, "\(arguments) hangs", sourceLocation: sourceLocation))
    let isSignal = process.terminationReason == .uncaughtSignal
    status = process.terminationStatus + (isSignal ? 128 : 0)
    output = try Data(contentsOf: URL(fileURLWithPath: files("out")))
    errors = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: files("err"))), as: UTF8.self)
  }
}

/// The project's own screens.
enum SampleScreens {
  static let folder: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/") + "/Screens"
  }()

  static var paths: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { $0.hasSuffix(".json") && $0 != "spots-test.json" }.map { folder + "/" + $0 }
    }
  }

  static func path(_ name: String) -> String { folder + "/" + name }
}
