import CDecoder
import Glibc
import SpotsViews

/// Queues images for decoding on other threads, as many at a time as there are decoders: first
/// those in view, then those that come into view next.
///
/// Jobs wait here, on the main thread, so that those no longer wanted are simply dropped.
@MainActor
final class DecodeJobs {
  struct Job: Sendable {
    var key: ImageKey
    var content: ImageBytes
    var header: ImageHeader

    /// The number of pixels of the stored image.
    var pixels: Int { header.width * header.height }

    /// Whether decoding two such images at a time could take too much memory, or keep every
    /// decoder busy for long.
    var isLarge: Bool { pixels > DecodeJobs.largePixels }

    /// Whether it may be an animation, so that a decoder gets far more memory for it.
    var mayMove: Bool { [.gif, .webp].contains(header.format) }

    /// Whether decoding it takes less time than waking a decoder.
    var isSmall: Bool { pixels <= DecodeJobs.smallPixels / 16 }

    /// Returns the image from `cache`, or decodes it and keeps it there.
    func run(
      _ decoder: inout RestartingDecoder, cache: DecodedImageCache?
    ) throws(ImageError) -> DecodedImage {
      let request = SpotsDecoderRequest(header, key: key)
      guard let cache, case .file(let file) = content, DecodedImageCache.keeps(header) else {
        return try decode(request, with: &decoder)
      }
      let kept = DecodedImageCache.Key(file, request)
      if let image = cache.image(for: kept) { return image }
      let image = try decode(request, with: &decoder)
      // The file may have changed before it was decoded.
      if try ImageFile(file.place) == file { cache.save(image, for: kept) }
      return image
    }

    private func decode(
      _ request: SpotsDecoderRequest, with decoder: inout RestartingDecoder
    ) throws(ImageError) -> DecodedImage {
      let bytes = try sealed()
      defer { close(bytes) }
      return try decoder.decode(request, bytes: bytes)
    }

    fileprivate func sealed() throws(ImageError) -> Int32 {
      try content.sealed(
        limit: header.format == .svg ? ImageLimits.drawingBytes : ImageLimits.bytes)
    }
  }

  /// The jobs a decoder gets at a time: several small images, or any single one.
  private struct Batch: Sendable {
    var jobs: [Job]

    /// - Parameters:
    ///   - each: Called with the outcome of each job.
    ///   - late: Called with the jobs queued behind a slow one, to be run on other decoders.
    func run(
      _ decoder: inout RestartingDecoder, cache: DecodedImageCache?,
      each: (Job, DecodingThreads.Outcome) -> Void, late: ([Job]) -> Void
    ) {
      if jobs.count == 1 {
        return each(
          jobs[0],
          Result { () throws(ImageError) in try jobs[0].run(&decoder, cache: cache) })
      }
      var (asked, tasks) = ([Job](), [RestartingDecoder.Task]())
      defer { for task in tasks { close(task.bytes) } }
      for job in jobs {
        do throws(ImageError) {
          tasks.append((SpotsDecoderRequest(job.header, key: job.key), try job.sealed()))
          asked.append(job)
        } catch {
          each(job, .failure(error))
        }
      }
      decoder.decode(tasks) {
        each(asked[$0], $1)
      } late: {
        late(Array(asked[$0]))
      }
    }
  }

  typealias Completion = @MainActor (ImageKey, Result<DecodedImage, ImageError>) -> Void

  private let mailbox: Mailbox
  private let threads: DecodingThreads
  private var waiting: [Job] = []
  /// The jobs for images in view that scroll past too fast.
  private var withheld: [Job] = []
  private var rush = Rush()
  /// The images that come into view next, decoded or not.
  private var ahead: Set<ImageKey> = []
  /// The running jobs, with the number of pixels of each image.
  private var running: [ImageKey: Int] = [:]
  /// Keeps decoded images from one run of the program to the next; nil keeps none.
  var cache: DecodedImageCache?
  /// Called with each result.
  var completion: Completion?

  init(mailbox: Mailbox, threads: DecodingThreads) {
    self.mailbox = mailbox
    self.threads = threads
  }

  var pending: Int { waiting.count + running.count + withheld.count }
  /// The number of jobs that have ended, with an image or an error.
  private(set) var decoded = 0

  /// Starts a decoder for an image that will be requested soon.
  func expect(_ header: ImageHeader) {
    // Large images may be in the cache, or take so long that starting early makes no difference.
    if cache == nil || !DecodedImageCache.keeps(header) {
      threads.prepare(for: header.format)
    }
  }

  /// Replaces the waiting jobs with `jobs`, in their order; running jobs go on. Without any `jobs`,
  /// those for what comes into view next keep waiting.
  func show(_ jobs: [Job]) {
    withheld.removeAll()
    guard !jobs.isEmpty || ahead.isEmpty else { return }
    ahead.removeAll()
    replaceWaiting(with: jobs)
  }

  // MARK: Fast scrolling

  /// Whether images scroll out of view before anyone can look at them, in a frame with `shown`
  /// images, `new` of which have just come into view and are not decoded.
  func isRushing(new: Int, shown: Int, at now: Double) -> Bool {
    rush.isOn(new: new, shown: shown, at: now)
  }

