import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Plays a script in the window of another process, through its control socket, and prints what a
/// replay without a window prints.
@MainActor
final class LiveReplay {
  private(set) var isClosed = false
  private let path: String
  private var conversation: ControlConversation
  private let transcript: ReplayTranscript
  /// The initial size of the window, in points; nil leaves it as it is.
  private let size: Size?

  /// The beginning of the lines of events.
  private static let event = Array(#"{"event":"#.utf8)
  private static let closed = EventLog.line("closed").dropLast(2)

  /// Connects to the socket at `path`.
  init(_ path: String, size: Size?, transcript: ReplayTranscript) throws(Failure) {
    (self.path, self.size, self.transcript) = (path, size, transcript)
    conversation = ControlConversation(
      try Failure.naming(path.printable()) { try ControlSocket.connection(to: path) })
  }

  /// Sends a question, and prints all lines that precede its answer.
  ///
  /// - Throws: `ReplayStep.Fault` if the window refuses, `Failure` if it is gone.
  private func ask(_ question: [UInt8]) throws {
    guard !isClosed else { return }
    let answer = conversation.ask(question) { line in
      if line.starts(with: Self.event) { transcript.note(line) }
      if line.starts(with: Self.closed) { isClosed = true }
      StandardOutput.write(line + [UInt8(ascii: "\n")])
    }
    guard let answer else { throw Failure.environment("\(path.printable()): the window is gone") }
    if case .string(let message)? = answer["error"] { throw FieldFault(message.printable()) }
  }
}

extension LiveReplay: ReplayPlayer {
  func start() throws {
    do {
      if let size { try ask(ReplayLine.line("resize", .size, size)) }
      try ask(Array(#"{"script":true}"#.utf8))
    } catch let fault as ReplayStep.Fault {
      throw Failure.environment(fault.message)
    }
  }

  func play(_ step: ReplayStep, line: [UInt8]) throws {
    guard case .render(let name) = step else { return try ask(line) }
    // The window's process may have been started in another folder.
    let folder = SymbolicLinks.resolve(".") ?? ""
    let path = name.hasPrefix("/") ? name : Path.join(folder, name)
    try ask(ReplayLine.line("screenshot", .string, path))
  }

  func finish() throws {
    try ask(Array(#"{"script":false}"#.utf8))
    close(conversation.descriptor)
  }
}
