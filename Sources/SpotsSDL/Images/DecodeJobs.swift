/// Decodes pictures on other threads, two large ones at a time, those asked for last first in line.
///
/// Jobs wait here, on the main thread, so that one nobody wants any more is simply dropped. Small
/// ones are handed on without waiting for the main thread to take back what is done.
@MainActor
final class DecodeJobs {
  struct Job: Sendable {
    var key: ImageKey
    var content: ImageBytes
    var header: ImageHeader

    /// What decoding may take, in pixels. How many pictures a GIF has is not known yet.
    var pixels: Int {
      switch header.format {
      case .svg: 16 << 20
      case .gif: max(ImageDecoder.AnimationLimits.pixels, header.width * header.height)
      default: header.width * header.height
      }
    }

    func run() -> Result<DecodedPicture, ImageFault> {
      Result { () throws(ImageFault) in
        let bytes = try content.all()
        // The file may be another one by now.
        let header = try ImageHeader(bytes)
        guard header.format != .svg || bytes.count <= ImageLimits.drawingBytes else {
          throw .tooManyBytes(limit: ImageLimits.drawingBytes)
        }
        let fitting = ImageFitting(
          header.size, width: key.width, height: key.height, mode: key.mode, scale: key.scale)
        if header.format == .gif {
          let timing = GIFTiming(bytes)
          if ImageDecoder.plays(timing, header: header, fitting: fitting) {
            return try ImageDecoder.animation(
              bytes, header: header, fitting: fitting, timing: timing)
          }
        }
        return DecodedPicture(
          try ImageDecoder.decode(bytes, header: header, fitting: fitting))
      }
    }
  }

  typealias Completion = @MainActor (ImageKey, Result<DecodedPicture, ImageFault>) -> Void

  private static let threads = 2
  /// What all running jobs may take, in pixels, while there are more of them than threads.
  private static let smallPixels = 1 << 20
  private let mailbox: Mailbox
  private var waiting: [Job] = []
  private var running: [ImageKey: Int] = [:]
  /// Called with each result.
  var completion: Completion?

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  var pending: Int { waiting.count + running.count }
  /// How many pictures were decoded so far, at each size.
  private(set) var decoded = 0

  /// Makes `jobs` the ones that wait, in their order; those already running go on.
  func replaceWaiting(with jobs: [Job]) {
    // Most frames wait for no picture, and need no memory for it.
    if jobs.isEmpty {
      waiting.removeAll()
      return
    }
    var known = Set(running.keys)
    let new = jobs.filter { known.insert($0.key).inserted }
    // Drawings that never end keep a thread for seconds each; other pictures need not wait for them.
    waiting = new.filter { $0.header.format != .svg } + new.filter { $0.header.format == .svg }
    start()
  }

  private func start() {
    while let job = waiting.first {
      let busy = running.values.reduce(0, +)
      guard running.count < Self.threads || busy + job.pixels <= Self.smallPixels else { return }
      // Two of the largest pictures at once would take more memory than a viewer should.
      guard busy == 0 || busy + job.pixels <= ImageLimits.pixels / 2 else { return }
      guard ImageDecoder.isReady else {
        waiting = []
        return
      }
      waiting.removeFirst()
      running[job.key] = job.pixels
      BackgroundThreads.shared.run { [mailbox] in
        let result = job.run()
        mailbox.post { [weak self] in self?.finished(job.key, result) }
      }
    }
  }

  private func finished(_ key: ImageKey, _ result: Result<DecodedPicture, ImageFault>) {
    running[key] = nil
    decoded += 1
    completion?(key, result)
    start()
  }
}
