/// What is known of the pictures that a screen names, by the names it has for them.
struct ImageCatalog {
  var sources: [String: ImageSource] = [:]
  /// What was decoded last of a source, to stand in while another size is decoded.
  var latest: [String: ImageKey] = [:]
  /// Everything that was decoded of a source. Some of it may have made room for others since.
  var decoded: [String: Set<ImageKey>] = [:]
  /// Whether any of the sources is fetched.
  var hasWebSources = false

  var decodedKeys: [ImageKey] { decoded.values.flatMap { $0 } }
}

/// The catalogs of screens from other places, which the user may come back to.
struct ImageCatalogs {
  private var kept: [(locator: ImageLocator, catalog: ImageCatalog)] = []

  /// Places, and sources of all of them together.
  private static let placeLimit = 8
  private static let sourceLimit = 50_000

  /// Keeps `catalog` for the time the user comes back.
  ///
  /// - Returns: What had to go for it.
  mutating func keep(_ catalog: ImageCatalog, for locator: ImageLocator) -> [ImageCatalog] {
    if catalog.sources.isEmpty { return [] }
    kept.append((locator, catalog))
    var dropped: [ImageCatalog] = []
    while kept.count > Self.placeLimit
      || kept.count > 1 && kept.reduce(0, { $0 + $1.catalog.sources.count }) > Self.sourceLimit
    {
      dropped.append(kept.removeFirst().catalog)
    }
    return dropped
  }

  /// Gives what was kept for `locator` back; nil when there is nothing.
  mutating func take(_ locator: ImageLocator) -> ImageCatalog? {
    kept.firstIndex { $0.locator == locator }.map { kept.remove(at: $0).catalog }
  }

  mutating func removeAll() { kept = [] }
}
