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

  public override func draw(in list: inout DrawList) {
    guard let environment, !source.isEmpty else { return }
    list.append(
      .image(
        source: source, bounds, contentMode, corners: corners,
        placeholder: environment.theme[.surfacePressed], icon: environment.theme[.secondary]))
    let scrim = scrim(in: &list)
    if scrim > 0 { draw(environment.theme[.primary].opacity(scrim), in: &list) }
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
