import ArgumentParser
import SpotsSDL

/// The options for access to the network.
struct NetworkOptions: ParsableArguments {
  @Flag(help: "Starts no connection; shows what was kept from earlier.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      """
      A host, or one of its ports, that screens and pictures may come from although it is in a \
      private network or this machine; repeatable. The host of a screen named here need not be \
      allowed.
      """, valueName: "host[:port]"))
  var allowHost: [String] = []

  /// The shared fetcher, or one that makes no connections.
  var fetcher: any Fetcher { offline ? OfflineFetcher() : CurlFetcher.shared }

  var allowedHosts: Set<String> { Set(allowHost.map { $0.lowercased() }) }
}
