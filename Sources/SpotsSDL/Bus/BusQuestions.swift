/// The calls of a conversation that are not answered yet, each with the question it asked.
package struct BusQuestions<Question> {
  private var open: [UInt32: Question] = [:]

  /// Creates a conversation without questions.
  package init() {}

  /// Sends `call`, whose answer is one to `question`. A call that cannot be sent is dropped.
  package mutating func ask(
    _ question: Question, _ call: consuming BusMessage?, on connection: OpaquePointer
  ) {
    if let number = call?.send(on: connection) { open[number] = question }
  }

  /// The question that the call with this number asked, which is answered now; nil for other calls.
  package mutating func take(_ number: UInt32) -> Question? { open.removeValue(forKey: number) }

  /// Forgets all questions; their answers are ignored.
  package mutating func removeAll() { open = [:] }
}
