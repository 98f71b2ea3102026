import Spots
import SpotsSDL
import SpotsViewer

/// A program connected to the control socket, and what has happened since its last answer.
@MainActor
final class ControlClient {
  let number: Int
  /// Writes events as `--events` does, and as a replay does during a script.
  private(set) var log: EventLog
  /// Takes what is for the client.
  let lines = ControlLines()
  /// Whether the user has ended the client's script, and it does not know yet.
  var isInterrupted = false
  /// How many questions were answered.
  private var count = 0

  init(_ number: Int) {
    self.number = number
    log = EventLog(isShown: true, output: lines)
  }

  /// Has events tell the time of a script, from its beginning.
  func beginScript() {
    lines.take()
    lines.keepsAll = true
    log = EventLog(time: 0, output: lines)
  }

  /// Has events tell no time.
  func endScript() {
    lines.keepsAll = false
    log = EventLog(isShown: true, output: lines)
  }

  /// Whether an event has happened since the last answer.
  func hasHeard(_ event: String) -> Bool { lines.events.contains(event) }

  /// The lines of an answer: what has happened, and behind it the answer itself.
  func answer(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    count += 1
    var json = JSONWriter()
    json.beginObject()
    json.member("answer", count)
    body(&json)
    json.endObject()
    return lines.take() + json.bytes + [UInt8(ascii: "\n")]
  }

  /// The lines of an answer that says why something could not be done.
  func answer(_ error: any Error) -> [UInt8] {
    let message =
      (error as? ReplayStep.Fault)?.message ?? (error as? Failure)?.message ?? "\(error)"
    return answer { $0.member("error", message) }
  }
}

/// The lines for a client, until it is answered.
@MainActor
final class ControlLines: ReplayOutput {
  private var bytes: [UInt8] = []
  /// Whether nothing is left out, however much there is: nothing happens but by the client's steps.
  var keepsAll = false
  private var omitted = 0
  /// The names of the events, those that are only counted among them.
  private(set) var events: Set<String> = []

  /// How a line with an event begins.
  private static let event = Array(#"{"event":"#.utf8) + [UInt8(ascii: "\"")]

  /// The bytes from which on events are counted only.
  private static let most = 1 << 20

  /// The lines so far, which are then gone.
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

  func writeLast(_ line: [UInt8]) { write(line) }

  func inspect(_ controller: SpotsController, _ positions: SourceMap, time: Double) {
    let output = InspectOutput(
      controller: controller, positions: positions, visibleOnly: false, time: time)
    bytes += output.bytes(pretty: false) + [UInt8(ascii: "\n")]
  }

  func paint(_ picture: OffscreenCanvas, name: String) throws {
    try NewFile.write(try picture.png(), to: name, mayBlock: false)
  }
}
