import Glibc

/// Immutable pixels of 32 bits each, `0xAARRGGBB`, in rows without gaps.
final class Bitmap: Sendable {
  let width: Int
  let height: Int
  private let memory: MappedPixels
  /// In pixels from the start of the memory.
  private let start: Int

  init(_ memory: MappedPixels, width: Int, height: Int, start: Int) {
    self.memory = memory
    self.width = width
    self.height = height
    self.start = start
  }

  /// The first of the pixels; valid while the bitmap is alive.
  var pixels: UnsafePointer<UInt32> { memory.pixels + start }

  var byteCount: Int { width * height * 4 }

  /// The pixel at column `x`, row `y`, which must be on the bitmap.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}

/// Mapped memory with the pixels of an image, shared by the bitmaps in it.
final class MappedPixels: @unchecked Sendable {
  // Not written after `init`, so that many threads may read it.
  let pixels: UnsafePointer<UInt32>
  private let length: Int

  /// Takes ownership of `length` mapped bytes, which nothing writes to from now on.
  init(_ memory: UnsafeRawPointer, length: Int) {
    pixels = memory.assumingMemoryBound(to: UInt32.self)
    self.length = length
  }

  /// Copies the bytes of a file after the first `start`, so that later changes to the file do not
  /// show; nil when there are too few.
  ///
  /// - Parameter length: In bytes, more than 0.
  init?(of descriptor: Int32, from start: Int, length: Int) {
    guard
      let memory = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    pixels = UnsafePointer(memory.assumingMemoryBound(to: UInt32.self))
    self.length = length
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: length)
    // `deinit` frees the memory.
    guard FileBytes.fill(bytes, from: descriptor, at: start).count == length else { return nil }
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: pixels), length)
  }
}
