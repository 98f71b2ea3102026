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
  private var surfaces = LRUCache<ImageKey, Surface>(budget: 256 << 20)
  /// What was decoded last of a source, to stand in while another size is decoded.
  private var latest: [String: ImageKey] = [:]
  private var versions = 0

  /// - Parameter mailbox: Where results arrive; somebody must drain it.
  public init(locator: ImageLocator, mailbox: Mailbox) {
    self.locator = locator
    self.mailbox = mailbox
    jobs = DecodeJobs(mailbox: mailbox)
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

  /// Looks at the files again, and reads those that changed anew; those that were missing, too.
  ///
  /// - Complexity: O(*n*) in the sources asked for so far, with a system call each.
  public func refresh() {
    for (name, old) in sources {
      let new = makeSource(name, version: versions + 1)
      guard new.file != old.file || (new.file == nil && new.fault != old.fault) else { continue }
      replace(name, with: new)
    }
  }

  /// Shows another version of a source from now on.
  func replace(_ name: String, with new: ImageSource) {
    versions += 1
    sources[name] = new
    sources[name]?.version = versions
    report(name, new.fault)
    onChange?(name)
  }

  /// Starts what the pictures in `list` need, and drops what waits for others.
  func show(_ list: DrawList, grid: PixelGrid) {
    var wanted: [DecodeJobs.Job] = []
    var room = surfaces.budget
    for entry in list.entries {
      guard let key = key(of: entry.command, grid: grid) else { continue }
      // Pictures beyond the budget would push each other out for ever.
      room -= key.byteCount
      guard room >= 0, surfaces.value(for: key) == nil else { continue }
      if let job = sources[key.source]?.job(for: key) { wanted.append(job) }
    }
    fetchPictures(of: list)
    jobs.replaceWaiting(with: wanted) { [weak self] key, result in self?.arrived(key, result) }
  }

  /// What to paint for an image command.
  func content(of command: DrawCommand, grid: PixelGrid) -> ImageContent {
    guard case .image(let name, let rect, let mode, _, _, _) = command else { return .nothing }
    if source(name).isComing { return .coming }
    guard let key = key(of: command, grid: grid), let source = sources[name], source.fault == nil,
      let header = source.header
    else { return .nothing }
    guard let surface = surfaces.value(for: key) ?? standIn(for: key) else { return .coming }
    let place = grid.rect(rect)
    let fitting = ImageFitting(
      header.size, width: place.width, height: place.height, mode: mode, scale: grid.scale)
    return .picture(surface, width: fitting.width, height: fitting.height)
  }

  /// The same picture at the size it was last shown at.
  private func standIn(for key: ImageKey) -> Surface? {
    guard let old = latest[key.source], old.mode == key.mode, old.version == key.version else {
      return nil
    }
    return surfaces.peek(old)
  }

  private func arrived(_ key: ImageKey, _ result: Result<Surface, ImageFault>) {
    // The file may have changed while it was decoded.
    guard var source = sources[key.source], source.version == key.version else { return }
    switch result {
    case .success(let surface):
      surfaces.insert(surface, for: key, cost: surface.byteCount)
      latest[key.source] = key
    case .failure(let fault):
      source.fault = fault
      sources[key.source] = source
      report(key.source, fault)
    }
    onChange?(key.source)
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
  }
}

/// What there is to paint for an image command.
enum ImageContent {
  /// To be painted at this size, in pixels, in the middle of the rectangle.
  case picture(Surface, width: Int, height: Int)
  /// It will be there soon.
  case coming
  /// There is none, and there will be none.
  case nothing
}
