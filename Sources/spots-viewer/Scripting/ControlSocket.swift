import Dispatch
import Glibc
import SpotsSDL
import SpotsViewer
import Synchronization

/// A Unix socket through which other programs of the same user send questions: a line in, lines
/// out, one question per client at a time.
///
/// Each client has a thread, which sleeps between questions. A client that does not read its answer
/// gets no further ones, and holds up nobody else.
final class ControlSocket: Sendable {
  /// Answers a line of a client by calling `answer` once, with complete lines, on any thread and at
  /// any time. A nil `line` means that the client is gone.
  typealias Handler =
    @Sendable (
      _ client: Int, _ line: [UInt8]?, _ answer: @escaping @Sendable ([UInt8]) -> Void
    ) -> Void

  private struct State {
    /// The descriptors of the connected clients, by number.
    var clients: [Int: Int32] = [:]
    var count = 0
    var isEnded = false
  }

  private let descriptor: Int32
  private let path: String
  /// The file at `path`, as long as it is this socket's.
  private let file: FileIdentity?
  private let handler: Handler
  private let state = Mutex(State())
  /// Entered while an answer is written.
  private let writing = DispatchGroup()

  /// The maximum number of clients at a time; others are turned away.
  static let mostClients = 8
  /// How long `end` waits for answers that are being written, in seconds.
  private static let patience = 0.1

  /// Listens at `path`, where there must be nothing, or a socket of a program that has ended.
  ///
  /// Only programs of the same user may connect.
  ///
  /// - Throws: `FileError.system`, with `EADDRINUSE` if anything else is there, or `ENAMETOOLONG`
  ///   for a path of more than 107 bytes.
  init(path: String, handler: @escaping Handler) throws(FileError) {
    self.path = path
    self.handler = handler
    descriptor = try Self.bound(to: path)
    file = FileIdentity(path: path, followsLinks: false)
    do throws(FileError) {
      guard listen(descriptor, 64) == 0 else { throw FileError(code: errno) }
      try BackgroundThread.startOrThrow { [self] in accept() }
    } catch {
      unlink(path)
      close(descriptor)
      throw error
    }
  }

  /// Serves one client, which is connected already.
  ///
  /// - Parameter link: A socket that nothing else uses.
  /// - Throws: `FileError.system` when no thread can be started.
  init(link: Int32, handler: @escaping Handler) throws(FileError) {
    (path, file, descriptor) = ("", nil, -1)
    self.handler = handler
    state.withLock { ($0.count, $0.clients) = (1, [1: link]) }
    try BackgroundThread.startOrThrow { [self] in serve(link, 1) }
  }

  private static func bound(to path: String) throws(FileError) -> Int32 {
    let descriptor = try unconnected()
    // On Linux, the file that bind(2) creates gets the permissions of the socket.
    fchmod(descriptor, 0o600)
    var code = UnixAddress.use(path, descriptor, bind)
    if code == EADDRINUSE, isAbandoned(path) {
      unlink(path)
      code = UnixAddress.use(path, descriptor, bind)
    }
    guard code == 0 else {
      close(descriptor)
      throw .system(code: code)
    }
    return descriptor
  }

  private static func unconnected(blocks: Bool = true) throws(FileError) -> Int32 {
    let flags = blocks ? SOCK_CLOEXEC.rawValue : SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    return descriptor
  }

  /// Whether there is a socket of the user at `path` on which no program listens any more.
  private static func isAbandoned(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
      status.st_uid == geteuid()
    else { return false }
    let probe: Int32
    do throws(FileError) {
      // Must not block: the queue of connections to a stopped program may be full.
      probe = try unconnected(blocks: false)
    } catch {
      return false
    }
    defer { close(probe) }
    return UnixAddress.use(path, probe, connect) == ECONNREFUSED
  }

  /// Connects to the socket at `path`.
  ///
  /// - Returns: A descriptor to read answers from, and to write questions to.
  static func connection(to path: String) throws(FileError) -> Int32 {
    let descriptor = try unconnected()
    let code = UnixAddress.use(path, descriptor, connect)
    guard code == 0 else {
      close(descriptor)
      throw FileError(code: code)
    }
    return descriptor
  }

  /// Ends all connections, once answers that are ready are written, and removes the socket.
  func end() {
    // The file may have been removed since, and another program's socket be in its place.
    if let file, FileIdentity(path: path, followsLinks: false) == file { unlink(path) }
    _ = writing.wait(timeout: .now() + Self.patience)
    let clients = state.withLock { state in
      state.isEnded = true
      return state.clients.values
    }
    shutdown(descriptor, Int32(SHUT_RDWR))
    for client in clients { shutdown(client, Int32(SHUT_RDWR)) }
  }

