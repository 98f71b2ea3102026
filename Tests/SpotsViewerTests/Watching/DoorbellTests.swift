import Testing

@testable import spots_viewer

@Suite struct DoorbellTests {
  @Test func ringsOnceHoweverOftenItIsPressed() throws {
    let bell = try Doorbell()
    #expect(!bell.answer())
    for _ in 0..<100_000 { bell.ring() }  // more than its buffer holds
    #expect(bell.answer())
    #expect(!bell.answer())
    #expect(!bell.isEnding)
    bell.ring(toEnd: true)
    #expect(bell.isEnding)
  }
}
