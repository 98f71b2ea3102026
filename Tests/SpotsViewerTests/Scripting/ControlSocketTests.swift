import Dispatch
import Foundation
import Spots
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import SpotsViewer
@testable import spots_viewer

/// Clients that come and go, without a window.
@Suite struct ControlSocketTests {
  private func echo(at path: String) throws -> ControlSocket {
    try ControlSocket(path: path) { _, line, answer in
      // One question is never answered.
      if let line, line != Array("wait".utf8) { answer(line + [UInt8(ascii: "\n")]) }
    }
  }

  private func ask(_ question: String, at path: String) throws -> String? {
    let client = try ControlSocket.connection(to: path)
    defer { close(client) }
    _ = UnixAddress.send(Array("\(question)\n".utf8), to: client)
    shutdown(client, Int32(SHUT_WR))
    return StreamReader.readSome(client).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Clients that hang up while they wait make room for others; one that closes only its sending
  /// side still gets an answer.
  @Test func clientsThatAreGoneLeaveTheirPlaces() throws {
    let directory = try TemporaryDirectory()
    let socket = try echo(at: directory("s"))
    defer { socket.end() }
    for _ in 0..<3 {
      let clients = try (0..<ControlSocket.mostClients).map { _ in
        let client = try ControlSocket.connection(to: directory("s"))
        _ = UnixAddress.send(Array("wait\n".utf8), to: client)
        return client
      }
      for client in clients { close(client) }
    }
    // Each that comes too early is turned away.
    let end = Clock.now + Allowance.patience(10)
    var answer: String?
    while answer == nil, Clock.now < end { answer = try ask("hello", at: directory("s")) }
    #expect(answer == "hello\n")
  }

  /// A program whose socket was removed does not remove the one another program made since.
  @Test func socketsOfOthersStay() throws {
    let directory = try TemporaryDirectory()
    let first = try echo(at: directory("s"))
    #expect(throws: FileError.self) { try echo(at: directory("s")) }
    unlink(directory("s"))
    let second = try echo(at: directory("s"))
    first.end()
    #expect(try ask("hello", at: directory("s")) == "hello\n")
    second.end()
    #expect(!FileManager.default.fileExists(atPath: directory("s")))
  }
}
