import CDBus
import Glibc
import Spots
import SpotsSDL

/// The desktop's file dialog, which the file chooser portal shows.
///
/// A dedicated thread asks and waits, so that the window stays responsive. `end()` drops the
/// connection, upon which the portal closes the dialog.
final class FileChooser: Sendable {
  /// What to ask for.
  struct Request: Sendable {
    /// The window the dialog belongs to, as portals name windows; empty for none.
    var window = ""
    /// Where the dialog begins, an absolute path; nil leaves that to the desktop.
    var folder: String?
  }

  /// How a dialog has ended.
  enum Outcome: Hashable, Sendable {
    /// The absolute paths of one file or several.
    case chosen([String])
    /// The user canceled the dialog.
    case canceled
    /// There is no dialog, or it ended without an answer: the reason, without a final period.
    case failed(String)
  }

  private let connection = BusConnection()

  /// Asks for files.
  ///
  /// - Parameters:
  ///   - address: Where the bus is; nil without one.
  ///   - patience: How long the portal may take to show the dialog, in seconds.
  ///   - onEnd: Called once, on the main thread, unless `end()` is called before.
  init(
    _ request: Request, address: String? = SessionBus.address, patience: Double = 10,
    mailbox: Mailbox, onEnd: @escaping @MainActor @Sendable (Outcome) -> Void
  ) {
    let connection = connection
    let finish: @Sendable (Outcome) -> Void = { outcome in
      mailbox.post { if !connection.isEnded { onEnd(outcome) } }
    }
    guard let address else {
      finish(Self.missing)
      return
    }
    let code = BackgroundThread.start {
      var outcome = Self.missing
      _ = connection.run(at: address) { bus in
        var conversation = ChooserConversation(bus, request, patience: patience)
        outcome = conversation.run()
      }
      finish(outcome)
    }
    if code != 0 { finish(Self.missing) }
  }

  /// Closes the dialog. `onEnd` is no longer called.
  func end() { connection.end() }

  fileprivate static let missing = Outcome.failed("This desktop has no file dialog")
  fileprivate static let silent = Outcome.failed("The desktop's file dialog does not answer")
  fileprivate static let ended = Outcome.failed("The desktop's file dialog has ended")
}

/// The conversation with the portal. Confined to the chooser's thread.
private struct ChooserConversation {
  private let bus: OpaquePointer
  private let request: FileChooser.Request
  /// When the portal must have answered the call, in the time of `Clock`.
  private let deadline: Double
  /// The call that asks for the dialog.
  private var call: UInt32?
  /// The connection of the portal, and the object that stands for the dialog, once it is there.
  private var dialog: (owner: String, path: String)?
  private var outcome: FileChooser.Outcome?

  private static let portal = "org.freedesktop.portal.Desktop"
  private static let busName = "org.freedesktop.DBus"
  private static let requestInterface = "org.freedesktop.portal.Request"

  init(_ bus: OpaquePointer, _ request: FileChooser.Request, patience: Double) {
    (self.bus, self.request) = (bus, request)
    deadline = Clock.now + patience
  }

  /// Asks, and waits for the end.
  mutating func run() -> FileChooser.Outcome {
    for rule in [
      "type='signal',sender='\(Self.portal)',interface='\(Self.requestInterface)',"
        + "member='Response'",
      "type='signal',sender='\(Self.busName)',interface='\(Self.busName)',"
        + "member='NameOwnerChanged',arg0='\(Self.portal)'",
    ] {
      dbus_bus_add_match(bus, rule, nil)
    }
    guard ask() else { return FileChooser.missing }
    repeat {
      while let message = dbus_connection_pop_message(bus) {
        receive(BusMessage(owning: message))
        if let outcome { return outcome }
      }
      if dialog == nil, Clock.now >= deadline { return FileChooser.silent }
    } while dbus_connection_read_write(bus, timeout) != 0
    return FileChooser.ended
  }

  /// In milliseconds; unlimited once the dialog is there, while the user chooses.
  private var timeout: Int32 {
    dialog != nil ? -1 : Int32(max((deadline - Clock.now) * 1000, 0).rounded(.up))
  }

  private mutating func ask() -> Bool {
    guard
      let message = BusMessage(
        call: "OpenFile", of: "org.freedesktop.portal.FileChooser",
        at: "/org/freedesktop/portal/desktop", to: Self.portal, starts: true)
    else { return false }
    var arguments = BusArguments(of: message)
    arguments.string(request.window)
    arguments.string("Open a Screen")
    arguments.options { options in
      options.option("handle_token", "s") { $0.string("spots\(getpid())") }
      options.option("modal", "b") { $0.bool(true) }
      options.option("multiple", "b") { $0.bool(true) }
      options.option("filters", "a(sa(us))") { filters in
        filters.array(of: "(sa(us))") { filters in
          filters.filter("Screens", ["*.json", "*.jsonc", "*.json5"])
          filters.filter("Spots screens", ["*.spots.json"])
          filters.filter("All files", ["*"])
        }
      }
      if let folder = request.folder {
        options.option("current_folder", "ay") { $0.bytes(Array(folder.utf8) + [0]) }
      }
    }
    call = message.send(on: bus)
    return call != nil
  }

