import Spots
import SpotsViewer

/// Prints events of the user and the screen, one JSON object per line.
///
/// Scripts depend on the names and the order of the keys.
@MainActor
final class EventLog {
  /// The virtual time of a replay, in seconds, printed with each event; nil in a window.
  var time: Double?
  /// Events before the first frame, printed right after `shown`; nil from then on.
  private var early: [UInt8]? = []

  init(time: Double? = nil) {
    self.time = time
  }

  func write(_ event: ViewerEvent) {
    switch event {
    case .shown: shown()
    case .reloaded: write("reloaded")
    case .refresh: write("refresh")
    case .reachedEnd: write("reachedEnd")
    case .itemSelected(let item, let path): itemSelected(item, at: path)
    case .carouselEnded(let path): carouselEnded(at: path)
    case .navigated(let name):
      write("navigated") { json in
        json.key("to")
        json.string(name)
      }
    case .error(let diagnostic): error(diagnostic)
    case .unavailable(let path, let reason): unavailable(path, reason)
    case .closed: closed()
    }
  }

  private func shown() {
    let before = early ?? []
    early = nil
    write("shown")
    if !before.isEmpty { StandardOutput.write(before) }
  }

  /// Writes the last event, after those held back for a first frame that was never shown.
  private func closed() {
    if let early, !early.isEmpty { StandardOutput.write(early) }
    StandardOutput.writeLast(Self.line("closed", time: time))
  }

  /// The line that replaces `count` events dropped because the reader fell behind.
  nonisolated static func dropped(_ count: Int) -> [UInt8] {
    line("dropped") { json in
      json.key("count")
      json.integer(count)
    }
  }

  private func itemSelected(_ item: Item, at path: ItemPath) {
    write("itemSelected") { json in
      place(path, in: &json)
      json.key("identifier")
      switch item.identifier {
      case .integer(let value): json.integer(value)
      case .string(let value): json.string(value)
      case nil: json.null()
      }
      json.key("action")
      if let action = item.action { json.string(action) } else { json.null() }
      json.key("title")
      json.string(item.title)
      json.key("path")
      json.string(path.pointer)
    }
  }

  private func error(_ diagnostic: Diagnostic) {
    write("error") { json in
      json.key("line")
      json.integer(diagnostic.line)
      json.key("column")
      json.integer(diagnostic.column)
      json.key("message")
      json.string(diagnostic.message)
    }
  }

  private func unavailable(_ path: String, _ reason: String) {
    write("unavailable") { json in
      json.key("file")
      json.string(path)
      json.key("message")
      json.string(reason)
    }
  }

  private func carouselEnded(at path: ItemPath) {
    write("carouselEnded") { json in
      place(path, in: &json)
      json.key("path")
      json.string(path.pointer)
    }
  }

  /// Writes the indexes of the component and the item on the screen; only the JSON pointer
  /// identifies parts inside the item.
  private func place(_ path: ItemPath, in json: inout JSONWriter) {
    json.key("component")
    json.integer(path.component)
    json.key("item")
    if let index = path.item { json.integer(index) } else { json.null() }
  }

  private func write(_ name: String, _ details: (inout JSONWriter) -> Void = { _ in }) {
    let line = Self.line(name, time: time, details)
    if early == nil { StandardOutput.write(line) } else { early?.append(contentsOf: line) }
  }

  /// An event as a line of output.
  nonisolated static func line(
    _ name: String, time: Double? = nil, _ details: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string(name)
    details(&json)
    if let time {
      json.key("time")
      json.number(time)
    }
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
