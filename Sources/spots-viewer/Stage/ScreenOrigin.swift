import SpotsSDL

/// The server a screen came from, and what follows from that.
struct ScreenOrigin: Hashable, Sendable {
  /// Where it was in the end, after all redirects; what its references are seen from.
  var address: WebAddress
  var validators = Validators()
  /// Whether the server is in a private network, so that the screen may refer to more there.
  var isPrivate = false
  /// When the screen was kept, in seconds since 1970, if it comes from the cache.
  var cacheTime: Int?

  /// The server in a private network that the screen may refer to: its own, on the same port.
  var trustedHosts: Set<String> { isPrivate ? PrivateServers.names(of: address) : [] }
}
