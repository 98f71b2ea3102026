/// The unanswered calls of a conversation, each with the question it asked.
package struct BusQuestions<Question> {
  private var open: [UInt32: Question] = [:]

  /// Creates a conversation without questions.
  package init() {}

  /// Sends `call`, which asks `question`. A call that cannot be sent is dropped.
  package mutating func ask(
    _ question: Question, _ call: consuming BusMessage?, on connection: OpaquePointer
  ) {
    if let number = call?.send(on: connection) { open[number] = question }
  }

  /// Removes and returns the question that the call with this number asked; nil for other calls.
  package mutating func take(_ number: UInt32) -> Question? { open.removeValue(forKey: number) }

  /// Forgets all questions; their answers are ignored.
  package mutating func removeAll() { open = [:] }
}
