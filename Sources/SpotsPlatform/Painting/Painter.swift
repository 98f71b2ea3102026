import SpotsViews

/// Paints draw lists on the CPU, with the same result on every machine that has the same fonts.
///
/// Draw lists are in points, and painting them is the one step that turns points into pixels. The
/// color of a pixel depends on the list alone, so painting the damage between two lists gives the
/// same pixels as painting all of the second.
@MainActor
public final class Painter {
  /// The fonts of all text. Their scale, in pixels per point, is the painter's.
  public let fonts: FontBook
  /// The source of images; nil paints every image as missing.
  public let images: ImageStore?
  private var corners = CornerMaskCache()
  private var strokes = Strokes()
  private var polygons = PolygonFill()

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - fonts: The fonts of all text. Their scale is the painter's.
  ///   - images: The source of images; nil paints every image as missing.
  public init(fonts: FontBook, images: ImageStore? = nil) {
    self.fonts = fonts
    self.images = images
  }

  /// Starts decoding the images in `list`, as painting it does.
  public func prepare(_ list: DrawList) {
    images?.show(list, grid: grid)
  }

  var grid: PixelGrid { PixelGrid(scale: fonts.scale) }

  /// Paints `list` over `background`, inside `areas` only.
  func paint(_ list: DrawList, background: Color, areas: [PixelRect], on canvas: Canvas) {
    let entries = list.entries.map { PaintedEntry($0, grid: grid) }
    paint(list, entries, background: background, areas: areas, on: canvas)
  }

  /// - Parameter entries: The entries of `list` on the painter's grid, in the same order.
  func paint(
    _ list: DrawList, _ entries: [PaintedEntry], background: Color, areas: [PixelRect],
    on canvas: Canvas
  ) {
    let grid = grid
    prepare(list)
    fonts.keepLines(forPixels: canvas.width * canvas.height)
    let backdrop = background.pixel | 0xFF00_0000
    for area in areas {
      let area = area.intersection(canvas.bounds)
      guard !area.isEmpty else { continue }
      canvas.fill(area, clip: area, color: backdrop)
      for (index, entry) in entries.enumerated() {
        let clip = entry.reach.intersection(area)
        if !clip.isEmpty { paint(list.entries[index], clip: clip, grid: grid, on: canvas) }
      }
    }
  }

  private func paint(_ entry: DrawList.Entry, clip: PixelRect, grid: PixelGrid, on canvas: Canvas) {
    func shown(_ color: Color) -> UInt32 { color.opacity(entry.opacity).pixel }
    switch entry.command {
    case .fill(let rect, let color, let radius):
      fill(grid.rect(rect), grid.length(radius), clip: clip, color: shown(color), on: canvas)
    case .stroke(let rect, let color, let width, let radius):
      stroke(
        grid.rect(rect), width: grid.lineWidth(width), grid.length(radius), clip: clip,
        color: shown(color), on: canvas)
    case .shadow(let rect, let color, let blur, let offset, let radius):
      let shadow = Shadow(
        rect: grid.rect(rect), blur: min(grid.length(blur), 512), radius: grid.length(radius),
        offset: grid.edge(rect.y + offset) - grid.edge(rect.y))
      self.shadow(shadow, clip: clip, color: shown(color), on: canvas)
    case .text(let text, let font, let color, let origin, _, let direction):
      fonts.line(of: text, font: font, direction: direction).paint(
        on: canvas, x: grid.edge(origin.x), y: grid.edge(origin.y), clip: clip,
        color: shown(color))
    case .image(_, let rect, _, let rounding, let placeholder, let icon):
      let place = Place(rounding, of: grid.rect(rect), grid: grid)
      let colors = (placeholder: shown(placeholder), icon: shown(icon))
      let content = images?.content(of: entry.command, grid: grid) ?? .nothing
      paint(
        content, at: place, opacity: entry.opacity, colors: colors, clip: clip, on: canvas)
    case .polyline(let points, let color, let width):
      guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { break }
      strokes.paint(
        points.map(grid.position), width: max(grid.length(width), 1), clip: clip,
        color: shown(color), on: canvas)
    case .polygon(let points, let color):
      guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { break }
      polygons.paint(points.map(grid.position), clip: clip, color: shown(color), on: canvas)
    case .fade(let rect, let color, let side):
      fade(
        grid.rect(rect), color.opacity(entry.opacity), towards: side, clip: clip, on: canvas)
    }
  }

  /// Fills column after column, so that the color of a pixel depends on its place in `rect` alone.
  private func fade(
    _ rect: PixelRect, _ color: Color, towards side: DrawCommand.Side, clip: PixelRect,
    on canvas: Canvas
  ) {
    let area = rect.intersection(clip)
    guard !area.isEmpty else { return }
    for x in area.left..<area.right {
      let distance = side == .right ? x - rect.left : rect.right - 1 - x
      let part = (Double(distance) + 0.5) / Double(rect.width)
      var column = area
      (column.left, column.right) = (x, x + 1)
      // Eases in and out, so that neither end has a visible edge.
      let alpha = part * part * (3 - 2 * part)
      canvas.fill(column, clip: clip, color: color.opacity(alpha).pixel)
    }
  }

