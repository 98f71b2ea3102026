import Foundation
import Testing

@testable import spots_viewer

@Suite @MainActor struct HTMLReportTests {
  /// A character is escaped even if a combining mark follows it.
  @Test func nothingEndsAnAttribute() {
    #expect(
      "<\u{338}&\u{301}\"\u{301}>\u{FFFE}".markup
        == "&lt;\u{338}&amp;\u{301}&quot;\u{301}&gt;\u{FFFD}")
  }

  @Test func base64IsThatOfFoundation() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(HTMLReport.base64(bytes) == Data(bytes).base64EncodedString())
    }
  }
}
