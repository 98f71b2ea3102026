import Foundation
import SpotsTestSupport
import Testing

@testable import SpotsViewer

@Suite struct FileWatcherTests {
  /// Only descriptors of the test's own directory are counted: other tests run at the same time.
  @Test func reloadsLeaveNoDescriptorsBehind() throws {
    let rig = try FeedRig()
    let before = openFiles(below: rig.directory.path)
    for number in 1...200 {
      try rig.directory.write("{\(number)}", to: number % 2 == 0 ? "screen.json" : "new")
      if number % 2 == 1 { rename(rig.directory("new"), rig.directory("screen.json")) }
      try rig.wait(for: "{\(number)}", from: number)
    }
    #expect(rig.texts.count == 201)
    #expect(openFiles(below: rig.directory.path) == before)
  }

  @Test func theThreadOfAStoppedWatcherEnds() throws {
    let directory = try TemporaryDirectory()
    let released = EventLog<Bool>()
    let watcher = try watcher(of: directory("file"), telling: released)
    watcher.stop()
    #expect(released.wait() != nil)
    #expect(openFiles(below: directory.path).isEmpty)
  }

  @Test func releasingAWatcherStopsIt() throws {
    let directory = try TemporaryDirectory()
    let released = EventLog<Bool>()
    _ = try watcher(of: directory("file"), telling: released)
    #expect(released.wait() != nil)
  }

  /// A watcher whose thread, when it ends and lets go of the handler, appends to `log`.
  private func watcher(of path: String, telling log: EventLog<Bool>) throws -> FileWatcher {
    let token = Token { log.append(true) }
    return try FileWatcher([.file(path)]) { _, _ in withExtendedLifetime(token) { nil } }
  }

  /// A quiet file costs nothing: no signal comes while nothing happens to it.
  @Test func otherFilesOfTheDirectoryAreNoNews() throws {
    let directory = try TemporaryDirectory()
    let log = EventLog<FileWatcher.Signal>()
    let watcher = try FileWatcher([.file(directory("file"))]) { signal, _ in
      log.append(signal)
      return nil
    }
    try #require(log.wait() == .started)
    try directory.shell("printf a > other; mv other another; rm another; mkdir d; rmdir d")
    watcher.wake()
    #expect(log.wait(from: 1) == .woken)
    try directory.write("text", to: "file")
    #expect(log.wait { $0 == .saved } != nil)
    watcher.stop()
  }

  @Test func keepsItsPathWhenTheHandlerAsksForTime() throws {
    let directory = try TemporaryDirectory()
    let log = EventLog<FileWatcher.Signal>()
    let watcher = try FileWatcher([.file(directory("file"))]) { signal, now in
      log.append(signal)
      return log.entries.count < 4 ? now + .milliseconds(5) : nil
    }
    #expect(log.wait(from: 3) == .due)
    #expect(log.entries == [.started, .due, .due, .due])
    watcher.stop()
  }

  private final class Token: Sendable {
    let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit {
      onRelease()
    }
  }

