import Spots
import SpotsSDL
import SpotsViewer

/// A program connected to the control socket, and what has happened since its last answer.
@MainActor
final class ControlClient {
  let number: Int
  /// Writes events as `--events` does; during a script, as a replay does.
  private(set) var log: EventLog
  /// Collects the output for the client.
  let lines = ControlLines()
  /// Whether the user has ended the client's script and the client does not know yet.
  var isInterrupted = false
  /// The number of questions answered so far.
  private var count = 0
  private let messages: ToolMessages?

  /// Whether it is a tool of an agent, whose input ends.
  var isTool: Bool { messages != nil }

  /// - Parameter messages: What its answers tell of beside events; nil for nothing.
  init(_ number: Int, messages: ToolMessages? = nil) {
    (self.number, self.messages) = (number, messages)
    log = EventLog(isShown: true, output: lines)
  }

  /// Begins to include the time, which is 0 when the script begins, in events.
  func beginScript() {
    lines.take()
    lines.keepsAll = true
    log = EventLog(time: 0, output: lines)
  }

  /// Stops including the time in events.
  func endScript() {
    lines.keepsAll = false
    log = EventLog(isShown: true, output: lines)
  }

  /// Whether an event has happened since the last answer.
  func hasHeard(_ event: String) -> Bool { lines.events.contains(event) }

  /// The lines of an answer: the events since the last one, then the answer itself.
  func answer(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    count += 1
    var json = JSONWriter()
    json.object { json in
      json.member("answer", count)
      body(&json)
      if let warnings = messages?.take(), !warnings.isEmpty { json.member("warnings", warnings) }
    }
    return lines.take() + json.bytes + [UInt8(ascii: "\n")]
  }

  /// The lines of an answer that says why something could not be done.
  func answer(_ error: any Error) -> [UInt8] { answer { $0.member("error", "\(error)") } }
}

/// The lines for a client, until it is answered.
@MainActor
final class ControlLines: ReplayOutput {
  private var bytes: [UInt8] = []
  /// Whether all lines are kept: during a script, only the client's own steps cause events.
  var keepsAll = false
  private var omitted = 0
  /// The names of all events, including those that are only counted.
  private(set) var events: Set<String> = []

  /// The beginning of a line with an event.
  private static let event = Array(#"{"event":"#.utf8) + [UInt8(ascii: "\"")]

  /// The number of bytes at which events begin to be counted only.
  private static let most = 1 << 20

  /// Removes and returns the lines so far.
  @discardableResult
  func take() -> [UInt8] {
    defer { (bytes, omitted, events) = ([], 0, []) }
    return bytes + (omitted > 0 ? EventLog.dropped(omitted) : [])
  }

  func write(_ lines: [UInt8]) {
    if lines.starts(with: Self.event) {
      let name = lines.dropFirst(Self.event.count).prefix { $0 != UInt8(ascii: "\"") }
      events.insert(String(decoding: name, as: UTF8.self))
    }
    if keepsAll || bytes.count < Self.most { bytes += lines } else { omitted += 1 }
  }

  func inspect(_ controller: SpotsController, _ positions: SourceMap, time: Double) {
    bytes += InspectOutput(controller: controller, positions: positions, time: time).line
  }
}
