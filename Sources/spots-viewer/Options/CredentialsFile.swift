import ArgumentParser
import Glibc
import Spots
import SpotsSDL

/// A JSON file of credentials, with an object for each origin, such as
/// `{"https://example.com": {"token": "…"}}`.
///
/// Such an object has a `token`, a `user` and a `password`, a `certificate` and perhaps its `key`,
/// or a certificate and one of the former. Relative paths begin at the file. In place of a token or
/// a password there may be a `secret`: the attributes with which the desktop stores it.
struct CredentialsFile {
  let all: [Credentials]

  private static let longest = 1 << 20
  private static let keys: Set = ["token", "user", "password", "certificate", "key"]

  /// - Throws: `Failure` when the file or a secret cannot be read, and `ValidationError` when it is
  ///   not such a file. Neither says anything of its content.
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
      let credentials = try Self.credentials(value, address, Path.folder(of: path))
      guard let credentials else {
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
  ) throws -> Credentials? {
    guard case .object(var members) = value else { return nil }
    if let attributes = members.removeValue(forKey: "secret") {
      guard members["token"] == nil, members["password"] == nil, let texts = texts(attributes)
      else {
        return nil
      }
      let secret = try Failure.naming("--credentials: \(address.server)") {
        guard let bus = SessionBus.address else { throw SecretService.Fault.noService }
        return try SecretService.secret(with: texts, on: bus)
      }
      members[members["user"] == nil ? "token" : "password"] = .string(secret)
    }
    guard Set(members.keys).isSubset(of: keys), let texts = texts(.object(members)) else {
      return nil
    }
    guard (texts["user"] == nil) == (texts["password"] == nil),
      texts["token"] == nil || texts["user"] == nil,
      texts["certificate"] != nil || texts["key"] == nil
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

  /// The members of an object of texts; nil for any other value, and for none.
  private static func texts(_ value: JSONValue) -> [String: String]? {
    guard case .object(let members) = value, !members.isEmpty else { return nil }
    let texts = members.compactMapValues { value in
      if case .string(let text) = value, !text.isEmpty { text } else { nil }
    }
    return texts.count == members.count ? texts : nil
  }
}
