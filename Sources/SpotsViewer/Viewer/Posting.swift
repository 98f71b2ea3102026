import Spots
import SpotsSDL

/// Sends the answers of a page to its server, one submission at a time, and shows what comes back:
/// a screen, lines of changes, faults of answers, or the way to another screen.
///
/// What is on its way when the user leaves the page is sent all the same; if it fails, the page in
/// front says so.
@MainActor
final class Posting {
  /// The data of the screen when it was sent, and what its source said then.
  private struct SentData {
    let value: DataValue
    let loaded: DataValue
    /// The field that identifies a row, by the pointer of the rows.
    let keys: [String: String]
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
  /// Whether a request is on its way.
  private(set) var isSending = false
  /// What may have come to its server, which has not answered. When the same is sent again, it has
  /// the same key.
  private var unanswered: Submission?
  /// The data with the changes that the server has taken.
  private var taken: SentData?

  init(_ session: Session, _ page: Page) { (self.session, self.page) = (session, page) }

  /// The page, as long as it is in the window.
  private var shownPage: Page? {
    page.flatMap { page in session?.pages.contains { $0 === page } == true ? page : nil }
  }

  /// Sends values, unless others are on their way, which a note says.
  ///
  /// - Parameters:
  ///   - action: `post:` and an address, relative to that of the page.
  ///   - identifier: That of the item with the action.
  ///   - mayBeKept: Whether there is no secret among the values.
  func post(
    _ values: [String: JSONValue], action: String, identifier: Item.Identifier?, mayBeKept: Bool
  ) {
    guard let page else { return }
    if isSending { return page.show(note: page.context.words[.stillSending]) }
    let origin = page.file.origin?.address
    let reference = String(action.dropFirst("post:".count))
    guard let address = origin?.resolve(reference) ?? WebAddress(reference) else {
      return fail(
        page.context.words(.noServerAddress, ["address": reference.printable(limit: 80)]))
    }
    let allowed = page.context.options.allowedOrigins
    let isAllowed = allowed.contains(address.server)
    guard address.server == origin?.server || isAllowed else {
      return fail(
        page.context.words(.onlyAllowed, ["option": "--allow-origin \(address.server)"]))
    }
    let data = data(of: page)
    let body = JSONWriter { json in
      json.object { json in
        json.member("action", action)
        json.member("identifier", identifier?.json ?? .null)
        json.member("values", .object(values))
        if let data { write(data, submitsAll: page.controller.screen.submits == .data, to: &json) }
      }
    }
    let trusted = page.file.origin?.trustedHosts ?? []
    var submission = Submission(
      address: address.description, origin: origin?.server,
      trusted: trusted.union(isAllowed ? PrivateServers.names(of: address) : []), body: body.text,
      key: [0, 1].map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined())
    if let unanswered, unanswered.isLike(submission) { submission = unanswered }
    send(submission, data, isKept: mayBeKept && page.controller.screen.keepsPosts)
  }

  private func data(of page: Page) -> SentData? {
    guard let value = page.controller.data, let loaded = page.controller.boundData.loaded else {
      return nil
    }
    let lists = page.controller.document.components.map(\.rows)
    let keys = lists.compactMap { list in list.each.flatMap { each in list.key.map { (each, $0) } }
    }
    return SentData(
      value: value, loaded: loaded, keys: Dictionary(keys, uniquingKeysWith: { first, _ in first }))
  }

  /// Writes how data differs from what the server has: what the source says, or what it was sent
  /// since the source said that.
  private func write(_ data: SentData, submitsAll: Bool, to json: inout JSONWriter) {
    let known = taken.flatMap { $0.loaded == data.loaded ? $0.value : nil } ?? data.loaded
    if data.value != known {
      json.key("changes")
      json.changes(from: known, to: data.value, keys: data.keys)
    }
    guard submitsAll else { return }
    json.key("data")
    json.data(data.value)
  }

  /// - Parameter isKept: Whether it is kept until there is an answer, where that is possible.
  private func send(_ submission: Submission, _ data: SentData?, isKept: Bool = false) {
    guard let page, !isSending else { return }
    let context = page.context
    isSending = true
    let completion = { (isKept: Bool) -> PostQueue.Completion in
      let (source, origin, loader) = (page.source, page.file.origin, context.loader)
      return { [mailbox = context.mailbox] result in
        // A large reply must delay neither other fetches nor the window.
        WorkQueue().async {
          let reply = result.map { Self.reply($0, source, origin, loader) }
          mailbox.post { self.received(reply, to: submission, data, isKept: isKept) }
        }
      }
    }
    if isKept, context.posts?.send(submission, completion: completion(true)) == true { return }
    let request = submission.request(allowing: context.loader.allowedHosts)
    if let request { _ = context.options.fetcher.start(request, completion: completion(false)) }
  }

  private nonisolated static func reply(
    _ response: FetchResponse, _ source: DocumentSource, _ origin: ScreenOrigin?,
    _ loader: ScreenLoader
  ) -> Reply {
    if let target = response.target { return .target(target) }
    let body = response.body ?? []
    let whole = JSONValue.read(body).value
    if case .object(let members)? = whole, case .object(let faults)? = members["errors"] {
      let texts = faults.mapValues { ($0.elements ?? [$0]).map(\.typedText).joined(separator: " ") }
      if texts.contains(where: { !$0.value.isEmpty }) { return .faults(texts) }
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

  private func received(
    _ result: Result<Reply, FetchError>, to submission: Submission, _ data: SentData?,
    isKept: Bool
  ) {
    isSending = false
    guard let session else { return }
    let (page, words) = (shownPage, session.context.words)
    page?.controller.endProgress()
    unanswered = nil
    switch result {
    case .success(.nothing), .success(.screen), .success(.lines), .success(.target):
      taken = data
    case .failure(let error) where error.outcomeOfPost == .perhapsSent: unanswered = submission
    default: break
    }
    switch result {
    case .success(.nothing): break
    case .success(.screen(let file)): page?.reload(file, isStreamed: true)
    case .success(.lines(let lines)):
      if let page { PageUpdater(session, stream: page, isReply: true).receive(lines) }
    case .success(.target(let address)):
      if let page { session.open(address.description, from: page.file) }
    case .success(.refusal(let reason)):
      fail(words[reason], as: reason == .replyNoScreen ? .sentBut : .notSent)
    case .success(.faults(let faults)):
      for (name, message) in faults.sorted(by: { $0.key > $1.key }) {
        if page?.controller.values.setFault(message, of: name) != true {
          fail(message.printable(limit: 200))
        }
      }
    case .failure(let error) where isKept && PostQueue.keeps(after: error):
      fail(error.text(in: words), as: .keptToSend)
    case .failure(let error):
      let canTryAgain = error.isTransient && page != nil
      fail(
        error.text(in: words), as: error.outcomeOfPost,
        again: canTryAgain ? { [weak self] in self?.send(submission, data) } : nil)
    }
    session.needsFrame = true
  }

  /// Says why answers are not sent, or are without effect here, and offers to send them again.
  ///
  /// - Parameter outcome: The sentence around the reason.
  private func fail(
    _ reason: String, as outcome: Word = .notSent, again: (() -> Void)? = nil
  ) {
    guard let session else { return }
    let page = shownPage ?? session.page
    page.controller.endProgress()
    let words = session.context.words
    let offer = again.map { Note.Offer(title: words[.tryAgain], accept: $0) }
    page.status.show(note: words(outcome, ["reason": reason]), offer: offer)
    session.needsFrame = true
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
