import Spots
import SpotsViewer

/// A line of a script or of a client: a name and its value, with accessors that throw descriptive
/// faults.
struct Fields {
  let name: String
  let content: JSONValue

  typealias Fault = ReplayStep.Fault

  /// The longest wait, in seconds.
  private static let longestWait = 3600.0

  init(name: String, content: JSONValue) { (self.name, self.content) = (name, content) }

  /// Reads a line, a JSON object with one key.
  ///
  /// - Parameter noun: What the line is called in faults, which show `example`.
  init(line: [UInt8], _ noun: String, example: String) throws(Fault) {
    let (value, diagnostics) = JSONValue.read(line)
    guard let value else {
      let place = diagnostics.first.map { "column \($0.column): \($0.message)" }
      throw Fault(message: place ?? "not JSON")
    }
    guard case .object(let members) = value, members.count == 1, let (name, content) = members.first
    else { throw Fault(message: "\(noun) is an object with one key, such as \(example)") }
    self.init(name: name, content: content)
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let members) = content { return members[key] }
    return nil
  }

  /// The value as a number of seconds.
  var seconds: Double {
    get throws(Fault) { try Self.seconds(content, name) }
  }

  /// The seconds at `key`, or `fallback` if there are none.
  func seconds(_ key: String, default fallback: Double) throws(Fault) -> Double {
    try self[key].map { value throws(Fault) in try Self.seconds(value, key) } ?? fallback
  }

  private static func seconds(_ value: JSONValue, _ key: String) throws(Fault) -> Double {
    let seconds = try number(of: value, key)
    guard (0...longestWait).contains(seconds) else {
      throw Fault(message: "'\(key)' takes from 0 to \(Int(longestWait)) seconds")
    }
    return seconds
  }

  /// The members of the value.
  var members: [String: JSONValue] {
    get throws(Fault) {
      if case .object(let members) = content { return members }
      throw Fault(message: "'\(name)' takes an object")
    }
  }

  var string: String {
    get throws(Fault) {
      guard case .string(let value) = content else {
        throw Fault(message: "'\(name)' takes a string")
      }
      return value
    }
  }

  func number(_ key: String, default fallback: Double? = nil) throws(Fault) -> Double {
    guard let value = self[key] else {
      if let fallback { return fallback }
      throw Fault(message: "'\(name)' needs the number '\(key)'")
    }
    return try Self.number(of: value, key)
  }

  func string(_ key: String, default fallback: String) throws(Fault) -> String {
    guard let value = self[key] else { return fallback }
    guard case .string(let text) = value else { throw Fault(message: "'\(key)' takes a string") }
    return text
  }

  /// The string at `key`; nil if there is none.
  func string(of key: String) throws(Fault) -> String? {
    self[key] == nil ? nil : try string(key, default: "")
  }

  func bool(_ key: String) throws(Fault) -> Bool {
    guard let value = self[key] else { return false }
    guard case .bool(let flag) = value else { throw Fault(message: "'\(key)' takes true or false") }
    return flag
  }

  /// The value as an array of at least one string.
  var strings: [String] {
    get throws(Fault) {
      guard case .array(let values) = content, !values.isEmpty else {
        throw Fault(message: "'\(name)' takes an array of strings")
      }
      var texts: [String] = []
      for value in values {
        guard case .string(let text) = value else {
          throw Fault(message: "'\(name)' takes an array of strings")
        }
        texts.append(text)
      }
      return texts
    }
  }

  var size: Size {
    get throws(Fault) { Size(width: try side("width"), height: try side("height")) }
  }

  /// The modifier keys held.
  var modifiers: Modifiers {
    get throws(Fault) {
      var held: Modifiers = []
      for (name, modifier) in KeyName.modifiers where try bool(name) { held.insert(modifier) }
      return held
    }
  }

  /// The number of presses in quick succession.
  func clicks() throws(Fault) -> Int {
    switch self["clicks"] {
    case nil: return 1
    case .integer(let count)? where (1...100).contains(count): return count
    default: throw Fault(message: "'clicks' takes from 1 to 100")
    }
  }

  func point() throws(Fault) -> Point {
    Point(x: try number("x"), y: try number("y"))
  }

  private func side(_ key: String) throws(Fault) -> Double {
    let side = try number(key)
    guard ViewerOptions.sides.contains(side) else {
      throw Fault(message: "'\(key)' takes \(ViewerOptions.sides) points")
    }
    return side
  }

  private static func number(of value: JSONValue, _ key: String) throws(Fault) -> Double {
    switch value {
    case .integer(let value): return Double(value)
    case .number(let value) where value.isFinite: return value
    default: throw Fault(message: "'\(key)' takes a number")
    }
  }
}
