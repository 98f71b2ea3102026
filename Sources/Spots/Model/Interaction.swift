/// How a component responds to the pointer.
public struct Interaction: Hashable, Sendable {
  /// The positions at which a carousel comes to rest.
  public enum Paginate: String, Hashable, Sendable, CaseIterable {
    /// Anywhere.
    case disabled
    /// With an item in the middle, or at either end.
    case item
    /// On a multiple of its width, or at the end.
    case page
  }

  /// How many clicks activate an item.
  public enum MouseClick: String, Hashable, Sendable, CaseIterable {
    /// One click, or two in quick succession.
    case single, double
  }

  /// The direction in which a grid scrolls.
  public enum ScrollDirection: String, Hashable, Sendable, CaseIterable {
    /// Down the screen, or sideways as in a carousel.
    case vertical, horizontal
  }

  /// Only carousels snap.
  public var paginate: Paginate
  /// Applies to items, header and footer.
  public var mouseClick: MouseClick
  /// `horizontal` arranges a grid as a carousel; other kinds ignore it.
  public var scrollDirection: ScrollDirection

  /// Creates an interaction; the defaults are those of documents.
  public init(
    paginate: Paginate = .disabled, mouseClick: MouseClick = .single,
    scrollDirection: ScrollDirection = .vertical
  ) {
    self.paginate = paginate
    self.mouseClick = mouseClick
    self.scrollDirection = scrollDirection
  }
}
