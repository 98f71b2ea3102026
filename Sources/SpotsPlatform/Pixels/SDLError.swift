import CSDL2

/// An error from SDL or the desktop, in SDL's words where it has any.
public struct SDLError: Error, CustomStringConvertible {
  /// The failed function and SDL's message, or one sentence where SDL has no message.
  public let description: String

  /// Copies SDL's message now, since the next call may replace it. Some functions fail without one.
  package init(_ function: String) {
    let message = String(cString: SDL_GetError())
    description = "\(function): \(message.isEmpty ? "SDL does not say why" : message)"
  }

  /// Creates an error for which SDL has no message.
  package init(message: String) {
    description = message
  }
}
