import Spots
import SpotsViewer

/// Takes the lines of an event log.
@MainActor
protocol EventOutput {
  /// Takes complete lines.
  func write(_ lines: [UInt8])
  /// Takes the answer to a line of a stream, which is never left out.
  func writeAnswer(_ line: [UInt8])
  /// Takes the last line.
  func writeLast(_ line: [UInt8])
}

extension EventOutput {
  func writeAnswer(_ line: [UInt8]) { write(line) }

  func writeLast(_ line: [UInt8]) { write(line) }
}

/// Prints events on standard output.
struct PrintedEvents: EventOutput {
  func write(_ lines: [UInt8]) { StandardOutput.write(lines) }

  func writeAnswer(_ line: [UInt8]) { StandardOutput.writeAnswer(line) }

  func writeLast(_ line: [UInt8]) { StandardOutput.writeLast(line) }
}

/// Writes events of the user and the screen, one JSON object per line.
///
/// Scripts depend on the names and the order of the keys.
@MainActor
final class EventLog {
  /// The virtual time of a replay, in seconds, printed with each event; nil in a window.
  var time: Double?
  /// Events before the first frame, printed right after `shown`; nil from then on.
  private var early: [UInt8]? = []
  private let output: any EventOutput

  /// The names of all events.
  nonisolated static let names = [
    "shown", "reloaded", "itemSelected", "selectionChanged", "move", "delete", "valueChanged",
    "valueConflict", "dataChanged", "submitted", "filtered", "sorted", "tabChosen", "carouselEnded",
    "expanded",
    "reachedEnd", "action", "undone", "refresh", "navigated", "applied", "refused", "snapshot",
    "error",
    "unavailable",
    "dropped",
    "closed",
  ]

  /// - Parameter isShown: Whether the first frame was shown before.
  init(
    time: Double? = nil, isShown: Bool = false, output: any EventOutput = PrintedEvents()
  ) {
    self.time = time
    self.output = output
    if isShown { early = nil }
  }

  /// - Parameter secret: The names of the values that are left out.
  func write(_ event: ViewerEvent, without secret: Set<String> = []) {
    switch event {
    case .shown: shown()
    case .closed: closed()
    case .reloaded: write("reloaded")
    case .refresh: write("refresh")
    case .reachedEnd: write("reachedEnd")
    case .surfaceFaults: return
    case .navigated(let name): write("navigated") { $0.member("to", name) }
    case .undone(let event, _): write(edit: event, isUndone: true)
    case .actionChosen(let action): write("action") { $0.member("action", action) }
    case .error(let fault):
      write("error") { json in
        json.member("line", fault.line)
        json.member("column", fault.column)
        json.member("message", fault.message)
      }
    case .unavailable(let path, let reason):
      write("unavailable") { json in
        json.member("file", path)
        json.member("message", reason)
      }
    case .lineApplied(let number): write("applied", isAnswer: true) { $0.member("line", number) }
    case .lineRefused(let number, let error):
      write("refused", isAnswer: true) { json in
        json.member("line", number)
        json.member("path", error.path)
        json.member("reason", error.reason)
      }
    case .snapshot(let document, let number, let isDataChanged):
      write("snapshot", isAnswer: true) { json in
        json.member("line", number)
        if isDataChanged { json.member("dataChanged", true) }
        json.key("document")
        json.verbatim(document)
      }
    case .screen(let event, let controller): write(event, of: controller, without: secret)
    }
  }

  /// The beginning of the names of values that are places in the data.
  private static let data = "/data/"

