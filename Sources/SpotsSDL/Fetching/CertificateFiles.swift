import Glibc

/// The certificates that servers are checked against when the environment names others than the
/// system's, as for curl and OpenSSL: a company's own authority, for example.
struct CertificateFiles: Equatable {
  /// A file of certificates; nil uses the system's.
  var file: String?
  /// A folder of certificates by their hashes; nil uses the system's.
  var folder: String?

  /// Reads `CURL_CA_BUNDLE` or, without it, `SSL_CERT_FILE` and `SSL_CERT_DIR`. Empty ones are
  /// ignored.
  ///
  /// - Parameter variable: Looks up an environment variable; nil when it is not set.
  init(
    _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    func path(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    file = path("CURL_CA_BUNDLE")
    guard file == nil else { return }
    file = path("SSL_CERT_FILE")
    folder = path("SSL_CERT_DIR")
  }

  /// The files for this process, as its environment was at the first fetch.
  static let environment = CertificateFiles()
}
