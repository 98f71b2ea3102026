import CSDL2

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
    try withUnsafeTemporaryAllocation(of: SDL_Rect.self, capacity: areas.count) {
      rects throws(SDLError) in
      for (index, area) in areas.enumerated() {
        rects.initializeElement(
          at: index,
          to: SDL_Rect(
            x: Int32(area.left), y: Int32(area.top), w: Int32(area.width), h: Int32(area.height)))
      }
      try update(rects, of: window)
    }
  }

  private func update(
    _ rects: UnsafeMutableBufferPointer<SDL_Rect>, of window: OpaquePointer
  ) throws(SDLError) {
    if let beside {
      for rect in rects {
        var (source, destination) = (rect, rect)
        SDL_UpperBlit(beside.handle, &source, target, &destination)
      }
    }
    guard SDL_UpdateWindowSurfaceRects(window, rects.baseAddress, Int32(rects.count)) == 0 else {
      throw SDLError("SDL_UpdateWindowSurfaceRects")
    }
  }
}
