/// Where the items of one component are, at one width. Coordinates are points from the place of the
/// first item: header and insets are not in them.
///
/// A layout measures items when it is asked to prepare a part of itself, and not before; what it
/// has not measured it estimates. Preparing everything in one go, or part by part in any order,
/// ends in the same frames.
public protocol ItemLayout: Sendable {
  /// The room all items take. An estimate as long as `isComplete` is false.
  var contentSize: Size { get }

  /// Whether every item's size is known.
  var isComplete: Bool { get }

  /// Measures what is needed to know every frame that meets `rect`.
  ///
  /// - Parameter measure: The size of an item by its index. Called once for each item.
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size)

  /// The frame of an item; an estimate when it was not prepared.
  func frame(ofItem index: Int) -> Rect

  /// The size an item was measured with, when that can be told from the layout.
  func knownSize(ofItem index: Int) -> Size?

  /// The items that may meet `rect`, a range without gaps that leaves out none.
  func items(in rect: Rect) -> Range<Int>
}

/// A layout of a program's own, registered under the kind of components it lays out.
public protocol RegisteredLayout: ItemLayout {
  /// Lays out the items of `model`.
  ///
  /// - Parameter sizing: The room there is and the rule that sizes follow.
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