  private func openFiles(below path: String) -> [String] {
    let links = FileManager.default.subpaths(atPath: "/proc/self/fd") ?? []
    return links.compactMap { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name))
        .flatMap { $0.hasPrefix(path) ? $0 : nil }
    }
  }

  /// A watcher that signals changes, and has signaled that it started.
  private func watcher(
    _ watched: Set<Watched>, _ method: FileWatcher.Method, _ log: EventLog<FileWatcher.Signal>
  ) throws -> FileWatcher {
    let watcher = try FileWatcher(watched, method: method) { signal, _ in
      log.append(signal)
      return nil
    }
    try #require(log.wait() == .started)
    return watcher
  }

  /// Expects a signal for the change made by `line`; `seen` counts the signals so far.
  private func expectNews(
    of line: String, in directory: TemporaryDirectory, _ log: EventLog<FileWatcher.Signal>,
    _ seen: inout Int
  ) throws {
    try directory.shell(line)
    #expect(log.wait(from: seen) != nil, "\(line)")
    // The events of one save come one after the other.
    usleep(50_000)
    seen = log.entries.count
  }

  @Test(arguments: [FileWatcher.Method.events, .looking])
  func severalFilesAreWatchedAndOthersInstead(method: FileWatcher.Method) throws {
    let directory = try TemporaryDirectory()
    let log = EventLog<FileWatcher.Signal>()
    let watcher = try watcher(
      [.file(directory("a")), .file(directory("sub/b"))], method, log)
    var seen = 1
    for line in ["echo 1 > a", "mkdir sub; echo 1 > sub/b", "rm a"] {
      try expectNews(of: line, in: directory, log, &seen)
    }
    watcher.watch([.file(directory("c"))])
    watcher.wake()
    #expect(log.wait(from: seen) { $0 == .woken } != nil)
    seen = log.entries.count
    try directory.shell("echo 2 > sub/b; echo 2 > a")
    try expectNews(of: "echo 1 > c", in: directory, log, &seen)
    watcher.stop()
  }

  @Test(arguments: [FileWatcher.Method.events, .looking])
  func aFolderIsWatchedForNamesThatMatter(method: FileWatcher.Method) throws {
    let directory = try TemporaryDirectory()
    let log = EventLog<FileWatcher.Signal>()
    let watcher = try watcher([.folder(directory("views"), suffix: ".v")], method, log)
    var seen = 1
    // The link leads elsewhere.
    try directory.shell("echo 1 > elsewhere")
    for line in [
      "mkdir new; echo 1 > new/a.v; mv new views", "echo 11 > views/a.v", "echo 1 > views/b.v",
      "ln -s ../elsewhere views/c.v", "echo 22 > elsewhere",
    ] {
      try expectNews(of: line, in: directory, log, &seen)
    }
    try directory.shell("echo 1 > views/a.txt; rm views/a.txt")
    watcher.wake()
    #expect(log.wait(from: seen) == .woken)
    watcher.stop()
  }
}

@Suite struct QuietTimeTests {
  private let start = ContinuousClock.now

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  /// Which of the signals end a burst.
  private func ends(
    _ change: inout QuietTime, _ signals: [(FileWatcher.Signal, Int)]
  ) -> [Bool] {
    signals.map { change.isOver($0.0, at: at($0.1)) }
  }

  @Test func aBurstIsOverAfterAPause() {
    var change = QuietTime()
    #expect(ends(&change, [(.changing, 0)]) == [false])
    #expect(change.end == at(50))
    #expect(
      ends(&change, [(.changing, 30), (.due, 60), (.due, 80), (.due, 200)])
        == [false, false, true, false])
    #expect(change.end == nil)
  }

  @Test func aSaveThatIsOverIsTakenSoon() {
    var change = QuietTime()
    #expect(ends(&change, [(.changing, 0), (.saved, 5), (.due, 15)]) == [false, false, true])
  }

  /// Whatever is signaled, and however busy the file is: each change is dealt with at most 50 ms
  /// after the last signal and 200 ms after the first, so that what follows it is in time.
  @Test func everyChangeIsDealtWithInTime() {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var change = QuietTime()
      var (first, last): (Int?, Int) = (nil, 0)
      var dealtWith = 0
      for time in 0..<5000 {
        var signal: FileWatcher.Signal?
        if time < 4800, Int.random(in: 0..<10, using: &random) == 0 {
          signal = Bool.random(using: &random) ? .changing : .saved
          (first, last) = (first ?? time, time)
        } else if let end = change.end, end <= at(time) {
          signal = .due
        }
        if let signal, change.isOver(signal, at: at(time)) {
          first = nil
          dealtWith += 1
        }
        if let first, time >= min(last + 50, first + 200) {
          Issue.record("seed \(seed): still not at \(time), \(first) to \(last)")
          return
        }
      }
      #expect(dealtWith > 20 && change.end == nil, "seed \(seed)")
    }
  }

  @Test func changesWithoutAPauseAreDealtWithInBetween() {
    var change = QuietTime()
    var ends = 0
    for time in stride(from: 0, through: 1000, by: 10) where change.isOver(.changing, at: at(time))
    {
      ends += 1
    }
    #expect((4...5).contains(ends))
  }
}
