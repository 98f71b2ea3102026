import CSDL2

/// What went wrong between the program and the desktop, in most cases in SDL's own words.
public struct SDLError: Error, CustomStringConvertible {
  public let description: String

  /// Copies SDL's message now, since the next call may replace it. Some functions fail without one.
  init(_ function: String) {
    let message = String(cString: SDL_GetError())
    description = "\(function): \(message.isEmpty ? "SDL does not say why" : message)"
  }

  /// A fault that SDL has no words for.
  init(message: String) {
    description = message
  }
}
