import CDecoder
import Glibc

/// A sandboxed process that decodes pictures and can do nothing else: their bytes come from
/// anywhere, and the libraries that read them are written in C.
///
/// Used only by the thread that started it, since the process ends with that thread.
struct Decoder: ~Copyable {
  /// The most seconds for one picture: of processor time, and in all on a busy machine.
  enum TimeLimit {
    static let processor = 2.0
    static let wall = 10.0
  }

  private var process: SpotsDecoder
  /// The restrictions that the kernel enforces on the process.
  let box: SpotsDecoderBox

  /// Starts the program at `path`, and waits until it has dropped its privileges.
  ///
  /// - Parameter draws: Whether it also decodes BMP, SVG and AVIF, which takes several times as
  ///   long to start.
  /// - Throws: When there is no such program, or when it does not start; `interrupted` when another
  ///   process kills it meanwhile.
  init(path: String, draws: Bool = true) throws(ImageFault) {
    var process = SpotsDecoder()
    let error = spots_decoder_start(path, draws, &process)
    guard error == 0 else { throw .noDecoder(String(cString: strerror(error))) }
    var box = SpotsDecoderBox()
    var file: Int32 = -1
    let count = MemoryLayout<SpotsDecoderBox>.size
    let isUp =
      Self.wait(for: process)
      && spots_receive(process.socket, &box, count, &file) == count
    if file >= 0 { close(file) }
    guard isUp else {
      process.is_gone = true
      let isKilled = spots_decoder_end(&process) == SIGKILL
      throw isKilled ? .interrupted : .noDecoder("it does not come up")
    }
    self.process = process
    self.box = box
  }

  /// The number of the process.
  var number: pid_t { process.number }

  deinit {
    var process = process
    _ = spots_decoder_end(&process)
  }

  /// Cleans up after the process, which ended while it decoded a picture.
  ///
  /// - Returns: Whether it was killed from outside, so that the picture is not to blame.
  consuming func wasKilled() -> Bool {
    var process = process
    process.is_gone = true
    discard self
    return spots_decoder_end(&process) == SIGKILL
  }

  /// Decodes a picture.
  ///
  /// - Parameter bytes: The descriptor of a sealed memory file; stays open.
  /// - Throws: Why there is no picture. After `tooSlow` and `crashed` the process is of no more
  ///   use.
  func decode(_ request: SpotsDecoderRequest, bytes: Int32) throws(ImageFault) -> DecodedPicture {
    send(request, bytes: bytes)
    return try receive(request)
  }

  /// Sends a request. The process handles requests in order; `receive` reports when it has ended.
  ///
  /// - Parameter bytes: The descriptor of a sealed memory file; stays open.
  func send(_ request: SpotsDecoderRequest, bytes: Int32) {
    var request = request
    _ = spots_send(process.socket, &request, MemoryLayout.size(ofValue: request), bytes)
  }

