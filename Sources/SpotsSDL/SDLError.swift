import CSDL2

/// What went wrong between the program and the desktop, in most cases in SDL's own words.
public struct SDLError: Error, CustomStringConvertible {
  public let description: String

  /// Copies SDL's message now, since the next call may replace it.
  init(_ function: String) {
    description = "\(function): \(String(cString: SDL_GetError()))"
  }

  /// A fault that SDL has no words for.
  init(message: String) {
    description = message
  }
}
