/// Arranges the items of one component at one width. Coordinates are points from the top left
/// corner of the area inside header and insets.
///
/// A layout measures items only when it is asked to prepare a part of itself, and estimates the
/// others. Preparing everything together, or part by part in any order, must result in the same
/// frames.
public protocol ItemLayout: Sendable {
  /// The size of all items together; an estimate until `isComplete`.
  var contentSize: Size { get }

  /// Whether every item's size is known.
  var isComplete: Bool { get }

  /// Measures the items needed to know every frame that meets `rect`.
  ///
  /// - Parameter measure: Returns the size of an item by its index. Called at most once for each.
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size)

  /// The frame of an item; an estimate until it is prepared.
  func frame(ofItem index: Int) -> Rect

  /// The measured size of an item; nil when it was not measured or the layout does not keep it.
  func knownSize(ofItem index: Int) -> Size?

  /// A range that includes every item that meets `rect`, and possibly others.
  func items(in rect: Rect) -> Range<Int>
}

/// A layout that a program registers for the kind of components it lays out.
public protocol RegisteredLayout: ItemLayout {
  /// Lays out the items of `model`.
  ///
  /// - Parameter sizing: The room for each item, and the rule for its size.
  init(model: ComponentModel, sizing: ItemSizing)
}

extension ItemLayout {
  /// A rectangle that every item meets.
  static var everything: Rect { Rect(x: -1e15, y: -1e15, width: 2e15, height: 2e15) }

  /// Measures every item that was not measured yet.
  public mutating func prepareAll(measure: (Int) -> Size) {
    if !isComplete { prepare(Self.everything, measure: measure) }
  }
}
