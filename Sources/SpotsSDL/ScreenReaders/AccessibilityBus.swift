import CDBus
import Dispatch
import Glibc
import Spots
import Synchronization

/// The connection of a window to assistive programs, such as screen readers.
///
/// A thread of its own follows the desktop's setting, and sleeps while no assistive program is in
/// use. Otherwise it joins the accessibility bus, passes questions from there to the main thread,
/// which answers them between frames, and sends signals about changes in the window. A bus that is
/// slow, silent, dead or talks nonsense holds up nothing but this thread.
final class AccessibilityBus: Sendable {
  /// The listeners, as the main thread knows them.
  enum Audience: Hashable, Sendable {
    case nobody
    /// The window is on the bus, and programs may be listening to it, and to the keyboard.
    case connected(Connection, isListening: Bool, hearsKeys: Bool)
  }

  /// The place of the window on the bus.
  struct Connection: Hashable, Sendable {
    /// The name of the window's connection.
    var name = ""
    /// The name and the path of the desktop, which contains all programs.
    var parentName = ""
    var parentPath = AccessiblePath.null
  }

  /// Answers questions, in their order. Called on the main thread.
  typealias Answer = @MainActor @Sendable (_ calls: [BusCall], Connection) -> [BusReply]

  /// Whether a listener takes the key with this number.
  typealias KeyAnswer = (number: Int, isTaken: Bool)

  private struct State {
    var signals: [BusSignal] = []
    /// Keys to ask about.
    var keys: [(number: Int, key: BusValue)] = []
    var replies: [BusReply]?
    var isEnded = false
  }

  private let state = Mutex(State())
  /// Signaled when questions have been answered, and at the end.
  private let answered = DispatchSemaphore(value: 0)
  /// Rung when there are signals to send, and at the end; nil when there is no bus.
  private let doorbell: Doorbell?
  private let session = BusConnection()
  private let bus = BusConnection()
  private let mailbox: Mailbox
  private let answer: Answer
  private let onAudience: @MainActor @Sendable (Audience) -> Void
  private let onKeyAnswer: @MainActor @Sendable (KeyAnswer) -> Void

  /// The most signals that wait to be sent; further ones are dropped.
  private static let mostSignals = 4096
  /// The most questions that the main thread answers at once.
  private static let mostCalls = 64
  /// The most bytes that wait for a bus that does not read.
  private static let mostBytes = 4 << 20

  /// Starts the thread; without a session bus, or a thread, nothing ever happens.
  ///
  /// - Parameters:
  ///   - address: The address of the session bus.
  ///   - mailbox: Takes questions to the main thread.
  ///   - onAudience: Called on the main thread when the audience has changed.
  ///   - onKeyAnswer: Called on the main thread with each answer to `ask`.
  init(
    address: String?, mailbox: Mailbox, answer: @escaping Answer,
    onAudience: @escaping @MainActor @Sendable (Audience) -> Void,
    onKeyAnswer: @escaping @MainActor @Sendable (KeyAnswer) -> Void
  ) {
    (self.mailbox, self.answer) = (mailbox, answer)
    (self.onAudience, self.onKeyAnswer) = (onAudience, onKeyAnswer)
    doorbell = address != nil && FreeDescriptors.areThere(4) ? Doorbell() : nil
    guard let address, doorbell != nil else { return }
    _ = BackgroundThread.start { [self] in follow(address) }
  }

  /// Ends the thread as soon as possible. The main thread gets no more questions.
  func end() {
    state.withLock { $0.isEnded = true }
    answered.signal()
    doorbell?.ring()
    session.end()
    bus.end()
  }

  /// Sends signals, after those of earlier calls.
  func send(_ signals: [BusSignal]) {
    guard !signals.isEmpty else { return }
    state.withLock { state in
      state.signals += signals.prefix(max(Self.mostSignals - state.signals.count, 0))
    }
    doorbell?.ring()
  }

  /// Asks the keyboard's listeners whether one of them takes a key, after sending the signals so
  /// far. There may be no answer.
  func ask(_ number: Int, _ key: BusValue) {
    state.withLock { $0.keys.append((number, key)) }
    doorbell?.ring()
  }

  private var isEnded: Bool { state.withLock { $0.isEnded } }

  // MARK: The thread

  /// Waits until assistive programs are in use, and serves them until none is.
  private func follow(_ address: String) {
    _ = session.run(at: address) { session in
      let setting = AccessibilitySetting(session)
      repeat {
        setting.receiveAll()
        guard let address = setting.takeBusAddress() else { continue }
        _ = bus.run(at: address) { serve($0, session, setting) }
        if !isEnded { tell(.nobody) }
      } while !isEnded && dbus_connection_read_write(session, -1) != 0
    }
  }

