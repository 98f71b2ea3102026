import Spots

/// The pictures of a screen: found, checked, decoded off the main thread at the size they are
/// shown at, and kept within a budget.
///
/// Whoever paints a draw list first tells the store which pictures are in it; the store decodes
/// those, drops what waits for anything else, and reports through the mailbox when one has come.
@MainActor
public final class ImageStore: ImageSizer {
  /// Called once for every source that cannot be shown, with the reason in a few words: lower
  /// case, without the source's name. Called again when the file changed and is still wrong.
  public var onFailure: ((_ source: String, _ reason: String) -> Void)?
  /// Called when a picture of `source` is there, or cannot be had: what shows it looks different.
  public var onChange: ((_ source: String) -> Void)?
  /// Called when the size of a picture is known that was asked for in vain: what shows it may have
  /// the wrong room. `beginFrame()` says so as well, once.
  public var onLateSize: () -> Void = {}
  /// Where pictures may come from. What is known of those from elsewhere is kept, and checked when
  /// the user comes back to them.
  public var locator: ImageLocator {
    didSet { if locator != oldValue { changeCatalog(from: oldValue) } }
  }
  /// Seconds of a frame that the main thread waits at most for files to say what size they have.
  /// Pictures that are not known by then get room that fits most, until they are. By default it
  /// waits for all, as where a result must not depend on how fast a disk is.
  public var patienceForSizes: Double {
    get { reads.patience }
    set { reads.patience = newValue }
  }

  /// Whether large pictures are kept in the user's cache folder as they are shown, so that the next
  /// start of the program shows them without decoding them. False until set. The files of all
  /// programs together take 256 MiB at most.
  public var keepsDecodedPictures: Bool {
    get { jobs.cache != nil }
    set { jobs.cache = newValue ? .standard : nil }
  }

  /// Pictures from the network; nil: there are none.
  public var web: WebPictures? { didSet { followWeb() } }

  /// The sources that come into view next, nearest first. Asked once nothing in view is waited for.
  public var sourcesAhead: () -> [String] = { [] }

  private let jobs: DecodeJobs
  private let reads: DiskReads
  let mailbox: Mailbox
  private(set) var catalog = ImageCatalog()
  private var otherCatalogs = ImageCatalogs()
  /// Counts changes of the catalog, so that what was read for another one is told apart.
  private var catalogChanges = 0
  /// Goes up whenever there are other sources than before.
  public private(set) var sourceChanges = 0
  /// How often everything was to be looked up again; sources that missed one are when they are
  /// needed.
  private var checks = 0
  /// What the list that was shown last names, some of it more than once.
  private var shown: [String] = []
  private var hasLateSizes = false
  private var surfaces = LRUCache<ImageKey, DecodedPicture>(budget: 256 << 20)
  /// What decoded pictures may take, in bytes. Another budget has all of them decoded anew.
  var pictureBudget: Int {
    get { surfaces.budget }
    set { surfaces = LRUCache(budget: newValue) }
  }
  private var versions = 0
  private var motion = PictureMotion()
  /// Since when the placeholders on the screen have been there.
  private var awaited: [String: Double] = [:]
  /// Seconds within which a picture comes as if it had always been there; later it fades in.
  var patience = 0.1
  /// Whether frames follow one another. A picture painted once shows all.
  private var isLive = false
  /// One of the pictures in view; what comes next is decoded like it.
  private var pattern: ImageKey?
  /// The animations that are shown.
  private var moving: Set<ImageKey> = []
  /// Whether pictures come without fading in, and animations show their first picture only.
  public var reducesMotion = false

  /// - Parameter mailbox: Where results arrive; somebody must drain it.
  public convenience init(locator: ImageLocator, mailbox: Mailbox) {
    self.init(locator: locator, mailbox: mailbox, threads: .shared)
  }

  init(locator: ImageLocator, mailbox: Mailbox, threads: DecodingThreads) {
    self.locator = locator
    self.mailbox = mailbox
    jobs = DecodeJobs(mailbox: mailbox, threads: threads)
    reads = DiskReads(mailbox: mailbox)
    jobs.completion = { [weak self] key, result in self?.arrived(key, result) }
  }

  public func size(of source: String) -> Size? {
    let known = self.source(source)
    if known.isUnread { catalog.sources[source]?.isAwaited = true }
    return known.header?.size
  }

  /// Begins another frame, in which sizes may be waited for again.
  ///
  /// - Returns: Whether sizes have become known meanwhile that views asked for in vain, so that the
  ///   screen has to be laid out anew.
  public func beginFrame() -> Bool {
    reads.beginFrame()
    defer { hasLateSizes = false }
    return hasLateSizes
  }

  /// How many pictures are being looked up, fetched or decoded, or wait for it.
  public var pending: Int { reads.pending + jobs.pending + (web?.pending ?? 0) }

  /// Waits until no picture is pending, at most `timeout` seconds, running what arrives in the
  /// mailbox meanwhile.
  ///
  /// - Returns: Whether all have come.
  public func waitUntilIdle(timeout: Double) -> Bool {
    let end = Clock.now + timeout
    jobs.startWithheld()
    mailbox.drain()
    while pending > 0, Clock.now < end {
      mailbox.wait(timeout: end - Clock.now)
      mailbox.drain()
    }
    return pending == 0
  }

