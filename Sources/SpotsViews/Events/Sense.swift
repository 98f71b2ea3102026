/// What the pointer does that is meant for a view. Nothing behind a view that senses something
/// hears of the pointer there.
public struct Sense: OptionSet, Hashable, Sendable {
  /// One bit for each.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Presses end at the view, and nothing comes of them.
  public static let cover = Sense(rawValue: 1)
  /// A press that is let go on the view activates it. If the pointer moves meanwhile, what is
  /// around the view may scroll instead.
  public static let click = Sense(rawValue: 2)
  /// The pressed pointer moves something in the view, so that dragging does not scroll.
  public static let drag = Sense(rawValue: 4)
  /// A press that is held repeats its effect.
  public static let hold = Sense(rawValue: 8)
  /// A press places the caret, and the pointer has the shape for that.
  public static let text = Sense(rawValue: 16)
  /// The pressed pointer moves an edge sideways, and the pointer has the shape for that.
  public static let edge = Sense(rawValue: 32)
}
