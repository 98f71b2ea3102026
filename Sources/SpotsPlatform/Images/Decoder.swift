// The program that decodes images: how it is run, its requests, its location and its sandbox.

import CDecoder
import Glibc
import SpotsViews

/// A sandboxed process that decodes images and can do nothing else, because their bytes may come
/// from anywhere, and the libraries that read them are written in C.
///
/// Used only by the thread that started it, since the process ends with that thread.
struct Decoder: ~Copyable {
  /// The most seconds for one image: in processor time, in wall-clock time, and of sleep, in which
  /// the process does not even wait for a processor or a disk. Decoders give way to other programs,
  /// so on a busy machine the second can be many times the first.
  enum TimeLimit {
    static let processor = 2.0
    static let wall = 40.0
    static let sleep = 0.75
  }

  private var process: SpotsDecoder
  /// The restrictions that the kernel enforces on the process.
  let box: SpotsDecoderBox

  /// Starts the program at `path`, and waits until it has dropped its privileges.
  ///
  /// - Parameter draws: Whether it also decodes BMP, SVG and AVIF, which takes several times as
  ///   long to start.
  /// - Throws: When there is no such program, or when it does not start; `interrupted` when another
  ///   process kills it while it starts.
  init(path: String, draws: Bool = true) throws(ImageError) {
    var process = SpotsDecoder()
    let error = spots_decoder_start(path, draws, &process)
    guard error == 0 else { throw .noDecoder(String(cString: strerror(error))) }
    var box = SpotsDecoderBox()
    var file: Int32 = -1
    let count = MemoryLayout<SpotsDecoderBox>.size
    let isUp =
      Self.wait(for: process) == .ready
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

  /// Cleans up after the process, which ended while it decoded an image.
  ///
  /// - Returns: Whether it was killed from outside, so that the image is not to blame.
  consuming func wasKilled() -> Bool {
    var process = process
    process.is_gone = true
    discard self
    return spots_decoder_end(&process) == SIGKILL
  }

  /// Decodes an image.
  ///
  /// - Parameter bytes: The descriptor of a sealed memory file; stays open.
  /// - Throws: Why there is no image. After `tooSlow`, `crashed` and `interrupted`, as when it is
  ///   stopped, the process is unusable.
  func decode(_ request: SpotsDecoderRequest, bytes: Int32) throws(ImageError) -> DecodedImage {
    send(request, bytes: bytes)
    return try receive(request)
  }

  /// Sends a request. The process handles requests in order; `receive` reports when it has ended.
  ///
  /// - Parameter bytes: The descriptor of a sealed memory file; stays open.
  func send(_ request: SpotsDecoderRequest, bytes: Int32) {
    var request = request
    _ = spots_send_request(process.socket, &request, bytes)
  }

  /// Waits up to `seconds`, and returns whether the process has answered or ended by then.
  func isReady(within seconds: Double) -> Bool {
    var wanted = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, Int32(seconds * 1000)) > 0
  }

  /// Waits for the first requested image that has not been received, and throws as `decode` does.
  func receive(_ request: SpotsDecoderRequest) throws(ImageError) -> DecodedImage {
    switch Self.wait(for: process) {
    case .ready: break
    case .slow: throw .tooSlow
    case .stopped: throw .interrupted
    }
    var answer = SpotsDecoderAnswer()
    var file: Int32 = -1
    let count = spots_receive(process.socket, &answer, MemoryLayout.size(ofValue: answer), &file)
    defer { if file >= 0 { close(file) } }
    guard count == MemoryLayout.size(ofValue: answer) else { throw .crashed }
    switch answer.outcome {
    case SpotsDecoderDone: return try DecodedImage(answer, file: file, of: request)
    case SpotsDecoderOutOfMemory: throw .outOfMemory
    default: throw .broken(Self.message(of: answer))
    }
  }

