import Spots
import SpotsSDL

/// Answers on their way to a server, and where they may go.
struct Submission: Codable, Sendable {
  let address: String
  /// The server of the screen, such as `https://example.com`; nil for that of a file.
  let origin: String?
  /// Servers in private networks that it may be sent to.
  let trusted: Set<String>
  /// JSON.
  let body: String
  /// Stays the same when it is sent again, so that the server knows what it has had already.
  let key: String

  /// Whether `other` sends the same to the same address.
  func isLike(_ other: Submission) -> Bool {
    (address, origin, body) == (other.address, other.origin, other.body)
  }

  /// Nil when `address` is none.
  ///
  /// - Parameter hosts: Those in private networks that the user allows.
  func request(allowing hosts: Set<String>) -> FetchRequest? {
    guard let address = WebAddress(address) else { return nil }
    var request = FetchRequest(
      address, trust: PrivateServers(allowed: hosts, own: trusted), isUrgent: true)
    request.post = PostRequest(Array(body.utf8), key: key, origin: origin)
    return request
  }
}

/// Sends the answers of screens with `keepsPosts`: one after another, in the order in which they
/// were given, until the server has answered each of them.
///
/// They are in files that only the user may read, from before they are sent until there is an
/// answer, so that neither a lost network nor the end of the program loses them. One process sends
/// at a time; the key tells a server what it has had before a connection was lost. Secrets are
/// never kept.
@MainActor
final class PostQueue {
  typealias Completion = @Sendable (Result<FetchResponse, FetchError>) -> Void

  /// One pass over the kept answers, during which this process holds the lock of the folder.
  private struct Round {
    let lock: FolderLock
    var tried: Set<String> = []
    /// The servers that have not answered: what follows for them waits.
    var silent: Set<String> = []
    var sentCount = 0
  }

  private let folder: CacheFolder
  private unowned let context: ViewerContext
  private var round: Round?
  /// Those who wait for an answer, by file name.
  private var waiting: [String: Completion] = [:]
  private var retry: DelayedCall?
  /// The seconds until what nobody has answered is sent again.
  private var pause = PostQueue.pauses.lowerBound
  /// Shows what has become of answers that nobody waits for.
  var onNote: (String) -> Void = { _ in }

  /// From the first pause to the longest, in seconds; each is twice as long as the one before.
  private static let pauses = 5.0...300.0
  private static let most = 100
  /// The most bytes of one.
  private static let largest = 1 << 20

  init(_ folder: CacheFolder, _ context: ViewerContext) {
    (self.folder, self.context) = (folder, context)
  }

  /// The names of the files, the oldest first.
  private var names: [String] {
    folder.files().map(\.name).filter { $0.hasSuffix(".json") }.sorted()
  }

  /// Whether answers are kept after an error: nobody has decided about them.
  static func keeps(after error: FetchError) -> Bool {
    switch error {
    case .status(let code): error.isTransient || [401, 403, 407].contains(code)
    case .offline, .untrusted, .noLibrary: true
    default: error.isTransient
    }
  }

  /// Sends answers, after those that wait already. The same that wait are not sent twice.
  ///
  /// - Parameter completion: Called with the answer, or the reason that there is none yet.
  /// - Returns: False when they cannot be kept; then they are not sent either.
  func send(_ submission: Submission, completion: @escaping Completion) -> Bool {
    let names = names
    let same = names.first { name in
      read(name).map { ($0.address, $0.body) == (submission.address, submission.body) } ?? false
    }
    guard let name = same ?? keep(submission, after: names) else { return false }
    waiting[name] = completion
    sendAll()
    return true
  }

  /// The name of the file; nil when there is none.
  private func keep(_ submission: Submission, after names: [String]) -> String? {
    guard names.count < Self.most, submission.body.utf8.count <= Self.largest else { return nil }
    let last = names.last.flatMap { Int($0.prefix { $0 != "-" }) } ?? 0
    let name = "\(max(Clock.date, last + 1))-\(submission.key).json"
    do {
      let value = try JSONValue(encoding: submission)
      try folder.write(JSONWriter { $0.value(value) }.bytes, to: name)
      return name
    } catch {
      return nil
    }
  }

  /// Sends what is kept, unless that is under way, here or in another process.
  func sendAll() {
    guard round == nil, !context.isScripted, !names.isEmpty else { return }
    retry?.cancel()
    guard let lock = folder.lock() else { return tryLater() }
    round = Round(lock: lock)
    sendNext()
  }

  private func sendNext() {
    guard let round else { return }
    for name in names where !round.tried.contains(name) {
      self.round?.tried.insert(name)
      guard let submission = read(name),
        let request = submission.request(allowing: context.loader.allowedHosts)
      else {
        // No server can take what cannot be read.
        folder.remove(name)
        continue
      }
      guard !round.silent.contains(request.address.server) else {
        waiting.removeValue(forKey: name)?(.failure(.noConnection))
        continue
      }
      _ = context.options.fetcher.start(request) { [mailbox = context.mailbox] result in
        mailbox.post { [weak self] in self?.received(result, name, request.address.server) }
      }
      return
    }
    finish(round)
  }

  private func read(_ name: String) -> Submission? {
    guard let bytes = folder.read(name, limit: Self.largest * 2) else { return nil }
    do {
      return try JSONValue.read(bytes).value?.decoded(as: Submission.self)
    } catch {
      return nil
    }
  }

  private func received(
    _ result: Result<FetchResponse, FetchError>, _ name: String, _ server: String
  ) {
    var result = result
    if !Self.isAnswer(result, of: server) { result = .failure(.noConnection) }
    let completion = waiting.removeValue(forKey: name)
    if case .failure(let error) = result, Self.keeps(after: error) {
      round?.silent.insert(server)
    } else {
      folder.remove(name)
      if completion == nil { note(result) }
    }
    completion?(result)
    sendNext()
  }

  /// Whether a response is that of the server. Networks where one has to sign in first answer in
  /// place of every server without TLS, with a page or the way to one.
  private static func isAnswer(
    _ result: Result<FetchResponse, FetchError>, of server: String
  ) -> Bool {
    if server.hasPrefix("https:") { return true }
    guard case .success(let response) = result else {
      if case .failure(.badRedirect) = result { return false }
      return true
    }
    if let target = response.target { return target.server == server }
    return response.body?.first { $0 > 0x20 } != UInt8(ascii: "<")
  }

  private func note(_ result: Result<FetchResponse, FetchError>) {
    switch result {
    case .failure(let error):
      onNote(context.words(.notSent, ["reason": error.text(in: context.words)]))
    case .success(let response):
      guard response.status >= 400 else {
        round?.sentCount += 1
        return
      }
      let faults = JSONValue.read(response.body ?? []).value?["errors"]?.object ?? [:]
      let first = faults.min { $0.key < $1.key }?.value.text?.printable(limit: 200)
      onNote(context.words(.notSent, ["reason": first ?? context.words[.serverRefuses]]))
    }
  }

  private func finish(_ round: Round) {
    self.round = nil
    if round.sentCount > 0 { onNote(context.words(.keptIsSent, ["count": round.sentCount])) }
    if round.silent.isEmpty { pause = Self.pauses.lowerBound }
    if !names.isEmpty { tryLater() }
  }

  private func tryLater() {
    retry = DelayedCall(after: pause) { [mailbox = context.mailbox] in
      mailbox.post { [weak self] in self?.sendAll() }
    }
    pause = min(pause * 2, Self.pauses.upperBound)
  }
}
