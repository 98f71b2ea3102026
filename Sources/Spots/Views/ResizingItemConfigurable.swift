/// An older form of `ItemConfigurable`: configuring may write the wanted size into the item.
@MainActor
public protocol ResizingItemConfigurable: ItemConfigurable {
  /// Shows `item`. A side of `item.size` that is set here is the size of the view, in points; a
  /// side that is 0 takes the preferred size.
  func configure(_ item: inout Item)
}

extension ResizingItemConfigurable {
  /// Calls `configure(_:)` with a copy and discards the size it writes.
  public func configure(with item: Item) {
    var copy = item
    configure(&copy)
  }

  /// The size that `configure(_:)` writes; sides that are not above 0 take the preferred size.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    var copy = item
    configure(&copy)
    let preferred = preferredViewSize
    return Size(
      width: copy.size.width > 0 ? copy.size.width : preferred.width,
      height: copy.size.height > 0 ? copy.size.height : preferred.height)
  }
}
