import Spots

/// The registration of a window on the accessibility bus, and the programs that listen to it.
/// Confined to the thread of an `AccessibilityBus`.
final class AccessibilityRegistration {
  private var questions: BusConversation<Question>
  private(set) var place: AccessibilityBus.Connection
  /// The listeners: the bus name of each, and the event it asked for.
  private var listeners: Set<[String]> = []
  /// The keyboard's listeners: the bus name and the path of each.
  private var keyListeners: Set<[String]> = []
  private var keyAnswers: [AccessibilityBus.KeyAnswer] = []
  /// The clients that have called a method.
  private var clients: Set<String> = []
  private var told: AccessibilityBus.Audience?

  private enum Question {
    case parent, listeners, keyListeners
    /// Whether a listener takes the key with this number.
    case key(Int)
  }

  private static let socket = "org.a11y.atspi.Socket"
  private static let registry = "org.a11y.atspi.Registry"
  private static let registryPath = "/org/a11y/atspi/registry"
  private static let keys = "org.a11y.atspi.DeviceEventController"
  private static let keysPath = "/org/a11y/atspi/registry/deviceeventcontroller"
  private static let keyListener = "org.a11y.atspi.DeviceEventListener"
  private static let bus = "org.freedesktop.DBus"

  /// Registers the window with the registry, and asks it for the listeners.
  ///
  /// - Parameter name: The bus name of the connection.
  init(_ connection: OpaquePointer, name: String) {
    place = AccessibilityBus.Connection(name: name)
    questions = BusConversation(
      on: connection,
      following: [
        "type='signal',sender='\(Self.registry)',interface='\(Self.registry)'",
        "type='signal',sender='\(Self.registry)',interface='\(Self.keyListener)'",
        "type='signal',sender='\(Self.registry)',interface='\(Self.socket)',member='Available'",
        "type='signal',sender='\(Self.bus)',interface='\(Self.bus)',member='NameOwnerChanged',"
          + "arg2=''",
      ])
    register()
  }

  /// Registers with the registry, which is started if it is not running.
  private func register() {
    questions.ask(
      .parent, "Embed", of: Self.socket, at: AccessiblePath.root, to: Self.registry, starts: true,
      [.structure([.string(place.name), .path(AccessiblePath.root)])])
    questions.ask(
      .listeners, "GetRegisteredEvents", of: Self.registry, at: Self.registryPath,
      to: Self.registry, starts: true)
    questions.ask(
      .keyListeners, "GetKeystrokeListeners", of: Self.keys, at: Self.keysPath, to: Self.registry)
  }

  /// Asks the keyboard's listeners whether one of them takes a key.
  ///
  /// - Parameter key: As `AccessibleKey` describes it.
  func ask(_ number: Int, _ key: BusValue) {
    questions.ask(
      .key(number), "NotifyListenersSync", of: Self.keys, at: Self.keysPath, to: Self.registry,
      [key])
  }

  /// The answers about keys that have come since the last call.
  func takeKeyAnswers() -> [AccessibilityBus.KeyAnswer] {
    defer { keyAnswers = [] }
    return keyAnswers
  }

  /// The audience, if it has changed since the last call; nil otherwise.
  func takeAudience() -> AccessibilityBus.Audience? {
    let audience = AccessibilityBus.Audience.connected(
      place, isListening: !listeners.isEmpty || !clients.isEmpty,
      hearsKeys: !keyListeners.isEmpty)
    defer { told = audience }
    return audience == told ? nil : audience
  }

  /// Counts `sender`, which has asked a question, as a client unless it is the parent.
  func noteQuestion(from sender: String) {
    if sender != place.parentName { clients.insert(sender) }
  }

  /// Handles a message that is not a question: an answer or a signal.
  func receive(_ message: borrowing BusMessage) {
    if let number = message.answeredCall {
      guard let question = questions.take(number) else { return }
      let answer = message.error == nil ? message.arguments.first ?? nil : nil
      switch question {
      case .parent: receive(parent: answer)
      case .listeners: receive(listeners: answer)
      case .keyListeners: receive(keyListeners: answer)
      case .key(let number): keyAnswers.append((number, answer == .bool(true)))
      }
    } else if message.isSignal("Available", of: Self.socket) {
      // Another registry has started, which knows no programs yet.
      (listeners, keyListeners) = ([], [])
      register()
    } else if message.isSignal("EventListenerRegistered", of: Self.registry) {
      if let listener = listener(message.arguments) { add(listener) }
    } else if message.isSignal("EventListenerDeregistered", of: Self.registry) {
      if let listener = listener(message.arguments) { listeners.remove(listener) }
    } else if message.isSignal("KeystrokeListenerRegistered", of: Self.keyListener) {
      receive(keyListeners: .array([message.arguments.first ?? nil].compactMap(\.self)))
    } else if message.isSignal("KeystrokeListenerDeregistered", of: Self.keyListener) {
      if case .array(let members)?? = message.arguments.first, let listener = listener(members) {
        keyListeners.remove(listener)
      }
    } else if message.isSignal("NameOwnerChanged", of: Self.bus),
      case .string(let name)?? = message.arguments.first
    {
      clients.remove(name)
      listeners = listeners.filter { $0.first != name }
      keyListeners = keyListeners.filter { $0.first != name }
    }
  }

  /// Ignores a malformed answer: programs may still find the window without the registry.
  private func receive(parent answer: JSONValue?) {
    guard case .array(let members)? = answer, members.count == 2,
      case .string(let name) = members[0], case .string(let path) = members[1]
    else { return }
    (place.parentName, place.parentPath) = (name, path)
    clients.remove(name)
  }

  private func receive(listeners answer: JSONValue?) {
    guard case .array(let entries)? = answer else { return }
    for case .array(let members) in entries {
      if let listener = listener(members) { add(listener) }
    }
  }

  /// Each entry is a structure that begins like that of an event listener, with a path in place of
  /// the event. A listener has an entry for each combination of modifiers.
  private func receive(keyListeners answer: JSONValue?) {
    guard case .array(let entries)? = answer else { return }
    for case .array(let members) in entries {
      if let listener = listener(members), keyListeners.count < 1000 {
        keyListeners.insert(listener)
      }
    }
  }

  private func add(_ listener: [String]) {
    if listeners.count < 1000 { listeners.insert(listener) }
  }

  private func listener(_ members: [JSONValue?]) -> [String]? {
    guard members.count >= 2, case .string(let name)? = members[0],
      case .string(let event)? = members[1]
    else { return nil }
    return [name, event]
  }
}
