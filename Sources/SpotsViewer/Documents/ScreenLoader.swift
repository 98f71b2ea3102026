import Dispatch
import Spots
import SpotsSDL
import Synchronization

/// Loads documents from files and servers; `load` reads them off the main thread.
package struct ScreenLoader: Sendable {
  package var kinds: KnownKinds
  let fetcher: any Fetcher
  /// Hosts in private networks that any document may come from.
  let allowedHosts: Set<String>
  /// The files that may be read.
  package var access: DocumentAccess
  /// Data that the user has named for a screen; nil for none.
  package var givenData: DataLoader.Given?
  /// Whether the data of a screen is waited for, wherever it is.
  package var waitsForData = false
  /// Whether all rows of large files are awaited; else the first are shown while others are found.
  var awaitsRows = false
  /// Whether only the top of screens is shown, for which the first rows of their data may do.
  package var showsTop = false
  /// Whether the items of large documents are read, and checked, only when they are needed.
  var readsOnDemand = false
  /// Keeps screens from servers for when these cannot be reached; nil keeps none.
  var cache: DocumentCache?
  /// Takes messages about what is wrong, on any thread.
  let report: ViewerMessage.Handler

  package init(
    kinds: KnownKinds, fetcher: any Fetcher, allowedHosts: Set<String>, access: DocumentAccess,
    cache: DocumentCache? = nil, report: @escaping ViewerMessage.Handler
  ) {
    self.kinds = kinds
    self.fetcher = fetcher
    self.allowedHosts = Set(allowedHosts.map { $0.lowercased() })
    self.access = access
    self.cache = cache
    self.report = report
  }

  /// A dedicated queue, so that other work cannot delay documents.
  private static let queue = WorkQueue(width: 8)

  typealias Completion = @Sendable (FeedDelivery<ScreenFile>) -> Void

  /// Loads a document from a file or a server.
  ///
  /// - Parameters:
  ///   - first: The path of the first page, if this one follows it on the same screen.
  ///   - known: The version at hand; if it is still current, the delivery is `unchanged`.
  ///   - trusting: Hosts in private networks that the document may come from: its own, or that of
  ///     the document that names it.
  ///   - stream: Takes an answer that is a stream of events; nil takes its first event as the
  ///     document.
  ///   - completion: Called once, on any thread, unless the fetch is canceled.
  func load(
    _ source: DocumentSource, following first: String? = nil, known: ScreenFile? = nil,
    trusting: Set<String>, stream: StreamRequest? = nil, completion: @escaping Completion
  ) -> FetchTask {
    guard let address = source.address else {
      Self.queue.async { completion(read(source, following: first)) }
      return FetchTask {}
    }
    var request = FetchRequest(address)
    request.validators = known?.origin?.cacheTime == nil ? known?.origin?.validators : nil
    request.trust = PrivateServers(allowed: allowedHosts, own: trusting)
    request.isUrgent = true
    let event = FirstEvent()
    request.stream = stream ?? event.request
    return fetcher.start(request) { result in
      // Reading a large document must not delay other fetches.
      let unfollowed = stream == nil ? event : nil
      Self.queue.async { completion(read(result, unfollowed, source, known, first)) }
    }
  }

  /// Loads a document and blocks until it has arrived or failed.
  func loadAndWait(
    _ source: DocumentSource, following first: String? = nil, trusting: Set<String>
  ) -> FeedDelivery<ScreenFile> {
    let isLoaded = DispatchSemaphore(value: 0)
    let loaded = Mutex(FeedDelivery<ScreenFile>.missing)
    let task = load(source, following: first, trusting: trusting) { delivery in
      loaded.withLock { $0 = delivery }
      isLoaded.signal()
    }
    withExtendedLifetime(task) { isLoaded.wait() }
    return loaded.withLock { $0 }
  }

  /// Loads a document, which may be a stream, and blocks until it has arrived.
  package func open(_ source: DocumentSource) throws(ViewerError) -> ScreenFile {
    let path = source.path
    if case .stream(_, let descriptor) = source {
      let bytes = StreamReader.readAll(descriptor)
      return ScreenFile(source, bytes: bytes, kinds: kinds, onDemand: readsOnDemand)
        .withData(by: data, of: bytes)
    }
    // The user named the document, so it is allowed wherever it is.
    switch source.address == nil ? read(source) : openAndKeep(source) {
    case .good(let file), .broken(let file): return file
    case .missing, .unchanged: throw ViewerError("\(path.printable()): no such file")
    case .unreadable(let error): throw ViewerError("\(path.printable()): \(error)")
    case .unreachable(let error):
      throw ViewerError("\(path.printable()): \("\(error)".printable())")
    }
  }

  /// Loads a document from a server, which the user named, and caches it. Blocks until it has
  /// arrived.
  ///
  /// A rendered picture or a check must not depend on what was cached days ago, so a cached
  /// document is used only when no connections are made.
  package func openAndKeep(_ source: DocumentSource) -> FeedDelivery<ScreenFile> {
    let delivery = loadAndWait(source, trusting: source.trustedHosts)
    switch delivery {
    case .good(let file): keep(file)
    case .unreachable where fetcher is OfflineFetcher:
      if let kept = kept(source, trusting: source.trustedHosts) {
        return kept.reading.screen == nil ? .broken(kept) : .good(kept)
      }
    default: break
    }
    return delivery
  }

  /// Follows a file.
  ///
  /// - Parameters:
  ///   - first: The path of the first page, if this one follows it on the same screen.
  ///   - shown: The version already on show; nil delivers the current content first.
  ///   - watches: Whether changes are noticed; if not, the file is read when it is asked for.
  ///   - deliver: Called with each delivery, on the feed's thread.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  func follow(
    _ source: DocumentSource, following first: String? = nil, shown: ScreenFile? = nil,
    watches: Bool, deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) throws(FileError) -> FileFeed<ScreenFile> {
    let signature = Mutex(shown?.signature)
    return try FileFeed(
      watches ? [.file(source.path)] : [], shown: shown?.fingerprint,
      isSame: { signature.withLock { $0 == FileSignature(path: source.path) } },
      read: { _ throws(FileError) in
        let file = try openFile(source, following: first)
        signature.withLock { $0 = file.signature }
        return (file, file.fingerprint, file.reading.screen != nil)
      }, deliver: deliver)
  }

  /// The version of a document to show first. For one on a server that is its cached version or,
  /// until it arrives, a placeholder.
  ///
  /// - Throws: `FileError` when a file cannot be read.
  func first(
    _ source: DocumentSource, trusting: Set<String>
  ) throws(FileError) -> (file: ScreenFile, isEmpty: Bool) {
    guard source.address != nil else { return (try openFile(source), false) }
    let kept = kept(source, trusting: trusting)
    return (kept ?? .empty(source, kinds: kinds), kept == nil)
  }

  /// Reads a file on the calling thread.
  func openFile(
    _ source: DocumentSource, following first: String? = nil
  ) throws(FileError) -> ScreenFile {
    let signature = FileSignature(path: source.path)
    let table = try TableFile.document(for: source, open: access.open)
    let bytes = if let table { table } else { try access.read(source.path) }
    return ScreenFile(
      source, bytes: bytes, kinds: kinds, onDemand: readsOnDemand,
      signature: signature.isSettled() ? signature : nil, following: first, isTable: table != nil
    ).withData(by: data, of: bytes)
  }

  /// Gets the data beside screens.
  package var data: DataLoader {
    DataLoader(
      access: access, fetcher: fetcher, allowedHosts: allowedHosts, given: givenData,
      waits: waitsForData, awaitsRows: awaitsRows || waitsForData, showsTop: showsTop)
  }

  /// The cached screen of a server. One that came from a private network is returned only if
  /// documents from there are allowed.
  func kept(_ source: DocumentSource, trusting: Set<String>) -> ScreenFile? {
    guard let address = source.address else { return nil }
    let mayBePrivate = PrivateServers(allowed: allowedHosts, own: trusting).includes(address)
    for isPrivate in [true, false] where mayBePrivate || !isPrivate {
      guard let kept = cache?.load(Self.key(address, isPrivate: isPrivate)) else { continue }
      return ScreenFile(
        source, bytes: kept.bytes, kinds: kinds, onDemand: readsOnDemand,
        origin: ScreenOrigin(address: address, isPrivate: isPrivate, cacheTime: kept.time))
    }
    return nil
  }

  /// Caches a screen that came from a server; does nothing with any other file.
  func keep(_ file: ScreenFile) {
    guard let cache, let bytes = file.served, let address = file.source.address else { return }
    let isPrivate = file.origin?.isPrivate ?? true
    do throws(FileError) {
      cache.remove(Self.key(address, isPrivate: !isPrivate))
      try cache.save(bytes, for: Self.key(address, isPrivate: isPrivate))
    } catch {
      report(.warning("\(file.path.printable()): cannot be kept: \(error)"))
    }
  }

  private static func key(_ address: WebAddress, isPrivate: Bool) -> String {
    isPrivate ? "private " + address.description : address.description
  }

  private func read(
    _ source: DocumentSource, following first: String? = nil
  ) -> FeedDelivery<ScreenFile> {
    do throws(FileError) {
      let file = try openFile(source, following: first)
      return file.reading.screen == nil ? .broken(file) : .good(file)
    } catch {
      return error == .missing ? .missing : .unreadable(error)
    }
  }

  /// - Parameter event: The first one of a stream, unless it is followed.
  private func read(
    _ result: Result<FetchResponse, FetchError>, _ event: FirstEvent?, _ source: DocumentSource,
    _ known: ScreenFile?, _ first: String?
  ) -> FeedDelivery<ScreenFile> {
    do throws(FetchError) {
      let response = try result.get()
      guard let body = response.isStream ? try event?.result.get() : response.body else {
        return .unchanged
      }
      let origin = ScreenOrigin(
        address: response.address, validators: response.validators, isPrivate: response.isPrivate)
      if known?.origin?.cacheTime == nil, known?.fingerprint == Fingerprint(body) {
        return .unchanged
      }
      let file = ScreenFile(
        source, bytes: body, kinds: kinds, onDemand: readsOnDemand, origin: origin,
        following: first
      ).withData(by: data, of: body)
      return file.reading.screen == nil ? .broken(file) : .good(file)
    } catch {
      return .unreachable(error)
    }
  }
}

