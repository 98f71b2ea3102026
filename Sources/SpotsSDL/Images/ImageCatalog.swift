/// What is known of the pictures of a screen, by their sources.
struct ImageCatalog {
  var sources: [String: ImageSource] = [:]
  /// The picture of each source that was decoded last, shown while another size is decoded.
  var latest: [String: ImageKey] = [:]
  /// All decoded pictures of each source. Some may have been evicted since.
  var decoded: [String: Set<ImageKey>] = [:]
  /// Whether any of the sources is on the web.
  var hasWebSources = false

  var decodedKeys: [ImageKey] { decoded.values.flatMap { $0 } }
}

/// The catalogs of screens from other locations, to which the user may return.
struct ImageCatalogs {
  private var kept: [(locator: ImageLocator, catalog: ImageCatalog)] = []

  /// The most locations, and the most sources of all of them together.
  private static let placeLimit = 8
  private static let sourceLimit = 50_000

  /// Keeps `catalog` in case the user returns.
  ///
  /// - Returns: The catalogs that were dropped to make room.
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

  /// Removes and returns the catalog for `locator`; nil when there is none.
  mutating func take(_ locator: ImageLocator) -> ImageCatalog? {
    kept.firstIndex { $0.locator == locator }.map { kept.remove(at: $0).catalog }
  }

  mutating func removeAll() { kept = [] }
}
