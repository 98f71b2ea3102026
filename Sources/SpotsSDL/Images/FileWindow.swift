import Glibc

/// The bytes of an open file, of which only the requested parts are read.
///
/// Used by one thread at a time.
final class FileWindow {
  let count: Int
  private let descriptor: Int32
  private var start = 0
  private var bytes: [UInt8] = []

  /// The number of bytes per read. Headers lie together, and the bytes between them are skipped.
  private static let length = 4096

  /// - Parameters:
  ///   - descriptor: The descriptor of a regular file, which the caller closes.
  ///   - count: The file's length, in bytes.
  init(descriptor: Int32, count: Int) {
    self.descriptor = descriptor
    self.count = count
  }

  /// The byte at `place`; nil beyond the end, and where the file cannot be read.
  func byte(at place: Int) -> UInt8? {
    guard place >= 0, place < count else { return nil }
    if !(start..<start + bytes.count).contains(place) {
      start = place
      bytes = read(from: place, count: min(Self.length, count - place))
    }
    return bytes.indices.contains(place - start) ? bytes[place - start] : nil
  }

  /// Up to `limit` bytes from the start.
  func prefix(_ limit: Int) -> [UInt8] { read(from: 0, count: min(limit, count)) }

  private func read(from place: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(place + filled))
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        filled += got
      }
    }
  }
}
