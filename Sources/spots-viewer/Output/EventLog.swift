import Spots

/// Prints what the user and the screen do, one JSON object per line.
///
/// Scripts depend on the names and the order of the keys.
@MainActor
final class EventLog {
  private let isEnabled: Bool
  /// The virtual time of a replay, in seconds; printed with each event when there is one.
  var time: Double?
  /// What happened before the first frame was shown, which is told first; nil from then on.
  private var early: [UInt8]? = []

  init(isEnabled: Bool, time: Double? = nil) {
    self.isEnabled = isEnabled
    self.time = time
  }

  /// Whether the first frame is on the screen.
  var isShown: Bool { early == nil }

  func shown() {
    let before = early ?? []
    early = nil
    write("shown")
    StandardOutput.write(before)
  }

  func reloaded() { write("reloaded") }
  func refresh() { write("refresh") }
  func reachedEnd() { write("reachedEnd") }
  func closed() { write("closed") }

  func itemSelected(_ item: Item, at path: ItemPath) {
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

  func error(_ diagnostic: Diagnostic) {
    write("error") { json in
      json.key("line")
      json.integer(diagnostic.line)
      json.key("column")
      json.integer(diagnostic.column)
      json.key("message")
      json.string(diagnostic.message)
    }
  }

  /// - Parameter path: The item in the carousel's middle.
  func carouselEnded(at path: ItemPath) {
    write("carouselEnded") { json in
      place(path, in: &json)
      json.key("path")
      json.string(path.pointer)
    }
  }

  /// The component and the item of the screen itself; what is inside of them is in the pointer.
  private func place(_ path: ItemPath, in json: inout JSONWriter) {
    json.key("component")
    json.integer(path.component)
    json.key("item")
    if let index = path.item { json.integer(index) } else { json.null() }
  }

  func navigated(to name: String) {
    write("navigated") { json in
      json.key("to")
      json.string(name)
    }
  }

  private func write(_ name: String, _ details: (inout JSONWriter) -> Void = { _ in }) {
    guard isEnabled else { return }
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
    let line = json.bytes + [UInt8(ascii: "\n")]
    if early == nil { StandardOutput.write(line) } else { early?.append(contentsOf: line) }
  }
}
