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
  /// Where pictures may come from. Another policy looks everything up anew.
  public var locator: ImageLocator {
    didSet { if locator != oldValue { forget() } }
  }

  /// Pictures from the network; nil: there are none.
  public var web: WebPictures? { didSet { followWeb() } }

  private let jobs: DecodeJobs
  let mailbox: Mailbox
  private(set) var sources: [String: ImageSource] = [:]
  /// Goes up whenever there are other sources than before.
  public private(set) var sourceChanges = 0
  /// Whether any of the sources is fetched.
  var hasWebSources = false
  private var surfaces = LRUCache<ImageKey, DecodedPicture>(budget: 256 << 20)
  /// What decoded pictures may take, in bytes. Another budget has all of them decoded anew.
  var pictureBudget: Int {
    get { surfaces.budget }
    set { surfaces = LRUCache(budget: newValue) }
  }
  /// What was decoded last of a source, to stand in while another size is decoded.
  private var latest: [String: ImageKey] = [:]
  private var versions = 0
  private var motion = PictureMotion()
  /// Since when the placeholders on the screen have been there.
  private var awaited: [String: Double] = [:]
  /// Seconds within which a picture comes as if it had always been there; later it fades in.
  var patience = 0.1
  /// The animations that are shown.
  private var moving: Set<ImageKey> = []
  /// Whether pictures come without fading in, and animations show their first picture only.
  public var reducesMotion = false

  /// - Parameter mailbox: Where results arrive; somebody must drain it.
  public init(locator: ImageLocator, mailbox: Mailbox) {
    self.locator = locator
    self.mailbox = mailbox
    jobs = DecodeJobs(mailbox: mailbox)
    jobs.completion = { [weak self] key, result in self?.arrived(key, result) }
  }

  public func size(of source: String) -> Size? { self.source(source).header?.size }

  /// How many pictures are being fetched or decoded, or wait for it.
  public var pending: Int { jobs.pending + (web?.pending ?? 0) }

  /// Waits until no picture is pending, at most `timeout` seconds, running what arrives in the
  /// mailbox meanwhile.
  ///
  /// - Returns: Whether all have come.
  public func waitUntilIdle(timeout: Double) -> Bool {
    let end = Clock.now + timeout
    mailbox.drain()
    while pending > 0, Clock.now < end {
      mailbox.wait(timeout: end - Clock.now)
      mailbox.drain()
    }
    return pending == 0
  }

  /// Why the picture called `source` cannot be shown; nil when it can, or nobody asked for it yet.
  public func failure(of source: String) -> String? { sources[source]?.fault?.reason }

  /// Looks at the files again, and reads those that changed anew; those that were missing, too.
  ///
  /// - Complexity: O(*n* log *n*) in the sources asked for so far, with a system call each.
  public func refresh() {
    // What is wrong with several is reported in the same order in every run.
    for name in sources.keys.sorted() { refresh(name) }
  }

  /// Reads `source` anew when its file changed, came or went, as `refresh` does for all.
  public func refresh(_ source: String) {
    if let old = sources[source] { refresh(source, old) }
  }

  private func refresh(_ name: String, _ old: ImageSource) {
    let new = makeSource(name, version: versions + 1)
    guard new.file != old.file || (new.file == nil && new.fault != old.fault) else { return }
    replace(name, with: new)
  }

  /// Shows another version of a source from now on.
  func replace(_ name: String, with new: ImageSource) {
    versions += 1
    sources[name] = new
    sources[name]?.version = versions
    motion.forget(name)
    report(name, new.fault)
    onChange?(name)
  }

  /// Moves what moves by itself to where it is at `now`: animations that were in the list painted
  /// last, and pictures that fade in. `onChange` hears of what looks different.
  ///
  /// Until it is called for the first time nothing moves: animations show their first picture.
  ///
  /// - Returns: When it has to be called next; nil when nothing moves.
  public func advance(to now: Double) -> Double? {
    guard !reducesMotion else { return nil }
    let (changed, next) = motion.advance(to: now)
    for source in changed { onChange?(source) }
    return next
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
    var room = surfaces.budget
    for entry in list.entries {
      guard let key = key(of: entry.command, grid: grid) else { continue }
      if motion.isAnimated(key.source) { moving.insert(key) }
      // Pictures beyond the budget would push each other out for ever.
      room -= key.byteCount
      guard room >= 0, surfaces.value(for: key) == nil else { continue }
      guard let job = sources[key.source]?.job(for: key) else { continue }
      wanted.append(job)
      if standIn(for: key) == nil {
        awaited[key.source] = self.awaited[key.source] ?? Clock.now
      }
    }
    fetchPictures(of: list)
    (self.moving, self.awaited) = (moving, awaited)
    motion.show(Set(moving.map(\.source)))
    jobs.replaceWaiting(with: wanted)
  }

  /// What to paint for an image command.
  func content(of command: DrawCommand, grid: PixelGrid) -> ImageContent {
    guard case .image(let name, let rect, let mode, _, _, _) = command else { return .nothing }
    if source(name).isComing { return .coming }
    guard let key = key(of: command, grid: grid), let source = sources[name], source.fault == nil,
      let header = source.header
    else { return .nothing }
    guard let picture = surfaces.value(for: key) ?? standIn(for: key) else { return .coming }
    let place = grid.rect(rect)
    let fitting = ImageFitting(
      header.size, width: place.width, height: place.height, mode: mode, scale: grid.scale)
    return .picture(
      picture.surface(motion.frame(of: name)), width: fitting.width, height: fitting.height,
      fade: motion.fade(of: name))
  }

  /// Animations in view that push each other out would be decoded for ever.
  private func hasRoom(for picture: DecodedPicture) -> Bool {
    let used = moving.reduce(0) { $0 + (surfaces.peek($1)?.byteCount ?? 0) }
    return used + picture.byteCount <= surfaces.budget / 2
  }

  /// The same picture at the size it was last shown at, or as it was before its file changed.
  private func standIn(for key: ImageKey) -> DecodedPicture? {
    guard let old = latest[key.source], old.mode == key.mode else { return nil }
    let isSameSize = old.width == key.width && old.height == key.height && old.scale == key.scale
    return old.version == key.version || isSameSize ? surfaces.peek(old) : nil
  }

  private func arrived(_ key: ImageKey, _ result: Result<DecodedPicture, ImageFault>) {
    // The file may have changed while it was decoded.
    guard var source = sources[key.source], source.version == key.version else { return }
    switch result {
    case .success(var picture):
      if picture.timing != nil, !hasRoom(for: picture) { picture = picture.still }
      surfaces.insert(picture, for: key, cost: picture.byteCount)
      latest[key.source] = key
      motion.arrived(
        key.source, timing: picture.timing, isAwaited: hasWaited(for: key.source))
    case .failure(let fault):
      source.fault = fault
      sources[key.source] = source
      report(key.source, fault)
    }
    onChange?(key.source)
  }

  private func hasWaited(for source: String) -> Bool {
    guard let start = awaited.removeValue(forKey: source) else { return false }
    return Clock.now - start >= patience
  }

  private func key(of command: DrawCommand, grid: PixelGrid) -> ImageKey? {
    guard case .image(let name, let rect, let mode, _, _, _) = command else { return nil }
    let place = grid.rect(rect)
    guard !place.isEmpty, source(name).header != nil, let source = sources[name] else { return nil }
    return ImageKey(
      source: name, version: source.version, width: place.width, height: place.height, mode: mode,
      scale: grid.scale)
  }

  private func source(_ name: String) -> ImageSource {
    if let known = sources[name] { return known }
    // A screen that keeps naming other pictures must not fill the memory with their names.
    if sources.count >= 50_000 { forget() }
    sourceChanges += 1
    let source = makeSource(name, version: versions)
    sources[name] = source
    report(name, source.fault)
    return source
  }

  private func report(_ name: String, _ fault: ImageFault?) {
    if let fault { onFailure?(name, fault.reason) }
  }

  private func forget() {
    versions += 1
    sourceChanges += 1
    hasWebSources = false
    sources.removeAll()
    latest.removeAll()
    surfaces.removeAll()
    motion.forgetAll()
  }
}

/// What there is to paint for an image command.
enum ImageContent {
  /// To be painted at this size, in pixels, in the middle of the rectangle; as far as it has faded
  /// in, 0 to 1, over the placeholder.
  case picture(Surface, width: Int, height: Int, fade: Double)
  /// It will be there soon.
  case coming
  /// There is none, and there will be none.
  case nothing
}
