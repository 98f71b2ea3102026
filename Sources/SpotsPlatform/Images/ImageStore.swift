import SpotsViews

/// The images of a screen: found, checked, decoded off the main thread at the size they are
/// shown, and kept within a budget.
///
/// A painter passes each draw list to the store before painting it. The store decodes the images
/// in it, drops jobs that wait for others, and reports arrivals through the mailbox.
@MainActor
public final class ImageStore: ImageSizer {
  /// Called once for every source that cannot be shown, with the reason in a few words: lower case,
  /// without the source's name. Called again when the file has changed and still fails.
  public var onFailure: ((_ source: String, _ reason: String) -> Void)?
  /// Called when the image of `source` looks different: it has arrived, changed or failed.
  public var onChange: ((_ source: String) -> Void)?
  /// Called when a size becomes known only after it was requested, so that the layout may be wrong.
  /// The next `beginFrame()` then returns true.
  public var onLateSize: () -> Void = {}
  /// Finds images, and decides where they may come from. Facts about the images of the
  /// previous locator are kept, and checked when that locator is set again.
  public var locator: ImageLocator {
    get { sources.locator }
    set { sources.locator = newValue }
  }
  /// The most seconds of a frame that the main thread waits for the sizes of images. An image
  /// whose size is not known by then gets a size that suits most images. Infinite by default, so
  /// that results do not depend on the speed of a disk.
  public var patienceForSizes: Double {
    get { reads.patience }
    set { reads.patience = newValue }
  }

  /// Whether large images are kept, decoded, in the user's cache folder, so that the next start
  /// of the program shows them without decoding. False by default. The files of all programs
  /// together take 256 MiB at most.
  public var keepsDecodedImages: Bool {
    get { jobs.cache != nil }
    set { jobs.cache = newValue ? .standard : nil }
  }

  /// Images from the network; nil shows none.
  public var web: WebImages? {
    get { sources.web }
    set { sources.web = newValue }
  }

  /// The sources that come into view next, nearest first. Called once no image in view is
  /// pending.
  public var sourcesAhead: () -> [String] = { [] }

  private let jobs: DecodeJobs
  private let reads: DiskReads
  private let sources: ImageSources
  package let mailbox: Mailbox
  /// Increases whenever a source is added or the catalog changes.
  package var sourceChanges: Int { sources.changes }
  /// The sources in the list that was shown last, some more than once.
  private var shown: [String] = []
  private var hasLateSizes = false
  private var surfaces = LRUCache<ImageKey, DecodedImage>(budget: 256 << 20)
  /// The most that decoded images may take, in bytes. Setting it discards all of them.
  var imageBudget: Int {
    get { surfaces.budget }
    set { surfaces = LRUCache(budget: newValue) }
  }
  private var animator = ImageAnimator()
  /// When the placeholders on the screen appeared, by source.
  private var awaited: [String: Double] = [:]
  /// The most seconds an image may take to arrive and still appear without fading in.
  var patience = 0.1
  /// Whether frames follow one another. A screen that is painted only once withholds no images.
  private var isLive = false
  /// One of the images in view. The images that come next are decoded at its size.
  private var pattern: ImageKey?
  /// The animations that are shown.
  private var moving: Set<ImageKey> = []
  /// Whether images appear without fading in, and animations show only their first frame.
  public var reducesMotion = false {
    didSet {
      guard reducesMotion, !oldValue else { return }
      for source in animator.stop() { onChange?(source) }
    }
  }

  /// Creates a store of the images that `locator` finds. `mailbox` receives the results; the caller
  /// must drain it.
  public convenience init(locator: ImageLocator, mailbox: Mailbox) {
    self.init(locator: locator, mailbox: mailbox, threads: .shared)
  }

  init(locator: ImageLocator, mailbox: Mailbox, threads: DecodingThreads) {
    self.mailbox = mailbox
    jobs = DecodeJobs(mailbox: mailbox, threads: threads)
    reads = DiskReads(mailbox: mailbox)
    sources = ImageSources(locator, reads)
    jobs.completion = { [weak self] key, result in self?.arrived(key, result) }
    sources.onEffect = { [weak self] in self?.carryOut($0) }
  }

  /// Nil until the size is known. Waits for it up to `patienceForSizes` in each frame.
  public func size(of source: String) -> Size? { sources.size(of: source) }

