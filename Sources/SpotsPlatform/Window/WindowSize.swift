import CSDL2
import SpotsViews

/// The size and scale of a window, which the program, the user and the desktop all change.
///
/// Owned by the window; lives as long as it does. SDL has units of its own: pixels under X11, the
/// desktop's points under Wayland.
@MainActor
final class WindowSize {
  /// Pixels per point of the window.
  private(set) var scale: Double
  /// In points of the window.
  private(set) var size: Size
  /// SDL's units per point.
  private(set) var unitsPerPoint = 1.0
  /// Pixels per point where the program has chosen them; nil for the desktop's.
  let fixedScale: Double?
  private let handle: OpaquePointer
  private var chosen: ChosenSize
  /// Whether the window was maximized before it covered its display, which SDL does not remember.
  private var returnsMaximized = false
  /// The smallest size the user can give the window, in points.
  private var minimum: Size
  private static let least = Size(width: 240, height: 180)

  /// - Parameters:
  ///   - handle: A window with the `room` of `size`, still hidden.
  ///   - size: What the program asks for, in points.
  init(_ handle: OpaquePointer, _ size: Size, fixedScale: Double?) {
    (self.handle, self.size, self.fixedScale) = (handle, size, fixedScale)
    scale = fixedScale ?? 1
    minimum = Size(
      width: min(size.width, Self.least.width), height: min(size.height, Self.least.height))
    chosen = ChosenSize(asked: ChosenSize.Units(width: 0, height: 0))
  }

  /// Gives the window the size the program asked for in the desktop's scale, while it is hidden.
  func fit(_ target: any FrameTarget) {
    let size = size
    measure(target)
    guard unitsPerPoint != fixedScale ?? 1 else { return }
    let room = Self.room(for: size, scale: unitsPerPoint)
    let center = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    SDL_SetWindowSize(handle, room.width, room.height)
    SDL_SetWindowPosition(handle, center, center)
    measure(target)
  }

  /// Takes the present size for the one that the program asked for.
  func take() { chosen = ChosenSize(asked: units) }

  // MARK: States

  var isFullScreen: Bool { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }

  /// Whether the window is maximized, also while it covers its whole display.
  var isMaximized: Bool {
    SDL_GetWindowFlags(handle) & SDL_WINDOW_MAXIMIZED.rawValue != 0
      || isFullScreen && returnsMaximized
  }

  private var isNormal: Bool { !isMaximized && !isFullScreen }

  /// Has the window cover its whole display, or not.
  func setFullScreen(_ isWanted: Bool) {
    if isNormal { chosen.settle() }
    if isWanted, !isFullScreen { returnsMaximized = isMaximized }
    SDL_SetWindowFullscreen(handle, isWanted ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
  }

  /// The window was maximized, restored or shown again.
  func stateChanged() {
    if !isNormal { chosen.leave(with: units, at: Clock.now) }
  }

  // MARK: Sizes

  /// The size that the user last gave the window, in points; nil when the program has chosen it.
  var chosenByUser: Size? {
    chosen.value(isNormal: isNormal).map {
      Size(width: Double($0.width) / unitsPerPoint, height: Double($0.height) / unitsPerPoint)
    }
  }

  /// The size of the display without the bars of the desktop, in points.
  var ofDisplay: Size {
    let all = Self.room(for: Size(width: 1e5, height: 1e5), scale: unitsPerPoint)
    return Size(
      width: Double(all.width) / unitsPerPoint, height: Double(all.height) / unitsPerPoint)
  }

  /// Changes the size of the window, in points, limited to the display.
  func resize(to size: Size) {
    minimum = Size(
      width: min(size.width, minimum.width), height: min(size.height, minimum.height))
    limit(to: Self.room(for: minimum, scale: unitsPerPoint))
    let room = Self.room(for: size, scale: unitsPerPoint)
    chosen.ask(for: ChosenSize.Units(width: Int(room.width), height: Int(room.height)))
    SDL_SetWindowSize(handle, room.width, room.height)
  }

  /// Measures the window after it was resized or moved to another display.
  func resized(_ target: any FrameTarget) {
    measure(target)
    chosen.change(to: units, isNormal: isNormal, at: Clock.now)
  }

  /// Measures the window, whose frames go to `target`.
  func measure(_ target: any FrameTarget) {
    let (pixels, density) = (target.size, target.density)
    scale = fixedScale ?? density ?? DesktopScale.current(of: handle)
    unitsPerPoint = scale / (density ?? 1)
    limit(to: Self.room(for: minimum, scale: unitsPerPoint))
    size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
  }

  /// In SDL's units.
  private var units: ChosenSize.Units {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(handle, &width, &height)
    return ChosenSize.Units(width: Int(width), height: Int(height))
  }

  /// Sets the smallest size the user can give the window, in SDL's units.
  ///
  /// Setting it makes SDL apply the size it last knew of, which may be out of date while the user
  /// resizes the window. So it is set only when it changes.
  private func limit(to least: (width: Int32, height: Int32)) {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowMinimumSize(handle, &width, &height)
    if (width, height) != least { SDL_SetWindowMinimumSize(handle, least.width, least.height) }
  }

  /// A window's size in SDL's units, not larger than the display.
  static func room(for size: Size, scale: Double) -> (width: Int32, height: Int32) {
    var display = SDL_Rect(x: 0, y: 0, w: 16_384, h: 16_384)
    SDL_GetDisplayUsableBounds(0, &display)
    let grid = PixelGrid(scale: scale)
    return (
      Int32(min(max(grid.edge(size.width), 1), max(Int(display.w), 1))),
      Int32(min(max(grid.edge(size.height), 1), max(Int(display.h), 1)))
    )
  }
}
