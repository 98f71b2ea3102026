// Decoders on threads of their own: started early, restarted after a crash, and ended when idle.

import CDecoder
import Glibc
import SpotsViews

/// Threads that decode images, each with its own decoder process.
///
/// There are at most as many as processors, and at most four, each created when there is work for
/// it. A decoder that crashes, or is given up, is replaced for the next image.
final class DecodingThreads: Sendable {
  typealias Outcome = Result<DecodedImage, ImageError>

  /// The threads of the program, with the decoder that was installed with it.
  static let shared = DecodingThreads(path: DecoderPath.installed)

  let limit = min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 4)
  private let pool: ThreadPool<RestartingDecoder>

  /// A `nice` value: 0 is the default, 19 the lowest priority.
  private static let niceness: Int32 = 5

  /// - Parameters:
  ///   - path: The path of the decoder.
  ///   - patience: Seconds for which a decoder without work is kept.
  init(path: String, patience: Double = 30) {
    pool = ThreadPool(limit: limit, patience: patience) {
      // Applies to this thread and the decoders it starts, so that layout and painting come first.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
      return RestartingDecoder(path: path)
    }
  }

  /// The current number of threads.
  var count: Int { pool.count }

  /// Starts the threads and a decoder, so that the first image need not wait for them.
  ///
  /// - Parameter format: The format of the image.
  func prepare(for format: ImageHeader.Format) {
    pool.prepare { $0.start(for: format) }
  }

  /// Runs `work` with a decoder on one of the threads; jobs begin in the order they came.
  ///
  /// - Parameter failure: Called instead when no thread can be started.
  func run(
    _ work: @escaping @Sendable (inout RestartingDecoder) -> Void,
    failure: @escaping @Sendable (ImageError) -> Void
  ) {
    pool.run(work) { failure(.noDecoder("there is no thread for it")) }
  }
}

/// A decoder that is started when the first image needs it, and again after a crash or a timeout.
struct RestartingDecoder: ~Copyable {
  private let path: String
  private var decoder: Decoder?
  /// Whether it decodes BMP, SVG and AVIF as well.
  private var draws = false

  init(path: String) {
    self.path = path
  }

  /// Starts the decoder before it is needed. If it does not start, the first image reports why.
  mutating func start(for format: ImageHeader.Format) {
    do throws(ImageError) {
      try provide(forDrawing: SpotsImageFormat(format).isDrawn)
    } catch {}
  }

  /// Makes sure that there is a decoder, and that it draws if it has to.
  private mutating func provide(forDrawing: Bool) throws(ImageError) {
    if decoder != nil, draws || !forDrawing { return }
    decoder = nil
    decoder = try Decoder(path: path, draws: forDrawing)
    draws = forDrawing
  }

  /// An image to decode, and the descriptor of the sealed memory file with its bytes.
  typealias Task = (request: SpotsDecoderRequest, bytes: Int32)

  /// Decodes an image, as `Decoder.decode` does.
  ///
  /// - Throws: `interrupted` when several decoders in a row are killed from outside; a single one,
  ///   as when the system has no memory left, is replaced.
  mutating func decode(_ request: SpotsDecoderRequest, bytes: Int32) throws(ImageError)
    -> DecodedImage
  {
    var outcome: DecodingThreads.Outcome?
    decode([(request, bytes)]) {
      outcome = $1
    } late: { _ in
    }
    guard let outcome else { throw .crashed }
    return try outcome.get()
  }

  /// Decodes several images, each as `decode` does one. All requests are sent first, so that the
  /// decoder does not wait between them.
  ///
  /// - Parameters:
  ///   - each: Called with each outcome as it comes, in order.
  ///   - late: Called when an image is slow, with those behind it, which are then not decoded here.
  mutating func decode(
    _ tasks: [Task], each: (Int, DecodingThreads.Outcome) -> Void, late: (Range<Int>) -> Void
  ) {
    var (next, attempts, tasks) = (0, 0, tasks[...])
    while next < tasks.endIndex {
      let first = next
      do throws(ImageError) {
        try decode(&tasks, from: &next, each: each, late: late)
      } catch {
        attempts = next == first ? attempts + 1 : 1
        // The images behind one that ended its decoder are sent to the next decoder.
        guard error != .interrupted || attempts == Self.attempts else { continue }
        each(next, .failure(error))
        (next, attempts) = (next + 1, 0)
      }
    }
  }

  private static let attempts = 3

  /// Seconds that an image may take before those behind it are given to other decoders.
  private static let patience = 0.1

  /// Decodes the images from `next` on with one decoder.
  ///
  /// - Throws: Why there is no decoder, or why it ended at `next`.
  private mutating func decode(
    _ tasks: inout ArraySlice<Task>, from next: inout Int,
    each: (Int, DecodingThreads.Outcome) -> Void, late: (Range<Int>) -> Void
  ) throws(ImageError) {
    try provide(forDrawing: tasks[next...].contains(where: \.request.format.isDrawn))
    guard let used = decoder.take() else { throw .crashed }
    for task in tasks[next...] { used.send(task.request, bytes: task.bytes) }
    var isLate = false
    while next < tasks.endIndex {
      if next + 1 < tasks.endIndex, !used.isReady(within: Self.patience) {
        late(next + 1..<tasks.endIndex)
        tasks = tasks[...next]
        isLate = true
      }
      do throws(ImageError) {
        each(next, .success(try used.receive(tasks[next].request)))
      } catch {
        switch error {
        case .crashed: throw used.wasKilled() ? .interrupted : .crashed
        case .tooSlow, .interrupted: throw error
        default: each(next, .failure(error))
        }
      }
      next += 1
    }
    // A decoder with queued images that other decoders now handle is given up.
    if !isLate { decoder = consume used }
  }
}

/// Starts a decoder and the threads for images while the window of a screen with images is created,
/// which takes longer. The C library starts no threads while SDL loads libraries.
package enum DecoderStart {
  /// The number of bytes of a screen that are searched.
  private static let length = 64 << 10

  /// Starts a decoder if the screen in the file at `path` seems to have images. A file that
  /// cannot be read counts as having none; a wrong guess costs an idle process.
  package static func expect(screenAt path: String) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let start = FileWindow(descriptor: file, count: Int(status.st_size)).prefix(length) + [0]
    guard contains("\"image\"", in: start) else { return }
    prepare(for: contains(".svg", in: start) ? .svg : .png)
  }

  /// Starts a decoder for a screen that is known to have drawings.
  package static func expectDrawings() { prepare(for: .svg) }

  /// Starts a decoder if one of the first items of `screen` has an image.
  package static func expect(_ screen: Screen) {
    let images = screen.components.prefix(20).flatMap { $0.items.prefix(20).map(\.image) }
    guard images.contains(where: { !$0.isEmpty }) else { return }
    prepare(for: images.contains { $0.hasSuffix(".svg") } ? .svg : .png)
  }

  private static func prepare(for format: ImageHeader.Format) {
    DecodingThreads.shared.prepare(for: format)
    DiskReads.prepare()
  }

  /// - Parameter bytes: Must end with a zero.
  private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { strstr($0.assumingMemoryBound(to: CChar.self), text) != nil } ?? false
    }
  }
}
