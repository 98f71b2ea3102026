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
  private let descriptor: Int32
  private let transcript: ReplayTranscript
  /// The initial size of the window, in points; nil leaves it as it is.
  private let size: Size?
  private var splitter = LineSplitter(separator: UInt8(ascii: "\n"), longestLine: .max)
  private var lines: [[UInt8]] = []

  /// The beginnings of the lines of answers and of events.
  private static let answer = Array(#"{"answer":"#.utf8)
  private static let event = Array(#"{"event":"#.utf8)
  private static let closed = EventLog.line("closed").dropLast(2)

  /// Connects to the socket at `path`.
  init(_ path: String, size: Size?, transcript: ReplayTranscript) throws(Failure) {
    (self.path, self.size, self.transcript) = (path, size, transcript)
    descriptor = try Failure.naming(path.printable()) { try ControlSocket.connection(to: path) }
  }

  /// Sends a question, and prints all lines that precede its answer.
  ///
  /// - Throws: `ReplayStep.Fault` if the window refuses, `Failure` if it is gone.
  private func ask(_ question: [UInt8]) throws {
    guard !isClosed else { return }
    _ = UnixAddress.send(question + [UInt8(ascii: "\n")], to: descriptor)
    while let line = nextLine() {
      guard line.starts(with: Self.answer) else {
        if line.starts(with: Self.event) { transcript.note(line) }
        if line.starts(with: Self.closed) { isClosed = true }
        StandardOutput.write(line + [UInt8(ascii: "\n")])
        continue
      }
      if case .object(let answer)? = JSONValue.read(line).value,
        case .string(let message)? = answer["error"]
      {
        throw FieldFault(message.printable())
      }
      return
    }
    throw Failure.environment("\(path.printable()): the window is gone")
  }

  private func nextLine() -> [UInt8]? {
    while lines.isEmpty {
      guard let bytes = StreamReader.readSome(descriptor) else { return nil }
      lines = splitter.append(bytes)
    }
    return lines.removeFirst()
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
    close(descriptor)
  }
}
