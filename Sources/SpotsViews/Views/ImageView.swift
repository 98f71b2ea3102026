/// An image in a rectangle with rounded corners, which is shaded while the card it is on is under
/// the pointer or pressed.
public final class ImageView: View {
  // Unchecked for the reason that `View` gives.

  /// URL or path; an empty source shows nothing.
  @exclusivity(unchecked) public var source = "" {
    didSet { if source != oldValue { setNeedsDisplay() } }
  }
  /// The way the image fills the view; `fill` unless set.
  @exclusivity(unchecked) public var contentMode = DrawCommand.ContentMode.fill {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  /// The corners the image is cut to; square unless set.
  @exclusivity(unchecked) public var corners = Corners() {
    didSet { if corners != oldValue { setNeedsDisplay() } }
  }
  /// Shown behind the image, and so until it is there; empty for none.
  @exclusivity(unchecked) public var initials = "" {
    didSet { if initials != oldValue { setNeedsDisplay() } }
  }

  public override func draw(in list: inout DrawList) {
    guard let environment, !source.isEmpty || !initials.isEmpty else { return }
    let theme = environment.theme
    if !initials.isEmpty { drawInitials(environment, in: &list) }
    if let icon = IconDrawing.name(in: source), IconDrawing.exists(icon) {
      let side = Self.iconSide(in: bounds.size, environment)
      let square = Rect(
        x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
      IconDrawing.draw(
        icon, in: square, isMirrored: environment.isRightToLeft, theme[.primary],
        into: &list)
    } else if !source.isEmpty {
      let (placeholder, mark) =
        initials.isEmpty ? (theme[.surfacePressed], theme[.secondary]) : (Color.clear, .clear)
      list.append(
        .image(
          source: source, bounds, contentMode, corners: corners, placeholder: placeholder,
          icon: mark))
    }
    let scrim = scrim(in: &list)
    if scrim > 0 { draw(environment.theme[.primary].opacity(scrim), in: &list) }
  }

  /// The side of an icon's square, in points: 24 in the room of a row, more in a larger one.
  private static func iconSide(in size: Size, _ environment: Environment) -> Double {
    let room = min(size.width, size.height)
    return min(room, max(24 * max(environment.textScale, 1), room * 0.4))
  }

  /// Draws the initials on a color that is always the same for them.
  private func drawInitials(_ environment: Environment, in list: inout DrawList) {
    let theme = environment.theme
    let number = initials.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    let mark = theme.mark(nil, series: number % 7)
    let ground = theme[.surface].mixed(with: mark, theme.isHighContrast ? 0 : 0.2)
    list.fill(bounds, ground, cornerRadius: corners.radius)
    if theme.isHighContrast {
      list.append(.stroke(bounds, theme[.primary], width: 1, cornerRadius: corners.radius))
    }
    var font = Font.bodySemibold
    font.size = min(frame.width, frame.height) * 0.38
    font.lineHeight = font.size * 1.3
    let width = environment.text.width(of: initials, font: font)
    let baseline = bounds.midY + font.size * 0.36
    list.append(
      .text(
        initials, font, theme.text(mark, on: ground),
        origin: Point(x: bounds.midX - width / 2, y: baseline), width: width))
  }

  /// The first letters of the first and the last word of a name, or of its only word.
  package static func initials(of name: String) -> String {
    let letters = name.split(separator: " ").compactMap { $0.first { $0.isLetter || $0.isNumber } }
    guard let first = letters.first, let last = letters.last else { return "" }
    return (letters.count > 1 ? "\(first)\(last)" : "\(first)").uppercased()
  }

  /// Covers the image with `shade`, in its round corners.
  private func draw(_ shade: Color, in list: inout DrawList) {
    var area = bounds
    // Corners that stay square are moved outside the image and clipped.
    if corners.edges != .all { area.height += corners.radius }
    if corners.edges == .bottom { area.y -= corners.radius }
    list.clipped(to: bounds) { $0.fill(area, shade, cornerRadius: corners.radius) }
  }
}
