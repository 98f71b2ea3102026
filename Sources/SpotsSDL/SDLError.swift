import CSDL2

/// What SDL said about a call that failed.
public struct SDLError: Error, CustomStringConvertible {
  public let description: String

  /// Copies SDL's message now, since the next call may replace it.
  init(_ function: String) {
    description = "\(function): \(String(cString: SDL_GetError()))"
  }
}
