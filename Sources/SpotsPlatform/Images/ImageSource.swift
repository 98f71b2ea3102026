import SpotsViews

/// Facts about an image that are known before it is decoded.
struct ImageSource: Sendable {
  var content: ImageBytes?
  var header: ImageHeader?
  var error: ImageError?
  /// The address it is fetched from; nil for a file.
  var address: WebAddress?
  /// Whether it has yet to arrive over the network.
  var isComing = false
  /// Whether nothing is known yet, because the disk is slow.
  var isUnread = false
  /// Whether its size was requested while it was not known.
  var isAwaited = false
  /// Increases when the file changes, so that late results for the old one are recognized.
  var version = 0
  /// The number of the check it was looked up for.
  var check = 0

  /// Creates an image about which nothing is known.
  init(unread version: Int) {
    isUnread = true
    self.version = version
  }

  /// Looks `name` up and reads the header, which may take long on a slow disk.
  init(_ name: String, locator: ImageLocator) {
    do throws(ImageError) {
      if DataURL.begins(name) {
        try take(.memory(MemoryImage(DataURL.bytes(of: name))))
      } else if let place = try locator.locate(name) {
        try take(.file(ImageFile(place)))
      }
    } catch {
      self.error = error
    }
  }

  /// Creates an image that was fetched from `address` and kept. Reads its header.
  init(_ kept: WebImages.Kept, from address: WebAddress) {
    self.address = address
    do throws(ImageError) {
      try take(kept.bytes())
    } catch {
      self.error = error
    }
  }

  /// Creates an image that will be fetched from `address`, or cannot be because of `error`.
  init(comingFrom address: WebAddress, error: ImageError? = nil) {
    self.address = address
    self.error = error
    isComing = error == nil
  }

  private mutating func take(_ content: ImageBytes) throws(ImageError) {
    self.content = content
    header = try content.header()
  }

  /// Whether it looks different from `other`. An error found while decoding stays until the bytes
  /// change.
  func differs(from other: ImageSource) -> Bool {
    content != other.content || isComing != other.isComing
      || content == nil && error != other.error
  }

  /// The job that decodes the image of `key`; nil when it is known to fail.
  func job(for key: ImageKey) -> DecodeJobs.Job? {
    guard error == nil, let content, let header else { return nil }
    return DecodeJobs.Job(key: key, content: content, header: header)
  }
}

/// The facts about the images of a screen, by their sources.
struct ImageCatalog {
  var sources: [String: ImageSource] = [:]
  /// The image of each source that was decoded last, shown while another size is decoded.
  var latest: [String: ImageKey] = [:]
  /// All decoded images of each source. Some may have been evicted since.
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
