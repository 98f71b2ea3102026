import Spots

/// An option of the question for the laid-out screen.
enum TreeOption: String { case visible, expressions, parts }

/// A request to a window, one line long.
enum ControlQuestion: Equatable {
  /// A step, as in a script.
  case step(ReplayStep)
  /// The laid-out screen, as `inspect` prints it with the options.
  case tree(Set<TreeOption>)
  /// The items that match, with their frames.
  case find(ItemSearch)
  /// The answers so far, without secrets.
  case values
  /// Writes a picture of the window into a file.
  case screenshot(String)
  /// Answers when the condition is met, or after `timeout` seconds.
  case wait(ControlCondition, timeout: Double)
  /// Begins or ends a script of this client: time stands still between its steps.
  case script(Bool)
  /// Records what is done from now on in a file; nil ends the recording.
  case record(String?)

  /// The questions by name, without the steps of a script.
  private static let own: [LineKey<ControlQuestion>] = [
    LineKey("tree", .json) { value in
      if value == true { return .tree([]) }
      guard case .object(let members) = value, !members.isEmpty,
        members.allSatisfy({
          TreeOption(rawValue: $0.key) != nil && ($0.value == true || $0.value == false)
        })
      else {
        throw FieldFault(
          "'tree' takes true or {\"visible\":true,\"expressions\":true,\"parts\":true}")
      }
      return .tree(Set(members.filter { $0.value == true }.keys.compactMap(TreeOption.init)))
    },
    LineKey("find", .object(ItemSearch.fields)) { search in
      guard search != ItemSearch() else {
        throw FieldFault("say which items: by \(ItemSearch.names)")
      }
      return .find(search)
    },
    LineKey("values", .bool) { isOn in
      guard isOn else { throw FieldFault("'values' takes true") }
      return .values
    },
    LineKey("screenshot", .file) { .screenshot($0) },
    LineKey("render", .file) { .screenshot($0) },
    LineKey("wait-for", .object(WaitRequest.fields)) { request in
      .wait(try request.condition, timeout: request.timeout)
    },
    LineKey("script", .bool) { .script($0) },
    LineKey("record", .json) { value in
      switch value {
      case .bool(false): return .record(nil)
      case .string(let path) where path.hasPrefix("/"): return .record(path)
      default: throw FieldFault("'record' takes the whole path of a file, or false")
      }
    },
  ]

  private static let lines = LineKeys(
    "question", example: "{\"tree\":true}",
    own
      + ReplayStep.keys.filter { step in !own.contains { $0.name == step.name } }.map { step in
        LineKey(step) { .step($0) }
      })

  /// Reads a line, a JSON object with one key that names the question.
  init(line: [UInt8]) throws(FieldFault) { self = try Self.lines.read(line) }
}

extension ControlQuestion: LineMeaning {
  var isSearch: Bool {
    switch self {
    case .step(let step): step.isSearch
    case .find, .wait: true
    default: false
    }
  }
}

extension FieldValue<String> {
  /// The whole path of a file.
  fileprivate static var file: FieldValue {
    string.converted { path, subject in
      if path.hasPrefix("/") { return path }
      throw FieldFault("\(subject) takes the whole path of a file")
    }
  }
}

/// A wait for an event, for rest, or for items.
private struct WaitRequest: Sendable {
  var rest = false
  var event: String?
  var isGone = false
  /// How long to wait, in seconds.
  var timeout = 10.0
  var search = ItemSearch()

  static let fields = Fields<WaitRequest>(
    "wait", of: WaitRequest(),
    [
      Field(\.rest, "rest", .bool, "Whether nothing may move."),
      Field(optional: \.event, "event", .string, "The event."),
      Field(\.isGone, "gone", .bool, "Whether there may be no such item."),
      Field(\.timeout, "timeout", .number(ReplayStep.longestWait), "The longest wait."),
    ] + ItemSearch.keys.map { Field($0, of: \.search) })

  var condition: ControlCondition {
    get throws(FieldFault) {
      let isSearch = search != ItemSearch()
      guard !isSearch || !rest && event == nil, !rest || event == nil else {
        throw FieldFault("say one thing: an event, rest, or items by \(ItemSearch.names)")
      }
      if isSearch { return .items(search, areThere: !isGone) }
      if rest { return .window(.rest) }
      guard let event else {
        throw FieldFault(
          "say what for: an event, {\"rest\":true}, or items by \(ItemSearch.names)")
      }
      // A misspelled name would otherwise wait until the timeout.
      if EventLog.names.contains(event) { return .window(.event(event)) }
      throw FieldFault(
        "unknown event '\(event.printable(limit: 40))'; known are "
          + EventLog.names.joined(separator: ", "))
    }
  }
}
