import CDBus
import Glibc
import SpotsViews

/// A message on the bus that this program received or is about to send.
package struct BusMessage: ~Copyable {
  package let pointer: OpaquePointer

  /// Takes over a message of libdbus.
  package init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// A call; nil when there is no memory for it.
  ///
  /// - Parameter starts: Whether the bus may start the service that is called.
  package init?(
    call member: String, of interface: String, at path: String, to service: String,
    starts: Bool = false
  ) {
    guard let call = dbus_message_new_method_call(service, path, interface, member) else {
      return nil
    }
    dbus_message_set_auto_start(call, starts ? 1 : 0)
    pointer = call
  }

  /// The message for a signal; nil when there is no memory for it, or one of its names is invalid.
  package init?(_ signal: BusSignal) {
    guard let message = dbus_message_new_signal(signal.path, signal.interface, signal.member)
    else { return nil }
    pointer = message
    append(signal.values)
  }

  /// The answer to `call`; nil when there is no memory for it.
  package init?(_ reply: BusReply, to call: borrowing BusMessage) {
    switch reply {
    case .values(let values):
      guard let message = dbus_message_new_method_return(call.pointer) else { return nil }
      pointer = message
      append(values)
    case .error(let name, let text):
      guard let message = dbus_message_new_error(call.pointer, name, text) else { return nil }
      pointer = message
    }
  }

  deinit { dbus_message_unref(pointer) }

  /// Queues the message for sending and returns immediately. Messages keep the order of the calls.
  ///
  /// - Returns: The number by which an answer refers to the message; nil when there is no memory.
  @discardableResult
  package func send(on connection: OpaquePointer) -> UInt32? {
    var number: UInt32 = 0
    return dbus_connection_send(connection, pointer, &number) != 0 ? number : nil
  }

  /// Appends values to the arguments.
  package func append(_ values: [BusValue]) {
    var end = DBusMessageIter()
    dbus_message_iter_init_append(pointer, &end)
    for value in values { value.append(to: &end) }
  }

  /// The call that this message is; nil for any other.
  package var call: BusCall? {
    guard dbus_message_get_type(pointer) == DBUS_MESSAGE_TYPE_METHOD_CALL else { return nil }
    func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
    return BusCall(
      path: text(dbus_message_get_path(pointer)),
      interface: text(dbus_message_get_interface(pointer)),
      member: text(dbus_message_get_member(pointer)), sender: sender ?? "",
      arguments: arguments(longestText: 1 << 20))
  }

  /// Whether the sender of this call wants an answer.
  package var wantsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }

  /// The number of the call that this message answers; nil for signals and calls.
  package var answeredCall: UInt32? {
    let type = dbus_message_get_type(pointer)
    let isAnswer = type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR
    return isAnswer ? dbus_message_get_reply_serial(pointer) : nil
  }

  /// The name of the error that answers a call; nil when the message is no error.
  package var error: String? {
    guard dbus_message_get_type(pointer) == DBUS_MESSAGE_TYPE_ERROR else { return nil }
    return dbus_message_get_error_name(pointer).map { String(cString: $0) }
  }

  /// The connection the message comes from; nil when the bus does not say.
  package var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }

  /// The object a signal is about; nil for other messages.
  package var path: String? { dbus_message_get_path(pointer).map { String(cString: $0) } }

  /// Whether this is the signal called `member` of `interface`.
  package func isSignal(_ member: String, of interface: String) -> Bool {
    dbus_message_is_signal(pointer, interface, member) != 0
  }

  /// The arguments as JSON values; nil for one that JSON cannot express, a text of more than 256
  /// bytes, an array of more than 4096 elements or with a nil one, and any value nested more than
  /// six deep. Structs become arrays, dictionaries with text keys become objects without their nil
  /// values, object paths become texts, and variants become the values they hold.
  package var arguments: [JSONValue?] { arguments(longestText: 256) }

  /// The arguments, with texts of up to so many bytes.
  package func arguments(longestText: Int) -> [JSONValue?] {
    var position = DBusMessageIter()
    guard dbus_message_iter_init(pointer, &position) != 0 else { return [] }
    return BusReader(longestText: longestText).values(at: &position, depth: 0)
  }

  /// The first argument, when that is a text of up to 4096 bytes.
  package var text: String? {
    if case .string(let text)?? = arguments(longestText: 4096).first { text } else { nil }
  }

  /// The path of an object, when that is the only argument.
  package var objectPath: String? {
    dbus_message_has_signature(pointer, "o") != 0 ? text : nil
  }
}

/// Reads the values in a message.
private struct BusReader {
  /// In bytes.
  let longestText: Int

  func values(at position: inout DBusMessageIter, depth: Int) -> [JSONValue?] {
    var values: [JSONValue?] = []
    while type(at: &position) != SPOTS_DBUS_INVALID {
      values.append(value(at: &position, depth: depth))
      guard values.count <= 4096, dbus_message_iter_next(&position) != 0 else { break }
    }
    return values
  }

  private func type(at position: inout DBusMessageIter) -> SpotsDBusType {
    SpotsDBusType(UInt32(bitPattern: dbus_message_iter_get_arg_type(&position)))
  }

  private func value(at position: inout DBusMessageIter, depth: Int) -> JSONValue? {
    let type = type(at: &position)
    switch type {
    case SPOTS_DBUS_VARIANT, SPOTS_DBUS_STRUCT, SPOTS_DBUS_ARRAY:
      guard depth < 6 else { return nil }
      var inner = DBusMessageIter()
      dbus_message_iter_recurse(&position, &inner)
      if self.type(at: &inner) == SPOTS_DBUS_DICT_ENTRY {
        return .object(members(at: &inner, depth: depth))
      }
      let values = values(at: &inner, depth: depth + 1)
      if type == SPOTS_DBUS_VARIANT { return values.first ?? nil }
      let known = values.compactMap { $0 }
      return known.count == values.count && known.count <= 4096 ? .array(known) : nil
    default: return basicValue(of: type, at: &position)
    }
  }

  /// The members of a dictionary, at most 4096 of them.
  private func members(at entry: inout DBusMessageIter, depth: Int) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for _ in 0..<4096 where type(at: &entry) != SPOTS_DBUS_INVALID {
      var member = DBusMessageIter()
      dbus_message_iter_recurse(&entry, &member)
      if case .string(let key)? = basicValue(of: type(at: &member), at: &member),
        dbus_message_iter_next(&member) != 0
      {
        members[key] = value(at: &member, depth: depth + 1)
      }
      guard dbus_message_iter_next(&entry) != 0 else { break }
    }
    return members
  }

  private func basicValue(
    of type: SpotsDBusType, at position: inout DBusMessageIter
  ) -> JSONValue? {
    var value = DBusBasicValue()
    switch type {
    case SPOTS_DBUS_BOOLEAN, SPOTS_DBUS_BYTE, SPOTS_DBUS_INT16, SPOTS_DBUS_UINT16,
      SPOTS_DBUS_INT32, SPOTS_DBUS_UINT32, SPOTS_DBUS_INT64, SPOTS_DBUS_UINT64,
      SPOTS_DBUS_DOUBLE, SPOTS_DBUS_STRING, SPOTS_DBUS_OBJECT_PATH:
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
      return value.str.flatMap {
        strnlen($0, longestText + 1) <= longestText ? .string(String(cString: $0)) : nil
      }
    }
  }
}
