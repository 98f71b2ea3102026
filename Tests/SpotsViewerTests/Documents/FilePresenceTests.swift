import Dispatch
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsViewer

@Suite struct FilePresenceTests {
  /// Delays a file system in which files exist if they end in `.json`: those in `/dead` answer when
  /// this is signaled.
  private let gate = DispatchSemaphore(value: 0)
  private let asked = EventLog<String>()
  private let late = EventLog<String>()

  private func look(_ presence: FilePresence, _ paths: [String], _ patience: Double) -> [String:
    Bool]
  {
    presence.look(for: paths, patience: patience) { [late] in late.append("\($0) \($1)") }
  }

  @Test func aDeadServerHoldsUpNothing() {
    let presence = FilePresence { [gate, asked] path in
      asked.append(path)
      if path.hasPrefix("/dead/") { gate.wait() }
      return path.hasSuffix(".json")
    }
    let paths = ["/dead/a.json", "/b.json", "/dead/c", "/d"]
    // The first two answer at once, within any time limit; the dead ones do not answer at all.
    var known: [String: Bool] = [:]
    for _ in 0..<100 where known.count < 2 {
      known.merge(look(presence, paths, 0.1)) { $1 }
    }
    #expect(known == ["/b.json": true, "/d": false])
    // A file that has not answered is not asked about again.
    #expect(asked.entries.count { $0.hasPrefix("/dead/") } == 2)
    gate.signal()
    gate.signal()
    #expect(late.wait { $0 == "/dead/a.json true" } != nil)
    #expect(late.wait { $0 == "/dead/c false" } != nil)
    // By now it answers in time.
    gate.signal()
    #expect(look(presence, ["/dead/a.json"], 30) == ["/dead/a.json": true])
  }
}
