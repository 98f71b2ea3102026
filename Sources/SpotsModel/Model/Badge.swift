/// A few words that stand out beside a title: how many there are, what kind it is, how it does.
public struct Badge: Hashable, Sendable {
  /// How the words stand out.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// On a filled shape, as for a number of new messages.
    case badge
    /// On a tinted shape, as for a category.
    case tag
    /// Behind a dot, as for a state.
    case status
  }

  /// One line; empty for no badge, or for a dot alone.
  public var text: String
  /// `badge` unless set.
  public var style: Style
  /// Nil for the theme's accent color.
  public var color: Paint?

  /// Creates a badge, in the accent color unless given otherwise.
  public init(_ text: String, style: Style = .badge, color: Paint? = nil) {
    (self.text, self.style, self.color) = (text, style, color)
  }

  /// Whether there is nothing to see.
  public var isEmpty: Bool { text.isEmpty && style != .status }
}
