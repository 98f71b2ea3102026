/// A picture in a rectangle with rounded corners.
public final class ImageView: View {
  /// URL or path; empty shows nothing.
  public var source = "" { didSet { if source != oldValue { setNeedsDisplay() } } }
  public var contentMode = DrawCommand.ContentMode.fill {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  public var corners = Corners() { didSet { if corners != oldValue { setNeedsDisplay() } } }

  public override func draw(in list: inout DrawList) {
    guard let environment, !source.isEmpty else { return }
    list.append(
      .image(
        source: source, bounds, contentMode, corners: corners,
        placeholder: environment.theme[.surfacePressed], icon: environment.theme[.secondary]))
  }
}