  /// Begins another frame, for which the waiting time for sizes starts over.
  ///
  /// - Returns: Whether sizes that were unknown when views requested them are known now, so that
  ///   the screen must be laid out again.
  public func beginFrame() -> Bool {
    reads.beginFrame()
    defer { hasLateSizes = false }
    return hasLateSizes
  }

  /// The number of images that are being looked up, fetched or decoded, or are waiting to be.
  public var pending: Int { sources.pending + jobs.pending }

  /// Waits until no image is pending, at most `timeout` seconds, running the jobs in the mailbox
  /// meanwhile.
  ///
  /// - Returns: Whether no image is pending.
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

  /// The images requested so far that cannot be shown, and why.
  ///
  /// - Complexity: O(sources).
  package var failures: [String: String] { sources.failures }

  /// The files that the images requested so far may be in, whether they exist or not.
  ///
  /// - Complexity: O(sources).
  package var candidatePaths: Set<String> { sources.candidatePaths }

  /// Whether any image has been requested.
  package var hasSources: Bool { !sources.isEmpty }

  /// Checks all files again, and reads those that have changed or appeared.
  ///
  /// Those in the list that was shown last are checked now, others when they are next needed.
  ///
  /// - Complexity: O(*n* log *n*) in the images of that list.
  public func refresh() { sources.check(Set(shown)) }

  /// Reads `source` again if its file has changed, appeared or gone, as `refresh()` does for all.
  public func refresh(_ source: String) { sources.check(source) }

  private func carryOut(_ effect: ImageSources.Effect) {
    switch effect {
    case .found(let name, let source, let isOther):
      // The old version is shown until the new one is decoded, unless that has failed.
      if source.error != nil { forgetDecoded(name, except: nil) }
      if isOther { animator.forget(name) }
      report(name, source.error)
      if source.error == nil, let header = source.header { jobs.expect(header) }
    case .changed(let name): onChange?(name)
    case .lateSize:
      hasLateSizes = true
      onLateSize()
    case .replaced(let dropped):
      for key in dropped { surfaces.remove(key) }
      animator.forgetAll()
      // The same list may show other images now.
      for name in Set(shown) { onChange?(name) }
    case .forgotten:
      surfaces.removeAll()
      animator.forgetAll()
    }
  }

  /// Advances the animations in the list painted last, and the images that fade in, to `now`.
  /// Calls `onChange` for those that look different.
  ///
  /// Nothing moves before the first call: animations show their first frame.
  ///
  /// - Returns: When to call it next, in the time of `Clock`; nil when nothing moves.
  public func advance(to now: Double) -> Double? {
    isLive = true
    let start = jobs.advance(to: now)
    guard !reducesMotion else { return start }
    let (changed, next) = animator.advance(to: now)
    for source in changed { onChange?(source) }
    return [start, next].compactMap(\.self).min()
  }

  /// Shows animations as they are once they have been in view for so many seconds, by source, in
  /// the time of a script.
  ///
  /// - Returns: Whether one looks different now.
  package func showAnimations(after seconds: [String: Double]) -> Bool {
    animator.show(after: seconds)
  }

  /// The number of images decoded so far; one that is decoded at two sizes counts twice.
  var decodedCount: Int { jobs.decoded }
  /// The memory of all decoded images, in bytes.
  var decodedBytes: Int { surfaces.cost }

  /// Starts fetching and decoding the images in `list`, and drops the jobs that wait for others.
  func show(_ list: DrawList, grid: PixelGrid, at now: Double = Clock.now) {
    var wanted: [DecodeJobs.Job] = []
    var moving: Set<ImageKey> = []
    var awaited: [String: Double] = [:]
    var (room, new, isAhead) = (surfaces.budget, 0, false)
    shown.removeAll(keepingCapacity: true)
    for entry in list.entries {
      guard case .image(let name, _, _, _, _, _) = entry.command else { continue }
      shown.append(name)
      guard let key = key(of: entry.command, grid: grid) else { continue }
      if animator.isAnimated(key.source) { moving.insert(key) }
      // Images beyond the budget would evict each other forever.
      room -= key.byteCount
      pattern = key
      if jobs.reach(key) { isAhead = true }
      guard room >= 0, surfaces.value(for: key) == nil else { continue }
      guard let job = sources[key.source].job(for: key) else { continue }
      wanted.append(job)
      if standIn(for: key) == nil {
        if self.awaited[key.source] == nil { new += 1 }
        awaited[key.source] = self.awaited[key.source] ?? now
      }
    }
    sources.fetch(list)
    (self.moving, self.awaited) = (moving, awaited)
    animator.show(Set(moving.map(\.source)))
    if isLive, jobs.isRushing(new: new, shown: shown.count, at: now) {
      jobs.withhold(wanted)
    } else {
      jobs.show(wanted)
      if isAhead, wanted.isEmpty { lookAhead() }
    }
  }

