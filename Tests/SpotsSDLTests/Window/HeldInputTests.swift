import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct HeldInputTests {
  /// A class, since values cannot be changed inside an expectation.
  private final class Queue {
    private var held = HeldInput()

    var deadline: Double? { held.deadline }
    func hold(_ events: WindowEvent..., at now: Double) -> Int? { held.hold(events, at: now) }
    func add(_ event: WindowEvent) -> Bool { held.add(event) }
    func answer(_ number: Int, isTaken: Bool) { held.answer(number, isTaken: isTaken) }
    func answerAll() { held.answerAll() }
    func release(at now: Double) -> [WindowEvent] { held.release(at: now) }
  }

  private func key(_ name: Character) -> WindowEvent { .input(.keyPressed(.character(name), [])) }
  private let click = WindowEvent.input(.pointerPressed(.zero, .left, clicks: 1))

  @Test func inputWaitsInItsOrderForTheKeysBeforeIt() throws {
    let held = Queue()
    #expect(!held.add(click), "nothing to wait for")
    let first = try #require(held.hold(key("a"), at: 1))
    #expect(held.add(click) && held.add(.closeRequested))
    #expect(!held.add(.exposed) && !held.add(.woken), "no input")
    let second = try #require(held.hold(key("b"), at: 1.01))
    held.answer(second, isTaken: false)
    #expect(held.release(at: 1.02) == [])
    held.answer(first, isTaken: false)
    #expect(held.release(at: 1.02) == [key("a"), click, .closeRequested, key("b")])
    #expect(held.deadline == nil && !held.add(click))
  }

  @Test func takenKeysAreLeftOutWithTheirText() throws {
    let held = Queue()
    let number = try #require(held.hold(key("a"), .input(.textEntered("a")), at: 0))
    #expect(held.add(click))
    held.answer(number, isTaken: true)
    #expect(held.release(at: 0) == [click])
  }

  @Test func nobodyIsWaitedForTwice() throws {
    let held = Queue()
    let slow = try #require(held.hold(key("a"), at: 0))
    let taken = try #require(held.hold(key("b"), at: 0.05))
    held.answer(taken, isTaken: true)
    _ = held.hold(key("c"), at: 0.06)
    let deadline = try #require(held.deadline)
    #expect(deadline == HeldInput.patience && held.release(at: deadline.nextDown) == [])
    #expect(held.release(at: deadline) == [key("a"), key("c")])
    #expect(held.hold(key("d"), at: deadline) == nil && !held.add(key("d")))
    #expect(held.hold(key("d"), at: deadline + HeldInput.pause) != nil)
    #expect(held.release(at: .infinity) == [key("d")])
    // A client that answers counts as responsive again.
    #expect(held.hold(key("e"), at: 100) == nil)
    held.answer(slow, isTaken: true)
    #expect(held.hold(key("e"), at: 100) != nil)
    held.answerAll()
    #expect(held.release(at: 100) == [key("e")])
  }

  /// However keys and answers come: all input but taken keys comes out, in its order, and none
  /// waits longer than it may.
  @Test func nothingIsLostOrOvertakes() {
    for _ in 0..<300 {
      let seed = UInt64.random(in: 0 ... .max)
      guard isInOrder(seed) else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  private func isInOrder(_ seed: UInt64) -> Bool {
    var random = SplitMix64(seed: seed)
    let held = Queue()
    var (now, out): (Double, [WindowEvent]) = (0, [])
    var come: [(event: WindowEvent, time: Double)] = []
    var (open, taken): ([Int: WindowEvent], Set<WindowEvent>) = ([:], [])
    for step in 0..<60 {
      now += .random(in: 0...0.04, using: &random)
      let event = WindowEvent.input(.textEntered("\(step)"))
      let isKey = Bool.random(using: &random)
      if Bool.random(using: &random) {
        come.append((event, now))
        if isKey, let number = held.hold(event, at: now) {
          open[number] = event
        } else if !held.add(event) {
          out.append(event)
        }
      } else if let number = open.keys.sorted().randomElement(using: &random),
        let event = open.removeValue(forKey: number)
      {
        if isKey, !out.contains(event) { taken.insert(event) }
        held.answer(number, isTaken: isKey)
      }
      out += held.release(at: now)
      let due = come.filter { $0.time <= now - HeldInput.patience && !taken.contains($0.event) }
      guard due.allSatisfy({ out.contains($0.event) }) else { return false }
    }
    held.answerAll()
    out += held.release(at: now)
    return out == come.map(\.event).filter { !taken.contains($0) }
  }
}
