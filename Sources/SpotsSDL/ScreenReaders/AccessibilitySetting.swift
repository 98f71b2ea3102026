import CDBus
import Spots

/// The desktop's setting for assistive programs: whether they are in use, and the address of their
/// bus. Starts no service. Confined to the thread of an `AccessibilityBus`.
final class AccessibilitySetting {
  private let connection: OpaquePointer
  /// The last known values of the properties that say whether assistive programs are in use.
  private var isOn: [String: Bool] = [:]
  private var address: String?
  private var questions: BusConversation<Question>

  private enum Question {
    case setting, address
  }

  private static let service = "org.a11y.Bus"
  private static let path = "/org/a11y/bus"
  private static let interface = "org.a11y.Status"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let names = ["IsEnabled", "ScreenReaderEnabled"]
  private static let bus = "org.freedesktop.DBus"

  /// Subscribes to changes of the setting, and asks for its current value.
  init(_ connection: OpaquePointer) {
    self.connection = connection
    questions = BusConversation(
      on: connection,
      following: [
        "type='signal',sender='\(Self.service)',path='\(Self.path)',"
          + "interface='\(Self.properties)',member='PropertiesChanged'",
        "type='signal',sender='\(Self.bus)',interface='\(Self.bus)',member='NameOwnerChanged',"
          + "arg0='\(Self.service)'",
      ])
    askForSetting()
  }

  /// Whether assistive programs are in use.
  var isWanted: Bool { isOn.values.contains(true) }

  /// The address of the accessibility bus, once for each time that it begins to be needed.
  func takeBusAddress() -> String? {
    defer { address = nil }
    return isWanted ? address : nil
  }

  /// Handles all that has arrived.
  func receiveAll() {
    while let message = dbus_connection_pop_message(connection) {
      receive(BusMessage(owning: message))
    }
  }

  private func receive(_ message: borrowing BusMessage) {
    if let number = message.answeredCall {
      guard let question = questions.take(number), message.error == nil else {
        return
      }
      switch question {
      case .setting: note(message.arguments.first ?? nil)
      case .address: address = message.text
      }
    } else if message.isSignal("PropertiesChanged", of: Self.properties) {
      let arguments = message.arguments
      if arguments.count > 1, arguments[0] == .string(Self.interface) { note(arguments[1]) }
    } else if message.isSignal("NameOwnerChanged", of: Self.bus) {
      // The service has started, perhaps with another setting, or it has ended.
      isOn = [:]
      if message.arguments.last != .string("") { askForSetting() }
    }
  }

  private func note(_ values: JSONValue?) {
    guard case .object(let values)? = values else { return }
    let wasWanted = isWanted
    for name in Self.names {
      if case .bool(let value)? = values[name] { isOn[name] = value }
    }
    if isWanted, !wasWanted {
      questions.ask(.address, "GetAddress", of: Self.service, at: Self.path, to: Self.service)
    }
  }

  private func askForSetting() {
    questions.ask(
      .setting, "GetAll", of: Self.properties, at: Self.path, to: Self.service,
      [.string(Self.interface)])
  }
}
