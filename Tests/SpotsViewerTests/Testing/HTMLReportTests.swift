import Foundation
import Testing

@testable import spots_viewer

@Suite @MainActor struct HTMLReportTests {
  @Test func base64IsThatOfFoundation() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(HTMLReport.base64(bytes) == Data(bytes).base64EncodedString())
    }
  }
}