  /// Makes `jobs` wait until scrolling has slowed down.
  func withhold(_ jobs: [Job]) {
    show([])
    withheld = jobs
  }

  /// Starts the withheld jobs if no frame has come for a while.
  ///
  /// - Returns: When to call this again; nil when nothing is withheld.
  func advance(to now: Double) -> Double? {
    if now >= rush.end { startWithheld() }
    return withheld.isEmpty ? nil : rush.end
  }

  func startWithheld() {
    if !withheld.isEmpty { show(withheld) }
  }

  // MARK: Looking ahead

  /// Decodes images that are not in view yet.
  ///
  /// - Parameters:
  ///   - keys: All images that come next.
  ///   - jobs: The jobs for those that are not decoded.
  func lookAhead(_ keys: Set<ImageKey>, _ jobs: [Job]) {
    ahead = keys
    replaceWaiting(with: jobs)
  }

  /// Removes `key`, which is in view, from the images that come next; false if it was not there.
  func reach(_ key: ImageKey) -> Bool { !ahead.isEmpty && ahead.remove(key) != nil }

  // MARK: Running

  private func replaceWaiting(with jobs: [Job]) {
    // Most frames wait for no image and need not build a set.
    if jobs.isEmpty {
      waiting.removeAll()
      return
    }
    var known = Set(running.keys)
    waiting = jobs.filter { known.insert($0.key).inserted }
    start()
  }

  private func start() {
    while let batch = nextBatch() {
      Self.run(batch, on: threads, cache: cache) { [mailbox] job, outcome in
        mailbox.post { [weak self] in self?.finished(job.key, outcome) }
      }
    }
  }

  private nonisolated static func run(
    _ batch: Batch, on threads: DecodingThreads, cache: DecodedImageCache?,
    report: @escaping @Sendable (Job, DecodingThreads.Outcome) -> Void
  ) {
    threads.run { decoder in
      batch.run(&decoder, cache: cache, each: report) { late in
        for job in late {
          run(Batch(jobs: [job]), on: threads, cache: cache, report: report)
        }
      }
    } failure: { error in
      for job in batch.jobs { report(job, .failure(error)) }
    }
  }

  /// The next job that may start, with those after it if all of them are small.
  private func nextBatch() -> Batch? {
    var batch = Batch(jobs: [])
    var room = Self.batchSize
    while room > 0, let index = nextIndex(), batch.jobs.isEmpty || waiting[index].isSmall {
      let job = waiting.remove(at: index)
      running[job.key] = job.pixels
      batch.jobs.append(job)
      if !job.isSmall { break }
      room -= job.mayMove ? max(Self.batchSize / 8, 1) : 1
    }
    return batch.jobs.isEmpty ? nil : batch
  }

  /// The index of the first job that may start. Small images overtake large ones while a large
  /// one is decoded, and start many at a time, so that decoders need not wait for the main thread.
  private func nextIndex() -> Int? {
    let (pixels, isBusy) = running.values.reduce(into: (0, false)) { sum, pixels in
      sum.0 += pixels
      sum.1 = sum.1 || pixels > Self.largePixels
    }
    guard let index = waiting.firstIndex(where: { !isBusy || !$0.isLarge }),
      running.count < threads.limit || pixels + waiting[index].pixels <= Self.smallPixels
    else { return nil }
    return index
  }

  private nonisolated static let largePixels = 16 << 20
  /// The most pixels that small images may have together while they are decoded.
  private nonisolated static let smallPixels = 1 << 20
  /// The most small images that a decoder gets at a time. Starting another decoder would take
  /// longer than decoding these. Each has a descriptor open until it is decoded.
  private static let batchSize: Int = {
    var files = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    return max(Int(min(files.rlim_cur, 1024)) / 32, 1)
  }()

  private func finished(_ key: ImageKey, _ result: Result<DecodedImage, ImageError>) {
    running[key] = nil
    decoded += 1
    completion?(key, result)
    start()
  }
}

/// Detects scrolling so fast that images would be out of view before they are decoded.
struct Rush {
  /// The number of images that came into view recently; each counts less as time goes by.
  private var arrivals = 0.0
  private var last = -Double.infinity

  /// Seconds after which an arrival counts 1/e.
  private static let memory = 0.25
  /// The seconds for which an image must be in view to be worth decoding.
  private static let shortest = 0.2
  /// Seconds without a frame after which scrolling counts as over.
  static let pause = 0.1

  /// Counts the images of a frame.
  ///
  /// - Parameters:
  ///   - new: The number of images that have come into view and are not decoded.
  ///   - shown: The number of all images in view.
  /// - Returns: Whether they will be out of view in less than a fifth of a second at this pace.
  mutating func isOn(new: Int, shown: Int, at now: Double) -> Bool {
    arrivals = arrivals * exp(min(last - now, 0) / Self.memory) + Double(new)
    last = now
    // A page down or a jump brings one windowful, which stays.
    guard shown > 0, arrivals > Double(shown) else { return false }
    return Double(shown) * Self.memory / arrivals < Self.shortest
  }

  /// When scrolling counts as over unless another frame comes.
  var end: Double { last + Self.pause }
}
