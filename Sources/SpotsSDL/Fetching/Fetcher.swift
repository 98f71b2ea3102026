/// Fetches documents and pictures over the network without blocking the calling thread.
public protocol Fetcher: AnyObject, Sendable {
  /// Starts a fetch.
  ///
  /// - Parameter completion: Called once, on any thread and possibly before this returns, unless
  ///   the task is canceled first. It must not take long.
  func start(
    _ request: FetchRequest,
    completion: @escaping @Sendable (Result<FetchResponse, FetchFault>) -> Void
  ) -> FetchTask
}

/// A document to fetch, and what may be done to get it.
public struct FetchRequest: Sendable {
  /// The document's address, from which redirects may lead elsewhere.
  public var address: WebAddress
  /// Those of the version at hand, so that the server can answer that it is current; nil for none.
  public var validators: Validators?
  /// Servers that may be in a private network, or on this machine. All others must be public.
  public var trust: PrivateServers
  /// Whether the fetch starts without waiting for others to finish.
  public var isUrgent: Bool
  /// The redirects, time and bytes the fetch may take.
  public var limits: FetchLimits

  /// Creates a request. Unless given, there are no validators and only public servers.
  public init(
    _ address: WebAddress, validators: Validators? = nil, trust: PrivateServers = PrivateServers(),
    isUrgent: Bool = false, limits: FetchLimits = FetchLimits()
  ) {
    self.address = address
    self.validators = validators
    self.trust = trust
    self.isUrgent = isUrgent
    self.limits = limits
  }
}

/// What a server says about a version of a document, sent back to ask whether it is current.
public struct Validators: Hashable, Sendable {
  /// The `ETag` header; nil when the server sent none.
  public var entityTag: String?
  /// The `Last-Modified` header, as the server wrote it; nil when it sent none.
  public var lastModified: String?

  /// Creates validators; both are nil unless given.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// Whether there is nothing to ask the server with.
  public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

/// The limits of a fetch.
public struct FetchLimits: Hashable, Sendable {
  /// The most redirects that are followed.
  public var redirects = 5
  /// The most seconds until there is a connection.
  public var connectTime = 5.0
  /// The most seconds until the document is complete, all redirects included.
  public var totalTime = 15.0
  /// The most bytes of the document.
  public var bodySize = 16 << 20

  /// Creates the default limits.
  public init() {}
}

/// A server's answer.
public struct FetchResponse: Sendable {
  /// The document's address after all redirects.
  public var address: WebAddress
  /// The document; nil when the version that the request's validators name is current.
  public var body: [UInt8]?
  /// Those of the current version.
  public var validators: Validators
  /// Whether the server is in a private network, or on this machine.
  public var isPrivate: Bool
}

/// A fetch under way.
public final class FetchTask: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a task. `onCancel` runs on each call of `cancel`.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the fetch. Returns immediately; a completion that is running goes on.
  public func cancel() { onCancel() }
}

/// A fetcher without a network: every fetch fails immediately with `FetchFault.offline`.
public final class OfflineFetcher: Fetcher {
  /// Creates a fetcher that never connects.
  public init() {}

  /// Calls `completion` with `.offline` before it returns.
  public func start(
    _ request: FetchRequest,
    completion: @escaping @Sendable (Result<FetchResponse, FetchFault>) -> Void
  ) -> FetchTask {
    completion(.failure(.offline))
    return FetchTask {}
  }
}
