import Spots

/// A request to a window, one line long.
enum ControlQuestion: Equatable {
  /// A step, as in a script.
  case step(ReplayStep)
  /// The laid-out screen, as `inspect` prints it.
  case tree(visibleOnly: Bool)
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

  /// The names of the questions that are not steps of a script.
  private static let names = [
    "tree", "find", "values", "screenshot", "wait-for", "script", "record",
  ]
  /// How long to wait, in seconds, unless the question says otherwise.
  private static let usualTimeout = 10.0

  typealias Fault = ReplayStep.Fault

  /// Reads a line, a JSON object with one key that names the question.
  init(line: [UInt8]) throws(Fault) {
    let fields = try Fields(line: line, "a question", example: "{\"tree\":true}")
    let (name, content) = (fields.name, fields.content)
    switch name {
    case "tree": self = .tree(visibleOnly: try Self.visible(content))
    case "find": self = .find(try ItemSearch(fields.members))
    case "values":
      guard content == .bool(true) else { throw Fault(message: "'values' takes true") }
      self = .values
    case "screenshot", "render":
      guard case .string(let path) = content, path.hasPrefix("/") else {
        throw Fault(message: "'\(name)' takes the whole path of a file")
      }
      self = .screenshot(path)
    case "wait-for": self = try Self.wait(fields)
    case "script":
      guard case .bool(let isOn) = content else {
        throw Fault(message: "'script' takes true or false")
      }
      self = .script(isOn)
    case "record":
      switch content {
      case .bool(false): self = .record(nil)
      case .string(let path) where path.hasPrefix("/"): self = .record(path)
      default:
        throw Fault(message: "'record' takes the whole path of a file, or false")
      }
    default:
      guard ReplayStep.names.contains(name) else {
        throw Fault(
          message: "unknown question '\(name.printable(limit: 40))'; known are "
            + (Self.names + ReplayStep.names).joined(separator: ", "))
      }
      self = .step(try ReplayStep(fields))
    }
  }

  private static func visible(_ content: JSONValue) throws(Fault) -> Bool {
    if content == .bool(true) { return false }
    if case .object(let members) = content, members.count == 1,
      case .bool(let isOn)? = members["visible"]
    {
      return isOn
    }
    throw Fault(message: "'tree' takes true or {\"visible\":true}")
  }

  private static func wait(_ fields: Fields) throws(Fault) -> ControlQuestion {
    let members = try fields.members
    let timeout = try fields.seconds("timeout", default: usualTimeout)
    if members["rest"] == .bool(true),
      members.keys.allSatisfy({ ["rest", "timeout"].contains($0) })
    {
      return .wait(.rest, timeout: timeout)
    }
    if members["event"] != nil {
      if let other = members.keys.filter({ !["event", "timeout"].contains($0) }).min() {
        throw Fault(message: "'\(other.printable(limit: 40))' does not go with 'event'")
      }
      return .wait(.event(try event(fields)), timeout: timeout)
    }
    guard !members.keys.allSatisfy({ ["timeout", "gone"].contains($0) }) else {
      throw Fault(
        message: "say what for: an event, {\"rest\":true}, or items by "
          + ItemSearch.keys.joined(separator: ", "))
    }
    let isGone = try fields.bool("gone")
    let search = try ItemSearch(members, besides: ["timeout", "gone"])
    return .wait(isGone ? .noItem(search) : .item(search), timeout: timeout)
  }

  private static func event(_ fields: Fields) throws(Fault) -> String {
    let name = try fields.string("event", default: "")
    // A misspelled name would otherwise wait until the timeout.
    guard EventLog.names.contains(name) else {
      throw Fault(
        message: "unknown event '\(name.printable(limit: 40))'; known are "
          + EventLog.names.joined(separator: ", "))
    }
    return name
  }
}
