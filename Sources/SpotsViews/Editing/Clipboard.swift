/// The places that texts are copied to and pasted from.
@MainActor
public protocol Clipboard: AnyObject {
  /// The text that was copied or cut last, in this program or another one; empty when there is
  /// none. Reading may wait for the other program; `read(_:_:)` does not.
  var text: String { get set }
  /// The text that was selected last, which the middle button pastes; empty when there is none, and
  /// on desktops without that feature.
  var selectedText: String { get set }

  /// Calls `body` with a text: at once if it is there, later if another program has to send it, and
  /// never if that does not. The default reads the property.
  func read(_ source: ClipboardSource, _ body: @escaping @MainActor (String) -> Void)
}

/// One of the two texts of a clipboard.
public enum ClipboardSource: Hashable, Sendable {
  /// What was copied or cut last.
  case copied
  /// What was selected last.
  case selected
}

extension Clipboard {
  /// Calls `body` with the property's value before it returns.
  public func read(_ source: ClipboardSource, _ body: @escaping @MainActor (String) -> Void) {
    body(source == .copied ? text : selectedText)
  }
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
