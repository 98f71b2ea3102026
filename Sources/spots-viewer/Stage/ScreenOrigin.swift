import SpotsSDL

/// The server a screen came from, and what the screen may refer to because of that.
struct ScreenOrigin: Hashable, Sendable {
  /// The address after all redirects, against which references are resolved.
  var address: WebAddress
  var validators = Validators()
  /// Whether the server is in a private network, so that the screen may refer to more there.
  var isPrivate = false
  /// When the screen was cached, in seconds since 1970; nil when it is not from the cache.
  var cacheTime: Int?

  /// The server in a private network that the screen may refer to: its own, on the same port.
  var trustedHosts: Set<String> { isPrivate ? PrivateServers.names(of: address) : [] }
}