  /// Whether the process answers or ends within `seconds`, for which this waits.
  func isReady(within seconds: Double) -> Bool {
    var wanted = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, Int32(seconds * 1000)) > 0
  }

  /// Waits for the first requested picture that has not been received, and throws as `decode` does.
  func receive(_ request: SpotsDecoderRequest) throws(ImageFault) -> DecodedPicture {
    guard Self.wait(for: process) else { throw .tooSlow }
    var answer = SpotsDecoderAnswer()
    var file: Int32 = -1
    let count = spots_receive(process.socket, &answer, MemoryLayout.size(ofValue: answer), &file)
    defer { if file >= 0 { close(file) } }
    guard count == MemoryLayout.size(ofValue: answer) else { throw .crashed }
    switch answer.outcome {
    case SpotsDecoderDone: return try DecodedPicture(answer, file: file, of: request)
    case SpotsDecoderOutOfMemory: throw .outOfMemory
    default: throw .broken(Self.message(of: answer))
    }
  }

  /// Waits until the process answers or ends.
  ///
  /// - Returns: Whether it did within its time limits.
  private static func wait(for process: SpotsDecoder) -> Bool {
    let start = (wall: Clock.now, processor: spots_decoder_time(process))
    while true {
      var wanted = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wanted, 1, 50)
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
      guard Clock.now - start.wall < TimeLimit.wall,
        spots_decoder_time(process) - start.processor < TimeLimit.processor
      else { return false }
    }
  }

  private static func message(of answer: SpotsDecoderAnswer) -> String {
    withUnsafeBytes(of: answer.message) { bytes in
      String(decoding: bytes.prefix { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    }
  }
}

/// A decoder that is started when the first picture needs it, and again after a crash or a timeout.
struct RestartingDecoder: ~Copyable {
  private let path: String
  private var decoder: Decoder?
  /// Whether it decodes BMP, SVG and AVIF as well.
  private var draws = false

  init(path: String) {
    self.path = path
  }

  /// Starts the decoder before it is needed. If it does not start, the first picture reports why.
  mutating func start(for format: ImageHeader.Format) {
    do throws(ImageFault) {
      try provide(forDrawing: format.isDrawn)
    } catch {}
  }

  /// Makes sure that there is a decoder, and that it draws if it has to.
  private mutating func provide(forDrawing: Bool) throws(ImageFault) {
    if decoder != nil, draws || !forDrawing { return }
    decoder = nil
    decoder = try Decoder(path: path, draws: forDrawing)
    draws = forDrawing
  }

  /// A picture to decode, and the descriptor of the sealed memory file with its bytes.
  typealias Task = (request: SpotsDecoderRequest, bytes: Int32)

  /// Decodes a picture, as `Decoder.decode` does.
  ///
  /// - Throws: `interrupted` when several decoders in a row are killed from outside; a single one,
  ///   as when the system has no memory left, is replaced.
  mutating func decode(_ request: SpotsDecoderRequest, bytes: Int32) throws(ImageFault)
    -> DecodedPicture
  {
    var outcome: DecodingThreads.Outcome?
    decode([(request, bytes)]) {
      outcome = $1
    } late: { _ in
    }
    guard let outcome else { throw .crashed }
    return try outcome.get()
  }

  /// Decodes several pictures, each as `decode` does one. All requests are sent first, so that the
  /// decoder does not wait between them.
  ///
  /// - Parameters:
  ///   - each: Called with each outcome as it comes, in order.
  ///   - late: Called when a picture takes long, with those behind it, which are then not decoded.
  mutating func decode(
    _ tasks: [Task], each: (Int, DecodingThreads.Outcome) -> Void, late: (Range<Int>) -> Void
  ) {
    var (next, attempts, tasks) = (0, 0, tasks[...])
    while next < tasks.endIndex {
      let first = next
      do throws(ImageFault) {
        try decode(&tasks, from: &next, each: each, late: late)
      } catch {
        attempts = next == first ? attempts + 1 : 1
        // The pictures behind one that ended its decoder are sent to the next decoder.
        guard error != .interrupted || attempts == Self.attempts else { continue }
        each(next, .failure(error))
        (next, attempts) = (next + 1, 0)
      }
    }
  }

  private static let attempts = 3

  /// Seconds that a picture may take before those behind it are given to other decoders.
  private static let patience = 0.1

  /// Decodes the pictures from `next` on with one decoder.
  ///
  /// - Throws: Why there is no decoder, or why it ended at `next`.
  private mutating func decode(
    _ tasks: inout ArraySlice<Task>, from next: inout Int,
    each: (Int, DecodingThreads.Outcome) -> Void, late: (Range<Int>) -> Void
  ) throws(ImageFault) {
    try provide(forDrawing: tasks[next...].contains(where: \.request.isDrawn))
    guard let used = decoder.take() else { throw .crashed }
    for task in tasks[next...] { used.send(task.request, bytes: task.bytes) }
    var isLate = false
    while next < tasks.endIndex {
      if next + 1 < tasks.endIndex, !used.isReady(within: Self.patience) {
        late(next + 1..<tasks.endIndex)
        tasks = tasks[...next]
        isLate = true
      }
      do throws(ImageFault) {
        each(next, .success(try used.receive(tasks[next].request)))
      } catch {
        switch error {
        case .crashed: throw used.wasKilled() ? .interrupted : .crashed
        case .tooSlow: throw error
        default: each(next, .failure(error))
        }
      }
      next += 1
    }
    // A decoder with queued pictures that other decoders now handle is given up.
    if !isLate { decoder = consume used }
  }
}

/// The location of the decoder.
enum DecoderPath {
  /// Beside the running program, as after a build; else in `libexec/spots` beside the program's
  /// folder, as after an installation.
  static let installed: String = {
    let built = Self.beside("spots-decoder")
    return access(built, X_OK) == 0 ? built : Self.beside("../libexec/spots/spots-decoder")
  }()

  /// The path of `name` relative to the folder of the running program.
  static func beside(_ name: String) -> String {
    let folder = (link("/proc/self/exe") ?? "").split(separator: "/").dropLast()
    return folder.reduce("") { $0 + "/" + $1 } + "/" + name
  }

  private static func link(_ path: String) -> String? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return }
        count = max(readlink(path, start, buffer.count), 0)
      }
    }
    return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
  }
}
