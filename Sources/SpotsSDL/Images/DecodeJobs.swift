import Dispatch

/// Decodes pictures on two threads, those asked for last first in line.
///
/// Jobs wait here, on the main thread, so that one nobody wants any more is simply dropped.
@MainActor
final class DecodeJobs {
  struct Job: Sendable {
    var key: ImageKey
    var file: ImageFile
    var header: ImageHeader

    /// What decoding may take, in pixels.
    var pixels: Int { header.format == .svg ? 16 << 20 : header.width * header.height }

    func run() -> Result<Surface, ImageFault> {
      Result { () throws(ImageFault) in
        let bytes = try file.bytes()
        // The file may be another one by now.
        let header = try ImageHeader(bytes)
        guard header.format != .svg || bytes.count <= ImageLimits.drawingBytes else {
          throw .tooManyBytes
        }
        let fitting = ImageFitting(
          header.size, width: key.width, height: key.height, mode: key.mode, scale: key.scale)
        return try ImageDecoder.decode(bytes, header: header, fitting: fitting)
      }
    }
  }

  typealias Completion = @MainActor (ImageKey, Result<Surface, ImageFault>) -> Void

  private static let threads = 2
  private let queue = DispatchQueue(label: "spots.images", attributes: .concurrent)
  private let mailbox: Mailbox
  private var waiting: [Job] = []
  private var running: [ImageKey: Int] = [:]
  private var completion: Completion?

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  var pending: Int { waiting.count + running.count }

  /// Makes `jobs` the ones that wait, in their order; those already running go on.
  func replaceWaiting(with jobs: [Job], completion: @escaping Completion) {
    var known = Set(running.keys)
    waiting = jobs.filter { known.insert($0.key).inserted }
    self.completion = completion
    start()
  }

  private func start() {
    while let job = waiting.first, running.count < Self.threads {
      // Two of the largest pictures at once would take more memory than a viewer should.
      let busy = running.values.reduce(0, +)
      guard busy == 0 || busy + job.pixels <= ImageLimits.pixels / 2 else { return }
      guard ImageDecoder.isReady else {
        waiting = []
        return
      }
      waiting.removeFirst()
      running[job.key] = job.pixels
      queue.async { [mailbox] in
        let result = job.run()
        mailbox.post { [weak self] in self?.finished(job.key, result) }
      }
    }
  }

  private func finished(_ key: ImageKey, _ result: Result<Surface, ImageFault>) {
    running[key] = nil
    completion?(key, result)
    start()
  }
}
