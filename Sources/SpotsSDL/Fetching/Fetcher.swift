/// Gets documents and pictures over the network, never on the thread that asks.
public protocol Fetcher: AnyObject, Sendable {
  /// Begins to fetch.
  ///
  /// - Parameter completion: Called once, on a thread of the fetcher's own, unless the task is
  ///   cancelled before. It must not take long.
  func start(
    _ request: FetchRequest,
    completion: @escaping @Sendable (Result<FetchResponse, FetchFault>) -> Void
  ) -> FetchTask
}

/// What is wanted, and what may be done to get it.
public struct FetchRequest: Sendable {
  public var address: WebAddress
  /// Of the version at hand, so that the server can say that it is still the present one.
  public var validators: Validators?
  /// Servers that may be in a private network, or on this machine. All others must be public.
  public var trust: PrivateServers
  /// Does not wait until others are done.
  public var isUrgent: Bool
  public var limits: FetchLimits

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

/// What a server tells about a version of a document, to be asked about it later.
public struct Validators: Hashable, Sendable {
  public var entityTag: String?
  public var lastModified: String?

  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

/// What a fetch may cost.
public struct FetchLimits: Hashable, Sendable {
  public var redirects = 5
  /// Until there is a connection, in seconds.
  public var connectTime = 5.0
  /// Until everything is there, all redirects included, in seconds.
  public var totalTime = 15.0
  /// Of the document, in bytes.
  public var bodySize = 16 << 20

  public init() {}
}

/// What a server gave.
public struct FetchResponse: Sendable {
  /// Where it came from, after all redirects.
  public var address: WebAddress
  /// nil: the version that the validators name is the present one.
  public var body: [UInt8]?
  public var validators: Validators
  /// Whether the server is in a private network, or on this machine.
  public var isPrivate: Bool
}

/// A fetch under way.
public final class FetchTask: Sendable {
  private let onCancel: @Sendable () -> Void

  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the fetch. Returns at once; a completion that is running goes on.
  public func cancel() { onCancel() }
}

/// The network of those who want none: every fetch fails at once.
public final class OfflineFetcher: Fetcher {
  public init() {}

  public func start(
    _ request: FetchRequest,
    completion: @escaping @Sendable (Result<FetchResponse, FetchFault>) -> Void
  ) -> FetchTask {
    completion(.failure(.offline))
    return FetchTask {}
  }
}
