/// A whole screen as a document describes it: components from top to bottom, and what belongs to
/// the window.
public struct Screen: Hashable, Sendable {
  public var components: [ComponentModel]
  /// The window's title.
  public var title: String?
  /// Colours that replace the theme's, by role.
  public var theme: [ColorRole: Color]
  /// Path or URL of the page that follows this one.
  public var next: String?
  public var meta: Meta

  /// How many components a document can bring to a screen, those inside of items included. More
  /// would be nothing anybody can look at, and take a second or more of each change.
  public static let maximumComponents = 100_000

  public init(
    components: [ComponentModel] = [], title: String? = nil, theme: [ColorRole: Color] = [:],
    next: String? = nil, meta: Meta = Meta()
  ) {
    self.components = components
    self.title = title
    self.theme = theme
    self.next = next
    self.meta = meta
  }
}
