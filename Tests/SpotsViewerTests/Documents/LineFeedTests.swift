import Glibc
import SpotsModelTestSupport
import Synchronization
import Testing

@testable import SpotsModel
@testable import SpotsPlatform
@testable import SpotsViewer

/// Large files of JSON Lines, whose rows stay in them.
@Suite struct LineFeedTests {
  private static func append(_ bytes: some Sequence<UInt8>, to path: String, _ flags: Int32 = 0) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | flags, 0o600)
    defer { close(file) }
    #expect(FileBytes.write(Array(bytes), to: file))
  }

  /// Lines, some of which are blank, long, or no JSON.
  private static func text(_ random: inout SplitMix64) -> [UInt8] {
    var text = random.below(4) == 0 ? [0xEF, 0xBB, 0xBF] as [UInt8] : []
    for line in 0..<random.below(120) {
      let long = String(repeating: "é", count: random.below(10) == 0 ? random.below(3000) : 3)
      let kinds = [
        "{\"n\":\(line),\"t\":\"\(long)\"}", " [\(line), \"\(long)\"] \r", "\(line)", "", "  ",
        "{\"n\":\(line),", "1 2", "\"\(long)", "\u{FEFF}1", "null",
      ]
      text += Array((kinds[random.below(kinds.count)] + "\n").utf8)
    }
    if random.below(2) == 0, !text.isEmpty { text.removeLast() }
    return text
  }

  /// Wherever a file is cut while it grows, its rows and faults are those of the bytes as a whole.
  /// A line of text is a row wherever it is kept, and however it was found.
  @Test func textIsTheSameInAFileAndInMemory() throws {
    let parts = ["a", "é", " ", "\"", "\\", "\n", "\n", "\r\n", "{", "\u{1B}[1m", "\t", "漢"]
    let directory = try TemporaryDirectory()
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let text = (0..<random.below(20_000)).map { _ in parts[random.below(parts.count)] }.joined()
      let path = directory("\(seed)")
      try directory.write(text, to: "\(seed)")
      let file = LineFile(
        descriptor: try FileBytes.open(path), .text, pieceLength: 1 + random.below(9000))
      while file.findMore() {}
      let found = file.found
      let expected = text.replacing("\r\n", with: "\n").split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { JSONValue.string(String($0)) }
      let rows = expected.last == .string("") ? Array(expected.dropLast()) : expected
      let memory = RowList.lines(of: Array(text.utf8), .text).rows
      guard found.faults.isEmpty, found.rows.map({ $0.value }) == rows,
        memory.map({ $0.value }) == rows
      else {
        Issue.record("seed \(seed): \(text.prefix(80).debugDescription)")
        return
      }
    }
  }

  @Test func rowsOfAFileAreThoseOfItsBytes() throws {
    let directory = try TemporaryDirectory()
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let (text, path) = (Self.text(&random), directory("\(seed)"))
      Self.append([], to: path)
      let file = LineFile(
        descriptor: try FileBytes.open(path), .json, pieceLength: 1 + random.below(20_000))
      var written = 0
      repeat {
        let next = min(written + 1 + random.below(9000), text.count)
        Self.append(text[written..<next], to: path)
        written = next
        file.findAgainAtEnd()
        while file.findMore() {}
        let (expected, faults) = RowList.lines(of: Array(text[..<written]))
        let found = file.found
        guard found.rows.map(\.value) == expected.map(\.value), found.faults == faults,
          found.rows == expected, file.isUnchanged(while: { true })
        else {
          Issue.record("seed \(seed), \(written) bytes")
          return
        }
      } while written < text.count
    }
  }

  /// A line that is far too long is no row, and neither is any part of it.
  @Test func linesThatAreTooLongAreNoRows() throws {
    let directory = try TemporaryDirectory()
    let path = directory("rows.jsonl")
    let long = [UInt8](repeating: UInt8(ascii: "1"), count: 2 * LineSearch.longest + 5)
    Self.append(Array("1\n".utf8) + long + Array("\n2\n3".utf8), to: path)
    let file = LineFile(descriptor: try FileBytes.open(path), .json)
    while file.findMore() {}
    #expect(file.found.rows.map(\.value) == [1, 2, 3])
    #expect(file.found.faults.map(\.line) == [2])
  }

  /// Rows of a version in another file are known to be equal without being read.
  @Test func equalBeginningsAreKnown() throws {
    let directory = try TemporaryDirectory()
    let text = (0..<5000).map { "{\"n\":\($0)}\n" }.joined()
    let files = try [text, text.replacing("4000", with: "4x00") + "1\n"].enumerated().map {
      Self.append($1.utf8, to: directory("\($0)"))
      let file = LineFile(descriptor: try FileBytes.open(directory("\($0)")), .json)
      while file.findMore() {}
      return file
    }
    let known = files[0].knownRun(10, files[1], 10)
    #expect((2500..<3990).contains(known))
    #expect(files[0].knownRun(0, files[0], 0) == 5000)
    #expect(files[0].knownRun(4500, files[1], 4500) == 0)
    let (rows, others) = (files[0].found.rows, files[1].found.rows)
    #expect(rows.equalRun(0, others, 0, step: 1, atMost: 5000) == 4000)
    #expect(rows.equalRun(0, others, 0, step: 1, atMost: 5000, isQuick: true) == 10 + known)
  }

  /// However a file is changed, no row is ever read that was in no version of it, and the last
  /// version is seen within a second.
  @Test(.timeLimit(.minutes(5))) func rowsAreAlwaysThoseOfAVersion() throws {
    try FileHistory.check(seeds: 0..<3, steps: 25)
  }
}

