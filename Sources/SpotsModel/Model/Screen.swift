/// A whole screen, as a document describes it: its components and the properties of its window.
public struct Screen: Hashable, Sendable, ScreenPart {
  /// The room around and between items where a component's layout says nothing about it.
  public enum Spacing: String, Hashable, Sendable, CaseIterable {
    /// None: items touch each other and the edges of the window.
    case none
    /// 12 points between items, except between the rows of a list, and above and below them, except
    /// below a header; at least 16 beside them, more in wide windows.
    case comfortable
  }

  /// Identifies the screen among those that one stream shows; nil leaves it to what is on it.
  public var identifier: String?
  /// From top to bottom.
  public var components: [ComponentModel]
  /// The window's title; nil leaves it to the program.
  public var title: String?
  /// Colors that replace the theme's, by role.
  public var theme: [ColorRole: Color]
  /// The room around and between items where a component's layout says nothing about it.
  public var spacing: Spacing {
    get { ownSpacing ?? .none }
    set { ownSpacing = newValue }
  }
  /// `spacing` as the document says it; nil leaves it to who shows the screen.
  package var ownSpacing: Spacing?
  /// The widths at which the classes of components begin.
  public var breakpoints: Breakpoints
  /// The columns for the components that name one.
  public var columns: Columns
  /// The tabs, of which one is chosen, from the start; without any, all components are shown.
  public var tabs: [ScreenTab] = []
  /// The bar at the top of the screen; nil for none.
  public var toolbar: ToolbarModel?
  /// Has the screens that it opens stand beside it in wide windows; nil has them cover it.
  public var sidebar: SidebarModel?
  /// The language of its texts, their direction and capitals, as in `pt-BR`; nil for the user's.
  public var language: String?
  /// The greatest width of everything on the screen, in points; 0 for none. With nil it is 720
  /// where there are only rows, and 1600 where there are grids, carousels or columns.
  public var maxWidth: Double?
  /// How many of the components are not from following pages; nil for all.
  package var ownCount: Int?
  /// Path or URL of the page that follows this one; nil for none.
  public var next: String?
  /// The data beside the screen, or where it comes from; nil where strings have no holes for it.
  package var data: JSONText?
  /// The documents of screens that actions open, by name.
  package var screens: [String: JSONText] = [:]
  /// The documents of the nibs that only this screen and those it has under a name know.
  package var views: [JSONText] = []
  /// The texts that the document names, by ICU's name of their language.
  package var strings: [String: JSONText] = [:]
  /// Whether users' answers are kept for when the screen is shown again, even by another run.
  public var keepsValues: Bool
  /// Whether what could not be sent to its server, since nobody answered, is kept and sent again by
  /// itself, even by another run of the program.
  public var keepsPosts = false
  /// The content of a submission.
  public var submits = SubmittedContent.values
  /// Whether the first letters of its headers' titles lead to their components, along its side.
  public var hasSectionIndex = false
  /// When programs hear of what users can take back.
  public var undo = UndoTime.after
  /// Free data.
  public var meta: Meta

  /// The most components a document can have, including those inside items. More than that would
  /// make each change take a second or longer.
  public static let maximumComponents = 100_000

  /// Creates a screen; everything is empty unless given.
  public init(
    components: [ComponentModel] = [], title: String? = nil, theme: [ColorRole: Color] = [:],
    next: String? = nil, meta: Meta = Meta(),
    breakpoints: Breakpoints = Breakpoints(), spacing: Spacing = .none,
    columns: Columns = Columns(), keepsValues: Bool = false, identifier: String? = nil,
    maxWidth: Double? = nil
  ) {
    self.identifier = identifier
    self.components = components
    self.title = title
    self.theme = theme
    self.next = next
    self.meta = meta
    self.breakpoints = breakpoints
    ownSpacing = spacing == .none ? nil : spacing
    self.columns = columns
    self.keepsValues = keepsValues
    self.maxWidth = maxWidth
  }

  /// Adds the components of a page that follows this one.
  package mutating func append(_ following: [ComponentModel]) {
    guard !following.isEmpty else { return }
    ownCount = ownCount ?? components.count
    components += following
  }

  /// The screen with the first `count` items of each component; nil keeps all.
  package func prefix(ofItems count: Int?) -> Screen {
    guard let count else { return self }
    var screen = self
    for index in components.indices where components[index].items.count > max(count, 0) {
      screen.components[index].items = ItemList(components[index].items.prefix(max(count, 0)))
    }
    return screen
  }
}

/// When the program hears that users have deleted or moved items, or turned a switch in a row.
public enum UndoTime: String, Hashable, Sendable, CaseIterable {
  /// At once; it hears of it again when users take that back.
  case after
  /// When the note is gone that offers to take it back, and never if users have done so by then. It
  /// hears of what waits before the screen is left or closed, and before answers are submitted.
  case before
}

/// Keeps screens from one run of a program to the next.
@MainActor
public protocol ScreenStore: AnyObject {
  /// The screen kept under `key`; nil when there is none, or it is outdated or damaged.
  func screen(for key: String) -> Screen?

  /// Keeps `screen` under `key`, in place of what was there.
  ///
  /// - Returns: Whether it is kept.
  func save(_ screen: Screen, for key: String) -> Bool

  /// Forgets what is kept under `key`, and nothing else.
  func removeScreen(for key: String)
}

/// The content of a screen's submissions.
public enum SubmittedContent: String, Hashable, Sendable, CaseIterable {
  /// The answers, by name.
  case values
  /// The answers, and the data with what users have changed in it.
  case data
}
