import Testing

@testable import Spots

@Suite struct EndDetectorTests {
  private func reaches(
    _ detector: inout EndDetector, _ offset: Double, _ height: Double = 5000
  ) -> Bool {
    detector.reachesEnd(offset: offset, viewportHeight: 600, contentHeight: height)
  }

  @Test func theEndIsNearTwoViewportsBeforeIt() {
    var detector = EndDetector()
    // 5000 − 600 − 1200 = 3200
    #expect(!reaches(&detector, 3200))
    #expect(reaches(&detector, 3200.5))
  }

  @Test func inShortContentSixRowsBeforeIt() {
    var detector = EndDetector()
    // 1100 < 1200, and 1100 − 600 − 264 = 236
    #expect(!reaches(&detector, 236, 1100))
    #expect(reaches(&detector, 237, 1100))
  }

  @Test func itIsReportedOncePerContentHeight() {
    var detector = EndDetector()
    #expect(reaches(&detector, 4000))
    #expect(!reaches(&detector, 4000))
    detector.complete()
    #expect(!reaches(&detector, 4400))
    #expect(!reaches(&detector, 0))
    #expect(!reaches(&detector, 4400))
    #expect(reaches(&detector, 6000, 7000))
  }

  @Test func notBeforeTheHandlerIsDone() {
    var detector = EndDetector()
    #expect(reaches(&detector, 4000))
    #expect(!reaches(&detector, 6000, 7000))
    detector.complete()
    #expect(reaches(&detector, 6000, 7000))
  }

  @Test func nothingHasNoEnd() {
    var detector = EndDetector()
    #expect(!reaches(&detector, 0, 0))
  }
}
