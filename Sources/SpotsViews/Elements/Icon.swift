/// A small line drawing.
@MainActor
public struct Icon: ViewElement, Equatable {
  /// The name of a drawing: a sign, a name of the freedesktop icon naming specification such as
  /// `document-open`, or any other name, for the icon of the desktop's theme.
  public struct Name: RawRepresentable, Hashable, Sendable, CaseIterable,
    ExpressibleByStringLiteral
  {
    /// The name, as documents write it.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(stringLiteral name: String) { rawValue = name }

    /// The names of the built-in drawings.
    public static let allCases = IconDrawing.allNames.map { Name(rawValue: $0) }

    /// An angle that points right, as at the end of a row.
    public static let chevron: Name = "chevron"
    /// A check mark.
    public static let check: Name = "check"
    /// A plus sign.
    public static let plus: Name = "plus"
    /// A minus sign.
    public static let minus: Name = "minus"
    /// Two crossed lines, as on a button that closes.
    public static let cross: Name = "cross"
    /// An angle that points up.
    public static let up: Name = "up"
    /// An angle that points down.
    public static let down: Name = "down"
    /// A shaft with a head that points right.
    public static let arrow: Name = "arrow"
    /// A shaft with a head that points up and to the right, as of something that opens elsewhere.
    public static let external: Name = "external"
    /// Three dots, as of a menu.
    public static let dots: Name = "dots"
    /// Two columns of three dots, as of something that can be moved.
    public static let handle: Name = "handle"

    /// The name in the source of a picture; nil for other sources.
    package init?(source: String) {
      guard let name = IconDrawing.name(in: source) else { return nil }
      rawValue = name
    }

    /// Whether there is a built-in drawing.
    package var isBuiltIn: Bool { IconDrawing.exists(rawValue) }
  }

  /// The drawing. Those with a direction, such as arrows, are mirrored on screens read from right
  /// to left.
  public var name: Name
  /// The side of the square around the drawing, in points.
  public var size: Double
  /// The color of the lines; the theme's secondary color unless given.
  public var color: Paint
  /// Whether left and right are exchanged.
  package var isFlipped = false

  /// Creates an icon in a square of 16 points unless given.
  public init(_ name: Name, size: Double = 16, color: Paint = .role(.secondary)) {
    self.name = name
    self.size = size
    self.color = color
  }

  /// Sets the drawing and its color; the layout decides the size.
  public func updateView(_ view: IconView, with context: ViewElementContext) {
    view.name = name
    view.color = color
    view.isFlipped = isFlipped
  }

  /// A square of fixed size, which rows and columns neither shrink nor stretch.
  public var content: ElementContent {
    ElementContent(
      children: [], layout: SquareLayout(side: sane(size)), backing: .element(self))
  }
}

/// The view of `Icon`, which draws in the largest centered square.
public final class IconView: View {
  /// `chevron` unless set.
  public var name = Icon.Name.chevron { didSet { if name != oldValue { setNeedsDisplay() } } }
  /// The color of the lines; the theme's secondary color unless set.
  public var color = Paint.role(.secondary) {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }
  var isFlipped = false { didSet { if isFlipped != oldValue { setNeedsDisplay() } } }

  public override func draw(in list: inout DrawList) {
    guard let environment else { return }
    Self.draw(
      name, in: bounds, isFlipped: isFlipped, color.color(in: environment.theme), environment,
      into: &list)
  }

  /// Draws `name` in the largest centered square of `rect`, and undoes the mirroring of the whole
  /// screen for drawings without a direction, which look the same everywhere.
  static func draw(
    _ name: Icon.Name, in rect: Rect, isFlipped: Bool = false, _ color: Color,
    _ environment: Environment, into list: inout DrawList
  ) {
    IconDrawing.draw(
      name.rawValue, in: rect, isFlipped: isFlipped, isMirrored: environment.isRightToLeft, color,
      into: &list)
  }

  /// Draws `name` in the largest centered square of `rect`.
  ///
  /// - Parameter isFlipped: Whether left and right are exchanged.
  package static func draw(
    _ name: Icon.Name, in rect: Rect, isFlipped: Bool = false, _ color: Color,
    into list: inout DrawList
  ) {
    IconDrawing.draw(name.rawValue, in: rect, isFlipped: isFlipped, color, into: &list)
  }
}

/// The layout of a square of fixed size, which rows and columns neither shrink nor stretch.
struct SquareLayout: ElementLayout {
  let side: Double

  func needs(_ children: [ElementNode]) -> WidthNeeds { WidthNeeds(readable: side, least: side) }

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    Size(width: side, height: side)
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    AxisLimits(minimum: side, isRigid: true)
  }
}
