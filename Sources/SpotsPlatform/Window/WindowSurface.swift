// The two ways to bring pixels to the screen: sending those that were painted, and moving those
// that are already there.

import CSDL2
import Glibc

/// The pixels of a window.
///
/// They are painted on directly when the window has a format that painters know, else on a buffer
/// beside it that is copied.
@MainActor
struct WindowSurface {
  private let target: UnsafeMutablePointer<SDL_Surface>
  private let beside: PixelBuffer?

  /// Wraps the current surface of `window`, which owns it. Valid until the window changes size.
  init(_ window: OpaquePointer) throws(SDLError) {
    guard let target = SDL_GetWindowSurface(window), target.pointee.pixels != nil else {
      throw SDLError("SDL_GetWindowSurface")
    }
    self.target = target
    let known = [SDL_PIXELFORMAT_RGB888.rawValue, SDL_PIXELFORMAT_ARGB8888.rawValue]
    beside =
      known.contains(target.pointee.format.pointee.format)
      ? nil : try PixelBuffer(width: Int(target.pointee.w), height: Int(target.pointee.h))
  }

  var canvas: Canvas {
    beside?.canvas
      ?? Canvas(
        pixels: target.pointee.pixels.assumingMemoryBound(to: UInt32.self),
        width: Int(target.pointee.w), height: Int(target.pointee.h),
        stride: Int(target.pointee.pitch) / 4)
  }

  /// Copies `areas`, which lie on the canvas, to the screen.
  func update(_ areas: [PixelRect], of window: OpaquePointer) throws(SDLError) {
    let rects = areas.map { area in
      SDL_Rect(x: Int32(area.left), y: Int32(area.top), w: Int32(area.width), h: Int32(area.height))
    }
    if let beside {
      for rect in rects {
        var (source, destination) = (rect, rect)
        SDL_UpperBlit(beside.handle, &source, target, &destination)
      }
    }
    guard SDL_UpdateWindowSurfaceRects(window, rects, Int32(rects.count)) == 0 else {
      throw SDLError("SDL_UpdateWindowSurfaceRects")
    }
  }
}

/// Moves parts of an X11 window on the X server. Pixels that scroll are already there, so they need
/// not be moved in the program's memory or sent again.
@MainActor
final class ScreenMover {
  private typealias Copy =
    @convention(c) (
      UnsafeMutableRawPointer, UInt, UInt, OpaquePointer, CInt, CInt, CUnsignedInt, CUnsignedInt,
      CInt, CInt
    ) -> CInt
  private typealias Check =
    @convention(c) (UnsafeMutableRawPointer, UInt, CInt, UnsafeMutableRawPointer) -> CInt
  private typealias Free = @convention(c) (UnsafeMutableRawPointer, OpaquePointer) -> CInt

  private let window: X11Window
  /// A graphics context on the server.
  private let context: OpaquePointer
  private let copy: Copy
  private let check: Check
  private let free: Free
  private var hasMoved = false
  /// The number of frames left in which pixels are sent instead of moved.
  private var rest = 0

  /// The number of frames in which nothing is moved after another window covered part of this one.
  private static let pause = 120
  /// GraphicsExpose and NoExpose of X11/X.h.
  private static let (exposed, notExposed): (CInt, CInt) = (13, 14)

  /// Nil under another window system.
  init?(_ window: X11Window) {
    typealias Create =
      @convention(c) (
        UnsafeMutableRawPointer, UInt, UInt, UnsafeMutableRawPointer?
      ) -> OpaquePointer?
    guard let copy: Copy = X11Library.function("XCopyArea"),
      let check: Check = X11Library.function("XCheckTypedWindowEvent"),
      let free: Free = X11Library.function("XFreeGC"),
      let create: Create = X11Library.function("XCreateGC"),
      let context = create(window.display, window.identifier, 0, nil)
    else { return nil }
    (self.window, self.context) = (window, context)
    (self.copy, self.check, self.free) = (copy, check, free)
  }

  isolated deinit {
    _ = free(window.display, context)
  }

  /// Whether the server may move pixels in the next frame.
  var isReady: Bool { rest == 0 }

  /// Asks the server to make `movement`, which it does before anything that is sent later.
  func move(_ movement: Movement) {
    let target = movement.destination
    _ = copy(
      window.display, window.identifier, window.identifier, context,
      CInt(target.left - movement.x), CInt(target.top - movement.y), CUnsignedInt(target.width),
      CUnsignedInt(target.height), CInt(target.left), CInt(target.top))
    hasMoved = true
  }

  /// Ends a frame, once the server has answered for it.
  ///
  /// - Returns: Whether the server had all pixels to move. It lacks those under another window.
  func endFrame() -> Bool {
    if rest > 0 { rest -= 1 }
    guard hasMoved else { return true }
    hasMoved = false
    var isWhole = true
    // XEvent, a union of 24 long values.
    var event = [Int](repeating: 0, count: 24)
    while check(window.display, window.identifier, Self.exposed, &event) != 0 { isWhole = false }
    while check(window.display, window.identifier, Self.notExposed, &event) != 0 {}
    if !isWhole { rest = Self.pause }
    return isWhole
  }
}
