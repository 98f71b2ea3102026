import CSDL2
import CWayland
import SpotsViews

/// Shows frames in buffers of shared memory, on a Wayland surface that covers an SDL window.
///
/// Under Wayland, SDL itself gives access to a window's pixels through OpenGL only.
@MainActor
final class WaylandTarget: FrameTarget {
  let isShownEmpty = true
  var onRequest: () -> Void = {}
  var onDensity: () -> Void = {}
  private(set) var turn = FrameTurn.free
  private(set) var isUncovered = false

  private let window: OpaquePointer
  private var surface: OpaquePointer?
  private var buffers = FrameBuffers<SharedBuffer>()
  /// The size of the buffers, in pixels.
  private var bufferSize: (width: Int, height: Int) = (0, 0)
  /// The buffer of the frame that is being painted, or of the last one.
  private var current: SharedBuffer?
  /// The buffer on SDL's own surface, below the frames, comes last. Those before it are ones that
  /// the compositor may still read.
  private var grounds: [SharedBuffer] = []
  /// The window's size, in SDL's units, when the last ground was shown; 0 to have it replaced.
  private var shownUnits: (width: Int, height: Int) = (0, 0)
  private var background = Color.white
  /// Whether the compositor has asked for a frame since the last one.
  private var isAsked = true

  /// Nil under another window system, when the compositor lacks shared memory or subsurfaces, or
  /// when libwayland-client is older than 1.20.
  init?(_ window: OpaquePointer) {
    self.window = window
    guard let native = NativeWindow(window, system: SPOTS_SYSWM_WAYLAND) else { return nil }
    surface = loaded_wayland_window(
      OpaquePointer(native.display), OpaquePointer(bitPattern: native.identifier), Self.events,
      Unmanaged.passUnretained(self).toOpaque())
    if surface == nil { return nil }
  }

  func close() {
    current = nil
    buffers = FrameBuffers()
    grounds = []
    if let surface { loaded_wayland_window_free(surface) }
    surface = nil
  }

  // MARK: Sizes

  var density: Double? {
    surface.map { Double(loaded_wayland_window_scale($0)) / Double(LOADED_WAYLAND_SCALE) }
  }

  /// In SDL's units.
  private var units: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(window, &width, &height)
    return (Int(width), Int(height))
  }

  var size: (width: Int, height: Int) {
    let (units, density) = (units, density ?? 1)
    func pixels(_ length: Int) -> Int {
      Int((Double(length) * density).rounded(.toNearestOrAwayFromZero))
    }
    return (pixels(units.width), pixels(units.height))
  }

  func resized() {
    // The compositor waits for a frame of the new size.
    if turn == .awaited, size != bufferSize { turn = .free }
  }

  func uncovered() { isUncovered = true }

  func setBackground(_ color: Color) {
    guard color != background else { return }
    background = color
    shownUnits = (0, 0)
  }

  // MARK: Frames

  func begin(isStale: Bool) throws(SDLError) -> FramePixels? {
    guard let surface else { return nil }
    let size = size
    if size != bufferSize {
      buffers.retire()
      bufferSize = size
    }
    let next = try buffers.next(isStale: isStale) { () throws(SDLError) in
      try SharedBuffer(width: size.width, height: size.height, for: surface) { [weak self] in
        self?.resume()
      }
    }
    guard let (buffer, isCurrent) = next else {
      turn = .awaited
      return nil
    }
    current = buffer
    // If nothing is shown for this request, it is no reason to hurry with the next frame.
    turn = .free
    return FramePixels(canvas: buffer.canvas, isCurrent: isCurrent)
  }

  func show(_ repaint: Repainter.Repaint) -> Bool {
    // SDL may have learned of another size since the frame began.
    guard let surface, let current, let handle = current.handle, size == bufferSize else {
      return false
    }
    let units = units
    let ground = newGround(units)
    let rects = repaint.areas.map { area in
      loaded_wayland_rect(
        x: Int32(area.left), y: Int32(area.top), width: Int32(area.width),
        height: Int32(area.height))
    }
    loaded_wayland_show(
      surface, handle, rects, Int32(rects.count), ground?.handle, Int32(units.width),
      Int32(units.height))
    current.lend()
    buffers.show(current, areas: repaint.areas)
    (turn, isAsked, isUncovered) = (.awaited, false, false)
    return true
  }

  /// A ground for the next frame; nil when the last one still fits the window and its background.
  ///
  /// Its size, in pixels, is the one that SDL has given the compositor for its own surface. The
  /// compositor changes the state of the window only together with a new ground, even one of the
  /// same size.
  private func newGround(_ units: (width: Int, height: Int)) -> SharedBuffer? {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSizeInPixels(window, &width, &height)
    let last = grounds.last
    grounds.removeAll { !$0.isBusy && $0 !== last }
    if let last = last?.canvas, (last.width, last.height) == (Int(width), Int(height)),
      units == shownUnits, !isUncovered
    {
      return nil
    }
    do throws(SDLError) {
      guard let surface, width > 0, height > 0 else { return nil }
      let ground = try SharedBuffer(
        width: Int(width), height: Int(height), for: surface, onRelease: {})
      // If a unit is not a whole number of pixels, a line of the ground may show at the edges.
      if let density, density != density.rounded() {
        let bounds = ground.canvas.bounds
        ground.canvas.fill(bounds, clip: bounds, color: background.pixel | 0xFF00_0000)
      }
      ground.lend()
      grounds.append(ground)
      shownUnits = units
      return ground
    } catch {
      // The window keeps its size until there is memory again.
      return nil
    }
  }

  // MARK: Called while SDL fetches events

  private static let events: UnsafePointer<loaded_wayland_events> = {
    let events = UnsafeMutablePointer<loaded_wayland_events>.allocate(capacity: 1)
    events.initialize(
      to: loaded_wayland_events(
        buffer_released: { context, _ in
          tell(context) { (buffer: SharedBuffer) in buffer.wasReleased() }
        },
        frame_requested: { tell($0) { (target: WaylandTarget) in target.wasAsked() } },
        scale_changed: { tell($0) { (target: WaylandTarget) in target.onDensity() } }))
    return UnsafePointer(events)
  }()

  /// Calls `event` with the object at `context`.
  private nonisolated static func tell<Receiver: AnyObject>(
    _ context: UnsafeMutableRawPointer?, _ event: @MainActor (Receiver) -> Void
  ) {
    let address = UInt(bitPattern: context)
    MainActor.assumeIsolated {
      guard let context = UnsafeRawPointer(bitPattern: address) else { return }
      event(Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue())
    }
  }

  /// The compositor asks for the next frame.
  private func wasAsked() {
    isAsked = true
    resume()
  }

  /// Lets the loop show the next frame, once the compositor has asked for it and a buffer is free.
  private func resume() {
    guard isAsked, turn == .awaited, buffers.hasNext else { return }
    turn = .requested
    onRequest()
  }
}
