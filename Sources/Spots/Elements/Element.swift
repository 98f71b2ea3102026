// Elements say what is to be seen, after Blueprint. From values to views there are four steps:
//
//   Element (what) → ElementNode (measured) → ViewDescription (where) → View (live)
//
// The first three are made anew for each layout; only the last is kept, and changes where the
// descriptions differ.

/// A part of what an item shows, as a value: cheap to make, compared and thrown away.
@MainActor
public protocol Element {
  /// What is inside, how that is arranged, and which view there is.
  var content: ElementContent { get }
}

/// An element made of other elements.
@MainActor
public protocol ComposedElement: Element {
  var body: any Element { get }
}

extension ComposedElement {
  public var content: ElementContent { body.content }
}

/// What an element is made of.
@MainActor
public struct ElementContent {
  public let children: [any Element]
  /// Nil: the view element behind it is measured, and nothing is inside.
  let layout: (any ElementLayout)?
  /// The view behind the children, if there is one.
  let backing: ViewBacking?
  /// The height of an element that has the same one in every width that is given, before text
  /// scale; nil when it has to be measured.
  var lineHeight: Double?
  /// Tells elements of one type apart among those next to it.
  var key: String?

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

  /// What a view element is made of that is measured by its view.
  init(measuring element: any ViewElement, lineHeight: Double? = nil) {
    self.init(layout: nil, backing: .element(element))
    self.lineHeight = lineHeight
  }
}

/// How an element arranges what is inside.
///
/// Must depend on its arguments and its own values alone: answers are kept.
@MainActor
public protocol ElementLayout {
  /// The size the element takes; one outside of `range` is cut to it.
  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size

  /// A frame for each child, in the coordinates of an element `size` large.
  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect]

  /// What a row or column must know of a child; by default that of the one child, and no limits
  /// for elements with none or many.
  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits
}

extension ElementLayout {
  public func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    children.count == 1 ? children[0].limits(axis) : AxisLimits()
  }
}

/// How far a row or column may change the length of a child.
public struct AxisLimits: Hashable, Sendable {
  /// A row or column does not shrink the child below it, in points.
  public var minimum: Double
  /// Whether the child keeps the length it asks for where others are stretched.
  public var isRigid: Bool

  public init(minimum: Double = 0, isRigid: Bool = false) {
    self.minimum = sane(minimum)
    self.isRigid = isRigid
  }
}
