import Dispatch
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite @MainActor struct DiskReadsTests {
  private let mailbox = Mailbox()

  @Test func whatComesInTimeIsGivenAtOnce() {
    let reads = DiskReads(mailbox: mailbox)
    for number in 0..<100 {
      let value = reads.run({ number }, late: { _ in Issue.record("late") })
      #expect(value == number)
    }
    #expect(reads.pending == 0 && !mailbox.drain())
  }

  /// Two files that hang take the time of one frame once, and keep nothing else from being drawn.
  @Test func whatIsLateArrivesInTheMailbox() {
    let reads = DiskReads(mailbox: mailbox)
    reads.patience = 0.02
    let disk = DispatchSemaphore(value: 0)
    var arrived: [Int] = []
    for number in 0..<5 {
      let value = reads.run(
        {
          disk.wait()
          return number
        }, late: { arrived.append($0) })
      #expect(value == nil)
    }
    #expect(reads.pending == 5)
    for _ in 0..<5 { disk.signal() }
    while reads.pending > 0 {
      mailbox.wait(timeout: 10)
      mailbox.drain()
    }
    #expect(arrived.sorted() == [0, 1, 2, 3, 4])
    reads.beginFrame()
    reads.patience = 10
    #expect(reads.run({ 7 }, late: { _ in }) == 7)
  }
}