  /// Decodes the images that come into view next, as large as one in view.
  private func lookAhead() {
    guard isLive, let pattern else { return }
    var (keys, next) = (Set<ImageKey>(), [DecodeJobs.Job]())
    // They must not evict what is in view.
    let room = surfaces.budget / 2 / max(pattern.byteCount, 1) - shown.count
    for name in sourcesAhead().prefix(max(min(shown.count, room), 0)) {
      let source = sources[name]
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
    let source = sources[name]
    if source.isComing || source.isUnread { return .coming }
    guard let key = key(of: command, grid: grid), source.error == nil, let header = source.header
    else { return .nothing }
    guard let image = surfaces.value(for: key) ?? standIn(for: key) else { return .coming }
    let place = grid.rect(rect)
    let fitting = ImageFitting(
      header.size, width: place.width, height: place.height, mode: mode, scale: grid.scale)
    return .image(
      image.bitmap(animator.frame(of: name)), width: fitting.width, height: fitting.height,
      fade: animator.fade(of: name))
  }

  /// Whether an animation fits the budget: those that evict each other would be decoded forever.
  private func hasRoom(for image: DecodedImage) -> Bool {
    let used = moving.reduce(0) { $0 + (surfaces.peek($1)?.byteCount ?? 0) }
    return used + image.byteCount <= surfaces.budget / 2
  }

  /// The same image at the size it was last decoded at, or as it was before its file changed.
  private func standIn(for key: ImageKey) -> DecodedImage? {
    guard let old = sources.latest(of: key.source), old.mode == key.mode else { return nil }
    let isSameSize = old.width == key.width && old.height == key.height && old.scale == key.scale
    return old.version == key.version || isSameSize ? surfaces.peek(old) : nil
  }

  private func arrived(_ key: ImageKey, _ result: Result<DecodedImage, ImageError>) {
    // The file may have changed while it was decoded.
    guard sources.version(of: key.source) == key.version else { return }
    switch result {
    case .success(var image):
      if image.timing != nil, !hasRoom(for: image) { image = image.still }
      forgetDecoded(key.source, except: key.version)
      surfaces.insert(image, for: key, cost: image.byteCount)
      sources.decoded(key)
      animator.arrived(
        key.source, timing: image.timing, isAwaited: hasWaited(for: key.source))
    case .failure(.dropped): return sources.fetchAgain(key.source)
    case .failure(.interrupted): break  // The next frame asks again.
    case .failure(let error):
      sources.failed(key.source, error)
      forgetDecoded(key.source, except: nil)
      report(key.source, error)
    }
    onChange?(key.source)
    if jobs.pending == 0 { lookAhead() }
  }

  /// Frees the decoded images of all versions but `version`, which are not shown again.
  private func forgetDecoded(_ name: String, except version: Int?) {
    let gone = sources.forgetDecoded(name) { $0.version == version && surfaces.peek($0) != nil }
    for key in gone { surfaces.remove(key) }
  }

  private func hasWaited(for source: String) -> Bool {
    guard let start = awaited.removeValue(forKey: source) else { return false }
    return Clock.now - start >= patience
  }

  private func key(of command: DrawCommand, grid: PixelGrid) -> ImageKey? {
    guard case .image(let name, let rect, let mode, _, _, _) = command else { return nil }
    let place = grid.rect(rect)
    let source = sources[name]
    guard !place.isEmpty, source.header != nil else { return nil }
    return ImageKey(
      source: name, version: source.version, width: place.width, height: place.height, mode: mode,
      scale: grid.scale)
  }

  private func report(_ name: String, _ error: ImageError?) {
    if let error { onFailure?(name, error.reason) }
  }
}

/// The content to paint for an image command.
enum ImageContent {
  /// A bitmap to paint at this size, in pixels, centered in the rectangle. `fade`, 0 to 1, is its
  /// opacity over the placeholder.
  case image(Bitmap, width: Int, height: Int, fade: Double)
  /// The image has yet to arrive.
  case coming
  /// There is no image, and there will be none.
  case nothing
}
