import CDecoder
import Glibc

/// Immutable pixels of 32 bits each, `0xAARRGGBB`, in rows without gaps.
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

  /// The first of the pixels; valid while the bitmap is alive.
  var pixels: UnsafePointer<UInt32> { memory.pixels + start }

  var byteCount: Int { width * height * 4 }

  /// The pixel at column `x`, row `y`, which must be on the bitmap.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}

/// Memory with the pixels of a picture.
private final class MappedPixels: @unchecked Sendable {
  // Not written after `init`, so that many threads may read it.
  let pixels: UnsafePointer<UInt32>
  private let length: Int

  /// Maps the sealed file that came with an answer.
  ///
  /// - Throws: When the file is not what the answer says.
  init(_ answer: SpotsDecoderAnswer, file: Int32) throws(ImageFault) {
    var answer = answer
    var length = 0
    guard let memory = spots_answer_pixels(&answer, file, &length) else { throw .crashed }
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    self.length = length
  }

  /// Copies the bytes of a file after the first `start`, so that later changes to the file do not
  /// show; nil when there are too few.
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
      // `deinit` frees the memory.
      guard count > 0 else { return nil }
      read += count
    }
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: pixels), length)
  }
}

/// A decoded picture: one bitmap, or those of an animation.
struct DecodedPicture: Sendable {
  /// At least one, all of the same size.
  private(set) var frames: [Bitmap]
  /// The timing of an animation, with a delay for each frame; nil for a still picture.
  private(set) var timing: AnimationTiming?

  /// - Throws: When the answer does not match `request`: a compromised decoder may send anything.
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

  /// Reads a still picture of `width` by `height` pixels from a file, after its first `start`
  /// bytes; nil when they cannot be read.
  init?(width: Int, height: Int, of descriptor: Int32, from start: Int) {
    guard let memory = MappedPixels(of: descriptor, from: start, length: width * height * 4) else {
      return nil
    }
    frames = [Bitmap(memory, width: width, height: height, start: 0)]
  }

  var byteCount: Int { frames.reduce(0) { $0 + $1.byteCount } }

  /// The bitmap of the frame `index`, clamped to the frames there are.
  func bitmap(_ index: Int) -> Bitmap { frames[min(max(index, 0), frames.count - 1)] }

  /// The first frame alone, without timing.
  var still: DecodedPicture {
    var still = self
    (still.frames, still.timing) = ([frames[0]], nil)
    return still
  }
}

/// How long each frame of an animation is shown, and how often all of them are.
struct AnimationTiming: Hashable, Sendable {
  /// In seconds, one for each frame, each above 0.
  var delays: [Double]
  /// The number of times all frames are shown; nil means forever.
  var plays: Int?

  /// The least delay, in seconds; few displays show more frames per second.
  private static let shortest = 0.01

  init(delays: [Double], plays: Int?) {
    self.delays = delays.map { max($0, Self.shortest) }
    self.plays = plays
  }
}
