/// Proves to a server who its user is. Credentials are sent over https only, or to this machine,
/// and never to another origin, not even after a redirect.
public struct Credentials: Sendable {
  /// A secret that each request carries.
  public enum Secret: Sendable {
    /// A token (RFC 6750).
    case bearer(String)
    /// A name and a password (RFC 7617).
    case password(user: String, password: String)
  }

  private let address: WebAddress
  /// Nil for none.
  public var secret: Secret?
  /// The path of a PEM file with a certificate of the user; nil for none.
  public var certificate: String?
  /// The path of a PEM file; nil if the key is in the file of the certificate.
  public var certificateKey: String?

  /// Creates credentials for the server of any of its addresses.
  public init(
    for address: WebAddress, secret: Secret? = nil, certificate: String? = nil,
    certificateKey: String? = nil
  ) {
    (self.address, self.secret) = (address, secret)
    (self.certificate, self.certificateKey) = (certificate, certificateKey)
  }

  /// Whether nobody else hears what is sent to their server.
  public var mayBeShown: Bool { address.scheme == "https" || address.isOnThisMachine }

  /// Whether a request for an address carries them.
  func areFor(_ address: WebAddress) -> Bool {
    mayBeShown && address.server == self.address.server
  }
}

/// Fetches with libcurl, and sends credentials to the servers that they are for.
package final class KnownUserFetcher: Fetcher {
  private let credentials: [Credentials]

  package init(_ credentials: [Credentials]) { self.credentials = credentials }

  package func start(_ request: FetchRequest, completion: @escaping Completion) -> FetchTask {
    var request = request
    request.credentials = credentials
    return CurlFetcher.shared.start(request, completion: completion)
  }
}
