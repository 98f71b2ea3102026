import Foundation
import SpotsTestSupport
import Testing

/// What many reloads leave behind: nothing.
@Suite struct SoakTests {
  /// The system resources a program holds.
  private struct Holdings: CustomStringConvertible {
    var descriptors: Int
    var threads: Int
    /// Of itself and its children, in bytes.
    var memory: Int
    var zombies: Int

    init(_ process: ViewerProcess) throws {
      let folder = "/proc/\(process.processIdentifier)"
      descriptors = try process.descriptorCount
      threads = try FileManager.default.contentsOfDirectory(atPath: folder + "/task").count
      let statm = try String(contentsOfFile: folder + "/statm", encoding: .utf8)
      memory = (Int(statm.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
      zombies = 0
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
        guard let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
          let end = stat.lastIndex(of: ")")
        else { continue }
        let fields = stat[end...].split(separator: " ")
        if fields[1] == "Z", fields[2] == "\(process.processIdentifier)" { zombies += 1 }
      }
    }

    var description: String {
      "\(descriptors) descriptors, \(threads) threads, \(memory >> 10) KiB, \(zombies) zombies"
    }
  }

  private static let pictures = [
    "good.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' "
      + "height='9' fill='red'/></svg>",
    "broken.svg": "<svg xmlns='http://www.w3.org/2000/svg' width",
  ]

  /// Screens in turn: with pictures that are there, that are broken, that are missing, and none.
  private static let lines: [(text: String, event: String)] = {
    let screen = { (picture: String) in
      let items = (0..<8).map { #"{"title":"\#(picture) \#($0)","image":"\#(picture)"}"# }
      return #"{"components":[{"items":[\#(items.joined(separator: ","))]}]}"#
    }
    return [
      (screen("good.svg"), "reloaded"), (screen("broken.svg"), "reloaded"),
      (#"{"components":[{"items":[}"#, "error"), (screen("missing.svg"), "reloaded"),
      (#"{"components":["#, "error"), (screen("good.svg"), "reloaded"),
    ]
  }()

  private func expectNothingLeft(_ process: ViewerProcess, reloads: Int, warmUp: Int) throws {
    var told = process.stdout.entries.count
    func reload(_ number: Int) throws {
      let line = Self.lines[number % Self.lines.count]
      try process.write(line.text + "\n")
      try process.waitForEvent(line.event, from: told)
      told = process.stdout.entries.count
    }
    for number in 0..<warmUp { try reload(number) }
    let before = try holdingsAtRest(of: process)
    for number in warmUp..<(warmUp + reloads) { try reload(number) }
    var after = try Holdings(process)
    // Threads that wait for more to decode go after a moment. One for work begins when all others
    // are busy, however late that happens: up to six are there for it, and each may have a file
    // open. A leak would show hundreds of times.
    let isSteady = try eventually(timeout: 20) {
      after = try Holdings(process)
      return after.descriptors <= before.descriptors + 6 && after.threads <= before.threads + 6
    }
    #expect(isSteady, "\(before), then \(after)")
    #expect(after.zombies == 0)
    // Two kilobytes for each: less than a picture or a screen.
    // The thread sanitizer keeps the histories of threads that have ended.
    let usual = max(reloads << 11, 4 << 20)
    let limit = Allowance.factor > 1 ? Allowance.of(bytes: usual) * 2 : usual
    #expect(after.memory - before.memory < limit, "\(before), then \(after)")
    #expect(try process.terminate().status == 0)
  }

  /// What the program holds once it has done what the last reload asked for: pictures are decoded
  /// and followed when there is time for it.
  private func holdingsAtRest(of process: ViewerProcess) throws -> Holdings {
    var last = try Holdings(process)
    let isAtRest = try eventually(timeout: 20) {
      usleep(700_000)
      let next = try Holdings(process)
      defer { last = next }
      return next.descriptors == last.descriptors && next.threads == last.threads
    }
    #expect(isAtRest)
    return last
  }

  private func start(display: VirtualDisplay?) throws -> (TemporaryDirectory, ViewerProcess) {
    let directory = try TemporaryDirectory()
    for (name, text) in Self.pictures { try directory.write(text, to: name) }
    let process = try ViewerProcess(
      ["-", "--events", "--theme", "light", "--size", "300x400"], display: display,
      directory: directory.path)
    try process.waitForEvent("shown", timeout: 30)
    return (directory, process)
  }

  /// The whole program but for the window system.
  @Test func thousandsOfReloadsLeaveNothingBehind() throws {
    let (directory, process) = try start(display: nil)
    try withExtendedLifetime(directory) {
      try expectNothingLeft(process, reloads: 2000, warmUp: 600)
    }
  }

  @Test func aThousandReloadsInAWindowLeaveNothingBehind() throws {
    let display = try VirtualDisplay(width: 320, height: 420)
    let (directory, process) = try start(display: display)
    try withExtendedLifetime((directory, display)) {
      try expectNothingLeft(process, reloads: 1000, warmUp: 300)
    }
  }
}
