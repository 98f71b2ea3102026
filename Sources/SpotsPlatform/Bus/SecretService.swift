import CDBus
import Glibc
import SpotsViews

/// The desktop's store of secrets, such as GNOME Keyring, KWallet or KeePassXC: the service
/// `org.freedesktop.secrets`, into which `secret-tool store` puts what it is given.
package struct SecretService {
  /// The reason that there is no secret, in words, without a period.
  package enum Fault: Error, CustomStringConvertible {
    /// No service has answered.
    case noService
    /// Nothing is stored with these attributes.
    case noSecret
    /// The user has not unlocked it.
    case locked
    /// It is no text, or longer than 4096 bytes.
    case noText

    package var description: String {
      switch self {
      case .noService: "the desktop has no store of secrets that answers"
      case .noSecret: "no secret is stored with these attributes"
      case .locked: "the secret was not unlocked"
      case .noText: "the secret is no text of at most 4096 bytes"
      }
    }
  }

  private let connection: OpaquePointer

  private static let (name, path) = ("org.freedesktop.secrets", "/org/freedesktop/secrets")
  private static let (answerTime, unlockTime) = (25.0, 300.0)

  /// Returns the secret that is stored with all of these attributes; of several, one of those that
  /// are unlocked. Where all are locked, the service asks the user. Blocks until then.
  ///
  /// - Parameter bus: The address of the session bus.
  package static func secret(
    with attributes: [String: String], on bus: String
  ) throws(Fault) -> String {
    var result = Result<String, Fault>.failure(.noService)
    _ = BusConnection().run(at: bus) { connection in
      result = Result { () throws(Fault) in
        try SecretService(connection: connection).secret(with: attributes)
      }
    }
    return try result.get()
  }

  private func secret(with attributes: [String: String]) throws(Fault) -> String {
    // The bus is the user's own: what goes over it needs no encryption.
    let plain = [BusValue.string("plain"), .variant(.string(""))]
    let session = try ask("OpenSession", plain).last?.text
    let found = try ask("SearchItems", [.dictionary(attributes)]).map { $0.elements ?? [] }
    guard let session, found.count == 2, let item = (found[0] + found[1]).first?.text else {
      throw .noSecret
    }
    if found[0].isEmpty { try unlock(item) }
    let answer = try ask("GetSecret", of: "Item", at: item, [.path(session)])
    let values = answer.first?.elements?.dropFirst(2).first?.elements
    let bytes = values?.compactMap { $0.number.flatMap(UInt8.init(exactly:)) }
    guard let bytes, !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
      throw .noText
    }
    return text
  }

  private func unlock(_ item: String) throws(Fault) {
    guard let prompt = try ask("Unlock", [.array("o", [.path(item)])]).last?.text else {
      throw .locked
    }
    // There is nothing to ask the user.
    guard prompt != "/" else { return }
    let kind = "org.freedesktop.Secret.Prompt"
    let rule = "type='signal',interface='\(kind)',member='Completed',path='\(prompt)'"
    dbus_bus_add_match(connection, rule, nil)
    _ = try ask("Prompt", of: "Prompt", at: prompt, [.string("")])
    let end = Clock.now + Self.unlockTime
    while Clock.now < end, dbus_connection_read_write(connection, 200) != 0 {
      while let pointer = dbus_connection_pop_message(connection) {
        let message = BusMessage(owning: pointer)
        guard message.isSignal("Completed", of: kind), message.path == prompt else { continue }
        guard message.arguments.first == .some(.bool(false)) else { throw .locked }
        return
      }
    }
    throw .locked
  }

  /// Calls a method of the service, or of one of its objects, and waits for what it returns.
  private func ask(
    _ member: String, of object: String = "Service", at path: String = Self.path,
    _ arguments: [BusValue]
  ) throws(Fault) -> [JSONValue] {
    let call = BusMessage(
      call: member, of: "org.freedesktop.Secret.\(object)", at: path, to: Self.name, starts: true)
    guard let call else { throw .noService }
    call.append(arguments)
    let reply = dbus_connection_send_with_reply_and_block(
      connection, call.pointer, Int32(Self.answerTime * 1000), nil)
    guard let reply else { throw member == "GetSecret" ? .locked : .noService }
    return BusMessage(owning: reply).arguments(longestText: 4096).map { $0 ?? .null }
  }
}
