import CDecoder
import Glibc
import Spots

@testable import SpotsPlatform
@testable import SpotsSDL

/// What to ask a decoder for an image with `header`.
func request(
  _ header: ImageHeader, width: Int, height: Int, mode: DrawCommand.ContentMode = .fit,
  scale: Double = 1
) -> SpotsDecoderRequest {
  SpotsDecoderRequest(
    header,
    key: ImageKey(
      source: "", version: 0, width: width, height: height, mode: mode, scale: scale))
}

/// Calls `body` with a memory file that holds `bytes`.
func withSealed<Result>(
  _ bytes: [UInt8], _ body: (Int32) throws(ImageError) -> Result
) throws(ImageError) -> Result {
  let file = spots_sealed_bytes(bytes, bytes.count)
  defer { close(file) }
  return try body(file)
}

extension Decoder {
  /// Decodes bytes in memory.
  func decode(
    _ bytes: [UInt8], header: ImageHeader, width: Int, height: Int,
    mode: DrawCommand.ContentMode = .fit, scale: Double = 1
  ) throws(ImageError) -> DecodedImage {
    let request = request(header, width: width, height: height, mode: mode, scale: scale)
    return try withSealed(bytes) { (file) throws(ImageError) in
      try decode(request, bytes: file)
    }
  }
}

extension ImageFile {
  /// What a decoder would get.
  func bytes() throws(ImageError) -> [UInt8] {
    let file = try sealed(limit: ImageLimits.bytes)
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable }
    let count = Int(status.st_size)
    return FileWindow(descriptor: file, count: count).prefix(count)
  }
}
