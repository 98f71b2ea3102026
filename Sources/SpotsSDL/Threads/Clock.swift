import Glibc

/// A monotonic clock.
public enum Clock {
  /// Seconds since an arbitrary moment. Never goes back.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
