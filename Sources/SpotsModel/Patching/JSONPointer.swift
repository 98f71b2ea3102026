/// A JSON pointer (RFC 6901): the keys and indexes on the way from the root of a document to a
/// value.
struct JSONPointer: Hashable, Sendable {
  var tokens: [String]

  init(_ tokens: [String]) { self.tokens = tokens }

  /// - Throws: `PointerFault` when the text is not a pointer, or has more steps than documents have
  ///   levels.
  init(_ text: String) throws(PointerFault) {
    // By scalars: a combining mark after a slash would make one character with it.
    let scalars = text.unicodeScalars
    guard scalars.isEmpty || scalars.first == "/" else {
      throw PointerFault("a pointer begins with '/', such as '/components/0'")
    }
    let parts = scalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.count <= JSONCursor.maximumDepth else {
      throw PointerFault("a pointer has at most \(JSONCursor.maximumDepth) steps")
    }
    tokens = []
    for part in parts {
      var token = ""
      var isEscaped = false
      for scalar in part {
        switch (isEscaped, scalar) {
        case (false, "~"): isEscaped = true
        case (true, "0"), (true, "1"):
          token.unicodeScalars.append(scalar == "0" ? "~" : "/")
          isEscaped = false
        case (true, _): throw PointerFault("'~' in a pointer is written '~0', and '/' '~1'")
        case (false, _): token.unicodeScalars.append(scalar)
        }
      }
      if isEscaped { throw PointerFault("'~' in a pointer is written '~0', and '/' '~1'") }
      tokens.append(token)
    }
  }

  /// The pointer as it is written, for messages.
  var text: String { Self.text(tokens[...]) }

  static func text(_ tokens: ArraySlice<String>) -> String {
    tokens.reduce(into: "") { text, token in
      text += "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// The index that `token` spells, or `end` for `-`.
  ///
  /// - Throws: `PointerFault` when it is neither, or above `end`.
  static func index(_ token: String, upTo end: Int) throws(PointerFault) -> Int {
    if token == "-" { return end }
    let isPlain = token.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isPlain, token == "0" || !token.hasPrefix("0"), let index = Int(token) else {
      throw PointerFault("'\(token.printable(limit: 40))' is no index")
    }
    guard index <= end else {
      throw PointerFault("there is no \(index); the end is \(end)")
    }
    return index
  }
}

/// The reason why an operation at a pointer is not possible.
struct PointerFault: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// An operation on the value at a pointer.
enum PointerEdit {
  /// As in RFC 6902: into an object, or into an array before the element at the index.
  case add(JSONValue)
  case remove
  /// In place of the value that is there.
  case replace(JSONValue)
  /// In place of the value that is there, if any; missing objects on the way are created.
  case set(JSONValue)
  /// A merge patch (RFC 7396).
  case merge([String: JSONValue])
}

extension JSONValue {
  /// The value at a pointer.
  func value(at tokens: ArraySlice<String>) throws(PointerFault) -> JSONValue {
    guard let token = tokens.first else { return self }
    switch self {
    case .object(let members):
      guard let member = members[token] else { throw Self.missing(token) }
      return try member.value(at: tokens.dropFirst())
    case .array(let elements):
      let index = try JSONPointer.index(token, upTo: elements.count)
      guard index < elements.count else { throw Self.missing(token) }
      return try elements[index].value(at: tokens.dropFirst())
    default: throw Self.missing(token)
    }
  }

  /// Changes the value at a pointer. After a fault, the tree must not be used.
  mutating func apply(
    _ edit: PointerEdit, at tokens: ArraySlice<String>
  ) throws(PointerFault) {
    guard let token = tokens.first else {
      switch edit {
      case .add(let value), .replace(let value), .set(let value): self = value
      case .merge(let patch): merge(patch)
      case .remove: self = .null
      }
      return
    }
    // Not a `switch`, which would hold the value and make each edit copy all of it.
    if case .object(var members) = self {
      self = .null
      try Self.apply(edit, at: token, tokens.dropFirst(), in: &members)
      self = .object(members)
    } else if case .array(var elements) = self {
      self = .null
      try Self.apply(edit, at: token, tokens.dropFirst(), in: &elements)
      self = .array(elements)
    } else {
      throw Self.missing(token)
    }
  }

  private static func apply(
    _ edit: PointerEdit, at key: String, _ rest: ArraySlice<String>,
    in members: inout [String: JSONValue]
  ) throws(PointerFault) {
    // Taken out, so that the member is not copied when it changes.
    var member = members.updateValue(.null, forKey: key)
    if member == nil {
      switch edit {
      case .set, .merge: member = .object([:])
      case .add where rest.isEmpty: member = .null
      default: throw missing(key)
      }
    }
    if rest.isEmpty, case .remove = edit {
      members[key] = nil
      return
    }
    try member?.apply(edit, at: rest)
    members[key] = member
  }

  private static func apply(
    _ edit: PointerEdit, at token: String, _ rest: ArraySlice<String>,
    in elements: inout [JSONValue]
  ) throws(PointerFault) {
    let index = try JSONPointer.index(token, upTo: elements.count)
    if rest.isEmpty, case .add(let value) = edit { return elements.insert(value, at: index) }
    if rest.isEmpty, index == elements.count, case .set(let value) = edit {
      return elements.append(value)
    }
    guard index < elements.count else { throw missing(token) }
    if rest.isEmpty, case .remove = edit {
      elements.remove(at: index)
      return
    }
    try elements[index].apply(edit, at: rest)
  }

  private static func missing(_ token: String) -> PointerFault {
    PointerFault("there is no '\(token.printable(limit: 40))'")
  }

  /// Applies a merge patch (RFC 7396): members of objects are merged, `null` removes one, and any
  /// other value replaces the present one.
  mutating func merge(_ patch: [String: JSONValue]) {
    var members: [String: JSONValue] = [:]
    if case .object(let present) = self { members = present }
    self = .null
    for (key, value) in patch {
      switch value {
      case .null: members[key] = nil
      case .object(let inner): members[key, default: .null].merge(inner)
      default: members[key] = value
      }
    }
    self = .object(members)
  }
}
