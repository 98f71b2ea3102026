import Foundation

/// Measures how much processor time of its thread something takes, which other programs on the
/// machine hardly change.
public enum ProcessorTime {
  /// The processor time that the calling thread has taken so far, in seconds.
  public static var ofThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }

  /// The processor time of `body`, in seconds.
  public static func of<Value>(_ body: () throws -> Value) rethrows -> Double {
    let start = ofThread
    _ = try body()
    return ofThread - start
  }

  /// The processor time of `body`, in seconds: the least of up to three tries, since what else runs
  /// on the machine takes caches and half of a processor away, and so makes them longer.
  ///
  /// - Parameters:
  ///   - limit: What the test allows, in seconds. The first try that takes less is the last.
  ///   - seconds: Measures one try.
  public static func least(below limit: Double, _ seconds: () throws -> Double) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<3 where least >= limit { least = min(least, try seconds()) }
    return least
  }

  /// Why four times as much of something takes more than seven times as long; nil when it does
  /// not. In proportion it would be four times, by the square sixteen: what is between is for the
  /// noise of the machine. The least of three tries counts.
  ///
  /// - Parameter seconds: Measures what so many take.
  public static func excess(_ count: Int, _ seconds: (Int) throws -> Double) rethrows -> String? {
    var (few, many) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
      few = min(few, try seconds(count))
      many = min(many, try seconds(4 * count))
      // A few milliseconds say nothing.
      if many <= 7 * few + 0.004 { return nil }
    }
    return "\(count) take \(few) s, and \(4 * count) take \(many) s"
  }
}
