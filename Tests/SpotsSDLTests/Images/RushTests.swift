import Testing

@testable import SpotsSDL

@Suite struct RushTests {
  /// The share of frames, sixty a second, in which nothing is decoded while `pace` windowfuls of
  /// thirty pictures come by each second.
  private func share(pace: Double) -> Double {
    var rush = Rush()
    var (place, count) = (0.0, 0)
    for frame in 0..<120 {
      let next = place + pace * 30 / 60
      let new = Int(next) - Int(place)
      place = next
      if rush.isOn(new: new, shown: 30, at: Double(frame) / 60) { count += 1 }
    }
    return Double(count) / 120
  }

  @Test func readingIsNoRush() {
    #expect(share(pace: 0.5) == 0)
    #expect(share(pace: 2) == 0)
  }

  @Test func aFlingIsOne() {
    #expect(share(pace: 12) > 0.8)
    #expect(share(pace: 60) > 0.9)
  }

  /// The first windowful, a jump, and a page down now and then are looked at.
  @Test func singleWindowfulsStay() {
    var rush = Rush()
    let isRush = [0, 0.5, 1, 1.5, 1.52].map { rush.isOn(new: 30, shown: 30, at: $0) }
    #expect(isRush == [false, false, false, false, true])
    #expect(rush.end == 1.52 + Rush.pause)
  }
}
