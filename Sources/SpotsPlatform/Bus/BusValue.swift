import CDBus
import SpotsViews

/// A value to be sent over the bus.
package indirect enum BusValue: Hashable, Sendable {
  case bool(Bool)
  case byte(UInt8)
  case int(Int32)
  case uint(UInt32)
  case double(Double)
  case string(String)
  /// The path of an object.
  case path(String)
  case structure([BusValue])
  /// The signature of the elements' type, and the elements.
  case array(String, [BusValue])
  /// An entry of a dictionary, which is an array of these.
  case entry(BusValue, BusValue)
  case variant(BusValue)

  /// The type of the value, as D-Bus writes it.
  package var signature: String {
    switch self {
    case .bool: "b"
    case .byte: "y"
    case .int: "i"
    case .uint: "u"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .array(let element, _): "a" + element
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }

  /// A length as the nearest whole number that the bus can carry; 0 for NaN.
  package static func length(_ length: Double) -> BusValue {
    .int(length.isNaN ? 0 : Int32(min(max(length.rounded(), -2e9), 2e9)))
  }

  /// The entries of a dictionary from texts to texts, ordered by key.
  package static func dictionary(_ entries: [String: String]) -> BusValue {
    .array("{ss}", entries.sorted { $0.key < $1.key }.map { .entry(.string($0), .string($1)) })
  }

  /// The entries of a dictionary from texts to values of any type, ordered by key.
  package static func options(_ entries: [String: BusValue]) -> BusValue {
    .array(
      "{sv}",
      entries.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) })
  }

  /// Appends the value to the message at `end`.
  func append(to end: inout DBusMessageIter) {
    switch self {
    case .bool(let value):
      var number: dbus_bool_t = value ? 1 : 0
      Self.append(SPOTS_DBUS_BOOLEAN, &number, to: &end)
    case .byte(var value): Self.append(SPOTS_DBUS_BYTE, &value, to: &end)
    case .int(var value): Self.append(SPOTS_DBUS_INT32, &value, to: &end)
    case .uint(var value): Self.append(SPOTS_DBUS_UINT32, &value, to: &end)
    case .double(var value): Self.append(SPOTS_DBUS_DOUBLE, &value, to: &end)
    case .string(let text): Self.append(SPOTS_DBUS_STRING, text, to: &end)
    case .path(let text):
      // libdbus ends programs that send malformed paths.
      let isPath = dbus_validate_path(text, nil) != 0
      Self.append(SPOTS_DBUS_OBJECT_PATH, isPath ? text : "/", to: &end)
    case .structure(let members): Self.append(SPOTS_DBUS_STRUCT, nil, members, to: &end)
    case .array(let element, let members):
      Self.append(SPOTS_DBUS_ARRAY, element, members, to: &end)
    case .entry(let key, let value):
      Self.append(SPOTS_DBUS_DICT_ENTRY, nil, [key, value], to: &end)
    case .variant(let value): Self.append(SPOTS_DBUS_VARIANT, value.signature, [value], to: &end)
    }
  }

  private static func append<Value: BitwiseCopyable>(
    _ type: SpotsDBusType, _ value: inout Value, to end: inout DBusMessageIter
  ) {
    _ = dbus_message_iter_append_basic(&end, Int32(bitPattern: type.rawValue), &value)
  }

  private static func append(
    _ type: SpotsDBusType, _ text: String, to end: inout DBusMessageIter
  ) {
    // A text on the bus ends at its first zero byte.
    text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      append(type, &text, to: &end)
    }
  }

  private static func append(
    _ type: SpotsDBusType, _ signature: String?, _ members: [BusValue],
    to end: inout DBusMessageIter
  ) {
    var inner = DBusMessageIter()
    let type = Int32(bitPattern: type.rawValue)
    guard dbus_message_iter_open_container(&end, type, signature, &inner) != 0 else { return }
    for member in members { member.append(to: &inner) }
    dbus_message_iter_close_container(&end, &inner)
  }
}

/// A call of a method from another program.
package struct BusCall: Sendable {
  /// The object that is asked.
  package var path: String
  /// Empty when the caller does not say.
  package var interface: String
  package var member: String
  /// The connection it comes from.
  package var sender: String
  /// As in `BusMessage.arguments`, with texts of up to a megabyte, as much as a field holds.
  package var arguments: [JSONValue?]

  /// The argument at `index` as a whole number; nil for another type, or none.
  package func integer(_ index: Int) -> Int? {
    guard arguments.indices.contains(index), case .integer(let number)? = arguments[index] else {
      return nil
    }
    return number
  }

  /// The argument at `index` as a number; nil for another type, or none.
  package func number(_ index: Int) -> Double? {
    guard arguments.indices.contains(index), case .number(let number)? = arguments[index] else {
      return integer(index).map(Double.init)
    }
    return number
  }

  /// The argument at `index` as a text; nil for another type, or none.
  package func string(_ index: Int) -> String? {
    guard arguments.indices.contains(index), case .string(let text)? = arguments[index] else {
      return nil
    }
    return text
  }
}

/// The answer to a call.
package enum BusReply: Hashable, Sendable {
  case values([BusValue])
  /// The name of an error, and a text that explains it.
  case error(String, String)

  /// The error for a method that does not exist.
  package static func unknownMethod(_ call: BusCall) -> BusReply {
    .error(
      "org.freedesktop.DBus.Error.UnknownMethod",
      "no method \(call.member.prefix(80)) in \(call.interface.prefix(80))")
  }

  /// The answer to a call that reads properties of an object; nil for another call.
  ///
  /// - Parameter properties: The properties of an interface, by their names.
  package static func reading(
    _ call: BusCall, properties: (_ interface: String) -> [String: BusValue]
  ) -> BusReply? {
    switch call.member {
    case "Get":
      guard let name = call.string(1) else { return nil }
      let value = properties(call.string(0) ?? "")[name]
      return value.map { .values([.variant($0)]) }
        ?? .error("org.freedesktop.DBus.Error.UnknownProperty", "no such property")
    case "GetAll":
      return .values([.options(properties(call.string(0) ?? ""))])
    default: return nil
    }
  }

  /// The error for an object that does not exist, or no longer does.
  package static func unknownObject(_ path: String) -> BusReply {
    .error("org.freedesktop.DBus.Error.UnknownObject", "no object \(path.prefix(120))")
  }
}

/// A message about an event, to every program that listens.
package struct BusSignal: Hashable, Sendable {
  package var path: String
  package var interface: String
  package var member: String
  package var values: [BusValue]

  package init(path: String, interface: String, member: String, values: [BusValue]) {
    (self.path, self.interface, self.member) = (path, interface, member)
    self.values = values
  }
}
