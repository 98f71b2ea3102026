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
  private static let longestTimeout = 3600.0

  /// Reads a line, a JSON object with one key that names the question.
  init(line: [UInt8]) throws(ReplayStep.Fault) {
    let (value, diagnostics) = JSONValue.read(line)
    guard let value else {
      let place = diagnostics.first.map { "column \($0.column): \($0.message)" }
      throw ReplayStep.Fault(message: place ?? "not JSON")
    }
    guard case .object(let members) = value, members.count == 1, let (name, content) = members.first
    else {
      throw ReplayStep.Fault(
        message: "a question is an object with one key, such as {\"tree\":true}")
    }
    switch name {
    case "tree": self = .tree(visibleOnly: try Self.visible(content))
    case "find": self = .find(try ItemSearch(Self.members(content, of: name)))
    case "values":
      guard content == .bool(true) else { throw ReplayStep.Fault(message: "'values' takes true") }
      self = .values
    case "screenshot", "render":
      guard case .string(let path) = content, path.hasPrefix("/") else {
        throw ReplayStep.Fault(message: "'\(name)' takes the whole path of a file")
      }
      self = .screenshot(path)
    case "wait-for": self = try Self.wait(try Self.members(content, of: name))
    case "script":
      guard case .bool(let isOn) = content else {
        throw ReplayStep.Fault(message: "'script' takes true or false")
      }
      self = .script(isOn)
    case "record":
      switch content {
      case .bool(false): self = .record(nil)
      case .string(let path) where path.hasPrefix("/"): self = .record(path)
      default:
        throw ReplayStep.Fault(message: "'record' takes the whole path of a file, or false")
      }
    default: self = .step(try Self.step(name, line))
    }
  }

  private static func step(_ name: String, _ line: [UInt8]) throws(ReplayStep.Fault) -> ReplayStep {
    guard ReplayStep.names.contains(name) else {
      throw ReplayStep.Fault(
        message: "unknown question '\(name.printable(limit: 40))'; known are "
          + (names + ReplayStep.names).joined(separator: ", "))
    }
    return try ReplayStep(line: line)
  }

  private static func members(
    _ content: JSONValue, of name: String
  ) throws(ReplayStep.Fault) -> [String: JSONValue] {
    if case .object(let members) = content { return members }
    throw ReplayStep.Fault(message: "'\(name)' takes an object")
  }

  private static func visible(_ content: JSONValue) throws(ReplayStep.Fault) -> Bool {
    if content == .bool(true) { return false }
    if case .object(let members) = content, members.count == 1,
      case .bool(let isOn)? = members["visible"]
    {
      return isOn
    }
    throw ReplayStep.Fault(message: "'tree' takes true or {\"visible\":true}")
  }

  private static func wait(
    _ members: [String: JSONValue]
  ) throws(ReplayStep.Fault) -> ControlQuestion {
    let timeout = try timeout(members)
    if members["rest"] == .bool(true),
      members.keys.allSatisfy({ ["rest", "timeout"].contains($0) })
    {
      return .wait(.rest, timeout: timeout)
    }
    if let event = members["event"] {
      if let other = members.keys.filter({ !["event", "timeout"].contains($0) }).min() {
        throw ReplayStep.Fault(message: "'\(other.printable(limit: 40))' does not go with 'event'")
      }
      return .wait(.event(try name(ofEvent: event)), timeout: timeout)
    }
    guard !members.keys.allSatisfy({ ["timeout", "gone"].contains($0) }) else {
      throw ReplayStep.Fault(
        message: "say what for: an event, {\"rest\":true}, or items by "
          + ItemSearch.keys.joined(separator: ", "))
    }
    let isGone = members["gone"] ?? .bool(false)
    guard case .bool(let isGone) = isGone else {
      throw ReplayStep.Fault(message: "'gone' takes true or false")
    }
    let search = try ItemSearch(members, besides: ["timeout", "gone"])
    return .wait(isGone ? .noItem(search) : .item(search), timeout: timeout)
  }

  private static func timeout(_ members: [String: JSONValue]) throws(ReplayStep.Fault) -> Double {
    switch members["timeout"] {
    case nil: return usualTimeout
    case .integer(let seconds)? where (0...Int(longestTimeout)).contains(seconds):
      return Double(seconds)
    case .number(let seconds)? where (0...longestTimeout).contains(seconds): return seconds
    default:
      throw ReplayStep.Fault(message: "'timeout' takes from 0 to \(Int(longestTimeout)) seconds")
    }
  }

  private static func name(ofEvent value: JSONValue) throws(ReplayStep.Fault) -> String {
    guard case .string(let name) = value else {
      throw ReplayStep.Fault(message: "'event' takes the name of an event")
    }
    // A misspelled name would otherwise wait until the timeout.
    guard EventLog.names.contains(name) else {
      throw ReplayStep.Fault(
        message: "unknown event '\(name.printable(limit: 40))'; known are "
          + EventLog.names.joined(separator: ", "))
    }
    return name
  }
}
