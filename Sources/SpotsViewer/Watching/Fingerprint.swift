// How a version of a file is recognized: by its content, or, without reading it, by what the file
// system tells about it.

import Glibc
import SpotsSDL

/// Identifies content; equal bytes have equal fingerprints within one run of the program.
struct Fingerprint: Hashable {
  private let count: Int
  private let hash: Int

  /// - Complexity: O(*n*) in the number of bytes, at about the speed of reading memory.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    var hasher = Hasher()
    bytes.withUnsafeBytes { bytes in
      let lanes = Self.lanes(of: bytes)
      hasher.combine(lanes)
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[(bytes.count & ~63)...]))
    }
    hash = hasher.finalize()
  }

  init(hashing value: some Hashable) { (count, hash) = (0, value.hashValue) }

  /// Eight running hashes, each over every eighth word. Each step is invertible, so contents that
  /// differ in one word differ in one hash.
  private static func lanes(of bytes: UnsafeRawBufferPointer) -> SIMD8<UInt64> {
    var lanes = SIMD8<UInt64>(repeating: 0)
    let factor = SIMD8<UInt64>(repeating: 0x9E37_79B9)
    for offset in stride(from: 0, to: bytes.count & ~63, by: 64) {
      let words = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
      lanes = (lanes ^ words) &* factor
      lanes ^= lanes &>> 29
    }
    return lanes
  }
}

/// The state of a path according to stat(2), to notice changes the kernel does not report.
package struct FileSignature: Equatable {
  private var failure: Int32 = 0
  private var version: FileVersion?
  private var mode: UInt32 = 0
  private var changed = [0, 0]

  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      failure = errno
      return
    }
    (version, mode) = (FileVersion(status), status.st_mode)
    changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
  }

  /// Whether the last change is at least 2 seconds old, so that another one would show despite the
  /// coarse timestamps of file systems.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  func isSettled(at now: Int = time(nil)) -> Bool {
    version.map { max($0.seconds, changed[0]) + 2 <= now } ?? false
  }
}
