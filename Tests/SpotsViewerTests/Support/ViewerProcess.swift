import Foundation
import Testing

/// The built program, running, and all it says. Killed when released.
final class ViewerProcess: @unchecked Sendable {
  struct Exit: Sendable {
    /// The exit status, or 128 and the signal that ended it.
    let status: Int32
    let time: ContinuousClock.Instant
  }

  /// The path of the program under test.
  static var executable: String { get throws { try program("spots-viewer") } }

  /// The path of the program called `name`, which the build put next to the tests.
  static func program(_ name: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = (tests as NSString).deletingLastPathComponent + "/" + name
    try #require(FileManager.default.isExecutableFile(atPath: path), "no program at \(path)")
    return path
  }

  let processIdentifier: Int32
  /// Complete lines as they came.
  let stdout = EventLog<String>()
  let stderr = EventLog<String>()

  private let process = Process()
  private let input = Pipe()
  private let exits = EventLog<Exit>()
  /// The ends of both kinds of output.
  private let ends = EventLog<Bool>()

  /// Starts `executable`, by default the program under test, on `display`.
  ///
  /// Its environment has nothing but what a desktop program needs, and `environment`.
  init(
    _ arguments: [String], display: VirtualDisplay? = nil, environment: [String: String] = [:],
    directory: String? = nil, executable: String? = nil
  ) throws {
    process.executableURL = URL(fileURLWithPath: try executable ?? Self.executable)
    process.arguments = arguments
    process.environment = Self.environment(display).merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { [exits] process in
      let isSignal = process.terminationReason == .uncaughtSignal
      let status = process.terminationStatus
      exits.append(Exit(status: isSignal ? 128 + status : status, time: .now))
    }
    try process.runTakingSignals()
    processIdentifier = process.processIdentifier
    collect(output.fileHandleForReading, into: stdout)
    collect(errors.fileHandleForReading, into: stderr)
  }

  /// Ends what it traces as well, which would otherwise stay in front of other tests' windows.
  deinit {
    guard process.isRunning else { return }
    for child in (try? childIdentifiers) ?? [] { kill(child, SIGKILL) }
    kill(processIdentifier, SIGKILL)
  }

  private var childIdentifiers: [Int32] {
    get throws {
      let path = "/proc/\(processIdentifier)/task/\(processIdentifier)/children"
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
        .compactMap { Int32($0) }
    }
  }

  /// Waits for an event at or after the `start`th line that is called `name` and passes; when none
  /// comes the test fails with all the program said.
  @discardableResult
  func waitForEvent(
    _ name: String, from start: Int = 0, timeout: Double = 30,
    sourceLocation: SourceLocation = #_sourceLocation,
    where passes: (ViewerEvent) -> Bool = { _ in true }
  ) throws -> ViewerEvent {
    let found = event(name, from: start, timeout: timeout, where: passes)
    return try #require(found, "no event '\(name)'; \(transcript)", sourceLocation: sourceLocation)
  }

  /// The event `waitForEvent` waits for, or nil when none comes in `timeout` seconds.
  func event(
    _ name: String, from start: Int = 0, timeout: Double,
    where passes: (ViewerEvent) -> Bool = { _ in true }
  ) -> ViewerEvent? {
    let line = stdout.wait(from: start, timeout: timeout) { line in
      ViewerEvent(line: line).map { $0.name == name && passes($0) } ?? false
    }
    return line.flatMap(ViewerEvent.init)
  }

  /// All events so far.
  var events: [ViewerEvent] { stdout.entries.compactMap(ViewerEvent.init) }

  /// Whether the program has ended.
  var hasExited: Bool { !process.isRunning }

