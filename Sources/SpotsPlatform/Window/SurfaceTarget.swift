import CSDL2
import SpotsViews

/// Shows frames through SDL's surface of the window, and under X11 by moving pixels on the server
/// as well.
@MainActor
final class SurfaceTarget: FrameTarget {
  let turn = FrameTurn.free
  let density: Double? = nil
  let isShownEmpty = false
  var onRequest: () -> Void = {}
  var onDensity: () -> Void = {}
  private(set) var isUncovered = false

  private let window: OpaquePointer
  private var mover: ScreenMover?
  private var surface: WindowSurface?
  /// Whether pixels were moved on the screen alone, which leaves the surface out of date.
  private var isPartial = false
  /// The color with which the window system fills new parts of the window.
  private var background: Color?

  init(_ window: OpaquePointer) {
    self.window = window
    mover = X11Window(window).flatMap(ScreenMover.init)
  }

  var size: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(window, &width, &height)
    return (Int(width), Int(height))
  }

  func close() {
    surface = nil
    mover = nil
  }

  func resized() { surface = nil }
  func uncovered() { isUncovered = true }

  func setBackground(_ color: Color) {
    guard color != background else { return }
    background = color
    X11Window(window)?.setBackground(color, of: window)
  }

  func begin(isStale: Bool) throws(SDLError) -> FramePixels? {
    let surface = try currentSurface()
    let isHidden = SDL_GetWindowFlags(window) & SDL_WINDOW_HIDDEN.rawValue != 0
    var pixels = FramePixels(canvas: surface.canvas, isCurrent: true)
    pixels.movesScreen = !isHidden && mover?.isReady ?? false
    if isPartial, isUncovered || !pixels.movesScreen { pixels.isCurrent = false }
    if isStale || !pixels.isCurrent { isPartial = false }
    return pixels
  }

  private func currentSurface() throws(SDLError) -> WindowSurface {
    if let surface { return surface }
    let surface = try WindowSurface(window)
    self.surface = surface
    return surface
  }

  func show(_ repaint: Repainter.Repaint) -> Bool {
    guard let surface else { return false }
    if let movement = repaint.movement {
      mover?.move(movement)
      isPartial = true
    }
    let areas = isUncovered ? [surface.canvas.bounds] : repaint.areas
    isUncovered = false
    var isWhole = true
    do throws(SDLError) {
      try surface.update(areas, of: window)
    } catch {
      // The window changed its size meanwhile; the event for it is on its way.
      self.surface = nil
      isWhole = false
    }
    return mover?.endFrame() ?? true && isWhole
  }
}
