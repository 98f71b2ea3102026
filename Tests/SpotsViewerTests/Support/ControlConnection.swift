import Foundation
import SpotsTestSupport
import Testing

@testable import SpotsViewer
@testable import spots_viewer

/// A connection to the control socket of a window.
final class ControlConnection {
  private let descriptor: Int32
  private var splitter = LineSplitter(separator: UInt8(ascii: "\n"))
  private var lines: ArraySlice<[UInt8]> = []

  /// An answer, and what came before it.
  struct Answer {
    /// The lines before it.
    var lines: [String] = []
    var members: [String: Any] = [:]

    var error: String? { members["error"] as? String }
    /// The names of the events before it.
    var events: [String] { lines.compactMap { ViewerEvent(line: $0)?.name } }
    var items: [[String: Any]] { members["items"] as? [[String: Any]] ?? [] }
  }

  init(_ path: String) throws {
    descriptor = try ControlSocket.connection(to: path)
    // Where nothing comes, a test fails rather than hangs.
    var limit = timeval(tv_sec: Int(Allowance.patience(30)), tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
  }

  deinit { close(descriptor) }

  @discardableResult
  func ask(_ question: String) throws -> Answer {
    send(Array("\(question)\n".utf8))
    return try answer()
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool { UnixAddress.send(bytes, to: descriptor) }

  func stopSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  func answer() throws -> Answer {
    var answer = Answer()
    while true {
      let line = try #require(nextLine(), "no answer came")
      if line.starts(with: Array(#"{"answer":"#.utf8)) {
        answer.members =
          try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        return answer
      }
      answer.lines.append(String(decoding: line, as: UTF8.self))
    }
  }

  /// Whether the other end has ended the connection, and said nothing.
  var isTurnedAway: Bool {
    var byte: UInt8 = 0
    return nextLine() == nil && recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0
  }

  private func nextLine() -> [UInt8]? {
    while lines.isEmpty {
      guard let bytes = StreamReader.readSome(descriptor) else { return nil }
      lines = splitter.append(bytes)[...]
    }
    return lines.removeFirst()
  }
}
