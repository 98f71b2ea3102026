import Spots
import SpotsSDL
import SpotsViewer

/// The lines of a replay's script, and the events that it expects between its steps.
struct ReplayScript {
  private struct Line {
    /// Without its line feed.
    var text: [UInt8]
    /// Nil for a blank line.
    var step: ReplayStep?
  }

  /// The suffix of the names of scripts that belong to a screen beside them.
  static let suffix = ".replay.jsonl"

  /// The path, for messages.
  let path: String
  private let lines: [Line]

  /// A line that is not a step, or a step that is not possible.
  struct Fault: Error {
    /// The number of the line, from 1.
    var line: Int
    var message: String
  }

  init(_ bytes: [UInt8], path: String) throws(Fault) {
    self.path = path
    var lines: [Line] = []
    var texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if texts.last?.isEmpty == true { texts.removeLast() }
    for (index, text) in texts.enumerated() {
      var line = Line(text: Array(text), step: nil)
      if text.contains(where: { $0 > 0x20 }) {
        do throws(ReplayStep.Fault) {
          line.step = try ReplayStep(line: line.text)
        } catch {
          throw Fault(line: index + 1, message: error.message)
        }
      }
      lines.append(line)
    }
    self.lines = lines
  }

  /// Reads the script at `path`, a file or a stream.
  static func read(_ path: String) throws(Failure) -> ReplayScript {
    let bytes = try Failure.naming(path.printable()) { try DocumentSource(path).readWhole() }
    do throws(Fault) {
      return try ReplayScript(bytes, path: path)
    } catch {
      throw Failure(
        status: .usage, message: "\(path.printable()):\(error.line): \(error.message)")
    }
  }

  /// The initial size of the window, in points; nil if the script does not give one.
  var size: Size? {
    for line in lines { if case .window(let size)? = line.step { return size } }
    return nil
  }

  /// Whether there is a line with an expected event.
  var expectsEvents: Bool { lines.contains(where: Self.isExpectation) }

  /// Plays all steps until the last one, or the one that closes the window.
  ///
  /// - Parameter transcript: Is told which line is being played.
  /// - Throws: `Fault` where a step is not possible on the screen.
  @MainActor
  func play(on replay: some ReplayPlayer, for transcript: ReplayTranscript? = nil) throws {
    try replay.start()
    for (index, line) in lines.enumerated() where !replay.isClosed {
      guard let step = line.step, !Self.isExpectation(line), !Self.isDeclaration(line) else {
        continue
      }
      transcript?.line = index
      do {
        try replay.play(step, line: line.text)
      } catch let fault as ReplayStep.Fault {
        throw Fault(line: index + 1, message: fault.message)
      }
    }
    try replay.finish()
  }

  /// The first event that was expected and did not happen, or the reverse; nil when exactly the
  /// expected events happened, in order and at their steps.
  @MainActor
  func firstMismatch(with transcript: ReplayTranscript) -> (line: Int, message: String)? {
    var step = -1
    var happened = transcript.events[step, default: []][...]
    for (index, line) in lines.enumerated() {
      guard case .expect(let expected)? = line.step else {
        guard line.step != nil, !Self.isDeclaration(line) else { continue }
        if let extra = happened.first { return Self.unexpected(extra, step) }
        step = index
        happened = transcript.events[step, default: []][...]
        continue
      }
      guard let event = happened.popFirst() else {
        return (
          index + 1, "expected \(Self.text(of: .object(expected))), but nothing more happened"
        )
      }
      if let difference = Self.difference(of: event, from: expected) {
        return (index + 1, difference)
      }
    }
    return happened.first.map { Self.unexpected($0, step) }
  }

  /// The script with the events of `transcript` in place of those that it expects.
  @MainActor
  func expecting(_ transcript: ReplayTranscript) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ index: Int) {
      for event in transcript.events[index, default: []] {
        bytes += Array("{\"expect\":".utf8) + event + Array("}\n".utf8)
      }
    }
    let first = lines.prefix(while: Self.isDeclaration)
    for line in first { bytes += line.text + [UInt8(ascii: "\n")] }
    append(-1)
    for (index, line) in lines.enumerated().dropFirst(first.count)
    where !Self.isExpectation(line) {
      bytes += line.text + [UInt8(ascii: "\n")]
      append(index)
    }
    return bytes
  }

  private static func isExpectation(_ line: Line) -> Bool {
    if case .expect? = line.step { true } else { false }
  }

  /// Whether the line describes the window rather than acting in it.
  private static func isDeclaration(_ line: Line) -> Bool {
    if case .window? = line.step { true } else { false }
  }

  private static func unexpected(_ event: [UInt8], _ index: Int) -> (line: Int, message: String) {
    (max(index + 1, 1), "nothing expects \(shown(event))")
  }

  private static func text(of value: JSONValue) -> String { JSONWriter { $0.value(value) }.text }

  private static func shown(_ event: [UInt8]) -> String { String(decoding: event, as: UTF8.self) }

  /// Describes the first member of an event that is not as expected, checking its name first; nil
  /// if the event has all expected members, and perhaps more.
  private static func difference(
    of event: [UInt8], from expected: [String: JSONValue]
  ) -> String? {
    guard case .object(let members)? = JSONValue.read(event).value else { return shown(event) }
    let keys = expected.keys.sorted { ($0 == "event" ? "" : $0) < ($1 == "event" ? "" : $1) }
    for key in keys {
      guard let wanted = expected[key] else { continue }
      guard let found = members[key] else {
        return "expected '\(key.printable())', which is not in \(shown(event))"
      }
      if !matches(wanted, found) {
        return "expected '\(key.printable())' to be \(text(of: wanted)), not \(text(of: found))"
      }
    }
    return nil
  }

  private static func matches(_ expected: JSONValue, _ value: JSONValue) -> Bool {
    switch (expected, value) {
    case (.object(let expected), .object(let members)):
      expected.allSatisfy { key, value in members[key].map { matches(value, $0) } ?? false }
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
    default: expected == value
    }
  }
}

/// The events of a replay by the line of the script at which they happened, from 0; those before
/// the first step are at -1.
@MainActor
final class ReplayTranscript {
  /// The line that is being played.
  var line = -1
  /// The lines of the events, without line feeds.
  private(set) var events: [Int: [[UInt8]]] = [:]

  /// Takes complete lines.
  func note(_ lines: [UInt8]) {
    events[line, default: []] += lines.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }
}
