// Elements describe what an item shows, as in Blueprint. There are four stages from value to view:
//
//   Element (what) → ElementNode (measured) → ViewDescription (where) → View (live)
//
// The first three are made anew for each layout pass. Only views persist, and change where the
// descriptions differ.

/// A part of what an item shows, as a value: cheap to make, compare and discard.
@MainActor
public protocol Element {
  /// The children, their layout, and the view behind them, if any.
  var content: ElementContent { get }
}

/// An element made of other elements.
@MainActor
public protocol ComposedElement: Element {
  /// The elements this one consists of. Read once per layout pass.
  var body: any Element { get }
}

extension ComposedElement {
  /// The content of `body`; the composed element adds no view.
  public var content: ElementContent { body.content }
}

/// The children, layout and view of an element.
@MainActor
public struct ElementContent {
  /// In the order the layout places them, the first one at the back.
  public let children: [any Element]
  /// nil for an element without children that its view measures.
  let layout: (any ElementLayout)?
  /// The view behind the children; nil for none.
  let backing: ViewBacking?
  /// The height, before text scale, of an element that is equally high at every given width; nil if
  /// it has to be measured.
  var lineHeight: Double?
  /// Distinguishes the element from siblings of its type; nil matches those by their order.
  var key: String?
  /// Describes the element, given what its children say; nil where the children speak for it.
  var reading: (([Accessibility]) -> [Accessibility])?

  /// Creates content; without `view`, the children's views are mounted in the view around them.
  public init(
    children: [any Element] = [], layout: any ElementLayout,
    view: ViewConfiguration = .viewless
  ) {
    self.init(
      children: children, layout: layout,
      backing: view.viewClass.map { .configuration(view, $0) })
  }

  init(children: [any Element] = [], layout: (any ElementLayout)?, backing: ViewBacking?) {
    self.children = children
    self.layout = layout
    self.backing = backing
  }

  /// Creates the content of a view element that its view measures.
  init(measuring element: any ViewElement, lineHeight: Double? = nil) {
    self.init(layout: nil, backing: .element(element))
    self.lineHeight = lineHeight
  }
}

/// The arrangement of an element's children.
///
/// Results are cached, so they must depend on the arguments and the layout's own values alone.
@MainActor
public protocol ElementLayout {
  /// The size of the element in points; a size outside `range` is clamped to it.
  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size

  /// A frame for each child, in order, in the coordinates of an element of `size`; by default the
  /// whole element for each.
  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect]

  /// The limits for a row or column around the element; by default those of an only child, and none
  /// for elements with no child or several.
  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits

  /// The widths to which a row narrows the element; by default those of its widest child.
  func needs(_ children: [ElementNode]) -> WidthNeeds
}

extension ElementLayout {
  /// The whole element for each child.
  public func place(
    _ children: [ElementNode], in size: Size, _ environment: Environment
  ) -> [Rect] {
    Array(repeating: Rect(origin: .zero, size: size), count: children.count)
  }

  /// The limits of an only child; none for no child or several.
  public func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    children.count == 1 ? children[0].limits(axis) : AxisLimits()
  }

  /// The widths of the widest child.
  public func needs(_ children: [ElementNode]) -> WidthNeeds {
    children.reduce(into: WidthNeeds()) { needs, child in
      needs.readable = max(needs.readable, child.needs.readable)
      needs.least = max(needs.least, child.needs.least)
    }
  }
}

/// The limits within which a row or column may change the length of a child.
public struct AxisLimits: Hashable, Sendable {
  /// The length, in points, below which the child is not shrunk.
  public var minimum: Double
  /// Whether the child keeps its own length where others are stretched.
  public var isRigid: Bool

  /// Creates limits; a negative or NaN minimum counts as 0.
  public init(minimum: Double = 0, isRigid: Bool = false) {
    self.minimum = sane(minimum)
    self.isRigid = isRigid
  }
}

/// The widths, in points, to which a row narrows an element in which length is missing.
public struct WidthNeeds: Hashable, Sendable {
  /// The width at which texts can be read, if only their beginning, and controls can be used.
  public var readable: Double
  /// The width at which controls can still be used, and texts end after an ellipsis.
  public var least: Double

  /// Creates widths; 0 unless given.
  public init(readable: Double = 0, least: Double = 0) {
    (self.readable, self.least) = (readable, least)
  }
}

/// A direction of layout.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Along the width.
  case horizontal
  /// Along the height.
  case vertical

  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// The sizes that are possible for an element, in points: at least `minimum`, at most `maximum`.
///
/// The minimum is finite and never above the maximum, whose sides may be infinite.
public struct SizeRange: Hashable, Sendable {
  /// Finite; each side is at least 0.
  public let minimum: Size
  /// Each side is at least that of `minimum`, and may be infinite.
  public let maximum: Size

  /// Creates a range; negative numbers and NaN count as 0, and `maximum` is at least `minimum`.
  public init(minimum: Size = .zero, maximum: Size = Size(width: .infinity, height: .infinity)) {
    self.minimum = Size(width: sane(minimum.width), height: sane(minimum.height))
    self.maximum = Size(
      width: max(Self.bound(maximum.width), self.minimum.width),
      height: max(Self.bound(maximum.height), self.minimum.height))
  }

  /// The range that contains `size` alone.
  public static func exactly(_ size: Size) -> SizeRange {
    SizeRange(minimum: size, maximum: size)
  }

  /// The size in the range that is nearest to `size`, always finite.
  public func clamp(_ size: Size) -> Size {
    Size(
      width: min(max(sane(size.width), minimum.width), maximum.width),
      height: min(max(sane(size.height), minimum.height), maximum.height))
  }

  private static func bound(_ length: Double) -> Double {
    length == .infinity ? length : sane(length)
  }

  func span(_ axis: Axis) -> LengthRange {
    LengthRange(minimum: minimum[axis], maximum: maximum[axis])
  }

  init(main: LengthRange, cross: LengthRange, axis: Axis) {
    self.init(
      minimum: Size(main: main.minimum, cross: cross.minimum, axis: axis),
      maximum: Size(main: main.maximum, cross: cross.maximum, axis: axis))
  }
}

/// The possible lengths of a side, in points.
struct LengthRange: Hashable {
  var minimum = 0.0
  var maximum = Double.infinity

  var isExact: Bool { minimum == maximum }

  static func exactly(_ length: Double) -> LengthRange {
    LengthRange(minimum: length, maximum: length)
  }

  func clamp(_ length: Double) -> Double { min(max(length, minimum), maximum) }
}

extension Size {
  init(main: Double, cross: Double, axis: Axis) {
    self = axis == .horizontal ? Size(width: main, height: cross) : Size(width: cross, height: main)
  }

  subscript(axis: Axis) -> Double { axis == .horizontal ? width : height }
}

extension Rect {
  init(main: Double, cross: Double, size: Size, axis: Axis) {
    let origin = Size(main: main, cross: cross, axis: axis)
    self.init(x: origin.width, y: origin.height, width: size.width, height: size.height)
  }
}
