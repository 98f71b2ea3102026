/// Elements side by side.
///
/// The rules of rows and columns, in which *length* is along the row or column, *depth* across it:
///
/// # Sizing Rules
///
/// 1. A child's base length is its `basis`, or else the length it takes with unlimited room along
///    the row and the row's depth across it.
/// 2. The length a row wants is the sum of the bases and the spacing between them, clamped to the
///    range on offer.
/// 3. Free length goes to children with `grow`, in proportion to it. If there are none, it stays
///    free and `justification` places the children.
/// 4. Missing length is taken from children with `shrink`, in proportion to `shrink` × base. In a
///    row, those that grow give first, then the others; but texts keep 120 points or all of a short
///    text, and controls the width at which they can be used.
/// 5. If that is not enough, texts give way until an ellipsis is left, and only then everything
///    down to a child's minimum: the fixed or least length of a sized child; 0 for others. Any
///    length still missing is cut off at the end: children stay inside the row, in order.
/// 6. A child's depth is what it takes at its length; with `stretch` it is the row's, unless the
///    child has a fixed one. The row is as deep as its deepest child, clamped to the range.
/// 7. With `wraps`, children that do not fit begin a new line. Each line follows rules 3 to 6
///    separately; lines are `lineSpacing` apart.
/// 8. Spacing, grow, shrink and basis that are NaN or negative count as 0.
@MainActor
public struct Row: Element {
  /// The spacing, alignment, justification and wrapping of the children.
  public var flex: Flex
  /// In reading order.
  public var children: [any Element]

  /// Creates a row; children touch each other and are centered vertically unless given otherwise.
  public init(
    spacing: Double = 0, alignment: Flex.Alignment = .center,
    justification: Flex.Justification = .start, wraps: Bool = false, lineSpacing: Double = 0,
    _ children: [any Element]
  ) {
    flex = Flex(
      spacing: spacing, alignment: alignment, justification: justification, wraps: wraps,
      lineSpacing: lineSpacing)
    self.children = children
  }

  /// Creates a row of the elements that a closure says; see `ListBuilder`.
  public init(
    spacing: Double = 0, alignment: Flex.Alignment = .center,
    justification: Flex.Justification = .start, wraps: Bool = false, lineSpacing: Double = 0,
    @ListBuilder<any Element> children: () -> [any Element]
  ) {
    self.init(
      spacing: spacing, alignment: alignment, justification: justification, wraps: wraps,
      lineSpacing: lineSpacing, children())
  }

  /// Creates a row with the values of `flex`.
  public init(flex: Flex, _ children: [any Element]) {
    self.flex = flex
    self.children = children
  }

  /// Arranges the children by the sizing rules; a row has no view.
  public var content: ElementContent { flex.content(children, axis: .horizontal) }
}

/// Elements one below another. The rules are those of `Row`, with length and depth exchanged.
@MainActor
public struct Column: Element {
  /// The spacing, alignment, justification and wrapping of the children.
  public var flex: Flex
  /// From top to bottom.
  public var children: [any Element]

  /// Creates a column; children touch each other and are stretched unless given otherwise.
  public init(
    spacing: Double = 0, alignment: Flex.Alignment = .stretch,
    justification: Flex.Justification = .start, wraps: Bool = false, lineSpacing: Double = 0,
    _ children: [any Element]
  ) {
    flex = Flex(
      spacing: spacing, alignment: alignment, justification: justification, wraps: wraps,
      lineSpacing: lineSpacing)
    self.children = children
  }

  /// Creates a column of the elements that a closure says; see `ListBuilder`.
  public init(
    spacing: Double = 0, alignment: Flex.Alignment = .stretch,
    justification: Flex.Justification = .start, wraps: Bool = false, lineSpacing: Double = 0,
    @ListBuilder<any Element> children: () -> [any Element]
  ) {
    self.init(
      spacing: spacing, alignment: alignment, justification: justification, wraps: wraps,
      lineSpacing: lineSpacing, children())
  }

  /// Creates a column with the values of `flex`.
  public init(flex: Flex, _ children: [any Element]) {
    self.flex = flex
    self.children = children
  }

  /// Arranges the children by the sizing rules; a column has no view.
  public var content: ElementContent { flex.content(children, axis: .vertical) }
}

