/// An image in a rectangle with rounded corners.
public final class ImageView: View {
  /// URL or path; an empty source shows nothing.
  public var source = "" { didSet { if source != oldValue { setNeedsDisplay() } } }
  /// How the image fills the view; `fill` unless set.
  public var contentMode = DrawCommand.ContentMode.fill {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  /// The corners the image is cut to; square unless set.
  public var corners = Corners() { didSet { if corners != oldValue { setNeedsDisplay() } } }

  public override func draw(in list: inout DrawList) {
    guard let environment, !source.isEmpty else { return }
    list.append(
      .image(
        source: source, bounds, contentMode, corners: corners,
        placeholder: environment.theme[.surfacePressed], icon: environment.theme[.secondary]))
  }
}
