import Spots
import SpotsSDL

/// Sends the answers of a page to its server, one submission at a time, and shows what comes back:
/// a screen, lines of changes, faults of answers, or the way to another screen.
@MainActor
final class Posting {
  /// The data of one request.
  private struct Submission {
    let address: WebAddress
    let origin: String?
    let body: [UInt8]
    /// Stays the same when it is sent again, so that the server knows what it has had already.
    let key: String
  }

  /// A server's response, read off the main thread as far as possible.
  private enum Reply: Sendable {
    case nothing
    case screen(ScreenFile)
    case lines([StreamUpdate])
    /// What is wrong with answers, by name.
    case faults([String: String])
    case target(WebAddress)
    case refusal(Word)
  }

  private weak let session: Session?
  private weak let page: Page?
  private var task: FetchTask?

  init(_ session: Session, _ page: Page) { (self.session, self.page) = (session, page) }

  deinit { task?.cancel() }

  /// Sends values; does nothing while others are on their way.
  ///
  /// - Parameters:
  ///   - action: `post:` and an address, relative to that of the page.
  ///   - identifier: That of the item with the action.
  func post(
    _ values: [String: JSONValue], action: String, identifier: Item.Identifier?
  ) {
    guard let page, task == nil else { return }
    let origin = page.file.origin?.address
    let reference = String(action.dropFirst("post:".count))
    guard let address = origin?.resolve(reference) ?? WebAddress(reference) else {
      return fail(
        page.context.words(.noServerAddress, ["address": reference.printable(limit: 80)]))
    }
    let allowed = page.context.options.allowedOrigins
    guard address.server == origin?.server || allowed.contains(address.server) else {
      return fail(
        page.context.words(.onlyAllowed, ["option": "--allow-origin \(address.server)"]))
    }
    let body = JSONWriter { json in
      json.object { json in
        json.member("action", action)
        json.member("identifier", identifier?.json ?? .null)
        json.member("values", .object(values))
        if page.controller.screen.submits == .data, let data = page.controller.data {
          json.key("data")
          json.data(data)
        }
      }
    }
    send(
      Submission(
        address: address, origin: origin?.server, body: body.bytes,
        key: [0, 1].map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()))
  }

  private func send(_ submission: Submission) {
    guard let page, task == nil else { return }
    let context = page.context
    var request = FetchRequest(submission.address)
    let isAllowed = context.options.allowedOrigins.contains(submission.address.server)
    request.trust = PrivateServers(
      allowed: context.loader.allowedHosts
        .union(isAllowed ? PrivateServers.names(of: submission.address) : []),
      own: page.file.origin?.trustedHosts ?? [])
    request.isUrgent = true
    request.post = PostRequest(
      submission.body, key: submission.key, origin: submission.origin)
    let (source, origin, loader) = (page.source, page.file.origin, context.loader)
    let mailbox = context.mailbox
    task = context.options.fetcher.start(request) { result in
      // A large reply must delay neither other fetches nor the window.
      WorkQueue().async {
        let reply = result.map { Self.reply($0, source, origin, loader) }
        mailbox.post { [weak self] in self?.received(reply, to: submission) }
      }
    }
  }

  private nonisolated static func reply(
    _ response: FetchResponse, _ source: DocumentSource, _ origin: ScreenOrigin?,
    _ loader: ScreenLoader
  ) -> Reply {
    if let target = response.target { return .target(target) }
    let body = response.body ?? []
    let whole = JSONValue.read(body).value
    if case .object(let members)? = whole, case .object(let faults)? = members["errors"] {
      return .faults(faults.mapValues { $0.typedText })
    }
    guard response.status < 400 else { return .refusal(.serverRefuses) }
    if body.allSatisfy({ $0 <= 0x20 }) { return .nothing }
    var reader = StreamUpdateReader(source, kinds: loader.kinds, data: loader.data)
    reader.origin = origin
    let lines = whole == nil ? body.split(separator: UInt8(ascii: "\n")) : [body[...]]
    let updates = lines.enumerated().map { index, line in
      reader.read(StreamedText(line: index + 1, bytes: Array(line)))
    }
    guard updates.count == 1, case .document(let file) = updates[0].content else {
      return .lines(updates)
    }
    return file.reading.screen == nil ? .refusal(.replyNoScreen) : .screen(file)
  }

  private func received(_ result: Result<Reply, FetchError>, to submission: Submission) {
    task = nil
    guard let page, let session else { return }
    page.controller.endProgress()
    switch result {
    case .success(.nothing): break
    case .success(.screen(let file)): page.reload(file, isStreamed: true)
    case .success(.lines(let lines)): PageUpdater(session, stream: page).receive(lines)
    case .success(.target(let address)): session.open(address.description, from: page.file)
    case .success(.refusal(let reason)):
      fail(page.context.words[reason], as: reason == .replyNoScreen ? .sentBut : .notSent)
    case .success(.faults(let faults)):
      for (name, message) in faults.sorted(by: { $0.key > $1.key }) {
        if !page.controller.values.setFault(message, of: name) {
          page.show(note: message.printable(limit: 200))
        }
      }
    case .failure(let error):
      fail(
        error.text(in: page.context.words), as: error.outcomeOfPost,
        again: error.isTransient ? submission : nil)
    }
    session.needsFrame = true
  }

  /// Says why answers are not sent, or are without effect here, and offers to send them again.
  ///
  /// - Parameter outcome: The sentence around the reason.
  private func fail(
    _ reason: String, as outcome: Word = .notSent, again submission: Submission? = nil
  ) {
    guard let page else { return }
    page.controller.endProgress()
    let offer = submission.map { submission in
      Note.Offer(title: page.context.words[.tryAgain]) { [weak self] in self?.send(submission) }
    }
    page.status.show(note: page.context.words(outcome, ["reason": reason]), offer: offer)
    session?.needsFrame = true
  }
}

extension FetchError {
  /// What is known of a request that ended so: whether it has come to the server.
  fileprivate var outcomeOfPost: Word {
    switch self {
    case .cutOff, .timedOut, .other: .perhapsSent
    case .tooLarge, .headersTooLarge, .encoded, .badRedirect: .sentBut
    default: .notSent
    }
  }
}
