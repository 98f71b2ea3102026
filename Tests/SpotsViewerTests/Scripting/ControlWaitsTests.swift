import Glibc
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import spots_viewer

@Suite @MainActor struct ControlWaitsTests {
  private let mailbox = Mailbox()
  private let client = ControlClient(1)

  private func item(_ title: String) -> ControlCondition {
    .items(ItemSearch(title: title), areThere: true)
  }

  /// However often something happens, a window goes on while somebody waits for one of its items.
  @Test func searchesTakeAPartOfTheTime() throws {
    var (count, isThere, reasons) = (0, false, [String?]())
    let waits = ControlWaits(mailbox: mailbox) { _, _ in
      false
    } search: { [mailbox] _, then in
      count += 1
      let isFound = isThere
      DelayedCall(after: 0.02) { mailbox.post { then(isFound) } }
    }
    waits.wait(until: item("a"), for: 60, client) { reasons.append($0) }
    isThere = true
    for _ in 0..<10 { waits.look(hasFrame: true) }
    #expect(count == 1, "a search is under way")
    let end = Clock.now + Allowance.patience(20)
    while reasons.isEmpty, Clock.now < end {
      mailbox.wait(timeout: end - Clock.now)
      mailbox.drain()
    }
    #expect(reasons == [nil])
    #expect(count == 2)
  }

  @Test func whoWaitsIsAnsweredInTheEnd() throws {
    var answers: [String] = []
    let waits = ControlWaits(mailbox: mailbox) { condition, _ in
      condition == .event("closed")
    } search: { _, then in
      then(false)
    }
    let gone = ControlClient(2)
    waits.wait(until: item("a"), for: 60, client) { answers.append($0 ?? "there") }
    waits.wait(until: .window(.rest), for: 60, gone) { answers.append("gone: \($0 ?? "")") }
    waits.wait(until: .window(.pictures), for: 0, client) { answers.append($0 ?? "there") }
    let end = Clock.now + Allowance.patience(20)
    while answers.isEmpty, Clock.now < end {
      mailbox.wait(timeout: end - Clock.now)
      mailbox.drain()
    }
    waits.wait(until: .window(.event("closed")), for: 60, client) { answers.append($0 ?? "there") }
    waits.leave(2)
    waits.endAll(because: "closed")
    #expect(answers == ["nothing came within 0.0 s", "there", "closed"])
  }
}
