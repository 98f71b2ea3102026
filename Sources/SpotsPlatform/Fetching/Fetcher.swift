// Requests for documents, the limits of fetching them, and the answers.

import SpotsViews

/// Fetches documents and images over the network without blocking the calling thread.
public protocol Fetcher: AnyObject, Sendable {
  /// Receives the document, or the reason that there is none.
  typealias Completion = @Sendable (Result<FetchResponse, FetchError>) -> Void

  /// Starts a fetch. `completion` is called once, on any thread and possibly before this returns,
  /// unless the task is canceled first. It must not take long.
  func start(_ request: FetchRequest, completion: @escaping Completion) -> FetchTask
}

extension Fetcher {
  /// Fetches a document, unless the task is canceled.
  ///
  /// - Throws: `FetchError`, or `CancellationError` once the task is canceled.
  public func fetch(_ request: FetchRequest) async throws -> FetchResponse {
    let (results, continuation) = AsyncStream.makeStream(
      of: Result<FetchResponse, FetchError>.self)
    let task = start(request) {
      continuation.yield($0)
      continuation.finish()
    }
    continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
    for await result in results { return try result.get() }
    throw CancellationError()
  }
}

/// A document to fetch, and the rules for fetching it.
public struct FetchRequest: Sendable {
  /// The document's address, from which redirects may lead elsewhere.
  public var address: WebAddress
  /// The validators of the version at hand, so that the server can answer that it is current; nil
  /// for none.
  public var validators: Validators?
  /// Servers that may be in a private network, or on this machine. All others must be public.
  public var trust: PrivateServers
  /// Whether the fetch starts without waiting for others to finish.
  public var isUrgent: Bool
  /// The redirects, time and bytes the fetch may take.
  public var limits: FetchLimits
  /// Takes the answer where it is a stream of events; nil reads it as a document, to its end.
  package var stream: StreamRequest?
  /// The data to send; nil requests a document.
  package var post: PostRequest?
  /// The user's credentials, each for one server.
  package var credentials: [Credentials] = []

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

/// A POST request from a screen. It is never repeated automatically after the connection was lost;
/// a redirect that asks for that is followed to the same server only.
package struct PostRequest: Sendable {
  /// JSON.
  package var body: [UInt8]
  /// Tells a server that has had it already that it was sent again.
  package var key: String
  /// The server of the screen, such as `https://example.com`; nil for that of a file.
  package var origin: String?

  package init(_ body: [UInt8], key: String, origin: String?) {
    (self.body, self.key, self.origin) = (body, key, origin)
  }

  /// Pages in a browser can send neither this type nor the last header to another server unless
  /// that server allows it.
  var headers: [String] {
    [
      "Content-Type: application/json", "Accept: application/json", "Idempotency-Key: \(key)",
      "Origin: \(origin ?? "null")", "Spots-Action: post",
      // Otherwise libcurl waits with a long body for a word of the server.
      "Expect:",
    ]
  }

  /// The statuses that bring an answer to it: also those that say what is wrong with it.
  static let answers: Set = [200, 201, 202, 204, 400, 409, 422]
}

/// Receives an answer that is a stream of events or JSON Lines as it arrives.
package struct StreamRequest: Sendable {
  /// What a receiver wants after some bytes have arrived.
  package enum Demand: Sendable {
    /// They were taken.
    case taken
    /// There is no room for them. They are delivered again once the fetch is resumed; until then
    /// nothing is read from the server, which has to wait.
    case noRoom
    /// The fetch may end here.
    case enough
  }

  /// The identifier of the last event that came over an earlier connection; empty for none.
  package var lastEvent: String
  /// Whether the stream may last, and be silent, indefinitely; otherwise the limits of the fetch
  /// apply to the stream, too.
  package var isEndless: Bool
  /// Called once, on the fetching thread, when the answer turns out to be a stream. `resume`, which
  /// any thread may call, continues a stream that waits for room.
  package var onBegin: @Sendable (FetchResponse, _ resume: @escaping @Sendable () -> Void) -> Void
  /// Called with the bytes as they come, on the fetching thread; must not take long.
  package var onBytes: @Sendable (UnsafeRawBufferPointer) -> Demand

  package init(
    lastEvent: String = "", isEndless: Bool,
    onBegin:
      @escaping @Sendable (FetchResponse, _ resume: @escaping @Sendable () -> Void) -> Void = {
        _, _ in
      },
    onBytes: @escaping @Sendable (UnsafeRawBufferPointer) -> Demand
  ) {
    (self.lastEvent, self.isEndless) = (lastEvent, isEndless)
    (self.onBegin, self.onBytes) = (onBegin, onBytes)
  }
}

/// Marks that a server gives each version of a document, sent back to ask if it is still current.
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
  /// The document; nil when the version that the request's validators name is current, for a
  /// stream, and for a status without one.
  public var body: [UInt8]?
  /// The validators of the current version.
  public var validators: Validators
  /// Whether the server is in a private network, or on this machine.
  public var isPrivate: Bool
  /// Whether the answer is, or was, a stream, received by the request's `stream`.
  package var isStream = false
  /// Whether the stream is JSON Lines rather than events.
  package var areLines = false
  /// The status of the response to a POST request.
  package var status = 200
  /// The address to which the server redirected the POST request; it has not been requested.
  package var target: WebAddress?

