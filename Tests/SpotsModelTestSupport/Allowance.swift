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

  /// - Parameter usual: What may pass on the clock where the program has a processor of its own.
  public static func elapsed(_ usual: Duration) -> Duration { of(usual) * programsPerProcessor }

  /// The most seconds to wait for something that takes `seconds` at most on an idle machine.
  public static func patience(_ seconds: Double) -> Double { of(seconds) * programsPerProcessor }

  /// The time from the request to end until the program has ended.
  public static var end: Duration { elapsed(.milliseconds(300)) }

  /// How many programs want to run for each processor, now or in the last minute: the factor by
  /// which a busy machine is slower. At least 1.
  private static var programsPerProcessor: Double {
    guard let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8) else { return 1 }
    // The averages of 1, 5 and 15 minutes, and how many of all threads are running.
    let fields = text.split(separator: " ")
    let running = fields.dropFirst(3).first?.split(separator: "/").first
    let load = [fields.first, running].compactMap { $0.flatMap { Double($0) } }.max() ?? 1
    return max(load / Double(ProcessInfo.processInfo.activeProcessorCount), 1)
  }
}
