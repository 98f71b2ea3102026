/// A part of what is in front of a screen, described for users who do not see it: a button, a row
/// of a menu, or a message.
public struct AccessiblePart {
  /// The description; without a role it is text.
  public var content: Accessibility
  /// In points, in the coordinates of the view that is described.
  public var frame: Rect
  /// The states besides `showing` and `enabled`.
  public var states: AccessibleStates
  /// Whether it can be used; true unless set.
  package var isEnabled = true
  /// Called for a click; nil for a part that cannot be clicked.
  public var activate: (@MainActor () -> Void)?
  /// Identifies the part among those of the view, wherever it is; nil for its index.
  package var number: Int?
  /// The parts inside, if they can be operated.
  package var children: [AccessiblePart] = []

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
  package func moved(by delta: Point) -> AccessiblePart {
    var part = self
    part.frame = frame.offsetBy(x: delta.x, y: delta.y)
    part.children = children.map { $0.moved(by: delta) }
    return part
  }
}
