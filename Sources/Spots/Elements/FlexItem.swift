/// What a child of a row or column may do with its length.
public struct FlexTraits: Hashable, Sendable {
  /// Its share of free length.
  public var grow: Double
  /// How readily it gives up length.
  public var shrink: Double
  /// The length it starts with, in points; nil takes what it wants.
  public var basis: Double?
  /// Where it is across the row; nil follows the row.
  public var alignment: Flex.Alignment?

  public init(
    grow: Double = 0, shrink: Double = 1, basis: Double? = nil, alignment: Flex.Alignment? = nil
  ) {
    self.grow = grow
    self.shrink = shrink
    self.basis = basis
    self.alignment = alignment
  }
}

/// An element that tells the row or column around it how long it may become.
@MainActor
protocol FlexibleElement {
  var traits: FlexTraits { get }
}

/// An element with a say in its row or column; elsewhere the same as what is inside.
@MainActor
public struct FlexItem: Element, FlexibleElement {
  public var traits: FlexTraits
  public var element: any Element

  public var content: ElementContent {
    ElementContent(children: [element], layout: WholeLayout())
  }
}

/// Room between elements: at least `length` points, and with `grow` a share of what is free.
@MainActor
public struct Spacer: Element, FlexibleElement {
  public var length: Double
  public var grow: Double

  public init(_ length: Double = 0, grow: Double = 1) {
    self.length = length
    self.grow = grow
  }

  var traits: FlexTraits { FlexTraits(grow: grow, shrink: 0, basis: length) }

  public var content: ElementContent { ElementContent(layout: NothingLayout()) }
}

extension Element {
  /// This element with a say in its row or column.
  public func flexed(
    grow: Double = 0, shrink: Double = 1, basis: Double? = nil, alignment: Flex.Alignment? = nil
  ) -> FlexItem {
    FlexItem(
      traits: FlexTraits(grow: grow, shrink: shrink, basis: basis, alignment: alignment),
      element: self)
  }
}

/// The one child has all the room.
struct WholeLayout: ElementLayout {
  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    children.first?.measure(in: range) ?? .zero
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    children.map { _ in Rect(origin: .zero, size: size) }
  }
}

/// Nothing is inside and nothing is wanted.
struct NothingLayout: ElementLayout {
  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    .zero
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] { [] }
}
