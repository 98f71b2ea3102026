import CSDL2
import Spots

/// The clipboard of the desktop, and its selection where it has one.
///
/// SDL serves it while the program has a window; before that it is empty, and copies are lost.
public final class DesktopClipboard: Clipboard {
  /// Creates access to the desktop's one clipboard.
  public init() {}

  /// The desktop's clipboard.
  public var text: String {
    get { Self.take(SDL_GetClipboardText()) }
    set { SDL_SetClipboardText(newValue) }
  }

  /// The desktop's selection; empty where it has none.
  public var selectedText: String {
    get { Self.take(SDL_GetPrimarySelectionText()) }
    set { SDL_SetPrimarySelectionText(newValue) }
  }

  /// SDL leaves freeing the text to the caller.
  private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text else { return "" }
    defer { SDL_free(text) }
    return String(cString: text)
  }
}
