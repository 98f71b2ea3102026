import Synchronization

/// Where the bytes of a picture are.
enum ImageBytes: Hashable, Sendable {
  case file(ImageFile)
  case memory(MemoryImage)

  /// - Throws: `dropped` when a picture in memory had to make room; it can be fetched again.
  func all() throws(ImageFault) -> [UInt8] {
    switch self {
    case .file(let file): return try file.bytes()
    case .memory(let image):
      guard let bytes = image.bytes else { throw .dropped }
      return bytes
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
