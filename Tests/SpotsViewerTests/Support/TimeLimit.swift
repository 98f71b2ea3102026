import Foundation

/// How long something may take that the program promises to do promptly, or that must not hang.
enum TimeLimit {
  /// How many times as long everything may take: sanitizers, for which the variable is set, make
  /// programs slow.
  private static let slowness =
    ProcessInfo.processInfo.environment["SPOTS_TEST_SLOWNESS"].flatMap { Int($0) } ?? 1

  /// The limit in this run.
  ///
  /// - Parameter usual: The limit for a build without a sanitizer.
  static func of(_ usual: Duration) -> Duration { usual * slowness }

  /// The same in seconds, for what is waited for.
  static func of(_ usual: Double) -> Double { usual * Double(slowness) }

  /// The end of a program, from being asked for.
  static let end = of(.milliseconds(300))
}
