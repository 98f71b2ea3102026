/// Everything a frame shows, from back to front.
///
/// Views record in their own coordinates. The list translates each command to the window, gives it
/// its clip and drops it when it lies outside, so that an entry can be painted without knowing the
/// entries before it.
public struct DrawList: Sendable {
  /// A command, where it may paint, and how opaque it is.
  public struct Entry: Hashable, Sendable {
    /// In coordinates of the window.
    public var command: DrawCommand
    /// In points of the window.
    public var clip: Rect
    /// 0 to 1.
    public var opacity: Double
  }

  /// The position and the opacity of all that is recorded, while it slides and fades in over
  /// another screen.
  package struct Arrival: Equatable, Sendable {
    /// The distance to the right of its place, in points of the window.
    package var x: Double
    /// 0 to 1; what is recorded fades as one, over the background.
    package var opacity: Double

    package init(x: Double, opacity: Double) {
      (self.x, self.opacity) = (x, opacity)
    }
  }

  /// The way in of all that is recorded; nil once it has arrived. Entries are where they will rest.
  package var arrival: Arrival?
  /// The recorded commands, from back to front.
  public private(set) var entries: [Entry] = []
  /// The time of the frame that is being recorded, in seconds; nil outside of frames, when views
  /// show the end of every fade.
  public private(set) var time: Double?
  /// Whether a view that was recorded needs another frame to go on fading.
  public private(set) var isMoving = false
  /// The earliest time at which a view that was recorded looks different by itself; nil for none.
  public private(set) var nextChange: Double?
  private var origin = Point.zero
  private var clip: Rect
  private var opacity = 1.0
  /// The width of the area that is mirrored, in points; nil when nothing is.
  private var mirrorWidth: Double?
  /// The search whose matches are marked in the texts that are recorded; nil for none.
  private(set) var sought: TextFilter?

  /// Creates an empty list.
  ///
  /// - Parameter viewport: The visible area, in points; commands outside it are dropped.
  public init(viewport: Rect) {
    clip = viewport
  }

  /// Empties the list for the frame at `time`, keeping its storage unless a copy shares that.
  package mutating func restart(viewport: Rect, at time: Double) {
    entries.removeAll(keepingCapacity: true)
    (origin, clip, opacity, mirrorWidth, sought) = (.zero, viewport, 1, nil, nil)
    (self.time, isMoving, nextChange, arrival) = (time, false, nil, nil)
  }

  /// Asks for another frame, because what is recorded goes on moving by itself.
  public mutating func setMoving() { isMoving = true }

  /// Asks for a frame at `time`, in seconds, when what is recorded looks different by itself.
  public mutating func setChanging(at time: Double) {
    nextChange = min(time, nextChange ?? time)
  }

  /// The visible area, in the coordinates of the view that records.
  public var visibleRect: Rect { clip.offsetBy(x: -origin.x, y: -origin.y) }

  /// Records `body` with its origin moved to `point`.
  public mutating func translated(to point: Point, _ body: (inout DrawList) -> Void) {
    let saved = origin
    origin = origin + point
    body(&self)
    origin = saved
  }

  /// Records `body` so that it paints inside `rect` only.
  public mutating func clipped(to rect: Rect, _ body: (inout DrawList) -> Void) {
    let saved = clip
    clip = clip.intersection(rect.offsetBy(x: origin.x, y: origin.y))
    if !clip.isEmpty { body(&self) }
    clip = saved
  }

  /// Records `body` with its opacity multiplied by `factor`, 0 to 1.
  public mutating func faded(by factor: Double, _ body: (inout DrawList) -> Void) {
    let saved = opacity
    opacity *= min(max(factor, 0), 1)
    if opacity > 0 { body(&self) }
    opacity = saved
  }

  /// Records `body` with left and right exchanged in an area `width` points wide: commands move,
  /// but the texts and images themselves are not flipped.
  public mutating func mirrored(width: Double, _ body: (inout DrawList) -> Void) {
    let saved = mirrorWidth
    mirrorWidth = width
    body(&self)
    mirrorWidth = saved
  }

  /// Records `body` with the matches of `sought` marked in its texts.
  mutating func marking(_ sought: TextFilter, _ body: (inout DrawList) -> Void) {
    let saved = self.sought
    self.sought = sought
    body(&self)
    self.sought = saved
  }

  /// Adds `command`, in the coordinates of the view that records, unless it lies outside the clip.
  public mutating func append(_ command: DrawCommand) {
    let moved = command.offsetBy(x: origin.x, y: origin.y)
    guard moved.bounds.intersects(clip) else { return }
    if let mirrorWidth {
      entries.append(
        Entry(
          command: moved.mirrored(in: mirrorWidth), clip: clip.mirrored(in: mirrorWidth),
          opacity: opacity))
    } else {
      entries.append(Entry(command: moved, clip: clip, opacity: opacity))
    }
  }

  /// Adds all of `other`, which has been recorded for the window, as it is.
  package mutating func append(_ other: DrawList) {
    entries += other.entries
    isMoving = isMoving || other.isMoving
    if let next = other.nextChange { setChanging(at: next) }
  }