  /// Writes what the user did on a screen.
  private func write(
    _ event: SpotsEvent, of controller: SpotsController, without secret: Set<String>
  ) {
    switch event {
    case .itemSelected(let item, let path):
      let values = item.action == nil ? [:] : controller.values.answers
      write(item, at: path, row: controller.boundData.rowPointer(of: path), values, without: secret)
    case .severalSelected(let indexes, let path):
      guard let items = controller.component(at: path)?.model.items else { return }
      write("selectionChanged") { several(indexes, of: items, at: path, in: &$0) }
    case .itemsDeleted, .itemMoved: write(edit: event)
    case .valueChanged, .valueConflict, .dataChanged: write(change: event, without: secret)
    case .submitted(let values, let action, let path):
      submitted(values, action, at: path, of: controller, without: secret)
    case .filtered(let path, let text): filtered(path, by: text, of: controller)
    case .sorted(let path, let column, let order):
      let column = column.flatMap { controller.component(at: path)?.model.columns[$0] }
      sorted(path, by: column, order)
    case .tabChosen(let name): write("tabChosen") { $0.member("tab", name) }
    case .expanded(let item, let path, let isExpanded):
      write("expanded", at: path) { json in
        Self.identifier(item, in: &json)
        json.member("title", item.title)
        json.member("expanded", isExpanded)
      }
    case .carouselEnded(let path, let item, _):
      write("carouselEnded", at: path.item(item)) { _ in }
    default: return
    }
  }

  /// Writes that the user has deleted or moved something, or undone that.
  private func write(edit event: SpotsEvent, isUndone: Bool = false) {
    switch event {
    case .itemsDeleted(let indexes, let items, let path):
      write(isUndone ? "undone" : "delete") { json in
        if isUndone { json.member("what", "delete") }
        several(indexes, of: items, at: path, in: &json)
      }
    case .itemMoved(let item, let path, let destination):
      write(isUndone ? "undone" : "move", at: path) { json in
        json.member("to", destination)
        Self.identifier(item, in: &json)
        json.member("title", item.title)
        if isUndone { json.member("what", "move") }
      }
    case .valueChanged(let name, let value, let path):
      write("undone", at: path) { json in
        json.member("what", "value")
        json.member("data", String(name.dropFirst(Self.data.count - 1)))
        json.member("value", value)
      }
    default: return
    }
  }

  private func submitted(
    _ values: [String: JSONValue], _ action: String, at path: ItemPath,
    of controller: SpotsController, without secret: Set<String>
  ) {
    write("submitted") { json in
      json.member("action", action)
      if let payload = controller.item(at: path)?.input.payload {
        json.member("payload", payload)
      }
      Self.member(values, without: secret, in: &json)
      if controller.screen.submits == .data, let data = controller.data {
        json.key("data")
        json.data(data)
      }
      json.member("path", path.pointer)
    }
  }

  /// Writes what has changed in the answers and the data.
  private func write(change event: SpotsEvent, without secret: Set<String>) {
    switch event {
    case .valueChanged(let name, _, let path) where secret.contains(name):
      write("valueChanged") { json in
        json.member("name", name)
        json.member("path", path.pointer)
      }
    case .valueChanged(let name, let value, let path):
      write("valueChanged", at: path) { json in
        if name.hasPrefix(Self.data) {
          json.member("data", String(name.dropFirst(Self.data.count - 1)))
        } else {
          json.member("name", name)
        }
        json.member("value", value)
      }
    case .valueConflict(let entered, let other, let pointer):
      write("valueConflict") { json in
        json.member("data", pointer)
        json.member("value", entered)
        json.member("other", other)
      }
    case .dataChanged(let patch): write("dataChanged") { $0.member("patch", .array(patch)) }
    default: return
    }
  }

  private func write(
    _ item: Item, at path: ItemPath, row: String?, _ values: [String: JSONValue],
    without secret: Set<String>
  ) {
    write("itemSelected", at: path) { json in
      Self.identifier(item, in: &json)
      json.member("action", item.action)
      json.member("title", item.title)
      // A payload is filled from the data, which may hold a secret that a field is bound to.
      let isOpen = !secret.contains { $0.hasPrefix(Self.data) }
      if isOpen, let payload = item.input.payload { json.member("payload", payload) }
      if let row { json.member("data", row) }
      // Screens without values keep the line that scripts already know.
      if !values.isEmpty { Self.member(values, without: secret, in: &json) }
    }
  }

