import Testing

@testable import SpotsViewer

@Suite struct DoorbellTests {
  @Test func ringsOnceHoweverOftenItIsPressed() throws {
    let bell = try Doorbell()
    #expect(!bell.answer().isAsking)
    for _ in 0..<100_000 { bell.ring() }
    #expect(bell.answer().isAsking)
    #expect(!bell.answer().isAsking)
    #expect(!bell.isEnding)
    bell.ring(toEnd: true)
    #expect(bell.isEnding)
  }

  @Test func whatIsToBeWatchedIsToldOnce() throws {
    let bell = try Doorbell()
    bell.ring(with: [.file("a")])
    bell.ring(with: [.file("b")])
    let answer = bell.answer()
    #expect(answer.watched == [.file("b")])
    #expect(!answer.isAsking)
    #expect(bell.answer().watched == nil)
  }
}