  /// Adds a filled rectangle, with square corners by default; nothing when `color` is transparent.
  public mutating func fill(_ rect: Rect, _ color: Color, cornerRadius: Double = 0) {
    guard color.alpha > 0 else { return }
    append(.fill(rect, color, cornerRadius: cornerRadius))
  }
}

extension DrawList: Equatable {
  /// Whether both lists show the same.
  public static func == (a: DrawList, b: DrawList) -> Bool { a.entries == b.entries }
}

extension Color {
  /// The color that is seen where this one is painted over the opaque `ground`.
  package func over(_ ground: Color) -> Color {
    let opaque = Color(red: red, green: green, blue: blue)
    return ground.mixed(with: opaque, Double(alpha) / 255)
  }
}

extension DrawList {
  /// The color that is seen at `point` on the opaque `ground` before the entry at `end` is painted:
  /// of fills, whose round corners count as square, and of strokes.
  package func color(at point: Point, over ground: Color, before end: Int = .max) -> Color {
    entries.prefix(end).reduce(ground) { seen, entry in
      guard entry.clip.contains(point) else { return seen }
      let color: Color
      switch entry.command {
      case .fill(let rect, let paint, _) where rect.contains(point): color = paint
      case .stroke(let rect, let paint, let width, _)
      where rect.contains(point) && !rect.expanded(by: -width).contains(point):
        color = paint
      default: return seen
      }
      return color.opacity(entry.opacity).over(seen)
    }
  }
}

extension DrawList {
  /// The sources of the images in it, from back to front.
  ///
  /// - Complexity: O(*n*) in the entries; those that are no images are not copied.
  package var imageSources: [String] {
    entries.withUnsafeBufferPointer { entries in
      entries.indices.compactMap { entries[$0].command.imageSource }
    }
  }
}

extension DrawCommand {
  /// The source of the image that is drawn; nil for other commands.
  fileprivate var imageSource: String? {
    if case .image(let source, _, _, _, _, _) = self { source } else { nil }
  }

  func offsetBy(x: Double, y: Double) -> DrawCommand {
    let delta = Point(x: x, y: y)
    switch self {
    case .fill(let rect, let color, let radius):
      return .fill(rect.offsetBy(x: x, y: y), color, cornerRadius: radius)
    case .stroke(let rect, let color, let width, let radius):
      return .stroke(rect.offsetBy(x: x, y: y), color, width: width, cornerRadius: radius)
    case .shadow(let rect, let color, let blur, let offset, let radius):
      return .shadow(
        rect.offsetBy(x: x, y: y), color, blur: blur, offset: offset, cornerRadius: radius)
    case .text(let text, let font, let color, let origin, let width, let direction):
      return .text(text, font, color, origin: origin + delta, width: width, direction: direction)
    case .image(let source, let rect, let mode, let corners, let placeholder, let icon):
      return .image(
        source: source, rect.offsetBy(x: x, y: y), mode, corners: corners,
        placeholder: placeholder, icon: icon)
    case .polyline(let points, let color, let width):
      return .polyline(points.map { $0 + delta }, color, width: width)
    case .polygon(let points, let color): return .polygon(points.map { $0 + delta }, color)
    case .fade(let rect, let color, let side):
      return .fade(rect.offsetBy(x: x, y: y), color, towards: side)
    }
  }

  /// A rectangle that contains all that the command paints, before its clip is applied.
  public var bounds: Rect {
    switch self {
    case .fill(let rect, _, _), .stroke(let rect, _, _, _), .image(_, let rect, _, _, _, _),
      .fade(let rect, _, _):
      return rect
    case .shadow(let rect, _, let blur, let offset, _):
      return rect.offsetBy(y: offset).expanded(by: blur).union(rect)
    case .text(_, let font, _, let origin, let width, _):
      // Ascenders, descenders and overhang stay within 1.5 em above, 1 em below and 1 em beside
      // in every font worth showing.
      return Rect(
        x: origin.x - font.size, y: origin.y - font.size * 1.5, width: width + font.size * 2,
        height: font.size * 2.5)
    case .polyline(let points, _, let width): return Self.box(points).expanded(by: width)
    case .polygon(let points, _): return Self.box(points)
    }
  }

  private static func box(_ points: [Point]) -> Rect {
    guard let first = points.first else { return .zero }
    return points.reduce(Rect(origin: first, size: .zero)) { box, point in
      let left = min(box.x, point.x)
      let top = min(box.y, point.y)
      return Rect(
        x: left, y: top, width: max(box.maxX, point.x) - left,
        height: max(box.maxY, point.y) - top)
    }
  }
}

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
  /// The command at its mirrored position; texts and images themselves are not flipped.
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
    case .polygon(let points, let color):
      return .polygon(points.map { $0.mirrored(in: width) }, color)
    case .fade(let rect, let color, let side):
      return .fade(rect.mirrored(in: width), color, towards: side.opposite)
    }
  }
}