/// The files that documents may be read from: those the user named, wherever their paths lead; and,
/// by references between documents, files in the folders of these, in their assets folders, and in
/// folders the user allowed.
package struct DocumentAccess: Sendable {
  /// The paths, as the user gave them.
  private let named: Set<String>
  private let folders: ReadableFolders

  package init(named: String?, folders: ReadableFolders) {
    self.init(named: Set([named].compactMap { $0 }), folders: folders)
  }

  private init(named: Set<String>, folders: ReadableFolders) {
    self.named = named
    self.folders = folders
  }

  /// Allows everything that either of the two allows.
  func union(_ other: DocumentAccess) -> DocumentAccess {
    DocumentAccess(named: named.union(other.named), folders: folders.union(other.folders))
  }

  /// All bytes of the file at `path`.
  ///
  /// - Throws: `FileError.outside` when the file is in none of the allowed folders.
  package func read(_ path: String) throws(FileError) -> [UInt8] {
    SourceFiles.add(path)
    return try FileBytes.read(path, within: named.contains(path) ? nil : folders)
  }

  /// Opens the file at `path`.
  ///
  /// - Returns: A descriptor, which the caller closes.
  /// - Throws: `FileError.outside` when the file is in none of the allowed folders.
  func open(_ path: String) throws(FileError) -> Int32 {
    SourceFiles.add(path)
    return try FileBytes.open(path, within: named.contains(path) ? nil : folders)
  }
}

/// Takes the first line of a stream as a document, where the stream is not followed.
private final class FirstEvent: Sendable {
  private let parser = Mutex(ServerEventParser())
  private let found = Mutex<ServerEvent?>(nil)

  /// The document, or why there is none.
  var result: Result<[UInt8], FetchError> {
    let rest = parser.withLock { $0.finish() }
    guard let event = found.withLock({ $0 }) ?? rest else { return .failure(.cutOff) }
    return event.data.map { .success($0) }
      ?? .failure(.tooLarge(limit: ServerEventParser.largestEvent))
  }

  var request: StreamRequest {
    StreamRequest(
      isEndless: false,
      onBegin: { [self] response, _ in
        parser.withLock { $0 = ServerEventParser(areLines: response.areLines) }
      },
      onBytes: { [self] bytes in
        let events = parser.withLock { $0.append(Array(bytes)) }
        guard let first = events.first(where: \.isLine) else { return .taken }
        found.withLock { $0 = first }
        return .enough
      })
  }
}
