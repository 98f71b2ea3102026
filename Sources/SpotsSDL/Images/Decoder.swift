import CDecoder
import Glibc

/// A process that decodes pictures and can do nothing else: their bytes come from anywhere, and the
/// libraries that read them are written in C.
///
/// Used by one thread at a time, the one that started it: the process ends with that thread.
struct Decoder: ~Copyable {
  /// What one picture may cost, in seconds: of the processor, and altogether on a busy machine.
  enum TimeLimit {
    static let processor = 2.0
    static let wall = 10.0
  }

  private var process: SpotsDecoder
  /// What the kernel holds the process back with.
  let box: SpotsDecoderBox

  /// Starts the program at `path`, and waits until it has given up its rights.
  ///
  /// - Parameter draws: Whether it is to decode BMP, SVG and AVIF as well, which takes several times as
  ///   long to start.
  /// - Throws: When there is no such program, or when it does not come up; `interrupted` when others
  ///   end it meanwhile.
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

  /// Of its process.
  var number: pid_t { process.number }

  deinit {
    var process = process
    _ = spots_decoder_end(&process)
  }

  /// Ends the process, which has gone while it decoded a picture.
  ///
  /// - Returns: Whether others ended it, so that the picture is not to blame.
  consuming func wasKilled() -> Bool {
    var process = process
    process.is_gone = true
    discard self
    return spots_decoder_end(&process) == SIGKILL
  }

  /// Has the process decode a picture.
  ///
  /// - Parameter bytes: The descriptor of a sealed memory file; stays open.
  /// - Throws: Why there is no picture. After `tooSlow` and `crashed` the process is of no more use.
  func decode(_ request: SpotsDecoderRequest, bytes: Int32) throws(ImageFault) -> DecodedPicture {
    send(request, bytes: bytes)
    return try receive(request)
  }

  /// Asks for a picture. The process takes what it is asked for one after the other; `receive` says
  /// when it is gone.
  ///
  /// - Parameter bytes: The descriptor of a sealed memory file; stays open.
  func send(_ request: SpotsDecoderRequest, bytes: Int32) {
    var request = request
    _ = spots_send(process.socket, &request, MemoryLayout.size(ofValue: request), bytes)
  }

  /// Waits `seconds` at most for the process to have an answer, or to be gone.
  func isReady(within seconds: Double) -> Bool {
    var wanted = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, Int32(seconds * 1000)) > 0
  }

  /// Waits for the first picture that was asked for and has not been received, as `decode` does.
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

  /// Waits until the process says something, or is gone.
  ///
  /// - Returns: Whether it did within its time.
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
