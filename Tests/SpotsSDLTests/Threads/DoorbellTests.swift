import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct DoorbellTests {
  @Test func ringsOnceHoweverOftenItIsPressed() throws {
    let bell = try #require(Doorbell())
    #expect(!bell.answer())
    for _ in 0..<100_000 { bell.ring() }
    #expect(bell.answer())
    #expect(!bell.answer())
  }
}
