/// An operation on the value at a pointer.
enum PointerEdit: Sendable {
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

  /// Tests that the value is another one, as in RFC 6902.
  func check(_ expected: JSONValue) throws(PointerFault) {
    guard isSame(as: expected) else {
      throw PointerFault("there is another value: \(kindInWords)")
    }
  }

  static func missing(_ token: String) -> PointerFault {
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
