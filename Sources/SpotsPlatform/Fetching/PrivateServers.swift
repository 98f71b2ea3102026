// Which servers may be contacted: by name, and by the address that a name resolves to.

import Glibc

/// The servers in private networks, or on this machine, that may be contacted. All others must be
/// public.
///
/// A server is named by its host, which means all its ports, or as `host:port`, in lower case.
public struct PrivateServers: Hashable, Sendable {
  /// The servers the user allowed.
  public var allowed: Set<String>
  /// The server the user opened, or that a screen came from. It is allowed only until a public
  /// server has answered, so that neither a redirect nor a name whose owner changes its address
  /// leads into a private network.
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
  package static func names(of address: WebAddress) -> Set<String> {
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

/// Distinguishes public addresses from those of this machine and the networks around it, which a
/// screen from elsewhere must not reach: routers, printers, the metadata service of a cloud.
enum NetworkAddress {
  /// Whether a socket's address is public; false when it is neither IPv4 nor IPv6.
  static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        isPublic(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin6_addr) { isPublic(v6: Array($0)) }
      }
    default: return false
    }
  }

  /// Whether a numeric address is public; `fe80::1%eth0` is not.
  static func isPublic(_ text: String) -> Bool {
    var v4 = in_addr()
    if inet_pton(AF_INET, text, &v4) == 1 { return isPublic(v4: UInt32(bigEndian: v4.s_addr)) }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return false }
    return withUnsafeBytes(of: v6) { isPublic(v6: Array($0)) }
  }

  /// Networks that are not public: the first address, and the length of the prefix.
  private static let closed: [(address: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8),  // this network
    (0x0A00_0000, 8),  // private
    (0x6440_0000, 10),  // carrier-grade NAT
    (0x7F00_0000, 8),  // loopback
    (0xA9FE_0000, 16),  // link-local, metadata services
    (0xAC10_0000, 12),  // private
    (0xC000_0000, 24),  // IETF protocol assignments
    (0xC000_0200, 24),  // documentation
    (0xC058_6300, 24),  // 6to4 relays
    (0xC0A8_0000, 16),  // private
    (0xC612_0000, 15),  // benchmarking
    (0xC633_6400, 24),  // documentation
    (0xCB00_7100, 24),  // documentation
    (0xE000_0000, 3),  // multicast, reserved
  ]

  static func isPublic(v4 address: UInt32) -> Bool {
    !closed.contains { $0.address >> (32 - $0.bits) == address >> (32 - $0.bits) }
  }

  /// - Parameter address: 16 bytes.
  static func isPublic(v6 address: [UInt8]) -> Bool {
    guard address.count == 16 else { return false }
    func v4(at start: Int) -> UInt32 {
      address[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let isZeroTo = { (end: Int) in address[..<end].allSatisfy { $0 == 0 } }
    // The forms in which IPv6 embeds IPv4.
    if isZeroTo(10), address[10...11] == [0xFF, 0xFF] { return isPublic(v4: v4(at: 12)) }
    if isZeroTo(12) { return v4(at: 12) > 1 && isPublic(v4: v4(at: 12)) }
    if address[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] {
      return isPublic(v4: v4(at: 12))
    }
    if address[..<2] == [0x20, 0x02] { return isPublic(v4: v4(at: 2)) }
    // Global addresses begin with the bits 001; of those, tunnels and documentation are excluded.
    guard address[0] >> 5 == 1 else { return false }
    return address[..<4] != [0x20, 0x01, 0, 0] && address[..<4] != [0x20, 0x01, 0x0D, 0xB8]
  }
}
