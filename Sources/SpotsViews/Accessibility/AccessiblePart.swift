/// A part of an overlay, described for users who do not see it: a button of a bar, or a message.
public struct AccessiblePart {
  /// The description; without a role it is text.
  public var content: Accessibility
  /// In points, in the coordinates of the overlay.
  public var frame: Rect
  /// The states besides `showing` and, in an overlay, `enabled`, which are added to them.
  public var states: AccessibleStates
  /// Called for a click; nil for a part that cannot be clicked.
  public var activate: (@MainActor () -> Void)?

  /// Stands in for a part that is missing at present, so that the others keep their indexes.
  @MainActor public static let absent = AccessiblePart(Accessibility(isHidden: true), frame: .zero)

  /// Creates a part; one without `activate` cannot be clicked.
  public init(
    _ content: Accessibility, frame: Rect, states: AccessibleStates = [],
    activate: (@MainActor () -> Void)? = nil
  ) {
    self.content = content
    self.frame = frame
    self.states = states
    self.activate = activate
  }

  /// The part in other coordinates.
  func moved(by delta: Point) -> AccessiblePart {
    var part = self
    part.frame = frame.offsetBy(x: delta.x, y: delta.y)
    return part
  }
}
