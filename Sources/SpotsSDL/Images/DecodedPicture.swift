/// A picture as it is shown: one surface, or those of an animation.
struct DecodedPicture: Sendable {
  /// All of the same size, at least one.
  var frames: [Surface]
  /// Of an animation, with a delay for each of the frames.
  var timing: GIFTiming?

  init(_ surface: Surface) {
    frames = [surface]
  }

  /// - Parameter frames: At least two.
  init(_ frames: [Surface], _ timing: GIFTiming) {
    self.frames = frames
    self.timing = timing
  }

  var byteCount: Int { frames.reduce(0) { $0 + $1.byteCount } }

  /// What is shown of an animation that stands at its picture `index`.
  func surface(_ index: Int) -> Surface { frames[min(max(index, 0), frames.count - 1)] }

  /// The same without motion.
  var still: DecodedPicture { DecodedPicture(frames[0]) }
}
