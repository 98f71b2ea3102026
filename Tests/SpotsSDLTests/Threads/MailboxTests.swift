import Dispatch
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite(.serialized) @MainActor
struct MailboxTests {
  @MainActor final class Log {
    var entries: [Int] = []
  }

  @Test func jobsRunInTheirOrderOnce() {
    let (mailbox, log) = (Mailbox(), Log())
    for number in 0..<100 { mailbox.post { log.entries.append(number) } }
    #expect(mailbox.drain())
    #expect(log.entries == Array(0..<100))
    #expect(!mailbox.drain())
  }

  @Test func onlyTheFirstJobWakes() {
    let mailbox = Mailbox()
    let wakes = Mutex(0)
    mailbox.onPost { wakes.withLock { $0 += 1 } }
    for _ in 0..<10 { mailbox.post {} }
    #expect(wakes.withLock { $0 } == 1)
    mailbox.drain()
    mailbox.post {}
    #expect(wakes.withLock { $0 } == 2)
  }

  @Test func jobsPostedByJobsWaitForTheNextTime() {
    let (mailbox, log) = (Mailbox(), Log())
    mailbox.post {
      log.entries.append(1)
      mailbox.post { log.entries.append(2) }
    }
    mailbox.drain()
    #expect(log.entries == [1])
    mailbox.drain()
    #expect(log.entries == [1, 2])
  }

  @Test func manyThreadsLoseNothing() {
    let (mailbox, log) = (Mailbox(), Log())
    DispatchQueue.concurrentPerform(iterations: 1000) { number in
      mailbox.post { log.entries.append(number) }
    }
    mailbox.drain()
    #expect(log.entries.sorted() == Array(0..<1000))
  }

  @Test(.timeLimit(.minutes(10 * Allowance.factor)))
  func waitingEndsWhenAJobComes() {
    let (mailbox, log) = (Mailbox(), Log())
    DispatchQueue.global().async { mailbox.post { log.entries.append(1) } }
    while log.entries.isEmpty {
      mailbox.wait(timeout: 30)
      mailbox.drain()
    }
    #expect(log.entries == [1])
  }
}
