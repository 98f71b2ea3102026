import CWayland
import Glibc

/// Pixels in memory that the compositor reads.
@MainActor
final class SharedBuffer: FrameBuffer {
  let canvas: Canvas
  /// The compositor's handle for the pixels.
  private(set) var handle: OpaquePointer?
  /// Whether the compositor may be reading the pixels, which must not change then.
  private(set) var isBusy = false
  private let onRelease: () -> Void
  private let length: Int

  /// Creates a buffer of black pixels; both sides are at least 1.
  ///
  /// - Parameters:
  ///   - surface: The surface the buffer is for.
  ///   - onRelease: Called when the compositor has finished reading, while SDL fetches events.
  init(
    width: Int, height: Int, for surface: OpaquePointer, onRelease: @escaping () -> Void
  ) throws(SDLError) {
    length = width * height * 4
    let file = loaded_wayland_memory(length)
    self.onRelease = onRelease
    defer { if file >= 0 { close(file) } }
    guard file >= 0,
      let pixels = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      pixels != MAP_FAILED
    else { throw SDLError(message: "out of memory for \(width)×\(height) pixels") }
    canvas = Canvas(
      pixels: pixels.assumingMemoryBound(to: UInt32.self), width: width, height: height,
      stride: width)
    let this = Unmanaged.passUnretained(self).toOpaque()
    handle = loaded_wayland_buffer(surface, file, Int32(width), Int32(height), this)
    if handle == nil { throw SDLError(message: "out of memory for \(width)×\(height) pixels") }
  }

  isolated deinit {
    // The compositor keeps a mapping of its own for as long as it shows them.
    if let handle { loaded_wayland_buffer_free(handle) }
    munmap(canvas.pixels, length)
  }

  /// Hands the pixels to the compositor.
  func lend() { isBusy = true }

  /// Takes the pixels back. Called when the compositor has finished reading.
  func wasReleased() {
    isBusy = false
    onRelease()
  }
}
