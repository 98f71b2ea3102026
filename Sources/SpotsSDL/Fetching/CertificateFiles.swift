import Glibc

/// The certificates that servers are checked against, where the environment names others than the
/// system's, as for curl and OpenSSL: a company's own authority, for example.
struct CertificateFiles: Equatable {
  /// A file of certificates; nil: the system's.
  var file: String?
  /// A folder of certificates by their hashes; nil: the system's.
  var folder: String?

  /// `CURL_CA_BUNDLE`, or without it `SSL_CERT_FILE` and `SSL_CERT_DIR`. Empty ones count as missing.
  ///
  /// - Parameter variable: The environment.
  init(
    _ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    func path(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    file = path("CURL_CA_BUNDLE")
    guard file == nil else { return }
    file = path("SSL_CERT_FILE")
    folder = path("SSL_CERT_DIR")
  }

  /// Those of this process, as they were at the first fetch.
  static let environment = CertificateFiles()
}
