/// Why something could not be fetched. The description is the reason alone, without the address.
public enum FetchFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user wants no connections.
  case offline
  /// There is no libcurl on this machine.
  case noLibrary
  case unknownHost(String)
  /// The host is in a private network, or this machine, and nobody allowed it.
  case privateHost(String)
  case noConnection
  /// Nothing, or not everything, came in so many seconds.
  case timedOut(seconds: Double)
  /// The server ended before the document did.
  case cutOff
  case tooLarge(limit: Int)
  /// The headers of the answer are longer than anything asks for.
  case headersTooLarge
  case tooManyRedirects(limit: Int)
  /// A redirect to what is neither http nor https, or nowhere.
  case badRedirect
  /// The server packed the document although it was asked not to.
  case encoded(String)
  /// An answer that is no document, such as 404.
  case status(Int)
  /// The server's certificate is not to be trusted.
  case untrusted(String)
  /// What else libcurl said.
  case other(String)

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
