/// One of the tabs of a screen, which shares out its components; see `ComponentModel.tab`.
public struct ScreenTab: Hashable, Sendable {
  /// Identifies the tab among those of its screen; nil for the title.
  public var identifier: String?
  /// Shown in the bar of tabs.
  public var title: String
  /// The name of an icon, shown with the title; nil for none.
  public var icon: String?

  /// The most tabs of a screen: more would have no room beside each other.
  public static var maximumCount: Int { 12 }

  /// Creates a tab.
  public init(_ title: String, icon: String? = nil, identifier: String? = nil) {
    (self.title, self.icon, self.identifier) = (title, icon, identifier)
  }

  /// The name that components know it by.
  package var name: String { identifier ?? title }
}