/// The arrangement of the children of a row or column.
public struct Flex: Hashable, Sendable {
  /// The position of a child across the row.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// At the top of a row, or the edge of a column where reading starts.
    case start
    /// In the middle.
    case center
    /// At the bottom of a row, or the edge of a column where reading ends.
    case end
    /// With the depth of the row, unless that of the child is fixed.
    case stretch
  }

  /// The distribution of free length.
  public enum Justification: String, Hashable, Sendable, CaseIterable {
    /// All of it after the children.
    case start
    /// Half of it on each side of the children.
    case center
    /// All of it before the children.
    case end
    /// Evenly between the children; an only child is at the start.
    case spaceBetween = "space-between"
    /// Evenly around the children: half as much at each end as between two.
    case spaceAround = "space-around"
    /// Evenly between the children and at both ends.
    case spaceEvenly = "space-evenly"
  }

  /// The distance between two children, in points.
  public var spacing: Double
  /// The position across the row of children that have none in their traits.
  public var alignment: Alignment
  /// The distribution of free length; without effect when a child grows.
  public var justification: Justification
  /// Whether children that do not fit begin a new line.
  public var wraps: Bool
  /// The distance between two lines, in points; used with `wraps` only.
  public var lineSpacing: Double

  /// Creates an arrangement in one line, stretched and without spacing unless given.
  public init(
    spacing: Double = 0, alignment: Alignment = .stretch, justification: Justification = .start,
    wraps: Bool = false, lineSpacing: Double = 0
  ) {
    self.spacing = spacing
    self.alignment = alignment
    self.justification = justification
    self.wraps = wraps
    self.lineSpacing = lineSpacing
  }

  @MainActor
  func content(_ children: [any Element], axis: Axis) -> ElementContent {
    var traits: [FlexTraits] = []
    for child in children { traits.append(FlexTraits(of: child)) }
    return ElementContent(
      children: children, layout: FlexLayout(axis: axis, flex: self, traits: traits))
  }
}

/// The flexibility of a child of a row or column.
public struct FlexTraits: Hashable, Sendable {
  /// The weight with which the child takes free length; 0 takes none.
  public var grow: Double
  /// The weight, times the base length, with which the child gives up length; 0 gives up none.
  public var shrink: Double
  /// The base length, in points; nil for the length the child wants.
  public var basis: Double?
  /// The position across the row; nil for the row's alignment.
  public var alignment: Flex.Alignment?
  /// Whether the child gives up length first, even that which it needs to be read or used.
  var givesAll = false

  /// Creates traits; the child may shrink and does not grow unless given.
  public init(
    grow: Double = 0, shrink: Double = 1, basis: Double? = nil, alignment: Flex.Alignment? = nil
  ) {
    self.grow = grow
    self.shrink = shrink
    self.basis = basis
    self.alignment = alignment
  }
}

extension FlexTraits {
  /// The traits of a child of a row or column, also where another element is around it that adds no
  /// room.
  @MainActor
  init(of element: any Element) {
    func child<Kind: Element>(_ kind: Kind.Type) -> Kind? {
      // Casting looks conformances up, which takes long for each child at each layout.
      ObjectIdentifier(type(of: element)) == ObjectIdentifier(kind) ? element as? Kind : nil
    }
    if let item = child(FlexItem.self) {
      self = item.traits
    } else if let spacer = child(Spacer.self) {
      self.init(grow: spacer.grow, shrink: 0, basis: spacer.length)
    } else if let inner = child(Keyed.self)?.element ?? child(Tappable.self)?.element
      ?? child(Accessible.self)?.element
    {
      self.init(of: inner)
    } else {
      self.init()
    }
  }
}

/// An element with traits for its row or column; elsewhere it has no effect.
@MainActor
public struct FlexItem: Element {
  /// Read by the row or column that directly contains the item.
  public var traits: FlexTraits
  /// The element, which fills the item.
  public var element: any Element

  /// `element` alone; the item has no view.
  public var content: ElementContent {
    ElementContent(children: [element], layout: WholeLayout())
  }
}

/// Room between elements: at least `length` points and, with `grow`, a share of the free length.
@MainActor
public struct Spacer: Element {
  /// The least length, in points; a spacer does not shrink below it.
  public var length: Double
  /// The weight with which the spacer takes free length; 0 for a fixed length.
  public var grow: Double

  /// Creates a spacer; it grows unless `grow` is 0.
  public init(_ length: Double = 0, grow: Double = 1) {
    self.length = length
    self.grow = grow
  }

  /// Nothing: a spacer has no view and, outside of rows and columns, wants no room.
  public var content: ElementContent { ElementContent(layout: WholeLayout()) }
}

extension Element {
  /// This element with traits for its row or column.
  public func flexed(
    grow: Double = 0, shrink: Double = 1, basis: Double? = nil, alignment: Flex.Alignment? = nil
  ) -> FlexItem {
    FlexItem(
      traits: FlexTraits(grow: grow, shrink: shrink, basis: basis, alignment: alignment),
      element: self)
  }
}

/// Gives the only child the whole size; without a child it wants no room.
struct WholeLayout: ElementLayout {
  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    children.first?.measure(in: range) ?? .zero
  }
}
