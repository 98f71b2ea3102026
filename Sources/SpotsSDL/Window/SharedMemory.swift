import CWayland
import Glibc

/// Memory that the compositor can read as well.
@MainActor
final class SharedMemory {
  let start: UnsafeMutableRawPointer
  /// In bytes.
  let length: Int
  /// The descriptor with which the compositor gets the memory; -1 once it has it.
  private(set) var file: Int32

  /// Creates memory for pixels, all black; both sides are at least 1.
  ///
  /// - Parameter isUsed: Whether all of it will be painted. The system then provides it in one go
  ///   rather than page by page, which is faster.
  init(width: Int, height: Int, isUsed: Bool) throws(SDLError) {
    length = width * height * 4
    file = loaded_wayland_memory(length)
    let flags = isUsed ? MAP_SHARED | MAP_POPULATE : MAP_SHARED
    guard file >= 0,
      let start = mmap(nil, length, PROT_READ | PROT_WRITE, flags, file, 0), start != MAP_FAILED
    else {
      if file >= 0 { close(file) }
      throw SDLError(message: "out of memory for \(width)×\(height) pixels")
    }
    self.start = start
  }

  isolated deinit {
    closeFile()
    munmap(start, length)
  }

  /// Frees the descriptor, once the compositor has one of its own. The memory stays.
  func closeFile() {
    if file >= 0 { close(file) }
    file = -1
  }
}