  private enum Wait {
    /// The process has answered or ended.
    case ready
    case slow
    /// Others have stopped the process.
    case stopped
  }

  /// Waits until the process answers or ends, or has used up one of its time limits.
  private static func wait(for process: SpotsDecoder) -> Wait {
    let start = (wall: Clock.now, processor: spots_decoder_time(process))
    let pause = 0.05
    var slept = 0.0
    while true {
      var wanted = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wanted, 1, Int32(pause * 1000))
      if ready > 0 { return .ready }
      if ready < 0, errno != EINTR { return .slow }
      guard Clock.now - start.wall < TimeLimit.wall,
        spots_decoder_time(process) - start.processor < TimeLimit.processor
      else { return .slow }
      let state = UInt8(bitPattern: spots_decoder_state(process))
      let isStopped = state == UInt8(ascii: "T")
      if isStopped || state == UInt8(ascii: "S") { slept += pause }
      if slept >= TimeLimit.sleep { return isStopped ? .stopped : .slow }
    }
  }

  private static func message(of answer: SpotsDecoderAnswer) -> String {
    withUnsafeBytes(of: answer.message) { bytes in
      String(decoding: bytes.prefix { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    }
  }
}

extension SpotsDecoderRequest {
  /// Creates the request for the image of `key`.
  init(_ header: ImageHeader, key: ImageKey) {
    let fitting = ImageFitting(
      header.size, width: key.width, height: key.height, mode: key.mode, scale: key.scale)
    let part = Orientation(header.orientation).stored(
      fitting.part, width: Double(header.width), height: Double(header.height))
    self.init(
      format: SpotsImageFormat(header.format), orientation: UInt32(header.orientation),
      width: UInt32(fitting.width), height: UInt32(fitting.height),
      natural_width: Double(header.width), natural_height: Double(header.height),
      part: SpotsPart(x: part.x, y: part.y, width: part.width, height: part.height))
  }
}

extension SpotsImageFormat {
  init(_ format: ImageHeader.Format) {
    self =
      switch format {
      case .png: SpotsImageFormatPNG
      case .jpeg: SpotsImageFormatJPEG
      case .gif: SpotsImageFormatGIF
      case .bmp: SpotsImageFormatBMP
      case .webp: SpotsImageFormatWebP
      case .svg: SpotsImageFormatSVG
      case .avif: SpotsImageFormatAVIF
      }
  }

  /// Whether it needs a decoder that draws.
  var isDrawn: Bool {
    [SpotsImageFormatSVG, SpotsImageFormatBMP, SpotsImageFormatAVIF].contains(self)
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
    Path.resolve(name, besideFile: SymbolicLinks.target(of: "/proc/self/exe") ?? "/")
  }
}

/// The sandbox that `spots-decoder`, the program that decodes images, runs in on this machine.
package struct DecoderSandbox: Sendable {
  /// The path of the program.
  package let path: String
  /// Whether it can never gain privileges.
  package let deniesPrivileges: Bool
  /// Whether it cannot open any file: Landlock, in kernels from 5.13 on that have it enabled.
  package let deniesFiles: Bool
  /// Whether the kernel ends it at any system call that decoding does not need.
  package let deniesCalls: Bool

  /// Whether all parts of the sandbox are in force.
  package var isComplete: Bool { deniesPrivileges && deniesFiles && deniesCalls }

  /// Starts a decoder, which takes some milliseconds, and asks it for its restrictions.
  ///
  /// - Throws: When there is no decoder beside the program or in `../libexec/spots`, or when it
  ///   does not start.
  package init() throws(SDLError) {
    do throws(ImageError) {
      let box = try Decoder(path: DecoderPath.installed).box
      path = DecoderPath.installed
      deniesPrivileges = box.no_new_privileges == 1
      deniesFiles = box.landlock == 1
      deniesCalls = box.seccomp == 1
    } catch {
      throw SDLError(message: error.reason)
    }
  }
}
