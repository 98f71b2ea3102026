import CDecoder
import Glibc

/// Pixels of 32 bits each, `0xAARRGGBB`, in rows without gaps, that never change.
final class Bitmap: Sendable {
  let width: Int
  let height: Int
  private let memory: MappedPixels
  /// In pixels from the start of the memory.
  private let start: Int

  fileprivate init(_ memory: MappedPixels, width: Int, height: Int, start: Int) {
    self.memory = memory
    self.width = width
    self.height = height
    self.start = start
  }

  /// The first of the pixels; valid as long as the bitmap is.
  var pixels: UnsafePointer<UInt32> { memory.pixels + start }

  var byteCount: Int { width * height * 4 }

  /// The pixel at column `x`, row `y`, which must be on the bitmap.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}

/// Memory with the pixels of a picture.
private final class MappedPixels: @unchecked Sendable {
  // Nobody writes it, so that many threads may read it.
  let pixels: UnsafePointer<UInt32>
  private let length: Int

  /// The sealed file that came with an answer.
  ///
  /// - Throws: When the file is not what the answer says.
  init(_ answer: SpotsDecoderAnswer, file: Int32) throws(ImageFault) {
    var answer = answer
    var length = 0
    guard let memory = spots_answer_pixels(&answer, file, &length) else { throw .crashed }
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    self.length = length
  }

  /// A copy of what stands behind the first `start` bytes of a file: what others do to the file
  /// later does not show.
  ///
  /// - Parameter length: In bytes, more than 0.
  init?(of descriptor: Int32, from start: Int, length: Int) {
    guard
      let memory = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    pixels = UnsafePointer(memory.assumingMemoryBound(to: UInt32.self))
    self.length = length
    var read = 0
    while read < length {
      let count = pread(descriptor, memory + read, length - read, off_t(start + read))
      if count < 0, errno == EINTR { continue }
      // The memory is given back with the object.
      guard count > 0 else { return nil }
      read += count
    }
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: pixels), length)
  }
}

/// A picture as it is shown: one bitmap, or those of an animation.
struct DecodedPicture: Sendable {
  /// All of the same size, at least one.
  private(set) var frames: [Bitmap]
  /// Of an animation, with a delay for each of the frames.
  private(set) var timing: AnimationTiming?

  /// - Throws: When the answer is not one to `request`: a decoder that was taken over may say
  ///   anything.
  init(_ answer: SpotsDecoderAnswer, file: Int32, of request: SpotsDecoderRequest)
    throws(ImageFault)
  {
    guard answer.width == request.width, answer.height == request.height else { throw .crashed }
    let memory = try MappedPixels(answer, file: file)
    let (width, height, count) = (Int(answer.width), Int(answer.height), Int(answer.frames))
    frames = (0..<count).map {
      Bitmap(memory, width: width, height: height, start: width * height * $0)
    }
    guard count > 1 else { return }
    let delays = memory.pixels + width * height * count
    timing = AnimationTiming(
      delays: (0..<count).map { Double(delays[$0]) / 1000 },
      plays: answer.loops == 0 ? nil : Int(answer.loops))
  }

  /// A still picture of `width` by `height` pixels, whose pixels stand in a file behind the first
  /// `start` bytes; nil when they cannot be read.
  init?(width: Int, height: Int, of descriptor: Int32, from start: Int) {
    guard let memory = MappedPixels(of: descriptor, from: start, length: width * height * 4) else {
      return nil
    }
    frames = [Bitmap(memory, width: width, height: height, start: 0)]
  }

  var byteCount: Int { frames.reduce(0) { $0 + $1.byteCount } }

  /// What is shown of an animation that stands at its picture `index`.
  func bitmap(_ index: Int) -> Bitmap { frames[min(max(index, 0), frames.count - 1)] }

  /// The same without motion.
  var still: DecodedPicture {
    var still = self
    (still.frames, still.timing) = ([frames[0]], nil)
    return still
  }
}

/// How long each picture of an animation stands, and how often all are shown.
struct AnimationTiming: Hashable, Sendable {
  /// Seconds, one for each picture, each above 0.
  var delays: [Double]
  /// Nil: for ever.
  var plays: Int?

  /// No display shows more pictures than this in a second.
  private static let shortest = 0.01

  init(delays: [Double], plays: Int?) {
    self.delays = delays.map { max($0, Self.shortest) }
    self.plays = plays
  }
}
