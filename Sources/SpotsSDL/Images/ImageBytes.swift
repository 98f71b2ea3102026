import CDecoder
import Synchronization

/// Where the bytes of a picture are.
enum ImageBytes: Hashable, Sendable {
  case file(ImageFile)
  case memory(MemoryImage)

  /// The bytes in a memory file that never changes. The caller closes its descriptor.
  ///
  /// - Parameter limit: The most bytes there may be.
  /// - Throws: `dropped` when a picture in memory had to make room; it can be fetched again.
  func sealed(limit: Int) throws(ImageFault) -> Int32 {
    switch self {
    case .file(let file): return try file.sealed(limit: limit)
    case .memory(let image):
      guard let bytes = image.bytes else { throw .dropped }
      guard bytes.count <= limit else { throw .tooManyBytes(limit: limit) }
      let copy = spots_sealed_bytes(bytes, bytes.count)
      guard copy >= 0 else { throw .outOfMemory }
      return copy
    }
  }

  func header() throws(ImageFault) -> ImageHeader {
    switch self {
    case .file(let file): try file.header()
    case .memory(let image): try image.header.get()
    }
  }
}

/// A fetched picture that no file could be made of: where the cache folder cannot be written to, or
/// is full, pictures are shown all the same.
final class MemoryImage: Hashable, Sendable {
  let header: Result<ImageHeader, ImageFault>
  /// In bytes.
  let count: Int
  private let kept: Mutex<[UInt8]?>

  init(_ bytes: [UInt8]) {
    count = bytes.count
    kept = Mutex(bytes)
    header = Result { () throws(ImageFault) in try ImageHeader(bytes) }
  }

  /// nil once they were dropped.
  var bytes: [UInt8]? { kept.withLock { $0 } }

  /// Gives the memory back. What is decoded stays.
  func drop() { kept.withLock { $0 = nil } }

  static func == (a: MemoryImage, b: MemoryImage) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
