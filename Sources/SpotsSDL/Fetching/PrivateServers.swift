/// The servers in private networks, or on this machine, that may be contacted. All others must be
/// public.
///
/// A server is named by its host, which means all its ports, or as `host:port`, in lower case.
public struct PrivateServers: Hashable, Sendable {
  /// The servers the user allowed.
  public var allowed: Set<String>
  /// The server the user opened, or that a screen came from. It is allowed only until a public
  /// server has answered, so that neither a name, whose address its owner may change, nor a
  /// redirect leads into a private network.
  public var own: Set<String>

  /// Creates a set of servers. By default none in a private network may be contacted.
  public init(allowed: Set<String> = [], own: Set<String> = []) {
    self.allowed = allowed
    self.own = own
  }

  /// Whether `address` may be in a private network.
  public func includes(_ address: WebAddress) -> Bool {
    let names = [
      address.host, Self.name(of: address, port: address.port ?? Self.port(of: address)),
    ]
    return names.contains { allowed.contains($0) || own.contains($0) }
  }

  /// The servers that may still be reached once a public server has answered.
  var afterPublicAnswer: PrivateServers { PrivateServers(allowed: allowed) }

  /// The name of the server at `address` with its port. An address without a port has two names,
  /// for ports 80 and 443, since most servers redirect from one to the other.
  public static func names(of address: WebAddress) -> Set<String> {
    let ports: [UInt16] = address.port.map { [$0] } ?? [80, 443]
    return Set(ports.map { name(of: address, port: $0) })
  }

  private static func name(of address: WebAddress, port: UInt16) -> String {
    "\(address.host):\(port)"
  }

  private static func port(of address: WebAddress) -> UInt16 {
    address.scheme == "https" ? 443 : 80
  }
}
