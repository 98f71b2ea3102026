import CDBus

/// What a thread asks over a connection and what it follows there: its calls that are not answered
/// yet, each with the question it asked, and the messages that arrive.
package struct BusConversation<Question> {
  private let connection: OpaquePointer
  private var open: [UInt32: Question] = [:]

  /// Begins a conversation without questions.
  ///
  /// - Parameter rules: The signals to receive, as the bus matches them.
  package init(on connection: OpaquePointer, following rules: [String]) {
    self.connection = connection
    for rule in rules { dbus_bus_add_match(connection, rule, nil) }
  }

  /// Calls a method of a service, which asks `question`. A call that cannot be sent is dropped.
  ///
  /// - Parameter starts: Whether the bus may start the service.
  /// - Returns: Whether the call is on its way.
  @discardableResult
  package mutating func ask(
    _ question: Question, _ member: String, of interface: String, at path: String,
    to service: String, starts: Bool = false, _ arguments: [BusValue] = []
  ) -> Bool {
    let call = BusMessage(call: member, of: interface, at: path, to: service, starts: starts)
    call?.append(arguments)
    guard let number = call?.send(on: connection) else { return false }
    open[number] = question
    return true
  }

  /// Removes and returns the question that the call with this number asked; nil for other calls.
  package mutating func take(_ number: UInt32) -> Question? { open.removeValue(forKey: number) }

  /// Forgets all questions; their answers are ignored.
  package mutating func removeAll() { open = [:] }
}
