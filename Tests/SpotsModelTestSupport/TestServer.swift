import Foundation

/// A local web server owned by one test, which does what no server should.
///
/// Each connection has a thread, and ends when the client or the test does.
public final class TestServer: @unchecked Sendable {
  public struct Request: Sendable {
    public var method: String
    public var path: String
    /// By name in lower case.
    public var headers: [String: String]
    /// As long as its header says.
    public var body: [UInt8] = []
  }

  /// The answer to a request.
  public enum Answer: Sendable {
    case document([UInt8], headers: [String] = [], status: Int = 200)
    case redirect(String)
    /// Exactly these bytes; then the connection closes or, with `hangs`, stays silent.
    case raw([UInt8], hangs: Bool = false)
    /// Pieces of a document, one every so many milliseconds, and then no end.
    case drip([UInt8], every: Int32)
    /// A document without end, as fast as it is taken.
    case endless(headers: [String] = [])

    public static func text(_ text: String, headers: [String] = []) -> Answer {
      .document(Array(text.utf8), headers: headers)
    }
    /// Takes the question and says nothing.
    public static let silence = Answer.raw([], hangs: true)
    public static let missing = Answer.document(Array("gone".utf8), status: 404)
  }

  public typealias Handler = @Sendable (Request) -> Answer

  public let port: UInt16
  private let listener: Int32
  private let handler: Handler
  // Under the condition's lock.
  private let condition = NSCondition()
  private var log: [Request] = []
  private var connections: Set<Int32> = []
  private var connectionCount = 0
  private var isStopped = false

  public init(_ handler: @escaping Handler) throws {
    self.handler = handler
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) + listen(listener, 64)
          + getsockname(listener, pointer, &length)
      }
    }
    guard code == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      // Closed by the one thread that waits for it: else its number could be another server's by
      // the time this one waits again, which would take that one's connections away.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0, errno == EINTR { continue }
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Ends all connections and takes no more.
  public func stop() {
    condition.withLock {
      // Once: its thread closes the listener then, and the number may be another server's.
      if !isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
      isStopped = true
      for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  deinit {
    stop()
  }

  /// The address of `path`, which begins with a slash.
  public func url(_ path: String, host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// All requests so far, in order.
  public var requests: [Request] { condition.withLock { log } }
  /// How many connections there were.
  public var accepted: Int { condition.withLock { connectionCount } }
  /// How many connections are open.
  public var open: Int { condition.withLock { connections.count } }

  /// Waits until `path` has been requested `count` times; false when that does not happen within
  /// `timeout` seconds.
  public func waitForRequest(_ path: String, count: Int = 1, timeout: Double = 10) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Allowance.patience(timeout))
    return condition.withLock {
      while log.count(where: { $0.path == path }) < count {
        if !condition.wait(until: deadline) { return false }
      }
      return true
    }
  }

  /// Waits until the number of open connections satisfies `passes`; false when it does not within
  /// `timeout` seconds.
  public func waitForConnections(timeout: Double = 10, _ passes: (Int) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Allowance.patience(timeout))
    return condition.withLock {
      while !passes(connections.count) {
        if !condition.wait(until: deadline) { return false }
      }
      return true
    }
  }

  // MARK: Connections

  private func serve(_ connection: Int32) {
    condition.withLock {
      connections.insert(connection)
      connectionCount += 1
      condition.broadcast()
    }
    while let request = readRequest(connection) {
      // A test that has seen a request may count on the handler's having seen it before the next.
      let answer = handler(request)
      condition.withLock {
        log.append(request)
        condition.broadcast()
      }
      guard self.answer(answer, on: connection) else { break }
    }
    condition.withLock {
      connections.remove(connection)
      close(connection)
      condition.broadcast()
    }
  }

  /// - Returns: Whether the connection goes on.
  private func answer(_ answer: Answer, on connection: Int32) -> Bool {
    switch answer {
    case .document(let body, let headers, let status):
      let all = headers + ["Content-Length: \(body.count)"]
      return send(Self.head(status, all) + body, to: connection)
    case .redirect(let target):
      return send(Self.head(302, ["Location: \(target)", "Content-Length: 0"]), to: connection)
    case .raw(let bytes, let hangs):
      guard send(bytes, to: connection) else { return false }
      if hangs { waitForEnd(of: connection, milliseconds: -1) }
    case .drip(let bytes, let interval):
      guard send(Self.head(200, []), to: connection) else { return false }
      for byte in bytes {
        if waitForEnd(of: connection, milliseconds: interval) { return false }
        guard send([byte], to: connection) else { return false }
      }
      waitForEnd(of: connection, milliseconds: -1)
    case .endless(let headers):
      guard send(Self.head(200, headers), to: connection) else { return false }
      let piece = [UInt8](repeating: 0x20, count: 64 << 10)
      while send(piece, to: connection) {}
    }
    return false
  }

  /// - Returns: Whether the other side closed the connection or sent something.
  @discardableResult
  private func waitForEnd(of connection: Int32, milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  private static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
    Array((["HTTP/1.1 \(status) Answer"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
  }

  private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(
          connection, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  private func readRequest(_ connection: Int32) -> Request? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while !text.ends(with: "\r\n\r\n".utf8) {
      let count = read(connection, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      text.append(byte)
    }
    let lines = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    guard words.count > 1 else { return nil }
    var request = Request(method: String(words[0]), path: String(words[1]), headers: headers)
    while request.body.count < headers["content-length"].flatMap({ Int($0) }) ?? 0 {
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(connection, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      request.body += piece[..<count]
    }
    return request
  }
}

extension Array where Element == UInt8 {
  fileprivate func ends(with suffix: some Collection<UInt8>) -> Bool {
    count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}
