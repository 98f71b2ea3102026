import SpotsModelTestSupport
import Testing

@testable import SpotsViews

@Suite struct TimeTicksTests {
  private func ticks(_ from: String, _ to: String, most: Int, zone: String) -> [String] {
    let language = Language("en_US", timeZone: zone)
    guard let first = Moment(from), let last = Moment(to) else { return [] }
    let ticks = TimeTicks(first.seconds...last.seconds, most: most) { seconds in
      Moment(seconds: seconds).map(language.wallSeconds) ?? seconds
    }
    return ticks.texts(language, hasZone: true).map { $0.replacing("\u{202F}", with: " ") }
  }

  @Test func clocksAndCalendarsShowSomethingRound() {
    #expect(
      ticks("2026-11-26T08:10:00Z", "2026-11-26T17:00:00Z", most: 6, zone: "UTC")
        == ["10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"])
    #expect(
      ticks("2026-11-26T22:30:00Z", "2026-11-27T01:30:00Z", most: 4, zone: "UTC")
        == ["11:00 PM", "Nov 27", "1:00 AM"])
    #expect(
      ticks("2025-10-20T00:00:00Z", "2026-05-02T00:00:00Z", most: 8, zone: "UTC")
        == ["Nov", "Dec", "2026", "Feb", "Mar", "Apr", "May"])
    #expect(
      ticks("1990-01-02T00:00:00Z", "2030-05-02T00:00:00Z", most: 5, zone: "UTC")
        == ["2000", "2010", "2020", "2030"])
  }

  /// Clocks are put back at 3 o'clock in the night to 25 October.
  @Test func daysOfAZoneBeginAtItsMidnight() {
    #expect(
      ticks("2026-10-23T10:00:00Z", "2026-10-27T10:00:00Z", most: 5, zone: "Europe/Berlin")
        == ["Oct 24", "Oct 25", "Oct 26", "Oct 27"])
  }

  /// Whatever the range: ascending, inside it, no more than fit, and round on the wall.
  @Test(arguments: ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York"])
  func theyFit(zone: String) {
    var random = SplitMix64(seed: 4)
    let language = Language("en_US", timeZone: zone)
    let lengths: [Double] = [5, 400, 9000, 2e5, 3e6, 9e7, 3e9]
    for _ in 0..<150 {
      let start = Double.random(in: -2e9...4e9, using: &random)
      let length = lengths[Int.random(in: 0..<7, using: &random)]
      let most = Int.random(in: 2...12, using: &random)
      let range = start...start + length * Double.random(in: 0.5...2, using: &random)
      let wall = { (seconds: Double) in
        Moment(seconds: seconds).map(language.wallSeconds) ?? seconds
      }
      let ticks = TimeTicks(range, most: most, wall: wall)
      let words = Comment("\(zone), \(range), \(most): \(ticks)")
      #expect(ticks.seconds.count <= most, words)
      #expect(ticks.seconds.allSatisfy(range.contains), words)
      #expect(zip(ticks.seconds, ticks.seconds.dropFirst()).allSatisfy { $0 < $1 }, words)
      let unit = min(ticks.unit.rawValue, TimeTicks.Unit.day.rawValue)
      let isRound = ticks.seconds.filter {
        wall($0).truncatingRemainder(dividingBy: unit).magnitude < 1e-3
      }
      // An hour that a clock skips has no tick in it.
      #expect(isRound.count >= ticks.seconds.count - 1, words)
    }
  }
}