  /// The document, which is JSON, as a value of a type.
  ///
  /// - Throws: `DecodingError` when it is not JSON, or does not fit.
  /// - Complexity: O(bytes).
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    let (value, diagnostics) = JSONValue.read(body ?? [])
    guard let value else {
      let reason = diagnostics.first.map { "\($0)" } ?? "there is no document"
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
    }
    return try value.decoded()
  }
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

/// A fetcher without a network: every fetch fails immediately with `FetchError.offline`.
package final class OfflineFetcher: Fetcher {
  /// Creates a fetcher that never connects.
  package init() {}

  /// Calls `completion` with `.offline` before it returns.
  package func start(_ request: FetchRequest, completion: @escaping Completion) -> FetchTask {
    completion(.failure(.offline))
    return FetchTask {}
  }
}

/// The reason that something could not be fetched. The description is the reason alone, without the
/// address.
public enum FetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user allows no connections.
  case offline
  /// There is no libcurl on this machine.
  case noLibrary
  /// The host's name could not be resolved.
  case unknownHost(String)
  /// The host is in a private network, or is this machine, and is not allowed.
  case privateHost(String)
  /// None of the host's addresses accepts a connection.
  case noConnection
  /// The fetch was not complete after so many seconds.
  case timedOut(seconds: Double)
  /// The connection ended before the document did.
  case cutOff
  /// The document is larger than `limit` bytes.
  case tooLarge(limit: Int)
  /// The headers of the answer exceed 256 KiB, or one of them exceeds libcurl's own limit.
  case headersTooLarge
  /// More than `limit` redirects followed one another.
  case tooManyRedirects(limit: Int)
  /// A redirect without an address, or to one that is neither http nor https.
  case badRedirect
  /// The server sent the document in this encoding although it was asked not to.
  case encoded(String)
  /// The server answered with a status that brings no document, such as 404.
  case status(Int)
  /// The server's certificate is not trusted.
  case untrusted
  /// Any other error, in libcurl's words.
  case other(String)

  /// Whether the same request may succeed a little later without anything being changed.
  package var isTransient: Bool {
    switch self {
    case .unknownHost, .noConnection, .timedOut, .cutOff, .other: true
    case .status(let code): code >= 500 || code == 408 || code == 429
    case .offline, .noLibrary, .privateHost, .tooLarge, .headersTooLarge, .tooManyRedirects,
      .badRedirect, .encoded, .untrusted:
      false
    }
  }

  /// The reason, in lower case, without a final period.
  public var description: String { text(in: .english) }

  /// The description in a language.
  package func text(in words: Words) -> String {
    switch self {
    case .offline: words[.offline]
    case .noLibrary: words(.notInstalled, ["library": "libcurl.so.4"])
    case .unknownHost(let host): words(.noHost, ["host": host])
    case .privateHost(let host):
      words(.privateHost, ["host": host, "option": "--allow-host \(host)"])
    case .noConnection: words[.noAnswer]
    case .timedOut(let seconds): words(.notWithin, ["seconds": seconds])
    case .cutOff: words[.endedEarly]
    case .tooLarge(let limit): words(.largerThan, ["limit": limit >> 20])
    case .headersTooLarge: words[.headersTooLarge]
    case .tooManyRedirects(let limit): words(.tooManyRedirects, ["limit": limit])
    case .badRedirect: words[.badRedirect]
    case .encoded(let name): words(.encoded, ["name": name.printable(limit: 40)])
    case .status(let code): words(.status, ["code": "\(code)"])
    case .untrusted: words[.untrusted]
    case .other(let reason): reason
    }
  }
}
