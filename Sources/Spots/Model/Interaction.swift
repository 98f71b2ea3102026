/// How a component answers the pointer.
public struct Interaction: Hashable, Sendable {
  /// Where a carousel comes to rest.
  public enum Paginate: String, Hashable, Sendable, CaseIterable {
    /// Anywhere.
    case disabled
    /// With an item in the middle.
    case item
    /// On a multiple of its width.
    case page
  }

  /// How many clicks activate an item.
  public enum MouseClick: String, Hashable, Sendable, CaseIterable {
    case single, double
  }

  public enum ScrollDirection: String, Hashable, Sendable, CaseIterable {
    case vertical, horizontal
  }

  public var paginate: Paginate
  public var mouseClick: MouseClick
  /// A grid that scrolls horizontally is arranged as a carousel is; others have one direction.
  public var scrollDirection: ScrollDirection

  public init(
    paginate: Paginate = .disabled, mouseClick: MouseClick = .single,
    scrollDirection: ScrollDirection = .vertical
  ) {
    self.paginate = paginate
    self.mouseClick = mouseClick
    self.scrollDirection = scrollDirection
  }
}