  private mutating func receive(_ message: borrowing BusMessage) {
    if let call, message.answeredCall == call {
      guard message.error == nil, let path = message.objectPath, let owner = message.sender else {
        outcome = Self.isSilence(message.error) ? FileChooser.silent : FileChooser.missing
        return
      }
      dialog = (owner, path)
    } else if message.isSignal("Response", of: Self.requestInterface) {
      // Any program of the session can send such a signal.
      guard let dialog, message.path == dialog.path, message.sender == dialog.owner else { return }
      outcome = Self.outcome(message)
    } else if message.isSignal("NameOwnerChanged", of: Self.busName) {
      let arguments = message.arguments
      guard let dialog, arguments.count == 3, arguments[1] == .string(dialog.owner) else { return }
      outcome = FileChooser.ended
    }
  }

  /// Whether the portal was there, but has ended or not answered in time.
  private static func isSilence(_ error: String?) -> Bool {
    ["NoReply", "Timeout", "TimedOut"].contains { error == "\(busName).Error.\($0)" }
  }

  private static func outcome(_ message: borrowing BusMessage) -> FileChooser.Outcome {
    let (code, uris) = message.response(texts: "uris")
    switch code {
    case 0:
      var paths: [String] = []
      for uri in uris {
        do throws(FileURL.Fault) {
          paths.append(try FileURL.path(of: uri))
        } catch {
          // A file on a server, which is not mounted here.
        }
      }
      return paths.isEmpty ? .failed("What was chosen is no file of this machine") : .chosen(paths)
    case 1: return .canceled
    default: return FileChooser.ended
    }
  }
}

/// Appends arguments to a call.
private struct BusArguments {
  private var end = DBusMessageIter()

  private init() {}

  init(of message: borrowing BusMessage) {
    dbus_message_iter_init_append(message.pointer, &end)
  }

  mutating func string(_ text: String) {
    text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      append(SPOTS_DBUS_STRING, &text)
    }
  }

  mutating func bool(_ value: Bool) {
    var value: dbus_bool_t = value ? 1 : 0
    append(SPOTS_DBUS_BOOLEAN, &value)
  }

  mutating func number(_ value: UInt32) {
    var value = value
    append(SPOTS_DBUS_UINT32, &value)
  }

  mutating func bytes(_ bytes: [UInt8]) {
    array(of: "y") { array in
      for byte in bytes {
        var byte = byte
        array.append(SPOTS_DBUS_BYTE, &byte)
      }
    }
  }

  mutating func array(of signature: String, _ body: (inout BusArguments) -> Void) {
    container(SPOTS_DBUS_ARRAY, signature, body)
  }

  /// Options by name, of any type.
  mutating func options(_ body: (inout BusArguments) -> Void) { array(of: "{sv}", body) }

  mutating func option(
    _ name: String, _ signature: String, _ body: (inout BusArguments) -> Void
  ) {
    container(SPOTS_DBUS_DICT_ENTRY, nil) { entry in
      entry.string(name)
      entry.container(SPOTS_DBUS_VARIANT, signature, body)
    }
  }

  /// A filter of a file dialog, whose patterns are shell globs.
  mutating func filter(_ name: String, _ patterns: [String]) {
    container(SPOTS_DBUS_STRUCT, nil) { filter in
      filter.string(name)
      filter.array(of: "(us)") { array in
        for pattern in patterns {
          array.container(SPOTS_DBUS_STRUCT, nil) { entry in
            entry.number(0)
            entry.string(pattern)
          }
        }
      }
    }
  }

  private mutating func append(_ type: SpotsDBusType, _ value: UnsafeRawPointer) {
    _ = dbus_message_iter_append_basic(&end, Int32(bitPattern: type.rawValue), value)
  }

  private mutating func container(
    _ type: SpotsDBusType, _ signature: String?, _ body: (inout BusArguments) -> Void
  ) {
    var inner = BusArguments()
    let kind = Int32(bitPattern: type.rawValue)
    guard dbus_message_iter_open_container(&end, kind, signature, &inner.end) != 0 else { return }
    body(&inner)
    dbus_message_iter_close_container(&end, &inner.end)
  }
}
