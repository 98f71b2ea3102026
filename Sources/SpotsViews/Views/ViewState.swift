/// The state of an item's view; several states may apply together.
public struct ViewState: OptionSet, Hashable, Sendable {
  /// One bit for each state.
  public let rawValue: Int

  /// Creates a state from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The pointer is over the view.
  public static let hover = ViewState(rawValue: 1)
  /// The view is pressed.
  public static let highlighted = ViewState(rawValue: 2)
  /// The item is selected.
  public static let selected = ViewState(rawValue: 4)
  /// The view has keyboard focus, and the keyboard is in use.
  public static let focused = ViewState(rawValue: 8)
  /// The view cannot be used: its content is faint, and neither the pointer nor the keyboard
  /// activates it.
  public static let disabled = ViewState(rawValue: 16)
  /// The item's action is under way, and the item shows that.
  public static let busy = ViewState(rawValue: 32)
}

/// The way an item's view draws its edges, margins and background, by its position in the
/// component.
public struct CellStyle: Hashable, Sendable {
  /// Whether the view is a row that spans its component, rather than a free-standing cell.
  public var isRow: Bool
  /// Whether no row of the same group is above; true for cells.
  public var isFirst: Bool
  /// Whether no row of the same group is below; true for cells.
  public var isLast: Bool
  /// The room between the sides of the view and its text, in points.
  public var margin: Double
  /// The radius of a group's outer corners, in points; 0 for rows that reach the window's edges.
  public var groupRadius: Double
  /// The width of the component's content, in points, after its `max-width`. Its layout and the
  /// nibs in it adapt to this width, so that all parts of a component agree. 0 outside of
  /// components.
  public var componentWidth: Double

  /// How the title of a header stands out.
  public enum Heading: Hashable, Sendable {
    /// As on screens without spacing.
    case usual
    /// As the title of the whole screen.
    case page
    /// As that of a part of a screen with a title.
    case part
    /// As that of a part beside the title of the screen, on the same baseline.
    case beside
  }

  /// How the title of a header stands out.
  public var heading = Heading.usual
  /// Whether rows leave room for pictures even where they have none, so that their titles begin at
  /// one edge.
  public var hasPictures = false
  /// Whether a line is below the view, unless it is the last of its group.
  public var hasSeparator = true
  /// Whether the view is a cell of a row, which has the surface.
  package var isPartOfRow = false
  /// Whether the pointer holds the item above the others.
  public var isLifted = false
  /// Whether users can give the item another place, of which a row shows a sign.
  public var isMovable = false
  /// The lines that cards leave for their titles, so that their pictures end at one edge.
  public var titleLines = 1
  /// The lines that they leave for their subtitles.
  public var subtitleLines = 0
  /// Whether a card may be higher than it needs to be, as high as others in its row. Its texts have
  /// the room then, so that pictures end at one edge.
  public var sharesHeight = false

  /// Whether what is below a header, or inside a row, is shown; nil where it cannot be hidden.
  public var isExpanded: Bool?
  /// How many rows a row of a tree is inside of; nil outside of trees.
  public var level: Int?

  /// The room at the beginning of a row for the levels of a tree and the sign that shows what is
  /// inside, in points; 0 outside of trees.
  public var indent: Double {
    guard let level else { return 0 }
    return min(Double(level) * Self.levelStep, (componentWidth / 3).rounded()) + Self.signRoom
  }

  /// Where the texts and pictures of a row begin, in points.
  public var textStart: Double { margin + indent }

  /// In points.
  private static let levelStep = 20.0
  /// The room for the sign of a row with others inside, in points.
  public static let signRoom = 24.0

  /// Ends the group of `view` at neighbors that stand by themselves, and leaves out the line where
  /// a frame takes its place.
  @MainActor
  package mutating func fit(_ view: View, between above: View?, and below: View?) {
    isFirst = isFirst || isLifted || above?.standsApart == true
    isLast = isLast || isLifted || below?.standsApart == true
    hasSeparator = !view.isFramed && below?.isFramed != true
  }

  /// The columns of the table that the row or header belongs to; nil outside of tables.
  package var table: TableLayout?
  /// How far the lines of a log are scrolled sideways, in points; nil where they go on in a further
  /// row.
  package var lineOffset: Double?

  /// Whether the row reaches the window's edges in a component that is wider than rows usually are.
  var isWideRow: Bool { isRow && groupRadius == 0 && componentWidth > Self.readableWidth }

  /// The width of the room for a picture in a row, in points: 40, and more with larger text where
  /// that leaves enough for the text.
  @MainActor
  public func pictureRoom(in environment: Environment?) -> Double {
    let isWide = componentWidth >= Self.readableWidth / 2 * (environment?.textScale ?? 1)
    return isWide ? 40 * (environment?.growth ?? 1) : 40
  }

  /// The width of a component whose rows are still easy to follow, in points at normal text size.
  package static let readableWidth = 720.0

  /// Creates a style; that of a single row with margins of 16 points unless given.
  public init(
    isRow: Bool = true, isFirst: Bool = true, isLast: Bool = true, margin: Double = 16,
    groupRadius: Double = 0, componentWidth: Double = 0
  ) {
    self.isRow = isRow
    self.isFirst = isFirst
    self.isLast = isLast
    self.margin = margin
    self.groupRadius = groupRadius
    self.componentWidth = componentWidth
  }
}
