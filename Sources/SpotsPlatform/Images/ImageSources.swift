import SpotsViews

/// The locations and sizes of a screen's images, known before they are decoded, and the reasons why
/// some cannot be shown.
///
/// Owned by the image store; lives as long as it does.
@MainActor
final class ImageSources {
  /// A change that the image store has to act on.
  enum Effect {
    /// More is known of a source. It is another image than before if `isOther`.
    case found(String, ImageSource, isOther: Bool)
    /// The image of a source looks different.
    case changed(String)
    /// A size is known that was requested before.
    case lateSize
    /// The images of another locator are shown. Nobody needs these decoded ones any more.
    case replaced(dropped: [ImageKey])
    /// Everything is forgotten, which bounds the memory.
    case forgotten
  }

  /// Finds images. Facts about those of the previous locator are kept, and checked when that
  /// locator is set again.
  var locator: ImageLocator {
    didSet { if locator != oldValue { changeCatalog(from: oldValue) } }
  }
  /// Images from the network; nil shows none.
  var web: WebImages? { didSet { followWeb() } }
  var onEffect: (Effect) -> Void = { _ in }
  /// Increases whenever a source is added or the catalog changes.
  private(set) var changes = 0
  private let reads: DiskReads
  private var catalog = ImageCatalog()
  private var otherCatalogs = ImageCatalogs()
  /// Counts changes of the catalog, so that reads for an earlier one are recognized.
  private var catalogChanges = 0
  /// Counts the requests to look everything up again. A source that missed one is looked up when it
  /// is next needed.
  private var checks = 0
  private var versions = 0

  /// The most sources that are remembered: a screen that keeps naming other images must not fill
  /// the memory with their names.
  private static let limit = 50_000

  init(_ locator: ImageLocator, _ reads: DiskReads) {
    (self.locator, self.reads) = (locator, reads)
  }

  /// The state of a source, looked up again if that has not happened since the last check.
  subscript(name: String) -> ImageSource {
    if let known = catalog.sources[name], known.check == checks { return known }
    lookUp(name)
    return catalog.sources[name] ?? ImageSource(unread: versions)
  }

  /// Nil until the size is known.
  func size(of name: String) -> Size? {
    let known = self[name]
    if known.isUnread { catalog.sources[name]?.isAwaited = true }
    return known.header?.size
  }

  /// The number of images that are being looked up or fetched, or are waiting to be.
  var pending: Int { reads.pending + (web?.pending ?? 0) }

  /// The images requested so far that cannot be shown, and why.
  var failures: [String: String] { catalog.sources.compactMapValues { $0.error?.reason } }

  /// The files that the images requested so far may be in, whether they exist or not.
  var candidatePaths: Set<String> { Set(catalog.sources.keys.flatMap(locator.candidates)) }

  var isEmpty: Bool { catalog.sources.isEmpty }

  // MARK: Looking up

  /// Checks all files again: those of `names` now, others when they are next needed.
  func check(_ names: Set<String>) {
    checks += 1
    // Errors are reported in the same order in every run.
    for name in names.sorted() { check(name) }
  }

  /// Reads a source again if it was requested before.
  func check(_ name: String) {
    if catalog.sources[name] != nil { lookUp(name) }
  }

  /// Updates what is known of a source: in a file, yet to arrive, or failed.
  private func lookUp(_ name: String) {
    if catalog.sources[name] == nil {
      if catalog.sources.count >= Self.limit { forget() }
      changes += 1
      catalog.sources[name] = ImageSource(unread: versions)
    }
    catalog.sources[name]?.check = checks
    let locator = locator
    guard let web, let address = locator.webAddress(of: name) else {
      return read(name) { ImageSource(name, locator: locator) }
    }
    catalog.hasWebSources = true
    switch web.state(of: address, trust: locator.trust) {
    case .coming: take(ImageSource(comingFrom: address), as: name)
    case .failed(let error): take(ImageSource(comingFrom: address, error: error), as: name)
    case .kept(let kept): read(name) { ImageSource(kept, from: address) }
    }
  }

