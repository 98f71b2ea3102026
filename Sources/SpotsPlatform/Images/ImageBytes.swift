import CDecoder
import Glibc
import Synchronization

/// The location of an image's bytes.
enum ImageBytes: Hashable, Sendable {
  case file(ImageFile)
  case memory(MemoryImage)

  /// Copies the bytes to a memory file that never changes. The caller closes its descriptor.
  ///
  /// - Parameter limit: The most bytes there may be.
  /// - Throws: `dropped` when an image in memory made room for others; it can be fetched again.
  func sealed(limit: Int) throws(ImageError) -> Int32 {
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

  func header() throws(ImageError) -> ImageHeader {
    switch self {
    case .file(let file): try file.header()
    case .memory(let image): try image.header.get()
    }
  }
}

/// An image that is written out in its source; or a fetched one that could not be written to a
/// file, as when the cache folder is read-only or the disk is full.
final class MemoryImage: Hashable, Sendable {
  let header: Result<ImageHeader, ImageError>
  /// In bytes.
  let count: Int
  private let kept: Mutex<[UInt8]?>

  init(_ bytes: [UInt8]) {
    count = bytes.count
    kept = Mutex(bytes)
    header = Result { () throws(ImageError) in try ImageHeader(bytes) }
  }

  /// Nil once they are dropped.
  var bytes: [UInt8]? { kept.withLock { $0 } }

  /// Frees the bytes. Decoded images stay.
  func drop() { kept.withLock { $0 = nil } }

  static func == (a: MemoryImage, b: MemoryImage) -> Bool {
    a === b || a.count == b.count && a.bytes == b.bytes
  }
  func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// A version of an image's file.
struct ImageFile: Hashable, Sendable {
  let place: LocatedFile
  private let identity: FileVersion

  /// - Throws: When there is no file, when it is not a regular one, or when it is too large.
  init(_ place: LocatedFile) throws(ImageError) {
    // Checks what is there without opening it, which would wake the writer of a pipe.
    self = try Self.withDescriptor(of: place, FolderDescriptor.pathOnly) {
      (_, file) throws(ImageError) in file
    }
  }

  private init(_ place: LocatedFile, descriptor: Int32) throws(ImageError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= ImageLimits.bytes else {
      throw .tooManyBytes(limit: ImageLimits.bytes)
    }
    (self.place, identity) = (place, FileVersion(status))
  }

  /// Identifies the file and its version, with the same text in every run.
  var version: String {
    "\(place.path) \(identity.device) \(identity.node) \(identity.size) \(identity.seconds)"
      + " \(identity.nanoseconds)"
  }

  /// Copies all bytes of the current file, which may be another version, to a memory file that
  /// never changes. The caller closes its descriptor.
  ///
  /// Never blocks on anything but a regular file, and never reads a file in another place.
  ///
  /// - Parameter limit: The most bytes there may be.
  func sealed(limit: Int) throws(ImageError) -> Int32 {
    try Self.withDescriptor(of: place, Self.reading) { (descriptor, _) throws(ImageError) in
      let copy = spots_sealed_copy(descriptor, limit)
      guard copy >= 0 else { throw errno == EFBIG ? .tooManyBytes(limit: limit) : .unreadable }
      return copy
    }
  }

  /// The header of the current file. Reads no more than the header needs.
  func header() throws(ImageError) -> ImageHeader {
    try Self.withDescriptor(of: place, Self.reading) { (descriptor, file) throws(ImageError) in
      try ImageHeader(ByteReader(FileWindow(descriptor: descriptor, count: file.identity.size)))
    }
  }

  private static let reading = O_RDONLY | O_NONBLOCK | O_NOCTTY

  private static func withDescriptor<Result>(
    of place: LocatedFile, _ flags: Int32,
    _ body: (Int32, ImageFile) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    SourceFiles.add(place.path)
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try place.open(flags | O_CLOEXEC)
    } catch {
      throw ImageError(error)
    }
    defer { close(descriptor) }
    return try body(descriptor, ImageFile(place, descriptor: descriptor))
  }
}
