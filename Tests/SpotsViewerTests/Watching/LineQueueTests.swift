import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SpotsViewer

@Suite struct LineQueueTests {
  /// The reading thread waits while too many lines are queued, and nothing is lost or overtaken.
  @Test func aFastWriterWaits() {
    for limit in [(lines: 3, bytes: 1000), (lines: 1000, bytes: 10), (lines: 1, bytes: 1)] {
      let told = DispatchSemaphore(value: 0)
      let most = Mutex(0)
      let queue = LineQueue<Int>(limit: limit) { _ in told.signal() }
      Thread.detachNewThread { for number in 0..<2000 { queue.add(number, size: 4) } }
      var taken: [Int] = []
      while taken.count < 2000 {
        guard told.wait(timeout: .now() + 30) == .success else { break }
        let lines = queue.takeAll()
        most.withLock { $0 = max($0, lines.count) }
        taken += lines
      }
      #expect(taken == Array(0..<2000))
      #expect(most.withLock { $0 } <= max(min(limit.lines, limit.bytes / 4), 1))
    }
  }
}
