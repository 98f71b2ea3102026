import Dispatch
import Spots
import SpotsSDL

/// Loads documents from files and servers; `load` reads them off the main thread.
package struct ScreenLoader: Sendable {
  let kinds: KnownKinds
  let fetcher: any Fetcher
  /// Hosts in private networks that any document may come from.
  let allowedHosts: Set<String>
  /// The files that may be read.
  var access: DocumentAccess
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

  /// Loads the document at `path`, which may be a web address.
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
    _ path: String, following first: String? = nil, known: ScreenFile? = nil,
    trusting: Set<String>, stream: StreamRequest? = nil, completion: @escaping Completion
  ) -> FetchTask {
    guard let address = WebAddress(path) else {
      Self.queue.async { completion(read(path, known, first)) }
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
      Self.queue.async { completion(read(result, unfollowed, path, known, first)) }
    }
  }

  /// Loads the document at `path` and blocks until it has arrived or failed.
  func loadAndWait(
    _ path: String, following first: String? = nil, trusting: Set<String>
  ) -> FeedDelivery<ScreenFile> {
    let mailbox = DispatchSemaphore(value: 0)
    let loaded = Loaded()
    let task = load(path, following: first, trusting: trusting) { delivery in
      loaded.delivery = delivery
      mailbox.signal()
    }
    return withExtendedLifetime(task) {
      mailbox.wait()
      return loaded.delivery
    }
  }

  /// Written before the semaphore is signaled, read after.
  private final class Loaded: @unchecked Sendable {
    var delivery = FeedDelivery<ScreenFile>.missing
  }

  /// Loads the document at `path`, which may be a web address or a stream, and blocks until it has
  /// arrived.
  package func open(_ path: String) throws(ViewerError) -> ScreenFile {
    if let descriptor = StreamReader.descriptor(ofPath: path) {
      return ScreenFile(
        path: path, bytes: StreamReader.readAll(descriptor: descriptor), kinds: kinds,
        onDemand: readsOnDemand)
    }
    // The user named the document, so it is allowed wherever it is.
    let delivery = WebAddress(path).map { openAndKeep($0) } ?? read(path)
    switch delivery {
    case .good(let file), .broken(let file): return file
    case .missing, .unchanged: throw ViewerError("\(path.printable()): no such file")
    case .unreadable(let reason): throw ViewerError("\(path.printable()): \(reason.printable())")
    case .unreachable(let error):
      throw ViewerError("\(path.printable()): \("\(error)".printable())")
    }
  }

  /// Loads the document at `address`, which the user named, and caches it. Blocks until it has
  /// arrived.
  ///
  /// A rendered picture or a check must not depend on what was cached days ago, so a cached
  /// document is used only when no connections are made.
  package func openAndKeep(_ address: WebAddress) -> FeedDelivery<ScreenFile> {
    let trusting = PrivateServers.names(of: address)
    let delivery = loadAndWait(address.description, trusting: trusting)
    switch delivery {
    case .good(let file): keep(file)
    case .unreachable where fetcher is OfflineFetcher:
      if let kept = kept(address, trusting: trusting) {
        return kept.reading.screen == nil ? .broken(kept) : .good(kept)
      }
    default: break
    }
    return delivery
  }

  /// Follows the file at `path`.
  ///
  /// - Parameters:
  ///   - shown: The version already on show; nil delivers the current content first.
  ///   - deliver: Called with each delivery, on the feed's thread.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  func follow(
    _ path: String, shown: ScreenFile?,
    deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) throws(FileError) -> FileFeed<ScreenFile> {
    let (kinds, onDemand, access) = (kinds, readsOnDemand, access)
    return try FileFeed(
      path: path, shown: shown?.fingerprint, signature: shown?.signature,
      read: { (path) throws(FileError) in try access.read(path) },
      parse: { bytes in
        let file = ScreenFile(path: path, bytes: bytes, kinds: kinds, onDemand: onDemand)
        return (file, file.reading.screen != nil)
      }, deliver: deliver)
  }

  /// Reads the file at `path` on the calling thread.
  func openFile(_ path: String) throws(FileError) -> ScreenFile {
    let signature = FileSignature(path: path)
    return ScreenFile(
      path: path, bytes: try access.read(path), kinds: kinds, onDemand: readsOnDemand,
      signature: signature.isSettled() ? signature : nil)
  }

  /// The cached screen of `address`. One that came from a private network is returned only if
  /// documents from there are allowed.
  func kept(_ address: WebAddress, trusting: Set<String>) -> ScreenFile? {
    let mayBePrivate = PrivateServers(allowed: allowedHosts, own: trusting).includes(address)
    for isPrivate in [true, false] where mayBePrivate || !isPrivate {
      guard let kept = cache?.load(Self.key(address, isPrivate: isPrivate)) else { continue }
      return ScreenFile(
        path: address.description, bytes: kept.bytes, kinds: kinds, onDemand: readsOnDemand,
        origin: ScreenOrigin(address: address, isPrivate: isPrivate, cacheTime: kept.time))
    }
    return nil
  }

  /// Caches a screen that came from a server; does nothing with any other file.
  func keep(_ file: ScreenFile) {
    guard let cache, let bytes = file.served, let address = WebAddress(file.path) else { return }
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
    _ path: String, _ known: ScreenFile? = nil, _ first: String? = nil
  ) -> FeedDelivery<ScreenFile> {
    do throws(FileError) {
      let signature = FileSignature(path: path)
      return delivery(
        of: try access.read(path), path, known, first,
        signature: signature.isSettled() ? signature : nil)
    } catch {
      return error == .missing ? .missing : .unreadable("\(error)")
    }
  }

  /// - Parameter event: The first one of a stream, unless it is followed.
  private func read(
    _ result: Result<FetchResponse, FetchError>, _ event: FirstEvent?, _ path: String,
    _ known: ScreenFile?, _ first: String?
  ) -> FeedDelivery<ScreenFile> {
    do throws(FetchError) {
      let response = try result.get()
      guard let body = response.isStream ? try event?.result.get() : response.body else {
        return .unchanged
      }
      let origin = ScreenOrigin(
        address: response.address, validators: response.validators, isPrivate: response.isPrivate)
      return delivery(of: body, path, known, first, origin: origin)
    } catch {
      return .unreachable(error)
    }
  }

  private func delivery(
    of bytes: [UInt8], _ path: String, _ known: ScreenFile?, _ first: String?,
    signature: FileSignature? = nil, origin: ScreenOrigin? = nil
  ) -> FeedDelivery<ScreenFile> {
    let isKnown = known?.origin?.cacheTime == nil && known?.fingerprint == Fingerprint(bytes)
    if isKnown { return .unchanged }
    let file = ScreenFile(
      path: path, bytes: bytes, kinds: kinds, onDemand: readsOnDemand, signature: signature,
      origin: origin, following: first)
    return file.reading.screen == nil ? .broken(file) : .good(file)
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
}