  // MARK: Clients

  private func accept() {
    while !state.withLock({ $0.isEnded }) {
      let client = Glibc.accept(descriptor, nil, nil)
      if client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        welcome(client)
      } else if errno != EINTR, errno != ECONNABORTED {
        // Out of descriptors, for example: the next call would fail at once, too.
        usleep(100_000)
      }
    }
    close(descriptor)
  }

  private func welcome(_ client: Int32) {
    let number: Int? = state.withLock { state in
      guard !state.isEnded, state.clients.count < Self.mostClients, Self.isOwn(client) else {
        return nil
      }
      state.count += 1
      state.clients[state.count] = client
      return state.count
    }
    guard let number else {
      close(client)
      return
    }
    do throws(FileError) {
      try BackgroundThread.startOrThrow { [self] in serve(client, number) }
    } catch {
      leave(client, number)
    }
  }

  /// Whether a program of this user is at the other end.
  private static func isOwn(_ client: Int32) -> Bool {
    var credentials = (process: Int32(0), user: UInt32.max, group: UInt32.max)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    return getsockopt(client, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
      && credentials.user == geteuid()
  }

  private func serve(_ client: Int32, _ number: Int) {
    var splitter = LineSplitter(separator: UInt8(ascii: "\n"))
    while let bytes = StreamReader.readSome(client) {
      for line in splitter.append(bytes) {
        guard ask(line, client, number), line.count < LineSplitter.longestLine else {
          return leave(client, number)
        }
      }
    }
    leave(client, number)
  }

  /// - Returns: Whether the answer was written.
  private func ask(_ line: [UInt8], _ client: Int32, _ number: Int) -> Bool {
    guard let answer = SocketAnswer(to: client, writing) else { return false }
    handler(number, line) { answer.give($0) }
    guard let rest = answer.wait() else { return false }
    guard !rest.isEmpty else { return true }
    defer { writing.leave() }
    return UnixAddress.send(rest, to: client)
  }

  private func leave(_ client: Int32, _ number: Int) {
    state.withLock { _ = $0.clients.removeValue(forKey: number) }
    close(client)
    handler(number, nil) { _ in }
  }
}

/// An answer from another thread, awaited for as long as the client is connected.
private final class SocketAnswer: Sendable {
  private enum State {
    case awaited
    /// Given, and sent but for these bytes.
    case given(ArraySlice<UInt8>)
    /// The client has hung up.
    case unwanted
  }

  private let state = Mutex(State.awaited)
  private let client: Int32
  /// Entered when there is a rest to be sent.
  private let writing: DispatchGroup
  /// Rings once the answer is given.
  private let bell: Doorbell

  /// - Returns: Nil when no descriptor is free.
  init?(to client: Int32, _ writing: DispatchGroup) {
    guard let bell = Doorbell() else { return nil }
    (self.client, self.writing, self.bell) = (client, writing, bell)
  }

  /// Sends as much of the answer as there is room for, so that it arrives even if the program ends
  /// before the client's thread has its turn.
  func give(_ lines: [UInt8]) {
    state.withLock { state in
      // The client's thread waits, and so has not closed the descriptor.
      guard case .awaited = state else { return }
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      let sent = send(client, lines, lines.count, flags)
      state = .given(lines.dropFirst(max(sent, 0)))
      if sent < lines.count { writing.enter() }
      bell.ring()
    }
  }

  /// Waits for the answer, and returns what is left to send; nil if the client hangs up first.
  func wait() -> ArraySlice<UInt8>? {
    var entries = [
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      // No events: a closed connection is always reported, and a client that has only shut down
      // its sending side still reads.
      pollfd(fd: client, events: 0, revents: 0),
    ]
    while poll(&entries, nfds_t(entries.count), -1) < 0, errno == EINTR {}
    return state.withLock { state in
      if case .given(let rest) = state { return rest }
      state = .unwanted
      return nil
    }
  }
}

/// Calls that take addresses of Unix sockets, and sending to sockets.
enum UnixAddress {
  /// Calls `bind` or `connect` with the address of the socket at `path`.
  ///
  /// - Returns: 0, or the system's error number.
  static func use(
    _ path: String, _ descriptor: Int32,
    _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    let bytes = Array(path.utf8) + [0]
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path), bytes.count > 1 else {
      return bytes.count > 1 ? ENAMETOOLONG : ENOENT
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        call(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
      }
    }
  }

  /// Sends all of `bytes`, however long the other end takes to read them.
  ///
  /// - Returns: False when the other end no longer reads.
  static func send(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
