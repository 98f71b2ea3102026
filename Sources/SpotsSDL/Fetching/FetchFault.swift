/// Why something could not be fetched. The description is the reason alone, without the address.
public enum FetchFault: Error, Hashable, Sendable, CustomStringConvertible {
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
  /// The server's certificate is not trusted, for this reason.
  case untrusted(String)
  /// Any other fault, in libcurl's words.
  case other(String)

  /// The reason, in lower case, without a final period.
  public var description: String {
    switch self {
    case .offline: return "offline"
    case .noLibrary: return "libcurl.so.4 is not installed"
    case .unknownHost(let host): return "there is no host '\(host)'"
    case .privateHost(let host):
      return "'\(host)' is in a private network; '--allow-host \(host)' allows it"
    case .noConnection: return "the server does not answer"
    case .timedOut(let seconds): return "not there within \(seconds) s"
    case .cutOff: return "the server ended too early"
    case .tooLarge(let limit): return "larger than \(limit >> 20) MiB"
    case .headersTooLarge: return "the headers of the server's answer are too large"
    case .tooManyRedirects(let limit): return "more than \(limit) redirects"
    case .badRedirect: return "redirected to no web address"
    case .encoded(let name): return "the server sent it as '\(name)', which nobody asked for"
    case .status(let code): return "the server answered \(code)"
    case .untrusted(let reason), .other(let reason): return reason
    }
  }
}
