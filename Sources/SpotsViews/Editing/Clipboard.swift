/// The places that texts are copied to and pasted from.
@MainActor
public protocol Clipboard: AnyObject {
  /// The text that was copied or cut last, in this program or another one; empty when there is
  /// none. Reading may wait for the other program, up to a second.
  var text: String { get set }
  /// The text that was selected last, which the middle button pastes; empty when there is none, and
  /// on desktops without that feature.
  var selectedText: String { get set }
}

/// A clipboard that no other program sees.
public final class LocalClipboard: Clipboard {
  /// What was copied last.
  public var text = ""
  /// What was selected last.
  public var selectedText = ""

  /// Creates an empty one.
  public init() {}
}
