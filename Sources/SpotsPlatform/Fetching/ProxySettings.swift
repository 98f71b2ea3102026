import Glibc

/// The proxies that the environment names, as for curl: `http_proxy`, `https_proxy` and
/// `all_proxy`, the latter two also in capitals, and in `no_proxy` the hosts that are asked
/// directly. This machine always is.
struct ProxySettings {
  private let variable: (String) -> String?

  /// - Parameter variable: Looks up an environment variable; nil when it is not set.
  init(_ variable: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    self.variable = variable
  }

  /// The address of the proxy for another address; nil to connect directly.
  func proxy(for address: WebAddress) -> String? {
    guard !address.isOnThisMachine, !isExcepted(address.host) else { return nil }
    // Servers set HTTP_PROXY for their programs from a header of requests.
    let names =
      (address.scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"])
      + ["all_proxy", "ALL_PROXY"]
    return names.compactMap(variable).first.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func isExcepted(_ host: String) -> Bool {
    let excepted = ["no_proxy", "NO_PROXY"].compactMap(variable).first ?? ""
    return excepted.split { $0 == "," || $0 == " " }.contains { entry in
      let name = entry.drop { $0 == "." }.lowercased()
      return entry == "*" || !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }

  /// Whether a proxy must not be asked for an address, since no other machine can tell where it
  /// leads: those of private networks, and names without a dot.
  static func refuses(_ address: WebAddress) -> Bool {
    let host = address.host
    if host.hasPrefix("[") {
      return !NetworkAddress.isPublic(String(host.dropFirst().dropLast()))
    }
    // Also in its older forms, such as 0x7f.1.
    var v4 = in_addr()
    if inet_aton(host, &v4) == 1 {
      return !NetworkAddress.isPublic(v4: UInt32(bigEndian: v4.s_addr))
    }
    return !host.drop { $0 == "." }.dropLast().contains(".")
  }
}

extension WebAddress {
  /// Whether it names this machine, whatever a name server says.
  var isOnThisMachine: Bool {
    let host = host.hasSuffix(".") ? String(host.dropLast()) : host
    return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || host.hasPrefix("127.") && inet_addr(host) != INADDR_NONE
  }
}
