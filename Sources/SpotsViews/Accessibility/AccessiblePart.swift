/// A part of an overlay, as users know it who do not see it: a button of a bar, or a message.
public struct AccessiblePart {
  /// The description; without a role it is text.
  public var content: Accessibility
  /// In points, in the coordinates of the overlay.
  public var frame: Rect
  /// How it is, besides being there and usable.
  public var states: AccessibleStates
  /// Called for a click; nil for a part that cannot be clicked.
  public var activate: (@MainActor () -> Void)?

  /// In the place of a part that is not there now, so that the others keep their places.
  @MainActor public static let absent = AccessiblePart(Accessibility(isHidden: true), frame: .zero)

  /// Creates a part that does nothing unless given.
  public init(
    _ content: Accessibility, frame: Rect, states: AccessibleStates = [],
    activate: (@MainActor () -> Void)? = nil
  ) {
    self.content = content
    self.frame = frame
    self.states = states
    self.activate = activate
  }
}
