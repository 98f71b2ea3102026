import CSDL2

extension [UInt8] {
  /// What `body` makes of a stream that reads the bytes, which SDL's loaders ask for; nil when there
  /// is no stream to be had.
  func withReadStream<Result>(
    _ body: (UnsafeMutablePointer<SDL_RWops>) -> Result?
  ) -> Result? {
    withUnsafeBytes { buffer in
      guard let stream = SDL_RWFromConstMem(buffer.baseAddress, Int32(clamping: buffer.count))
      else { return nil }
      defer { SDL_RWclose(stream) }
      return body(stream)
    }
  }
}
