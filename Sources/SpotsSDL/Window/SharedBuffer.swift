import CWayland

/// Pixels in memory that the compositor reads.
@MainActor
final class SharedBuffer: FrameBuffer {
  let canvas: Canvas
  /// The compositor's handle for the pixels.
  private(set) var handle: OpaquePointer?
  /// Whether the compositor may be reading the pixels, which must not change then.
  private(set) var isBusy = false
  private let onRelease: () -> Void
  private let memory: SharedMemory

  /// Creates a buffer of the pixels in `memory`; both sides are at least 1.
  ///
  /// - Parameters:
  ///   - surface: The surface the buffer is for.
  ///   - onRelease: Called when the compositor has finished reading, while SDL fetches events.
  init(
    _ memory: SharedMemory, width: Int, height: Int, for surface: OpaquePointer,
    onRelease: @escaping () -> Void
  ) throws(SDLError) {
    self.memory = memory
    self.onRelease = onRelease
    canvas = Canvas(
      pixels: memory.start.assumingMemoryBound(to: UInt32.self), width: width, height: height,
      stride: width)
    let this = Unmanaged.passUnretained(self).toOpaque()
    handle = loaded_wayland_buffer(surface, memory.file, Int32(width), Int32(height), this)
    memory.closeFile()
    if handle == nil { throw SDLError(message: "out of memory for \(width)×\(height) pixels") }
  }

  isolated deinit {
    // The compositor keeps a mapping of its own for as long as it shows them.
    if let handle { loaded_wayland_buffer_free(handle) }
  }

  /// Hands the pixels to the compositor.
  func lend() { isBusy = true }

  /// Takes the pixels back. Called when the compositor has finished reading.
  func wasReleased() {
    isBusy = false
    onRelease()
  }
}
