// Screens that read from right to left are laid out from left to right like all others. Draw
// commands are mirrored on their way to the window, and input events on their way back.

extension Rect {
  /// The rectangle with left and right exchanged in an area `width` points wide.
  public func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: y, width: self.width, height: height)
  }
}

extension Point {
  /// The point with left and right exchanged in an area `width` points wide.
  public func mirrored(in width: Double) -> Point { Point(x: width - x, y: y) }
}

extension DrawCommand {
  /// The command at its mirrored position; texts and pictures themselves are not flipped.
  func mirrored(in width: Double) -> DrawCommand {
    switch self {
    case .fill(let rect, let color, let radius):
      return .fill(rect.mirrored(in: width), color, cornerRadius: radius)
    case .stroke(let rect, let color, let line, let radius):
      return .stroke(rect.mirrored(in: width), color, width: line, cornerRadius: radius)
    case .shadow(let rect, let color, let blur, let offset, let radius):
      return .shadow(
        rect.mirrored(in: width), color, blur: blur, offset: offset, cornerRadius: radius)
    case .text(let text, let font, let color, let origin, let length, let direction):
      return .text(
        text, font, color, origin: Point(x: width - origin.x - length, y: origin.y), width: length,
        direction: direction)
    case .image(let source, let rect, let mode, let corners, let placeholder, let icon):
      return .image(
        source: source, rect.mirrored(in: width), mode, corners: corners, placeholder: placeholder,
        icon: icon)
    case .polyline(let points, let color, let line):
      return .polyline(points.map { $0.mirrored(in: width) }, color, width: line)
    }
  }
}

extension InputEvent {
  /// The event with its point, horizontal wheel delta or left and right arrow key mirrored.
  func mirrored(in width: Double) -> InputEvent {
    switch self {
    case .pointerMoved(let point): .pointerMoved(point.mirrored(in: width))
    case .pointerPressed(let point, let button, let clicks):
      .pointerPressed(point.mirrored(in: width), button, clicks: clicks)
    case .pointerReleased(let point, let button):
      .pointerReleased(point.mirrored(in: width), button)
    case .pointerLeft: self
    case .wheel(let point, let delta, let precise, let modifiers):
      .wheel(
        point.mirrored(in: width), delta: Point(x: -delta.x, y: delta.y), precise: precise,
        modifiers)
    case .keyPressed(.left, let modifiers): .keyPressed(.right, modifiers)
    case .keyPressed(.right, let modifiers): .keyPressed(.left, modifiers)
    case .keyPressed: self
    }
  }
}
