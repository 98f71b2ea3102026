import CDecoder

/// A decoded image: one bitmap, or those of an animation.
struct DecodedImage: Sendable {
  /// At least one, all of the same size.
  private(set) var frames: [Bitmap]
  /// The timing of an animation, with a delay for each frame; nil for a still image.
  private(set) var timing: AnimationTiming?

  /// Maps the sealed file that came with an answer.
  ///
  /// - Throws: When the answer does not match `request`: a compromised decoder may send anything.
  init(_ answer: SpotsDecoderAnswer, file: Int32, of request: SpotsDecoderRequest)
    throws(ImageError)
  {
    guard answer.width == request.width, answer.height == request.height else { throw .crashed }
    var (answer, length) = (answer, 0)
    // Fails when the file does not match the answer.
    guard let pixels = spots_answer_pixels(&answer, file, &length) else { throw .crashed }
    let memory = MappedPixels(pixels, length: length)
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

  /// Reads a still image of `width` by `height` pixels from a file, after its first `start`
  /// bytes; nil when they cannot be read.
  init?(width: Int, height: Int, of descriptor: Int32, from start: Int) {
    guard let memory = MappedPixels(of: descriptor, from: start, length: width * height * 4) else {
      return nil
    }
    frames = [Bitmap(memory, width: width, height: height, start: 0)]
  }

  var byteCount: Int { frames.reduce(0) { $0 + $1.byteCount } }

  /// The bitmap of the frame `index`, clamped to the existing frames.
  func bitmap(_ index: Int) -> Bitmap { frames[min(max(index, 0), frames.count - 1)] }

  /// The first frame alone, without timing.
  var still: DecodedImage {
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

  /// The frame that is shown once the animation has played for so many seconds.
  func frame(after seconds: Double) -> Int {
    let turn = delays.reduce(0, +)
    if let plays, seconds >= turn * Double(plays) { return delays.count - 1 }
    var rest = seconds.truncatingRemainder(dividingBy: turn)
    return delays.firstIndex { delay in
      rest -= delay
      return rest < -1e-9
    } ?? 0
  }
}
