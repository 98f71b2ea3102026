import CDBus
import Glibc
import Synchronization

/// The bus on which the programs of a desktop session talk to each other.
package enum SessionBus {
  /// The address of the bus; nil without one. A variable that would have libdbus launch a bus
  /// counts as none.
  ///
  /// Reads the environment, so only the main thread may ask.
  package static var address: String? {
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

  /// Whether the bus at `address` lets this program in within `seconds`. Usually takes less than a
  /// millisecond.
  static func answers(at address: String, within seconds: Double) -> Bool {
    withConnection(to: address) { connection in
      let end = Clock.now + seconds
      while dbus_connection_get_is_authenticated(connection) == 0 {
        let rest = Int32((end - Clock.now) * 1000)
        guard rest > 0, dbus_connection_read_write(connection, rest) != 0 else { return false }
      }
      return true
    }
  }

  /// Calls `body` with a connection of its own to the bus at `address`, which is closed afterwards.
  ///
  /// - Returns: What `body` returns; false when no bus listens there.
  fileprivate static func withConnection(
    to address: String, _ body: (OpaquePointer) -> Bool
  ) -> Bool {
    // SIGPIPE is up to the program: libdbus need not ignore it, as its sockets never raise it.
    dbus_connection_set_change_sigpipe(0)
    guard let connection = dbus_connection_open_private(address, nil) else { return false }
    defer {
      dbus_connection_close(connection)
      dbus_connection_unref(connection)
    }
    dbus_connection_set_exit_on_disconnect(connection, 0)
    return body(connection)
  }
}

/// A connection to the bus for a conversation on a thread, which another thread can end.
package final class BusConnection: Sendable {
  private struct State {
    /// A duplicate of the connection's socket, while there is one: libdbus closes its own when the
    /// bus ends.
    var socket: Int32?
    var isEnded = false
  }

  private let state = Mutex(State())

  /// Creates a connection, which `run` opens and closes, for one `run` at a time.
  package init() {}

  /// Whether `end()` was called.
  package var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Connects to the bus, calls `body`, and disconnects. Blocks, so it runs on a thread of its own.
  ///
  /// - Returns: Whether `body` was called; false when no bus answers, or after `end()`.
  package func run(at address: String, _ body: (OpaquePointer) -> Void) -> Bool {
    SessionBus.withConnection(to: address) { connection in
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

  /// Ends the conversation as soon as possible.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      // The thread sleeps in libdbus, which notices this at once.
      if let socket = state.socket { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }
}