  /// Waits until the program has ended and all it said is read, but not long for programs that it
  /// started to end, too; if it does not end, the test fails.
  func waitForExit(
    timeout: Double = 10, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Exit {
    let exit = exits.wait(timeout: timeout)
    ends.wait(from: 1, timeout: 0.5)
    return try #require(exit, "still running; \(transcript)", sourceLocation: sourceLocation)
  }

  /// Sends `signal` and waits for the end; returns the status and how long ending took.
  func terminate(
    _ signal: Int32 = SIGTERM, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (status: Int32, duration: Duration) {
    let start = ContinuousClock.now
    kill(processIdentifier, signal)
    let exit = try waitForExit(sourceLocation: sourceLocation)
    return (exit.status, start.duration(to: exit.time))
  }

  /// Writes to the program's standard input.
  func write(_ text: String) throws { try write(bytes: text.utf8) }

  func write(bytes: some Sequence<UInt8>) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  /// Ends the program's standard input.
  func closeInput() throws {
    try input.fileHandleForWriting.close()
  }

  /// CPU time of all threads so far, user and system, to 10 ms.
  var cpuTime: Duration {
    get throws {
      let text = try String(contentsOfFile: "/proc/\(processIdentifier)/stat", encoding: .utf8)
      // The second field is a name in parentheses and may hold anything.
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      let ticks = try #require(Int(fields[12])) + #require(Int(fields[13]))
      return .milliseconds(ticks * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  /// How often the main thread has gone to sleep so far.
  var mainThreadSleeps: Int {
    get throws {
      let path = "/proc/\(processIdentifier)/task/\(processIdentifier)/status"
      let name = "voluntary_ctxt_switches:"
      let line = try String(contentsOfFile: path, encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix(name) }
      let count = line?.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
      return try #require(count.flatMap { Int($0) })
    }
  }

  /// Waits until the main thread sleeps for half a second without waking; false when it never does.
  /// A thread that wants to run and does not get the processor is not at rest.
  func comesToRest(timeout: Double = 20) throws -> Bool {
    try eventually(timeout: timeout) {
      guard try mainThreadIsAsleep else { return false }
      let before = try mainThreadSleeps
      usleep(500_000)
      return try mainThreadIsAsleep && mainThreadSleeps == before
    }
  }

  private var mainThreadIsAsleep: Bool {
    get throws {
      let path = "/proc/\(processIdentifier)/task/\(processIdentifier)/stat"
      // The state follows the name, which stands in parentheses.
      let stat = try String(contentsOfFile: path, encoding: .utf8)
      return stat.split(separator: ")").last?.hasPrefix(" S") == true
    }
  }

  /// The most memory that was resident so far, in bytes.
  var peakMemory: Int { get throws { try Self.peakMemory(of: processIdentifier) } }

  /// The most memory that was resident in all current children together.
  var childrenPeakMemory: Int {
    get throws {
      // One that has just ended has none.
      return
        try childIdentifiers
        .reduce(0) { sum, child in sum + ((try? Self.peakMemory(of: child)) ?? 0) }
    }
  }

  private static func peakMemory(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return try #require(kibibytes.flatMap { Int($0) }) << 10
  }

  /// How many descriptors are open, one of them Foundation's: a socket whose closing tells it of
  /// the process's end.
  var descriptorCount: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processIdentifier)/fd").count
    }
  }

  /// Whether all that was written to standard input has been read, and no thread is at work.
  func hasDealtWithInput() throws -> Bool {
    var unread: Int32 = 0
    try #require(ioctl(input.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &unread) == 0)
    guard unread == 0 else { return false }
    let tasks = "/proc/\(processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { thread in
      try String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
        .contains("State:\tS")
    }
  }

  /// How many threads there are, the main one included.
  var threadCount: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processIdentifier)/task").count
    }
  }

  private var transcript: String {
    "stdout: \(stdout.entries); stderr: \(stderr.entries)"
  }

  private static func environment(_ display: VirtualDisplay?) -> [String: String] {
    var environment = inheritedEnvironment
    environment["LANG"] = "C.UTF-8"
    environment["SDL_VIDEODRIVER"] = display == nil ? "dummy" : "x11"
    environment["DISPLAY"] = display?.name
    // What windows leave for the next ones does not get into the user's folder, or into other
    // tests.
    environment["XDG_STATE_HOME"] = "/dev/null"
    return environment
  }

  /// The variables of the tests' own environment that programs get: LD_LIBRARY_PATH because the
  /// Swift libraries need not be where the system looks, and the options of sanitizers.
  static var inheritedEnvironment: [String: String] {
    let names: Set = [
      "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
    ]
    return ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
  }

  private func collect(_ handle: FileHandle, into log: EventLog<String>) {
    Thread.detachNewThread { [ends] in
      var rest = Data()
      while true {
        let data = handle.availableData
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          log.append(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
        guard data.isEmpty else { continue }
        handle.closeFile()
        if !rest.isEmpty { log.append(String(decoding: rest, as: UTF8.self)) }
        return ends.append(true)
      }
    }
  }
}

/// A line that `--events` printed.
struct ViewerEvent: Sendable {
  let line: String
  let name: String

  /// Nil when the line is not a JSON object with the name of an event.
  init?(line: String) {
    self.line = line
    guard let name = Self.object(line)?["event"] as? String else { return nil }
    self.name = name
  }

  func integer(_ key: String) -> Int? { Self.object(line)?[key] as? Int }
  func string(_ key: String) -> String? { Self.object(line)?[key] as? String }
  /// The values that are texts, by name.
  var values: [String: String]? { Self.object(line)?["values"] as? [String: String] }

  private static func object(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }
}
