import Spots
import SpotsViewer

/// A client's side of a connection to a window: questions, and what the window says.
struct ControlConversation {
  let descriptor: Int32
  private var splitter = LineSplitter(separator: UInt8(ascii: "\n"), longestLine: .max)
  private var lines: [[UInt8]] = []

  /// The beginning of the line of an answer.
  private static let answer = Array(#"{"answer":"#.utf8)

  /// - Parameter descriptor: A connected socket, which stays the caller's.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a question, and waits for the answer.
  ///
  /// - Parameter heard: Called with each line before it.
  /// - Returns: The members of the answer; nil when the window is gone, or does not answer for as
  ///   long as the socket waits.
  mutating func ask(
    _ question: [UInt8], heard: (_ line: [UInt8]) -> Void
  ) -> [String: JSONValue]? {
    // A window that has just closed may have left lines.
    _ = UnixAddress.send(question + [UInt8(ascii: "\n")], to: descriptor)
    while let line = nextLine() {
      guard line.starts(with: Self.answer) else {
        heard(line)
        continue
      }
      if case .object(let members)? = JSONValue.read(line).value { return members }
      return [:]
    }
    return nil
  }

  private mutating func nextLine() -> [UInt8]? {
    while lines.isEmpty {
      guard let bytes = StreamReader.readSome(descriptor) else { return nil }
      lines = splitter.append(bytes)
    }
    return lines.removeFirst()
  }
}
