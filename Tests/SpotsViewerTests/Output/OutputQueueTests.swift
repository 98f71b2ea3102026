import Foundation
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import spots_viewer

/// A pipe with little room, whose reader reads when the test says so.
private final class SmallPipe {
  let input: Int32
  private var output: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (output, input) = (ends[0], ends[1])
    // F_SETPIPE_SZ: one page.
    try #require(fcntl(input, 1031, 4096) >= 4096)
  }

  deinit {
    close(input)
    closeOutput()
  }

  func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// The next bytes, as soon as there are any; nil when there are none for ten seconds.
  func read() -> [UInt8]? {
    var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 10_000) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(output, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Reads until a line passes; gives all lines so far.
  func lines(until isLast: (String) -> Bool) -> [String] {
    var lines: [String] = []
    var rest: [UInt8] = []
    while let more = read() {
      rest += more
      guard more.contains(10) else { continue }
      let new = String(decoding: rest, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines += new.dropLast()
      rest = Array((new.last ?? "").utf8)
      if rest.isEmpty, new.contains(where: isLast) { return lines }
    }
    return ["nothing more after \(lines.count) lines and \(rest.count) bytes"]
  }
}

@Suite struct OutputQueueTests {
  private func queue(
    _ pipe: SmallPipe, limit: Int = OutputQueue.limit, faults: EventLog<FileError> = EventLog()
  ) -> OutputQueue {
    OutputQueue(
      to: pipe.input, limit: limit, notice: { Array("missing \($0)\n".utf8) },
      onFault: { faults.append($0) })
  }

  private func finish(_ queue: OutputQueue, _ patience: Double) -> Int {
    var patience = patience
    return queue.finish(&patience)
  }

  private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

  @Test func aReaderThatStoppedIsWaitedForAndMissesNothing() throws {
    let pipe = try SmallPipe()
    let queue = queue(pipe)
    // More than the pipe holds: a blocking write would wait forever.
    let texts = (0..<5000).map { "line \($0)" }
    for text in texts { queue.add(line(text)) }
    #expect(finish(queue, 0) > 0)
    #expect(pipe.lines { $0 == texts.last } == texts)
    #expect(finish(queue, 10) == 0)
  }

  /// Whatever is added and whatever the reader does, lines are read in order, and missing ones were
  /// counted at their place.
  @Test func everyLineIsReadOrCounted() throws {
    for seed in UInt64(1)...20 {
      var random = SplitMix64(seed: seed)
      let pipe = try SmallPipe()
      let queue = queue(pipe, limit: Int.random(in: 1...6000, using: &random))
      var read: [UInt8] = []
      for number in 0..<3000 {
        queue.add(
          line("\(number) " + String(repeating: "x", count: .random(in: 0...40, using: &random))))
        if number > 1000, number % 97 == 0 { read += pipe.read() ?? [] }
      }
      queue.add(line("end"), isKept: true)
      while !read.suffix(4).elementsEqual("end\n".utf8), let more = pipe.read() { read += more }
      var next = 0
      for line in String(decoding: read, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words[0] == "missing" {
          next += try #require(Int(words[1]))
        } else if let number = Int(words[0]) {
          #expect(number == next, "seed \(seed)")
          next = number + 1
        }
      }
      #expect(next == 3000, "seed \(seed)")
    }
  }

  @Test func memoryForAReaderThatStoppedIsLimited() throws {
    let pipe = try SmallPipe()
    let queue = queue(pipe)
    let long = [UInt8](repeating: 120, count: 100_000) + [10]
    for _ in 0..<1000 { queue.add(long) }
    queue.add(line("end"), isKept: true)
    let lines = pipe.lines { $0 == "end" }
    let missing = try #require(lines.dropLast().last)
    #expect(lines.count == 13 && missing == "missing 989", "\(lines.count) \(missing)")
  }

  /// Whoever waits for room before each line loses none of them.
  @Test func aWriterCanWaitForTheReader() throws {
    let pipe = try SmallPipe()
    let queue = queue(pipe, limit: 4096)
    let texts = (0..<5000).map { "line \($0)" }
    Thread.detachNewThread {
      for text in texts {
        queue.waitForRoom()
        queue.add(Array((text + "\n").utf8))
      }
    }
    #expect(pipe.lines { $0 == texts.last } == texts)
  }

  @Test func aReaderThatIsGoneEndsTheOutput() throws {
    let pipe = try SmallPipe()
    let faults = EventLog<FileError>()
    let queue = queue(pipe, faults: faults)
    pipe.closeOutput()
    for number in 0..<100 { queue.add(line("\(number)")) }
    #expect(faults.wait() == .system(code: EPIPE))
    #expect(finish(queue, 10) == 0)
    queue.add(line("more"))
    #expect(finish(queue, 0) == 0)
    #expect(faults.entries.count == 1)
  }

  /// Another program that shares the pipe may have made it nonblocking.
  @Test func aPipeThatDoesNotBlockIsWaitedFor() throws {
    let pipe = try SmallPipe()
    try #require(fcntl(pipe.input, F_SETFL, O_NONBLOCK) == 0)
    let queue = queue(pipe)
    let texts = (0..<5000).map { "line \($0)" }
    for text in texts { queue.add(line(text)) }
    #expect(pipe.lines { $0 == texts.last } == texts)
  }

  /// On a busy machine the thread of a queue may have to wait for its turn. Only what the reader
  /// makes it wait for costs patience.
  @Test(arguments: [true, false])
  func whatThereIsRoomForIsWritten(hasRoom: Bool) throws {
    let lines = EventLog<[UInt8]>()
    let queue = OutputQueue(
      write: { line in
        usleep(100_000)
        lines.append(line)
        return nil
      }, hasRoom: { hasRoom }, notice: { _ in [] })
    let texts = (0..<5).map { line("\($0)") }
    for text in texts { queue.add(text) }
    let unread = finish(queue, 0.02)
    #expect(hasRoom ? unread == 0 && lines.entries == texts : unread > 0)
  }
}
