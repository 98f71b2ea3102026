import Foundation

/// The seeds that a law is tried with.
public enum Seeds {
  /// The first `count` seeds, or as many as `SPOTS_TEST_SEEDS` says.
  public static func first(_ count: Int) -> Range<Int> {
    0..<(ProcessInfo.processInfo.environment["SPOTS_TEST_SEEDS"].flatMap { Int($0) } ?? count)
  }
}