/// A file that is changed in every way while other threads read its rows.
private final class FileHistory: Sendable {
  private struct State {
    var rows = RowList()
    var deliveries = 0
    var isOver = false
    var fault: String?
  }

  private let state = Mutex(State())

  static func check(seeds: Range<UInt64>, steps: Int) throws {
    for seed in seeds {
      let history = FileHistory()
      try history.run(seed, steps)
      if let fault = history.state.withLock({ $0.fault }) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  /// The row of a version with a number, whose text follows from both.
  private static func row(_ version: Int, _ number: Int) -> String {
    let length = (version &* 31 &+ number &* 17) % 90
    let letter = String(UnicodeScalar(UInt8(97 + (version &+ number) % 26)))
    let text = String(repeating: letter, count: length)
    return "{\"v\":\(version),\"n\":\(number),\"t\":\"\(text)\"}\n"
  }

  private static func text(_ version: Int, _ numbers: Range<Int>) -> String {
    numbers.map { row(version, $0) }.joined()
  }

  /// Whether a row is one of some version.
  private static func isWhole(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value, case .integer(let version)? = members["v"],
      case .integer(let number)? = members["n"]
    else { return value == .null }
    return JSONValue.read(Array(row(version, number).utf8)).value == value
  }

  private func run(_ seed: UInt64, _ steps: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory("rows.jsonl")
    var random = SplitMix64(seed: seed)
    var text = Self.text(0, 0..<500)
    try directory.write(text, to: "rows.jsonl")
    let feed = try LineFeed(
      path, .json, shown: nil, watches: true, leastSize: 1,
      open: { () throws(FileError) in try FileBytes.open(path) },
      deliver: { [self] delivery in
        guard case .good(let file) = delivery, case .rows(let rows)? = file.data else { return }
        state.withLock { ($0.rows, $0.deliveries) = (rows, $0.deliveries + 1) }
      })
    defer { state.withLock { $0.isOver = true } }
    for reader in 0..<2 as Range<UInt64> { try read(seed &* 2 &+ reader) }
    var count = 500
    for version in 1...steps {
      try change(&text, &count, version, &random, directory)
      let start = ContinuousClock.now
      let expected = RowList.lines(of: Array(text.utf8)).rows.map(\.value)
      while !isShown(expected), ContinuousClock.now - start < Allowance.elapsed(.seconds(1)) {
        usleep(2000)
      }
      guard isShown(expected) else {
        return fail("version \(version) is not seen")
      }
      if state.withLock({ $0.fault }) != nil { return }
    }
    withExtendedLifetime(feed) {}
  }

  private func isShown(_ values: [JSONValue]) -> Bool {
    let rows = state.withLock { $0.rows }
    return rows.count == values.count && rows.map(\.value) == values
  }

  private func fail(_ fault: String) { state.withLock { $0.fault = $0.fault ?? fault } }

  /// Reads rows on a thread until the history is over.
  private func read(_ seed: UInt64) throws {
    try BackgroundThread.startOrThrow { [self] in
      var random = SplitMix64(seed: seed)
      while true {
        let (rows, isOver) = state.withLock { ($0.rows, $0.isOver) }
        if isOver { return }
        for _ in 0..<20 where !rows.isEmpty {
          let value = rows[random.below(rows.count)].value
          if !Self.isWhole(value) { return fail("a row is \(value)") }
        }
        usleep(UInt32(random.below(300)))
      }
    }
  }

  private func change(
    _ text: inout String, _ count: inout Int, _ version: Int, _ random: inout SplitMix64,
    _ directory: TemporaryDirectory
  ) throws {
    let name = "rows.jsonl"
    switch random.below(6) {
    case 0:
      let added = Self.text(version, count..<count + 1 + random.below(200))
      count += 200
      append(added, to: directory(name), &random)
      text += added
    case 1:
      let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      text = lines.prefix(random.below(lines.count + 1)).map { $0 + "\n" }.joined()
      truncate(directory(name), text.utf8.count)
    case 2:
      // As long as before, in place.
      var lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      lines.shuffle(using: &random)
      text = lines.map { $0 + "\n" }.joined()
      let file = open(directory(name), O_WRONLY)
      defer { close(file) }
      FileBytes.write(Array(text.utf8), to: file)
    case 3:
      text = Self.text(version, 0..<1 + random.below(900))
      try directory.write(text, to: name)
    case 4:
      text = text + Self.text(version, 0..<1 + random.below(9))
      try directory.write(text, to: "new")
      rename(directory("new"), directory(name))
    default:
      rename(directory(name), directory("old"))
      usleep(UInt32(random.below(200_000)))
      text = Self.text(version, 0..<1 + random.below(300))
      try directory.write(text, to: name)
    }
  }

  /// In pieces that end anywhere.
  private func append(_ text: String, to path: String, _ random: inout SplitMix64) {
    let file = open(path, O_WRONLY | O_APPEND)
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 + random.below(4000))
      FileBytes.write(Array(piece), to: file)
      rest = rest.dropFirst(piece.count)
      usleep(UInt32(random.below(3000)))
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
