import CDBus
import Glibc
import Spots
import SpotsPlatform

/// Asks the desktop's settings portal, and follows its changes until `end()`.
///
/// A dedicated thread connects, asks and waits, so that a bus or portal that is slow, silent or
/// dead holds up nothing. No service is started. The answers are kept for the next start.
package final class SettingsPortal: Sendable {
  private let connection = BusConnection()
  private let mailbox: Mailbox
  private let keep: @Sendable (DesktopSettings) -> Void
  private let onChange: @MainActor @Sendable (DesktopSettings) -> Void

  /// - Parameters:
  ///   - known: The answers so far.
  ///   - address: The address of the bus; nil without one.
  ///   - mailbox: Through which changes reach the main thread.
  ///   - keep: Keeps answers for the next start; called on the thread.
  ///   - onChange: Called with all answers after some of them have changed.
  package init(
    known: DesktopSettings, address: String? = SessionBus.address, mailbox: Mailbox,
    keep: @escaping @Sendable (DesktopSettings) -> Void = { $0.keep() },
    onChange: @escaping @MainActor @Sendable (DesktopSettings) -> Void
  ) {
    self.mailbox = mailbox
    self.keep = keep
    self.onChange = onChange
    guard let address else { return }
    // Without a thread, the answers kept last time stay.
    _ = BackgroundThread.start { [self] in follow(known, at: address) }
  }

  /// Ends the thread as soon as it can. `onChange` is no longer called.
  package func end() { connection.end() }

  // MARK: The thread

  private func follow(_ known: DesktopSettings, at address: String) {
    _ = connection.run(at: address) { bus in
      let conversation = PortalConversation(bus, known: known)
      var told = known
      repeat {
        while let message = dbus_connection_pop_message(bus) {
          conversation.receive(BusMessage(owning: message))
        }
        if conversation.settings != told {
          told = conversation.settings
          keep(told)
          tell(told)
        }
      } while dbus_connection_read_write(bus, -1) != 0
    }
  }

  private func tell(_ settings: DesktopSettings) {
    mailbox.post { [self] in if !connection.isEnded { onChange(settings) } }
  }
}

/// The questions to the portal that are not answered yet, and the answers.
///
/// All questions are sent at once, and answers taken as they come. Confined to the portal's thread.
private final class PortalConversation {
  private enum Question {
    case readOne(DesktopSettings.Name)
    /// The older method, for portals that do not know `ReadOne`.
    case read(DesktopSettings.Name)
    case installedServices
  }

  private(set) var settings: DesktopSettings
  private var questions: BusConversation<Question>

  private static let settingsInterface = "org.freedesktop.portal.Settings"

  /// Follows the portal, and asks for all settings.
  init(_ connection: OpaquePointer, known: DesktopSettings) {
    settings = known
    questions = BusConversation(
      on: connection,
      following: DesktopPortal.rules(for: "SettingChanged", of: Self.settingsInterface))
    askForAll()
  }

  private func askForAll() {
    questions.removeAll()
    for name in DesktopSettings.Name.allCases { ask(.readOne(name)) }
  }

  private func ask(_ question: Question) {
    func read(_ name: DesktopSettings.Name, by member: String) {
      questions.ask(
        question, member, of: Self.settingsInterface, at: DesktopPortal.path,
        to: DesktopPortal.name, [.string(name.namespace), .string(name.rawValue)])
    }
    switch question {
    case .readOne(let name): read(name, by: "ReadOne")
    case .read(let name): read(name, by: "Read")
    case .installedServices:
      questions.ask(
        question, "ListActivatableNames", of: DesktopPortal.bus, at: "/org/freedesktop/DBus",
        to: DesktopPortal.bus)
    }
  }

  func receive(_ message: borrowing BusMessage) {
    if let number = message.answeredCall {
      guard let question = questions.take(number) else { return }
      if let error = message.error {
        receive(error, to: question)
      } else {
        receive(message.arguments, to: question)
      }
    } else if message.isSignal("SettingChanged", of: Self.settingsInterface) {
      let arguments = message.arguments
      guard arguments.count == 3, case .string(let namespace)? = arguments[0],
        case .string(let key)? = arguments[1],
        let name = DesktopSettings.Name(namespace: namespace, key: key)
      else { return }
      settings[name] = arguments[2]
    } else if let owners = DesktopPortal.owners(in: message), !owners.new.isEmpty {
      // The portal has started, perhaps with other settings than the one before.
      askForAll()
    }
  }

  private func receive(_ arguments: [JSONValue?], to question: Question) {
    switch question {
    case .readOne(let name), .read(let name): settings[name] = arguments.first ?? nil
    case .installedServices:
      guard case .array(let names)?? = arguments.first else { return }
      // If the portal is installed but not running, its last answers may still be right. If it is
      // not installed, they are those of another desktop.
      if !names.contains(.string(DesktopPortal.name)) { settings = DesktopSettings() }
    }
  }

  private func receive(_ error: String, to question: Question) {
    switch (question, error) {
    case (.readOne(let name), "org.freedesktop.DBus.Error.UnknownMethod"): ask(.read(name))
    case (.readOne, "org.freedesktop.DBus.Error.ServiceUnknown"),
      (.readOne, "org.freedesktop.DBus.Error.NameHasNoOwner"),
      (.read, "org.freedesktop.DBus.Error.ServiceUnknown"),
      (.read, "org.freedesktop.DBus.Error.NameHasNoOwner"):
      // One question is enough, whatever has become of the others.
      questions.removeAll()
      ask(.installedServices)
    // The portal has ended, or has been too slow for the bus.
    case (_, "org.freedesktop.DBus.Error.NoReply"), (_, "org.freedesktop.DBus.Error.Timeout"):
      break
    case (.readOne(let name), _), (.read(let name), _): settings[name] = nil
    case (.installedServices, _): break
    }
  }
}

/// The desktop's portal: the service that gives programs its settings and dialogs.
package enum DesktopPortal {
  /// Its name on the bus, and the path of its object.
  package static let (name, path) = (
    "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
  )
  /// The name and the interface of the bus itself.
  package static let bus = "org.freedesktop.DBus"

  /// The rules for a signal of the portal, and for those about its start and end.
  package static func rules(for signal: String, of interface: String) -> [String] {
    [
      "type='signal',sender='\(name)',interface='\(interface)',member='\(signal)'",
      "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0='\(name)'",
    ]
  }

  /// The connections of the portal before and after its start or end, which `message` is about;
  /// empty for none. Nil for other messages.
  package static func owners(in message: borrowing BusMessage) -> (old: String, new: String)? {
    guard message.isSignal("NameOwnerChanged", of: bus) else { return nil }
    let arguments = message.arguments
    guard arguments.count == 3, arguments[0] == .string(name),
      case .string(let old)? = arguments[1], case .string(let new)? = arguments[2]
    else { return nil }
    return (old, new)
  }
}
