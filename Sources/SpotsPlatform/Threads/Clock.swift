import Glibc
import SpotsViews

/// The clocks of the program.
public enum Clock {
  /// Seconds since an arbitrary moment. Never goes back.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The time of day, in milliseconds since 1970. The user may set it.
  package static var date: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// The current date and time in the user's time zone, and the seconds since 1970; nil when the
  /// system cannot tell them.
  package static var local: (day: CalendarDate, time: TimeOfDay?, seconds: Int?)? {
    var (now, local) = (time(nil), tm())
    guard localtime_r(&now, &local) != nil else { return nil }
    let day = CalendarDate(
      year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    return day.map { ($0, TimeOfDay(hour: Int(local.tm_hour), minute: Int(local.tm_min)), now) }
  }
}
