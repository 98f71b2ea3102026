import Foundation

/// How much a test allows a program to take, of time or memory. Sanitizers, for which
/// `SPOTS_TEST_SLOWNESS` is set, need several times as much of both.
public enum Allowance {
  /// How many times as much as a usual build; 1 without a sanitizer.
  public static let factor =
    ProcessInfo.processInfo.environment["SPOTS_TEST_SLOWNESS"].flatMap { Int($0) } ?? 1

  /// - Parameter usual: What a build without a sanitizer may take.
  public static func of(_ usual: Duration) -> Duration { usual * factor }

  /// - Parameter seconds: What a build without a sanitizer may take.
  public static func of(_ seconds: Double) -> Double { seconds * Double(factor) }

  /// - Parameter bytes: What a build without a sanitizer may take.
  public static func of(bytes: Int) -> Int { bytes * factor }

  /// The time from the request to end until the program has ended.
  public static let end = of(.milliseconds(300))
}