  private func tell(_ audience: Audience) {
    mailbox.post { [self] in if !isEnded { onAudience(audience) } }
  }

  /// Answers questions on the bus while assistive programs are in use.
  private func serve(
    _ connection: OpaquePointer, _ session: OpaquePointer, _ setting: AccessibilitySetting
  ) {
    dbus_connection_set_max_received_size(connection, Self.mostBytes)
    // What the last connection left unsent was to come from its bus name, which is out of date.
    state.withLock { ($0.signals, $0.keys) = ([], []) }
    let name = dbus_bus_get_unique_name(connection).map { String(cString: $0) } ?? ""
    let registration = AccessibilityRegistration(connection, name: name)
    while !isEnded, setting.isWanted {
      guard dbus_connection_read_write(connection, 0) != 0,
        dbus_connection_read_write(session, 0) != 0
      else { return }
      setting.receiveAll()
      // A bus that does not read gets no answers, so no more questions are taken from it.
      let isFull = dbus_connection_get_outgoing_size(connection) > Self.mostBytes
      let calls = isFull ? [] : receive(from: connection, registration)
      answer(calls, on: connection, registration)
      send(on: connection, registration, isFull: isFull)
      for answer in registration.takeKeyAnswers() {
        mailbox.post { [self] in if !isEnded { onKeyAnswer(answer) } }
      }
      if let audience = registration.takeAudience() { tell(audience) }
      // A lost connection has no socket that could wake the thread.
      guard dbus_connection_get_is_connected(connection) != 0,
        dbus_connection_get_is_connected(session) != 0
      else { return }
      // Nothing has been read since, so all remaining work is still in the sockets.
      if calls.isEmpty { wait(for: connection, session, isFull: isFull) }
    }
  }

  private func receive(
    from connection: OpaquePointer, _ registration: AccessibilityRegistration
  ) -> [OpaquePointer] {
    var calls: [OpaquePointer] = []
    while calls.count < Self.mostCalls, let message = dbus_connection_pop_message(connection) {
      if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL {
        calls.append(message)
      } else {
        registration.receive(BusMessage(owning: message))
      }
    }
    return calls
  }

  /// Has the main thread answer calls, and waits until it has.
  ///
  /// - Parameter calls: Messages, which this releases.
  private func answer(
    _ calls: [OpaquePointer], on connection: OpaquePointer,
    _ registration: AccessibilityRegistration
  ) {
    guard !calls.isEmpty else { return }
    let messages = calls.map { BusMessageBox(message: BusMessage(owning: $0)) }
    let questions = messages.compactMap { $0.message.call }
    for question in questions { registration.noteQuestion(from: question.sender) }
    let place = registration.place
    mailbox.post { [self] in
      guard !isEnded else { return }
      let replies = answer(questions, place)
      state.withLock { $0.replies = replies }
      answered.signal()
    }
    answered.wait()
    let replies = state.withLock { state in
      defer { state.replies = nil }
      return state.replies ?? []
    }
    for (call, reply) in zip(messages, replies) where call.message.wantsReply {
      BusMessage(reply, to: call.message)?.send(on: connection)
    }
  }

  private final class BusMessageBox {
    let message: BusMessage

    init(message: consuming BusMessage) {
      self.message = message
    }
  }

  private func send(
    on connection: OpaquePointer, _ registration: AccessibilityRegistration, isFull: Bool
  ) {
    let (signals, keys) = state.withLock { state in
      defer { (state.signals, state.keys) = ([], []) }
      return (state.signals, state.keys)
    }
    guard !isFull else { return }
    for signal in signals { BusMessage(signal)?.send(on: connection) }
    for (number, key) in keys { registration.ask(number, key) }
  }

  /// Sleeps until something arrives, can be sent, or the main thread rings.
  private func wait(for connection: OpaquePointer, _ session: OpaquePointer, isFull: Bool) {
    var descriptors = [connection, session].map { connection in
      var socket: Int32 = -1
      dbus_connection_get_socket(connection, &socket)
      let hasMore = dbus_connection_has_messages_to_send(connection) != 0
      return pollfd(fd: socket, events: Int16(POLLIN | (hasMore ? POLLOUT : 0)), revents: 0)
    }
    if isFull { descriptors[0].events = Int16(POLLOUT) }
    // Negative descriptors are passed over.
    descriptors.append(
      pollfd(fd: doorbell?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    poll(&descriptors, nfds_t(descriptors.count), -1)
    doorbell?.answer()
  }
}
