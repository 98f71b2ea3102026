import SpotsViews

extension DrawList {
  /// The list as text: one command a line, indented below the clip it is painted in.
  public var text: String {
    var clips: [Rect] = []
    var lines: [String] = []
    for entry in entries {
      while let outer = clips.last, outer.intersection(entry.clip) != entry.clip {
        clips.removeLast()
      }
      if clips.last != entry.clip {
        lines.append(Self.indent(clips.count) + "clip \(Self.text(entry.clip))")
        clips.append(entry.clip)
      }
      let opacity = entry.opacity == 1 ? "" : " opacity \(Self.text(entry.opacity))"
      lines.append(Self.indent(clips.count) + Self.text(entry.command) + opacity)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  private static func text(_ command: DrawCommand) -> String {
    switch command {
    case .fill(let rect, let color, let radius):
      "fill \(text(rect)) \(color.hex) radius \(text(radius))"
    case .stroke(let rect, let color, let width, let radius):
      "stroke \(text(rect)) \(color.hex) width \(text(width)) radius \(text(radius))"
    case .shadow(let rect, let color, let blur, let offset, let radius):
      "shadow \(text(rect)) \(color.hex) blur \(text(blur)) offset \(text(offset))"
        + " radius \(text(radius))"
    case .text(let string, let font, let color, let origin, let width, let direction):
      "text '\(string)' \(text(font)) \(color.hex) at \(text(origin)) width \(text(width))"
        + (direction == .rightToLeft ? " right to left" : "")
    case .image(let source, let rect, let mode, let corners, let placeholder, let icon):
      "image '\(source)' \(text(rect)) \(mode.rawValue) corners \(corners.radius) \(corners.edges.rawValue)"
        + " \(placeholder.hex) \(icon.hex)"
    case .polyline(let points, let color, let width):
      "polyline \(points.map(text).joined(separator: " ")) \(color.hex) width \(text(width))"
    case .polygon(let points, let color):
      "polygon \(points.map(text).joined(separator: " ")) \(color.hex)"
    case .fade(let rect, let color, let side):
      "fade \(text(rect)) \(color.hex) towards \(side.rawValue)"
    }
  }

  private static func text(_ font: Font) -> String {
    "\(font.design.rawValue) \(font.weight.rawValue)\(font.isItalic ? " italic" : "") \(text(font.size))/\(text(font.lineHeight))"
  }

  private static func text(_ point: Point) -> String { "\(text(point.x)),\(text(point.y))" }

  private static func text(_ rect: Rect) -> String {
    "\(text(rect.x)),\(text(rect.y)) \(text(rect.width))x\(text(rect.height))"
  }

  /// The number with at most two decimals and no trailing zeros.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int(rounded)) : String(rounded)
  }
}
