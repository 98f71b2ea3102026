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

/// An element that has traits for the row or column around it.
@MainActor
protocol FlexibleElement {
  var traits: FlexTraits { get }
}

/// An element with traits for its row or column; elsewhere it has no effect.
@MainActor
public struct FlexItem: Element, FlexibleElement {
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
public struct Spacer: Element, FlexibleElement {
  /// The least length, in points; a spacer does not shrink below it.
  public var length: Double
  /// The weight with which the spacer takes free length; 0 for a fixed length.
  public var grow: Double

  /// Creates a spacer; it grows unless `grow` is 0.
  public init(_ length: Double = 0, grow: Double = 1) {
    self.length = length
    self.grow = grow
  }

  var traits: FlexTraits { FlexTraits(grow: grow, shrink: 0, basis: length) }

  /// Nothing: a spacer has no view and, outside of rows and columns, wants no room.
  public var content: ElementContent { ElementContent(layout: NothingLayout()) }
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

/// Gives the only child the whole size.
struct WholeLayout: ElementLayout {
  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    children.first?.measure(in: range) ?? .zero
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    children.map { _ in Rect(origin: .zero, size: size) }
  }
}

/// The layout of an element without children that wants no room.
struct NothingLayout: ElementLayout {
  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    .zero
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] { [] }
}
