import ArgumentParser
import Glibc
import Spots
import SpotsSDL

/// A JSON file of credentials, with an object for each origin, such as
/// `{"https://example.com": {"token": "…"}}`.
///
/// Such an object has a `token`, a `user` and a `password`, a `certificate` and perhaps its `key`,
/// or a certificate and one of the former. Relative paths begin at the file.
struct CredentialsFile {
  let all: [Credentials]

  private static let longest = 1 << 20
  private static let keys: Set = ["token", "user", "password", "certificate", "key"]

  /// - Throws: `Failure` when the file cannot be read, and `ValidationError` when it is not such a
  ///   file. Neither says anything of its content.
  init(_ path: String) throws {
    func fault(_ reason: String) -> ValidationError {
      ValidationError("--credentials \(path.printable(limit: 200)): \(reason)")
    }
    let bytes = try Failure.naming("--credentials \(path.printable(limit: 200))") {
      try FileBytes.read(path, limit: Self.longest)
    }
    guard case .object(let members)? = JSONValue.read(bytes).value else {
      throw fault("is no JSON object of servers")
    }
    all = try members.sorted { $0.key < $1.key }.map { origin, value in
      guard let address = WebAddress(origin), address.path == "/", address.query == nil else {
        throw fault("'\(origin.printable(limit: 100))' is no server such as https://example.com")
      }
      guard let credentials = Self.credentials(value, address, Path.folder(of: path)) else {
        throw fault(
          "\(address.server) needs a token, a user and a password, or a certificate, as texts")
      }
      guard credentials.mayBeShown else {
        throw fault("\(address.server) is not https, so nothing secret is sent there")
      }
      return credentials
    }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
      StandardError.warn("--credentials: other users can read \(path.printable(limit: 200))")
    }
  }

  private static func credentials(
    _ value: JSONValue, _ address: WebAddress, _ folder: String
  ) -> Credentials? {
    guard case .object(let members) = value, Set(members.keys).isSubset(of: keys) else {
      return nil
    }
    let texts = members.compactMapValues { value in
      if case .string(let text) = value, !text.isEmpty { text } else { nil }
    }
    guard texts.count == members.count, (texts["user"] == nil) == (texts["password"] == nil),
      texts["token"] == nil || texts["user"] == nil,
      texts["certificate"] != nil || texts["key"] == nil, !texts.isEmpty
    else { return nil }
    func path(_ key: String) -> String? {
      texts[key].map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
    }
    var secret = texts["token"].map(Credentials.Secret.bearer)
    if let user = texts["user"], let password = texts["password"] {
      secret = .password(user: user, password: password)
    }
    return Credentials(
      for: address, secret: secret, certificate: path("certificate"), certificateKey: path("key"))
  }
}