  private func fill(
    _ rect: PixelRect, _ radius: Double, clip: PixelRect, color: UInt32, on canvas: Canvas
  ) {
    let radius = fitted(radius, in: rect)
    if radius > 0 {
      canvas.fill(rect, mask: corners.filled(radius: radius), clip: clip, color: color)
    } else {
      canvas.fill(rect, clip: clip, color: color)
    }
  }

  private func stroke(
    _ rect: PixelRect, width: Int, _ radius: Double, clip: PixelRect, color: UInt32,
    on canvas: Canvas
  ) {
    let width = min(width, max(min(rect.width, rect.height) / 2, 1), 256)
    let mask = corners.ring(radius: fitted(radius, in: rect), width: width)
    canvas.fill(rect, mask: mask, clip: clip, color: color)
  }

  /// The place of an image.
  private struct Place {
    var rect: PixelRect
    /// A rectangle with all corners round, of which only the part in `rect` is painted: corners
    /// that stay square lie outside `rect`.
    var shape: PixelRect
    var radius: Double

    init(_ corners: Corners, of rect: PixelRect, grid: PixelGrid) {
      self.rect = rect
      radius = min(grid.length(corners.radius), 1024)
      shape = rect
      if corners.edges == .top { shape.bottom += Int(radius.rounded(.up)) }
      if corners.edges == .bottom { shape.top -= Int(radius.rounded(.up)) }
    }
  }

  /// The colors painted in place of an image that is missing or has yet to arrive.
  private typealias PlaceholderColors = (placeholder: UInt32, icon: UInt32)

  private func paint(
    _ content: ImageContent, at place: Place, opacity: Double, colors: PlaceholderColors,
    clip: PixelRect, on canvas: Canvas
  ) {
    switch content {
    case .image(let bitmap, let width, let height, let fade):
      if fade < 1 { fill(place, clip: clip, color: colors.placeholder, on: canvas) }
      let alpha = UInt32((min(max(opacity * fade, 0), 1) * 255).rounded())
      let radius = fitted(place.radius, in: place.shape)
      canvas.paint(
        bitmap, over: place.rect.centered(width: width, height: height), in: place.shape,
        mask: radius > 0 ? corners.filled(radius: radius) : nil,
        clip: clip.intersection(place.rect), alpha: alpha)
    case .coming:
      fill(place, clip: clip, color: colors.placeholder, on: canvas)
    case .nothing:
      missingImage(at: place, clip: clip, colors: colors, on: canvas)
    }
  }

  private func fill(_ place: Place, clip: PixelRect, color: UInt32, on canvas: Canvas) {
    fill(place.shape, place.radius, clip: clip.intersection(place.rect), color: color, on: canvas)
  }

  private func missingImage(
    at place: Place, clip: PixelRect, colors: PlaceholderColors, on canvas: Canvas
  ) {
    fill(place, clip: clip, color: colors.placeholder, on: canvas)
    let icon = BrokenImageIcon(in: place.rect, scale: fonts.scale)
    for line in icon.lines {
      strokes.paint(line, width: icon.width, clip: clip, color: colors.icon, on: canvas)
    }
  }

  private struct Shadow {
    var rect: PixelRect
    var blur: Double
    var radius: Double
    var offset: Int
  }

  private func shadow(_ shadow: Shadow, clip: PixelRect, color: UInt32, on canvas: Canvas) {
    let radius = fitted(shadow.radius, in: shadow.rect)
    var cast = shadow.rect.expanded(by: Int(shadow.blur.rounded(.up)))
    cast.top += shadow.offset
    cast.bottom += shadow.offset
    canvas.shade(
      cast, mask: corners.shadow(radius: radius, blur: shadow.blur), except: shadow.rect,
      holeMask: corners.filled(radius: radius), clip: clip, color: color)
  }

  /// Limits a radius to half the shorter side, and to 1024 pixels, which bounds the size of masks.
  private func fitted(_ radius: Double, in rect: PixelRect) -> Double {
    min(radius, Double(min(rect.width, rect.height)) / 2, 1024)
  }
}

/// The icon for a missing image: a framed landscape, crossed out.
private struct BrokenImageIcon {
  /// The points of each line, in pixels; empty when `rect` has no room for an icon.
  let lines: [[(x: Double, y: Double)]]
  let width: Double

  init(in rect: PixelRect, scale: Double) {
    let side = min(24 * scale, Double(min(rect.width, rect.height)) * 0.6)
    width = max(side / 14, 1)
    guard side >= 8 else {
      lines = []
      return
    }
    let (x, y) = (Double(rect.left + rect.right) / 2, Double(rect.top + rect.bottom) / 2)
    func line(_ points: [(Double, Double)]) -> [(x: Double, y: Double)] {
      points.map {
        (x: PixelGrid.snapped(x + $0.0 * side / 2), y: PixelGrid.snapped(y + $0.1 * side / 2))
      }
    }
    lines = [
      line([(-0.9, -0.7), (0.9, -0.7), (0.9, 0.7), (-0.9, 0.7), (-0.9, -0.7)]),
      line([(-0.9, 0.45), (-0.3, -0.1), (0.15, 0.35), (0.4, 0.1), (0.9, 0.5)]),
      line([(-0.8, 1), (0.8, -1)]),
    ]
  }
}
