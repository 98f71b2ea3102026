/// Elements side by side.
///
/// The rules of rows and columns, in which *length* is along the row or column, *depth* across it:
///
/// # Sizing Rules
///
/// 1. A child's base length is its `basis`, else the length it takes when it has all the room in
///    the world along the row and the row's depth across it.
/// 2. Asked how long it wants to be, a row is as long as its bases and the spacing between them,
///    cut to the range it is offered.
/// 3. What is left of the row's length goes to children with `grow`, in proportion to it. Without
///    any it stays free and `justify` places the children.
/// 4. What is missing is taken from children with `shrink`, in proportion to `shrink` × base, but
///    never below a child's minimum: the fixed or least length of a sized child; 0 for text.
/// 5. What is missing even then is cut off at the end: children stay inside the row, in order.
/// 6. A child's depth is what it takes at its length; with `stretch` it is the row's, unless the
///    child has a fixed one. The row is as deep as its deepest child, cut to the range.
/// 7. With `wraps` children that do not fit begin a new line. Each line follows rules 3 to 6 on its
///    own; lines lie `lineSpacing` apart.
/// 8. Spacing, grow, shrink and basis that are no numbers or below 0 count as 0.
@MainActor
public struct Row: Element {
  public var flex: Flex
  public var children: [any Element]

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

  public init(flex: Flex, _ children: [any Element]) {
    self.flex = flex
    self.children = children
  }

  public var content: ElementContent { flex.content(children, axis: .horizontal) }
}

/// Elements below each other; the rules are those of `Row`.
@MainActor
public struct Column: Element {
  public var flex: Flex
  public var children: [any Element]

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

  public init(flex: Flex, _ children: [any Element]) {
    self.flex = flex
    self.children = children
  }

  public var content: ElementContent { flex.content(children, axis: .vertical) }
}

/// How a row or column arranges its children.
public struct Flex: Hashable, Sendable {
  /// Where a child is across the row.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case start, center, end, stretch
  }

  /// Where free length goes.
  public enum Justification: String, Hashable, Sendable, CaseIterable {
    case start, center, end
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"
  }

  /// Points between two children.
  public var spacing: Double
  public var alignment: Alignment
  public var justification: Justification
  public var wraps: Bool
  /// Points between two lines.
  public var lineSpacing: Double

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
    let traits = children.map { ($0 as? any FlexibleElement)?.traits ?? FlexTraits() }
    return ElementContent(
      children: children, layout: FlexLayout(axis: axis, flex: self, traits: traits))
  }
}
