import Dispatch
import Spots
import SpotsSDL

/// Gets documents, from files and from servers, and reads them off the main thread.
struct ScreenLoader: Sendable {
  let kinds: KnownKinds
  let fetcher: any Fetcher
  /// Hosts in private networks that anything may come from.
  let allowedHosts: Set<String>
  /// Whether the items of large documents are read, and checked, when somebody asks for them.
  var readsOnDemand = false
  /// Where screens from servers are kept for the time when these cannot be reached.
  var cache: DocumentCache?

  /// A queue of its own, which others cannot fill up.
  static let queue = DispatchQueue(label: "spots.documents", attributes: .concurrent)

  typealias Completion = @Sendable (FeedDelivery<ScreenFile>) -> Void

  /// Gets the document at `path`, which may be a web address.
  ///
  /// - Parameters:
  ///   - first: The path of the first page, when this is one that follows it on the same screen.
  ///   - known: The version at hand; when it is the present one, `unchanged` is told.
  ///   - trusting: Hosts that may be in private networks, besides those always allowed.
  ///   - completion: Called once, on some thread, unless the task is cancelled.
  func load(
    _ path: String, following first: String? = nil, known: ScreenFile? = nil,
    trusting: Set<String>, completion: @escaping Completion
  ) -> FetchTask {
    guard let address = WebAddress(path) else {
      Self.queue.async { completion(read(path, known, first)) }
      return FetchTask {}
    }
    var request = FetchRequest(address)
    request.validators = known?.origin?.cacheTime == nil ? known?.origin?.validators : nil
    request.trustedHosts = allowedHosts.union(trusting)
    request.isUrgent = true
    return fetcher.start(request) { result in
      // Reading a large document must not keep others from being fetched.
      Self.queue.async { completion(read(result, path, known, first)) }
    }
  }

  /// The same, for those who cannot go on without it.
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

  /// Written before the semaphore is signalled, read after.
  private final class Loaded: @unchecked Sendable {
    var delivery = FeedDelivery<ScreenFile>.missing
  }

  /// Reads the document at `path`, or all of standard input, for a command that cannot go on
  /// without it.
  func open(_ path: String) throws(Failure) -> ScreenFile {
    if let descriptor = StreamFeed.descriptor(ofPath: path) {
      return ScreenFile(
        path: path, bytes: StreamFeed.readAll(descriptor: descriptor), kinds: kinds,
        onDemand: readsOnDemand)
    }
    // Whoever named it wants it, wherever it is.
    let delivery = WebAddress(path).map { openAndKeep(path, trusting: [$0.host]) } ?? read(path)
    switch delivery {
    case .good(let file), .broken(let file): return file
    case .missing, .unchanged: throw .environment("\(path.printable()): no such file")
    case .unreadable(let reason), .unreachable(let reason):
      throw .environment("\(path.printable()): \(reason.printable())")
    }
  }

  /// Gets the document at the web address `path` and keeps it, for a command that cannot go on
  /// without it.
  ///
  /// What a picture or a check is made of must not depend on what was seen some days ago: one that
  /// was kept is given only when the user wants no connections.
  func openAndKeep(_ path: String, trusting: Set<String>) -> FeedDelivery<ScreenFile> {
    let delivery = loadAndWait(path, trusting: trusting)
    switch delivery {
    case .good(let file): keep(file)
    case .unreachable where fetcher is OfflineFetcher:
      if let kept = kept(path) { return kept.reading.screen == nil ? .broken(kept) : .good(kept) }
    default: break
    }
    return delivery
  }

  /// Follows the file at `path`.
  ///
  /// - Parameters:
  ///   - shown: What is shown of it already; nil has the first delivery be what it holds now.
  ///   - deliver: Takes each delivery, on a thread of the feed's.
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
  func follow(
    _ path: String, shown: ScreenFile?,
    deliver: @escaping @Sendable (FeedDelivery<ScreenFile>) -> Void
  ) throws(FileError) -> FileFeed<ScreenFile> {
    let (kinds, onDemand) = (kinds, readsOnDemand)
    return try FileFeed(
      path: path, shown: shown?.fingerprint, signature: shown?.signature,
      parse: { bytes in
        let file = ScreenFile(path: path, bytes: bytes, kinds: kinds, onDemand: onDemand)
        return (file, file.reading.screen != nil)
      }, deliver: deliver)
  }

  /// The screen that was kept of the web address `path`.
  func kept(_ path: String) -> ScreenFile? {
    guard let address = WebAddress(path), let kept = cache?.load(address.description) else {
      return nil
    }
    return ScreenFile(
      path: path, bytes: kept.bytes, kinds: kinds, onDemand: readsOnDemand,
      origin: ScreenOrigin(address: address, cacheTime: kept.time))
  }

  /// Keeps a screen that came from a server.
  func keep(_ file: ScreenFile) {
    guard let cache, let bytes = file.served, let address = WebAddress(file.path) else { return }
    do throws(FileError) {
      try cache.save(bytes, for: address.description)
    } catch {
      StandardError.write("warning: \(file.path.printable()): cannot be kept: \(error)\n")
    }
  }

  private func read(
    _ path: String, _ known: ScreenFile? = nil, _ first: String? = nil
  ) -> FeedDelivery<ScreenFile> {
    do throws(FileError) {
      let signature = FileSignature(path: path)
      return delivery(
        of: try FileBytes.read(path), path, known, first,
        signature: signature.isSettled ? signature : nil)
    } catch {
      return error == .missing ? .missing : .unreadable("\(error)")
    }
  }

  private func read(
    _ result: Result<FetchResponse, FetchFault>, _ path: String, _ known: ScreenFile?,
    _ first: String?
  ) -> FeedDelivery<ScreenFile> {
    switch result {
    case .failure(let fault): return .unreachable("\(fault)")
    case .success(let response):
      guard let body = response.body else { return .unchanged }
      let origin = ScreenOrigin(
        address: response.address, validators: response.validators, isPrivate: response.isPrivate)
      return delivery(of: body, path, known, first, origin: origin)
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
