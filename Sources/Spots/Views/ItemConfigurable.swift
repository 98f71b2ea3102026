/// A view that can show an item.
///
/// Register the type under the kind of the items it shows; instances are made, reused and measured
/// by the components.
@MainActor
public protocol ItemConfigurable: View {
  /// The size of the view when nothing else is known; asked for where `computeSize` is not
  /// implemented.
  var preferredViewSize: Size { get }

  /// Whether `computeSize` answers the same for every item in the same room, so that one answer
  /// holds for all: a million items are then measured once. `false` unless implemented.
  static var hasUniformHeight: Bool { get }

  /// Shows `item`. Called once when the item comes into view and once more each time it changes.
  func configure(with item: Item)

  /// The size the view wants for `item`, in points; a width of 0 leaves the width to the layout.
  /// A side that is no number or infinite counts as 0.
  ///
  /// Asked of an instance that is not on the screen. Must depend on the arguments and the
  /// environment alone, because the answer is kept.
  ///
  /// - Parameter containerSize: The room the layout offers. Its height is infinite.
  func computeSize(for item: Item, containerSize: Size) -> Size

  /// Called before the view is used again for another item.
  func prepareForReuse()
}

extension ItemConfigurable {
  public static var hasUniformHeight: Bool { false }
  public var preferredViewSize: Size { Configuration.defaultViewSize }
  public func computeSize(for item: Item, containerSize: Size) -> Size { preferredViewSize }
  public func prepareForReuse() {}
}
