import Glibc

/// An elapsed time in words, such as `5 min ago`.
struct Age: CustomStringConvertible {
  private let seconds: Int

  /// - Parameter time: In seconds since 1970.
  init(since time: Int, now: Int = Glibc.time(nil)) {
    seconds = max(now - time, 0)
  }

  var description: String {
    switch seconds {
    case ..<60: "just now"
    case ..<3600: "\(seconds / 60) min ago"
    case ..<86_400: "\(seconds / 3600) h ago"
    default: "\(seconds / 86_400) d ago"
    }
  }
}
