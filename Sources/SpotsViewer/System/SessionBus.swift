import CDBus
import Glibc
import Spots
import Synchronization

/// The bus on which the programs of a desktop session talk to each other.
enum SessionBus {
  /// Where the bus is; nil without one. A variable that would have libdbus launch a bus names none.
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

/// A connection to the bus for a conversation on a thread, which another thread can end.
final class BusConnection: Sendable {
  private struct State {
    /// A duplicate of the connection's socket, while there is one: libdbus closes its own when the
    /// bus ends.
    var socket: Int32?
    var isEnded = false
  }

  private let state = Mutex(State())

  /// Whether `end()` was called.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Connects to the bus, calls `body`, and disconnects. Blocks, so it runs on a thread of its own.
  ///
  /// - Returns: Whether `body` was called: there is a bus at `address`, which has answered.
  func run(at address: String, _ body: (OpaquePointer) -> Void) -> Bool {
    // SIGPIPE is the program's: libdbus, which would ignore it from now on, has sockets without it.
    dbus_connection_set_change_sigpipe(0)
    guard let connection = dbus_connection_open_private(address, nil) else { return false }
    defer {
      dbus_connection_close(connection)
      dbus_connection_unref(connection)
    }
    dbus_connection_set_exit_on_disconnect(connection, 0)
    guard begin(with: connection) else { return false }
    defer {
      state.withLock { state in
        if let socket = state.socket { close(socket) }
        state.socket = nil
      }
    }
    guard dbus_bus_register(connection, nil) != 0 else { return false }
    body(connection)
    return true
  }

  /// Lets `end()` reach the connection; false when it has been called already.
  private func begin(with connection: OpaquePointer) -> Bool {
    var socket: Int32 = -1
    guard dbus_connection_get_socket(connection, &socket) != 0 else { return false }
    let duplicate = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { return false }
    return state.withLock { state in
      if state.isEnded { close(duplicate) } else { state.socket = duplicate }
      return !state.isEnded
    }
  }

  /// Ends the conversation as soon as it can.
  func end() {
    state.withLock { state in
      state.isEnded = true
      // The thread sleeps in libdbus, which notices this at once.
      if let socket = state.socket { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }
}

/// A message of the bus that this program received or is about to send.
struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a message of libdbus.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// A call; nil when there is no memory for it.
  ///
  /// - Parameter starts: Whether the bus may start the service that is called.
  init?(
    call member: String, of interface: String, at path: String, to service: String,
    starts: Bool = false
  ) {
    guard let call = dbus_message_new_method_call(service, path, interface, member) else {
      return nil
    }
    dbus_message_set_auto_start(call, starts ? 1 : 0)
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

  /// The connection the message comes from; nil when the bus does not say.
  var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }

  /// The object a signal is about; nil for other messages.
  var path: String? { dbus_message_get_path(pointer).map { String(cString: $0) } }

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

  /// The path of an object, when that is the only argument.
  var objectPath: String? {
    var position = DBusMessageIter()
    guard dbus_message_iter_init(pointer, &position) != 0,
      Self.type(at: &position) == SPOTS_DBUS_OBJECT_PATH
    else { return nil }
    return Self.text(at: &position, limit: 4096)
  }

  /// What a portal says to a request: how it ended, and the texts of one of its results. Nonsense is
  /// an end of unknown reason, 2, without texts.
  func response(texts name: String) -> (code: UInt32, texts: [String]) {
    var position = DBusMessageIter()
    guard dbus_message_iter_init(pointer, &position) != 0,
      Self.type(at: &position) == SPOTS_DBUS_UINT32
    else { return (2, []) }
    var code = DBusBasicValue()
    dbus_message_iter_get_basic(&position, &code)
    guard dbus_message_iter_next(&position) != 0, Self.type(at: &position) == SPOTS_DBUS_ARRAY
    else { return (2, []) }
    var texts: [String] = []
    Self.forEach(in: &position) { entry in
      guard Self.type(at: &entry) == SPOTS_DBUS_DICT_ENTRY else { return }
      var member = DBusMessageIter()
      dbus_message_iter_recurse(&entry, &member)
      guard Self.text(at: &member, limit: 256) == name, dbus_message_iter_next(&member) != 0,
        Self.type(at: &member) == SPOTS_DBUS_VARIANT
      else { return }
      var value = DBusMessageIter()
      dbus_message_iter_recurse(&member, &value)
      guard Self.type(at: &value) == SPOTS_DBUS_ARRAY else { return }
      Self.forEach(in: &value) { text in
        if let text = Self.text(at: &text, limit: 16_384) { texts.append(text) }
      }
    }
    return (code.u32, texts)
  }

  /// Calls `body` with the position of each element of the array at `position`, of 4096 at the most.
  private static func forEach(
    in position: inout DBusMessageIter, _ body: (inout DBusMessageIter) -> Void
  ) {
    var element = DBusMessageIter()
    dbus_message_iter_recurse(&position, &element)
    for _ in 0..<4096 where type(at: &element) != SPOTS_DBUS_INVALID {
      body(&element)
      guard dbus_message_iter_next(&element) != 0 else { return }
    }
  }

  /// The text at `position`; nil for other values, and for longer ones than `limit` bytes.
  private static func text(at position: inout DBusMessageIter, limit: Int) -> String? {
    let type = type(at: &position)
    guard type == SPOTS_DBUS_STRING || type == SPOTS_DBUS_OBJECT_PATH else { return nil }
    var value = DBusBasicValue()
    dbus_message_iter_get_basic(&position, &value)
    return value.str.flatMap { strnlen($0, limit + 1) <= limit ? String(cString: $0) : nil }
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
