import CDecoder
import Synchronization

/// The location of a picture's bytes.
enum ImageBytes: Hashable, Sendable {
  case file(ImageFile)
  case memory(MemoryImage)

  /// Copies the bytes to a memory file that never changes. The caller closes its descriptor.
  ///
  /// - Parameter limit: The most bytes there may be.
  /// - Throws: `dropped` when a picture in memory made room for others; it can be fetched again.
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

/// A fetched picture that could not be written to a file, as when the cache folder is read-only or
/// the disk is full.
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

  /// Nil once they are dropped.
  var bytes: [UInt8]? { kept.withLock { $0 } }

  /// Frees the bytes. Decoded pictures stay.
  func drop() { kept.withLock { $0 = nil } }

  static func == (a: MemoryImage, b: MemoryImage) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
