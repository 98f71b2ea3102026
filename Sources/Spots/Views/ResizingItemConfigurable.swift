/// The older form of `ItemConfigurable`: configuring may write the size the item should have into
/// the item.
@MainActor
public protocol ResizingItemConfigurable: ItemConfigurable {
  /// Shows `item`. A side of `item.size` that is set here is how large the view is then; one that
  /// stays 0 is the preferred size's.
  func configure(_ item: inout Item)
}

extension ResizingItemConfigurable {
  public func configure(with item: Item) {
    var copy = item
    configure(&copy)
  }

  public func computeSize(for item: Item, containerSize: Size) -> Size {
    var copy = item
    configure(&copy)
    let preferred = preferredViewSize
    return Size(
      width: copy.size.width > 0 ? copy.size.width : preferred.width,
      height: copy.size.height > 0 ? copy.size.height : preferred.height)
  }
}
