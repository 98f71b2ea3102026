/// The response of a component to the pointer and the keyboard.
public struct Interaction: Hashable, Sendable {
  /// The positions at which a carousel comes to rest.
  public enum Paginate: String, Hashable, Sendable, CaseIterable {
    /// Anywhere.
    case disabled
    /// With an item in the middle, or at either end.
    case item
    /// With a whole item at the beginning, or at the end.
    case page
  }

  /// The number of clicks that activate an item.
  public enum MouseClick: String, Hashable, Sendable, CaseIterable {
    /// One click.
    case single
    /// Two clicks in quick succession.
    case double
  }

  /// The direction in which a grid scrolls.
  public enum ScrollDirection: String, Hashable, Sendable, CaseIterable {
    /// Down the screen.
    case vertical
    /// Sideways, as in a carousel.
    case horizontal
  }

  /// Which items of the component stay selected.
  public enum Selection: String, Hashable, Sendable, CaseIterable {
    /// The one that was activated last, of all components of the screen that have this policy.
    case single
    /// Any number: a click selects an item alone, a click with Control adds or removes it, and one
    /// with Shift selects everything from the last one to it.
    case several
    /// None: an item is activated without staying selected.
    case released
    /// None, and only items with an action are activated.
    case none
  }

  /// Only carousels snap.
  public var paginate: Paginate
  /// Applies to items, header and footer.
  public var mouseClick: MouseClick
  /// `horizontal` arranges a grid as a carousel; other kinds ignore it.
  public var scrollDirection: ScrollDirection
  /// Applies to items, not to the header and the footer.
  public var selection: Selection
  /// Whether users may reorder items, by dragging them or with Alt and an arrow key.
  public var isReorderable: Bool
  /// Whether users may delete items, with the Delete key.
  public var isDeletable: Bool
  /// Whether the screen itself changes when users move or delete items. Otherwise the program is
  /// only told what they asked for.
  public var isEditable: Bool

  /// Creates an interaction; the defaults are those of documents.
  public init(
    paginate: Paginate = .disabled, mouseClick: MouseClick = .single,
    scrollDirection: ScrollDirection = .vertical, selection: Selection = .single,
    isReorderable: Bool = false, isDeletable: Bool = false, isEditable: Bool = false
  ) {
    self.paginate = paginate
    self.mouseClick = mouseClick
    self.scrollDirection = scrollDirection
    self.selection = selection
    self.isReorderable = isReorderable
    self.isDeletable = isDeletable
    self.isEditable = isEditable
  }
}
