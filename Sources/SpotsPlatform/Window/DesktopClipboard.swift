import CSDL2
import SpotsViews

/// The clipboard of the desktop, and its selection where it has one.
///
/// SDL serves it while the program has a window; before that it is empty, and copies are lost.
public final class DesktopClipboard: Clipboard {
  /// The window and the mailbox of a program that does not wait for texts.
  private let owner: (window: Window, mailbox: Mailbox)?
  /// Those who wait for a text that another program has yet to send.
  private var waiting: [ClipboardSource: [@MainActor (String) -> Void]] = [:]

  /// SDL's window for what the program copied, the same for both sources; 0 before that.
  private static var ownWindow: UInt = 0
  /// How long a text is waited for, in seconds: less than what makes a frame late, but enough for
  /// programs that are not busy, so that a paste is over before the next key.
  private static let patience = 0.02

  /// Creates access to the desktop's one clipboard. Texts are read before the calls that read them
  /// return.
  public init() { owner = nil }

  /// Creates access to the desktop's one clipboard. Under X11, a text that another program is slow
  /// to send arrives in `mailbox`.
  public init(of window: Window, mailbox: Mailbox) { owner = (window, mailbox) }

  /// The desktop's clipboard.
  public var text: String {
    get { Self.take(SDL_GetClipboardText()) }
    set {
      SDL_SetClipboardText(newValue)
      noteOwnWindow(.copied)
    }
  }

  /// The desktop's selection; empty where it has none.
  public var selectedText: String {
    get { Self.take(SDL_GetPrimarySelectionText()) }
    set {
      SDL_SetPrimarySelectionText(newValue)
      noteOwnWindow(.selected)
    }
  }

  /// SDL leaves freeing the text to the caller.
  private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text else { return "" }
    defer { SDL_free(text) }
    return String(cString: text)
  }

  private func noteOwnWindow(_ source: ClipboardSource) {
    if let selection = owner?.window.selection { Self.ownWindow = selection.owner(of: source) }
  }

  /// Calls `body` with a text; see `Clipboard`.
  ///
  /// SDL itself waits for the other program and, under X11, clears the clipboard when that does not
  /// answer within a second. So under X11 another program is asked on a connection of its own.
  public func read(_ source: ClipboardSource, _ body: @escaping @MainActor (String) -> Void) {
    guard let owner, let selection = owner.window.selection,
      selection.owner(of: source) != Self.ownWindow
    else { return body(source == .copied ? text : selectedText) }
    waiting[source, default: []].append(body)
    guard waiting[source]?.count == 1 else { return }
    let mailbox = owner.mailbox
    let answer = Future(
      { selection.read(source) },
      late: { bytes in mailbox.post { [weak self] in self?.deliver(bytes, source) } },
      start: { if BackgroundThread.start($0) != 0 { $0() } })
    if let bytes = answer.value(within: Self.patience) { deliver(bytes, source) }
  }

  private func deliver(_ bytes: [UInt8], _ source: ClipboardSource) {
    let text = String(decoding: bytes, as: UTF8.self)
    for body in waiting.removeValue(forKey: source) ?? [] { body(text) }
  }
}
