import Glibc
import Spots

/// An elapsed time in words, such as `5 min ago`.
struct Age {
  private let seconds: Int

  /// - Parameter time: In seconds since 1970.
  init(since time: Int, now: Int = Glibc.time(nil)) {
    seconds = max(now - time, 0)
  }

  func text(in words: Words) -> String {
    switch seconds {
    case ..<60: words[.justNow]
    case ..<3600: words(.minutesAgo, ["count": seconds / 60])
    case ..<86_400: words(.hoursAgo, ["count": seconds / 3600])
    default: words(.daysAgo, ["count": seconds / 86_400])
    }
  }
}
