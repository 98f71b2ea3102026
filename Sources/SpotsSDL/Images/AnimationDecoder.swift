import CSDL2

extension ImageDecoder {
  /// Limits of animations, which take the memory of all their pictures at once. Beyond them the
  /// first picture stands still.
  enum AnimationLimits {
    /// Of all pictures in the file's own size.
    static let pixels = 48 << 20
    /// Of all pictures in the size they are shown at.
    static let bytes = 64 << 20
  }

  /// Whether a GIF moves, and is small enough to.
  static func plays(_ timing: GIFTiming, header: ImageHeader, fitting: ImageFitting) -> Bool {
    let count = timing.delays.count
    return count > 1 && count <= AnimationLimits.pixels / (header.width * header.height)
      && count <= AnimationLimits.bytes / (fitting.width * fitting.height * 4)
  }

  /// Every picture of a GIF, each complete, in the size it is shown at.
  static func animation(
    _ bytes: [UInt8], header: ImageHeader, fitting: ImageFitting, timing: GIFTiming
  ) throws(ImageFault) -> DecodedPicture {
    guard let loaded = bytes.withReadStream({ IMG_LoadGIFAnimation_RW($0) }) else {
      throw .broken(SDLError("IMG_Load").description)
    }
    defer { IMG_FreeAnimation(loaded) }
    do throws(SDLError) {
      var frames: [Surface] = []
      for index in 0..<min(Int(loaded.pointee.count), timing.delays.count) {
        guard let frame = loaded.pointee.frames[index] else { continue }
        // What is taken here is not to be freed with the animation.
        loaded.pointee.frames[index] = nil
        let whole = try Surface(taking: frame)
        let (x, y) = (
          Double(whole.width) / Double(header.width), Double(whole.height) / Double(header.height)
        )
        frames.append(
          try whole.scaled(
            from: fitting.part.scaled(x: x, y: y), width: fitting.width, height: fitting.height))
      }
      guard let first = frames.first else { throw SDLError(message: "it has no picture") }
      return frames.count > 1 ? DecodedPicture(frames, timing) : DecodedPicture(first)
    } catch {
      throw .broken(error.description)
    }
  }
}
