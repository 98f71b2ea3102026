import CDBus
import Glibc
import Spots

/// The bus on which the programs of a desktop session talk to each other.
enum SessionBus {
  /// The address of the bus; nil without one. A variable that would have libdbus launch a bus counts
  /// as none.
  ///
  /// Reads the environment, so only the main thread may ask.
  static var address: String? {
    if let value = getenv("DBUS_SESSION_BUS_ADDRESS") {
      let address = String(cString: value)
      let launches = ["autolaunch:", "disabled:"].contains { address.contains($0) }
      return address.isEmpty || launches ? nil : address
    }
    guard let folder = getenv("XDG_RUNTIME_DIR") else { return nil }
    let path = String(cString: folder) + "/bus"
    guard access(path, F_OK) == 0, let escaped = dbus_address_escape_value(path) else { return nil }
    defer { dbus_free(escaped) }
    return "unix:path=" + String(cString: escaped)
  }
}

/// A message of the bus that this program received or is about to send.
struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a message of libdbus.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// A call that starts no service; nil when there is no memory for it.
  init?(call member: String, of interface: String, at path: String, to service: String) {
    guard let call = dbus_message_new_method_call(service, path, interface, member) else {
      return nil
    }
    dbus_message_set_auto_start(call, 0)
    pointer = call
  }

  deinit { dbus_message_unref(pointer) }

  /// Appends texts to the arguments of a call.
  func append(_ texts: String...) {
    var end = DBusMessageIter()
    dbus_message_iter_init_append(pointer, &end)
    for text in texts {
      text.withCString { text in
        var text: UnsafePointer<CChar>? = text
        _ = dbus_message_iter_append_basic(
          &end, Int32(bitPattern: SPOTS_DBUS_STRING.rawValue), &text)
      }
    }
  }

  /// The number of the call that this message answers; nil for signals and calls.
  var answeredCall: UInt32? {
    let type = dbus_message_get_type(pointer)
    let isAnswer = type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR
    return isAnswer ? dbus_message_get_reply_serial(pointer) : nil
  }

  /// The name of the error that answers a call; nil when the message is no error.
  var error: String? {
    guard dbus_message_get_type(pointer) == DBUS_MESSAGE_TYPE_ERROR else { return nil }
    return dbus_message_get_error_name(pointer).map { String(cString: $0) }
  }

  /// Whether this is the signal called `member` of `interface`.
  func isSignal(_ member: String, of interface: String) -> Bool {
    dbus_message_is_signal(pointer, interface, member) != 0
  }

  /// The arguments as JSON values, nil for those that none stands for. Structs and arrays are arrays;
  /// of a variant there is what it holds. Texts beyond 256 bytes, arrays beyond 4096 elements, and
  /// what is nested more than six deep are nil.
  var arguments: [JSONValue?] {
    var position = DBusMessageIter()
    guard dbus_message_iter_init(pointer, &position) != 0 else { return [] }
    return Self.values(at: &position, depth: 0)
  }

  private static func values(at position: inout DBusMessageIter, depth: Int) -> [JSONValue?] {
    var values: [JSONValue?] = []
    while type(at: &position) != SPOTS_DBUS_INVALID {
      values.append(value(at: &position, depth: depth))
      guard values.count <= 4096, dbus_message_iter_next(&position) != 0 else { break }
    }
    return values
  }

  private static func type(at position: inout DBusMessageIter) -> SpotsDBusType {
    SpotsDBusType(UInt32(bitPattern: dbus_message_iter_get_arg_type(&position)))
  }

  private static func value(at position: inout DBusMessageIter, depth: Int) -> JSONValue? {
    let type = type(at: &position)
    switch type {
    case SPOTS_DBUS_VARIANT, SPOTS_DBUS_STRUCT, SPOTS_DBUS_ARRAY:
      guard depth < 6 else { return nil }
      var inner = DBusMessageIter()
      dbus_message_iter_recurse(&position, &inner)
      let values = values(at: &inner, depth: depth + 1)
      if type == SPOTS_DBUS_VARIANT { return values.first ?? nil }
      let known = values.compactMap { $0 }
      return known.count == values.count && known.count <= 4096 ? .array(known) : nil
    default: return basicValue(of: type, at: &position)
    }
  }

  private static func basicValue(
    of type: SpotsDBusType, at position: inout DBusMessageIter
  ) -> JSONValue? {
    var value = DBusBasicValue()
    switch type {
    case SPOTS_DBUS_BOOLEAN, SPOTS_DBUS_BYTE, SPOTS_DBUS_INT16, SPOTS_DBUS_UINT16,
      SPOTS_DBUS_INT32, SPOTS_DBUS_UINT32, SPOTS_DBUS_INT64, SPOTS_DBUS_UINT64,
      SPOTS_DBUS_DOUBLE, SPOTS_DBUS_STRING:
      dbus_message_iter_get_basic(&position, &value)
    default: return nil
    }
    switch type {
    case SPOTS_DBUS_BOOLEAN: return .bool(value.bool_val != 0)
    case SPOTS_DBUS_BYTE: return .integer(Int(value.byt))
    case SPOTS_DBUS_INT16: return .integer(Int(value.i16))
    case SPOTS_DBUS_UINT16: return .integer(Int(value.u16))
    case SPOTS_DBUS_INT32: return .integer(Int(value.i32))
    case SPOTS_DBUS_UINT32: return .integer(Int(value.u32))
    case SPOTS_DBUS_INT64: return .integer(Int(value.i64))
    case SPOTS_DBUS_UINT64: return Int(exactly: value.u64).map { .integer($0) }
    case SPOTS_DBUS_DOUBLE: return value.dbl.isFinite ? .number(value.dbl) : nil
    default:
      return value.str.flatMap { strnlen($0, 257) <= 256 ? .string(String(cString: $0)) : nil }
    }
  }
}