  private static func member(
    _ values: [String: JSONValue], without secret: Set<String>, in json: inout JSONWriter
  ) {
    json.member("values", .object(values.filter { !secret.contains($0.key) }))
  }

  private func shown() {
    let before = early ?? []
    early = nil
    write("shown")
    if !before.isEmpty { output.write(before) }
  }

  /// Forgets the events before the first frame; used when the screen starts over.
  func forgetEarly() { early?.removeAll() }

  /// Writes the last event, after those held back for a first frame that was never shown.
  private func closed() {
    if let early, !early.isEmpty { output.write(early) }
    output.writeLast(Self.line("closed", time: time))
  }

  /// The line that replaces `count` events dropped because the reader fell behind.
  nonisolated static func dropped(_ count: Int) -> [UInt8] {
    line("dropped") { $0.member("count", count) }
  }

  private func filtered(_ path: ComponentPath, by text: String, of controller: SpotsController) {
    let filtered = controller.components.filter { component in
      component.path == path || component.model.filter != nil && component.filterText == text
    }
    write("filtered") { json in
      json.member("component", path.index)
      json.member("text", text)
      json.member("shown", filtered.reduce(0) { $0 + $1.shownCount })
      json.member("of", filtered.reduce(0) { $0 + $1.presentCount })
      json.member("path", path.pointer)
    }
  }

  private func sorted(_ path: ComponentPath, by column: TableColumn?, _ order: SortOrder) {
    write("sorted") { json in
      json.member("component", path.index)
      json.member("column", column.map { $0.field ?? $0.title })
      json.member("order", column.map { _ in order.rawValue })
      json.member("path", path.pointer)
    }
  }

  private static func identifier(_ item: Item, in json: inout JSONWriter) {
    json.member("identifier", item.identifier?.json ?? .null)
  }

  /// The maximum number of identifiers listed, however many items are selected.
  private static let longestList = 100

  /// Writes the items of an event: the first and last index of each range, and the identifiers of
  /// the first hundred items.
  private func several(
    _ indexes: RangeSet<Int>, of items: ItemList, at path: ComponentPath, in json: inout JSONWriter
  ) {
    json.member("component", path.parent?.component ?? path.index)
    json.member("count", indexes.indexCount)
    json.array("ranges", indexes.ranges) { json, range in
      json.value([.integer(range.lowerBound), .integer(range.upperBound - 1)])
    }
    json.array("identifiers", indexes.indexes.prefix(Self.longestList)) { json, index in
      json.value(items[index].identifier?.json ?? .null)
    }
    json.member("path", path.pointer)
  }

  /// Writes an event of an item: first the indexes of the component and the item on the screen,
  /// last the JSON pointer, which alone identifies parts inside the item and buttons of a toolbar.
  private func write(
    _ name: String, at path: ItemPath, _ details: (inout JSONWriter) -> Void
  ) {
    write(name) { json in
      if !path.isInToolbar {
        json.member("component", path.component)
        json.member("item", path.item)
      }
      details(&json)
      json.member("path", path.pointer)
    }
  }

  /// - Parameter isAnswer: Whether the event answers a line of a stream.
  private func write(
    _ name: String, isAnswer: Bool = false, _ details: (inout JSONWriter) -> Void = { _ in }
  ) {
    let line = Self.line(name, time: time, details)
    if early != nil {
      early?.append(contentsOf: line)
    } else if isAnswer {
      output.writeAnswer(line)
    } else {
      output.write(line)
    }
  }

  /// An event as a line of output.
  nonisolated static func line(
    _ name: String, time: Double? = nil, _ details: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    assert(names.contains(name), "an event is one of 'names'")
    var json = JSONWriter()
    json.object { json in
      json.member("event", name)
      details(&json)
      if let time { json.member("time", time) }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