  private func read(_ name: String, _ work: @escaping @Sendable () -> ImageSource) {
    let (change, check) = (catalogChanges, checks)
    let source = reads.run(work) { [weak self] source in
      guard let self, change == catalogChanges, catalog.sources[name]?.check == check else {
        return
      }
      let wasUnread = catalog.sources[name]?.isUnread ?? false
      take(source, as: name)
      if wasUnread { onEffect(.changed(name)) }
    }
    if let source { take(source, as: name) }
  }

  private func take(_ new: ImageSource, as name: String) {
    guard let old = catalog.sources[name] else { return }
    guard old.isUnread || new.differs(from: old) else { return }
    var source = new
    if !old.isUnread { versions += 1 }
    source.version = old.isUnread ? old.version : versions
    source.check = old.check
    catalog.sources[name] = source
    onEffect(.found(name, source, isOther: !old.isUnread))
    if !old.isUnread { onEffect(.changed(name)) }
    if old.isAwaited, source.header != nil { onEffect(.lateSize) }
  }

  // MARK: Fetching

  /// Fetches the images in `list`, and cancels all other fetches.
  func fetch(_ list: DrawList) {
    guard let web, catalog.hasWebSources else { return }
    var addresses: [WebAddress] = []
    for entry in list.entries {
      guard case .image(let name, _, _, _, _, _) = entry.command else { continue }
      if let address = catalog.sources[name]?.address { addresses.append(address) }
    }
    web.fetch(addresses, trust: locator.trust) { [locator] in locator.otherPlaces(of: $0) }
  }

  /// Fetches a source again, of which nothing is left.
  func fetchAgain(_ name: String) {
    if let address = catalog.sources[name]?.address { web?.forget(address, trust: locator.trust) }
    lookUp(name)
  }

  private func followWeb() {
    web?.onChange = { [weak self] address in
      guard let self else { return }
      let changed = catalog.sources.filter { $0.value.address == address }
      for name in changed.keys.sorted() { lookUp(name) }
    }
  }

  // MARK: Decoded images

  /// Notes that the image of `key` is decoded.
  func decoded(_ key: ImageKey) {
    catalog.decoded[key.source, default: []].insert(key)
    catalog.latest[key.source] = key
  }

  /// Notes that the image of a source cannot be decoded.
  func failed(_ name: String, _ error: ImageError) { catalog.sources[name]?.error = error }

  /// The version of a source for which jobs run; nil for a source that is not known.
  func version(of name: String) -> Int? { catalog.sources[name]?.version }

  /// The image of a source that was decoded last.
  func latest(of name: String) -> ImageKey? { catalog.latest[name] }

  /// Forgets the decoded images of a source but those that `isKept` wants.
  ///
  /// - Returns: The forgotten ones.
  func forgetDecoded(_ name: String, except isKept: (ImageKey) -> Bool) -> Set<ImageKey> {
    guard let keys = catalog.decoded[name] else { return [] }
    let kept = keys.filter(isKept)
    catalog.decoded[name] = kept.isEmpty ? nil : kept
    return keys.subtracting(kept)
  }

  // MARK: Catalogs

  /// Keeps the catalog of the old locator, with its decoded images.
  private func changeCatalog(from old: ImageLocator) {
    let dropped = otherCatalogs.keep(catalog, for: old).flatMap(\.decodedKeys)
    catalog = otherCatalogs.take(locator) ?? ImageCatalog()
    // Files may have changed meanwhile.
    checks += 1
    catalogDidChange()
    onEffect(.replaced(dropped: dropped))
  }

  private func forget() {
    catalog = ImageCatalog()
    otherCatalogs.removeAll()
    catalogDidChange()
    onEffect(.forgotten)
  }

  private func catalogDidChange() {
    // Keeps a source from sharing a version with one of the same name in another catalog.
    versions += 1
    catalogChanges += 1
    changes += 1
  }
}
