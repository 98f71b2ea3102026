import Glibc

/// The time that only goes forward.
public enum Clock {
  /// Seconds since some moment in the past.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