  /// Why the picture called `source` cannot be shown; nil when it can, or nobody asked for it yet.
  public func failure(of source: String) -> String? {
    catalog.sources[source]?.fault?.reason
  }

  /// Looks at the files again, and reads those that changed anew; those that were missing, too.
  ///
  /// Those in the list that was shown last are looked at now, others when they are needed next.
  ///
  /// - Complexity: O(*n* log *n*) in the pictures of that list.
  public func refresh() {
    checks += 1
    // What is wrong with several is reported in the same order in every run.
    for name in Set(shown).sorted() where catalog.sources[name] != nil { lookUp(name) }
  }

  /// Reads `source` anew when its file changed, came or went, as `refresh` does for all.
  public func refresh(_ source: String) {
    if catalog.sources[source] != nil { lookUp(source) }
  }

  /// Finds out where the picture of a source is now: in a file, on its way, or nowhere.
  func lookUp(_ name: String) {
    if catalog.sources[name] == nil {
      // A screen that keeps naming other pictures must not fill the memory with their names.
      if catalog.sources.count >= 50_000 { forget() }
      sourceChanges += 1
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
    case .failed(let fault): take(ImageSource(comingFrom: address, fault: fault), as: name)
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
      if wasUnread { onChange?(name) }
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
    // Until another version has come the old one stands in for it, unless there will be none.
    if source.fault != nil { forgetDecoded(name, except: nil) }
    if !old.isUnread { motion.forget(name) }
    report(name, source.fault)
    if source.fault == nil, let header = source.header { jobs.expect(header) }
    if !old.isUnread { onChange?(name) }
    guard old.isAwaited, source.header != nil else { return }
    hasLateSizes = true
    onLateSize()
  }

  /// Moves what moves by itself to where it is at `now`: animations that were in the list painted
  /// last, and pictures that fade in. `onChange` hears of what looks different.
  ///
  /// Until it is called for the first time nothing moves: animations show their first picture.
  ///
  /// - Returns: When it has to be called next; nil when nothing moves.
  public func advance(to now: Double) -> Double? {
    isLive = true
    let start = jobs.advance(to: now)
    guard !reducesMotion else { return start }
    let (changed, next) = motion.advance(to: now)
    for source in changed { onChange?(source) }
    return [start, next].compactMap(\.self).min()
  }

  /// How many pictures were decoded so far; one that is decoded at two sizes counts twice.
  var decodedCount: Int { jobs.decoded }
  /// What the decoded pictures take, in bytes.
  var decodedBytes: Int { surfaces.cost }

  /// Starts what the pictures in `list` need, and drops what waits for others.
  func show(_ list: DrawList, grid: PixelGrid) {
    var wanted: [DecodeJobs.Job] = []
    var moving: Set<ImageKey> = []
    var awaited: [String: Double] = [:]
    var (room, new, isAhead) = (surfaces.budget, 0, false)
    shown.removeAll(keepingCapacity: true)
    for entry in list.entries {
      guard case .image(let name, _, _, _, _, _) = entry.command else { continue }
      shown.append(name)
      guard let key = key(of: entry.command, grid: grid) else { continue }
      if motion.isAnimated(key.source) { moving.insert(key) }
      // Pictures beyond the budget would push each other out for ever.
      room -= key.byteCount
      pattern = key
      if jobs.reach(key) { isAhead = true }
      guard room >= 0, surfaces.value(for: key) == nil else { continue }
      guard let job = catalog.sources[key.source]?.job(for: key) else { continue }
      wanted.append(job)
      if standIn(for: key) == nil {
        if self.awaited[key.source] == nil { new += 1 }
        awaited[key.source] = self.awaited[key.source] ?? Clock.now
      }
    }
    fetchPictures(of: list)
    (self.moving, self.awaited) = (moving, awaited)
    motion.show(Set(moving.map(\.source)))
    if isLive, jobs.isRushing(new: new, shown: shown.count, at: Clock.now) {
      jobs.withhold(wanted)
    } else {
      jobs.show(wanted)
      if isAhead, wanted.isEmpty { lookAhead() }
    }
  }

  /// Has what comes into view next decoded, as large as what is in view.
  private func lookAhead() {
    guard isLive, let pattern else { return }
    var (keys, next) = (Set<ImageKey>(), [DecodeJobs.Job]())
    // Decoding it must not push out what is in view.
    let room = surfaces.budget / 2 / max(pattern.byteCount, 1) - shown.count
    for name in sourcesAhead().prefix(max(min(shown.count, room), 0)) {
      let source = source(name)
      let key = ImageKey(
        source: name, version: source.version, width: pattern.width, height: pattern.height,
        mode: pattern.mode, scale: pattern.scale)
      keys.insert(key)
      guard surfaces.peek(key) == nil, let job = source.job(for: key) else { continue }
      next.append(job)
    }
    jobs.lookAhead(keys, next)
  }

  /// What to paint for an image command.
  func content(of command: DrawCommand, grid: PixelGrid) -> ImageContent {
    guard case .image(let name, let rect, let mode, _, _, _) = command else { return .nothing }
    let source = source(name)
    if source.isComing || source.isUnread { return .coming }
    guard let key = key(of: command, grid: grid), source.fault == nil, let header = source.header
    else { return .nothing }
    guard let picture = surfaces.value(for: key) ?? standIn(for: key) else { return .coming }
    let place = grid.rect(rect)
    let fitting = ImageFitting(
      header.size, width: place.width, height: place.height, mode: mode, scale: grid.scale)
    return .picture(
      picture.bitmap(motion.frame(of: name)), width: fitting.width, height: fitting.height,
      fade: motion.fade(of: name))
  }

  /// Animations in view that push each other out would be decoded for ever.
  private func hasRoom(for picture: DecodedPicture) -> Bool {
    let used = moving.reduce(0) { $0 + (surfaces.peek($1)?.byteCount ?? 0) }
    return used + picture.byteCount <= surfaces.budget / 2
  }

  /// The same picture at the size it was last shown at, or as it was before its file changed.
  private func standIn(for key: ImageKey) -> DecodedPicture? {
    guard let old = catalog.latest[key.source], old.mode == key.mode else { return nil }
    let isSameSize = old.width == key.width && old.height == key.height && old.scale == key.scale
    return old.version == key.version || isSameSize ? surfaces.peek(old) : nil
  }

  private func arrived(_ key: ImageKey, _ result: Result<DecodedPicture, ImageFault>) {
    // The file may have changed while it was decoded.
    guard var source = catalog.sources[key.source], source.version == key.version else { return }
    switch result {
    case .success(var picture):
      if picture.timing != nil, !hasRoom(for: picture) { picture = picture.still }
      forgetDecoded(key.source, except: key.version)
      surfaces.insert(picture, for: key, cost: picture.byteCount)
      catalog.decoded[key.source, default: []].insert(key)
      catalog.latest[key.source] = key
      motion.arrived(
        key.source, timing: picture.timing, isAwaited: hasWaited(for: key.source))
    case .failure(.dropped):
      if let address = source.address { web?.forget(address, trust: locator.trust) }
      return lookUp(key.source)
    case .failure(.interrupted): break  // The next frame asks again.
    case .failure(let fault):
      source.fault = fault
      catalog.sources[key.source] = source
      forgetDecoded(key.source, except: nil)
      report(key.source, fault)
    }
    onChange?(key.source)
    if jobs.pending == 0 { lookAhead() }
  }

  /// Gives back what was decoded of other versions than `version`: nobody will see them again.
  private func forgetDecoded(_ name: String, except version: Int?) {
    guard let keys = catalog.decoded[name] else { return }
    let kept = keys.filter { $0.version == version && surfaces.peek($0) != nil }
    for key in keys.subtracting(kept) { surfaces.remove(key) }
    catalog.decoded[name] = kept.isEmpty ? nil : kept
  }

  private func hasWaited(for source: String) -> Bool {
    guard let start = awaited.removeValue(forKey: source) else { return false }
    return Clock.now - start >= patience
  }

  private func key(of command: DrawCommand, grid: PixelGrid) -> ImageKey? {
    guard case .image(let name, let rect, let mode, _, _, _) = command else { return nil }
    let place = grid.rect(rect)
    let source = source(name)
    guard !place.isEmpty, source.header != nil else { return nil }
    return ImageKey(
      source: name, version: source.version, width: place.width, height: place.height, mode: mode,
      scale: grid.scale)
  }

  private func source(_ name: String) -> ImageSource {
    if let known = catalog.sources[name], known.check == checks { return known }
    lookUp(name)
    return catalog.sources[name] ?? ImageSource(unread: versions)
  }

  private func report(_ name: String, _ fault: ImageFault?) {
    if let fault { onFailure?(name, fault.reason) }
  }

  /// What was shown from another place is kept with all that was decoded of it.
  private func changeCatalog(from old: ImageLocator) {
    for dropped in otherCatalogs.keep(catalog, for: old) {
      for key in dropped.decodedKeys { surfaces.remove(key) }
    }
    catalog = otherCatalogs.take(locator) ?? ImageCatalog()
    // Files may have changed meanwhile.
    checks += 1
    catalogDidChange()
  }

  private func forget() {
    catalog = ImageCatalog()
    otherCatalogs.removeAll()
    surfaces.removeAll()
    catalogDidChange()
  }

  private func catalogDidChange() {
    // No source of one catalog has the version of one of the same name in another.
    versions += 1
    catalogChanges += 1
    sourceChanges += 1
    motion.forgetAll()
  }
}

/// What there is to paint for an image command.
enum ImageContent {
  /// To be painted at this size, in pixels, in the middle of the rectangle; as far as it has faded
  /// in, 0 to 1, over the placeholder.
  case picture(Bitmap, width: Int, height: Int, fade: Double)
  /// It will be there soon.
  case coming
  /// There is none, and there will be none.
  case nothing
}
