/// The servers in private networks, or on this machine, that may be talked to. All others must be
/// public.
///
/// A server is named by its host, which means all its ports, or as `host:port`, in lower case.
public struct PrivateServers: Hashable, Sendable {
  /// Those the user allowed.
  public var allowed: Set<String>
  /// The server the user opened, or that a screen came from. It is allowed only until a public server
  /// has answered: neither a name, whose address its owner may change, nor a redirect may lead into a
  /// private network.
  public var own: Set<String>

  /// By default nothing in a private network may be talked to.
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

  /// The names of the server at `address`, on this port and no other. One that is named without a
  /// port has the two of the web, since most lead from one to the other.
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
