import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL
@testable import SpotsViewer

@Suite struct FeedStateTests {
  /// A feed on virtual time whose file is a variable; good content starts with `{`.
  struct Rig {
    var state = FeedState<String>()
    var file: String? = "{1}"
    let start = ContinuousClock.now
    var milliseconds = 0
    /// What was told, each with its time.
    var told: [(time: Int, text: String)] = []
    var parseCount = 0

    var now: ContinuousClock.Instant { start + .milliseconds(milliseconds) }
    var texts: [String] { told.map(\.text) }

    mutating func signal(_ signal: FileWatcher.Signal) {
      state.note(signal, at: now)
      if state.beginsReading(at: now) { read() }
      if let delivery = state.releaseHeld(at: now) { tell(delivery) }
    }

    mutating func save(_ text: String?, _ signal: FileWatcher.Signal = .saved) {
      file = text
      self.signal(signal)
    }

    /// Lets `duration` milliseconds pass, a millisecond at a time, as the loop would.
    mutating func pass(_ duration: Int) {
      for _ in 0..<duration {
        milliseconds += 1
        if let deadline = state.deadline, deadline <= now { signal(.due) }
      }
    }

    private mutating func read() {
      let content = file.map { FeedState<String>.Content.success(Fingerprint(Array($0.utf8))) }
      let text = file
      var parsed = 0
      let delivery = state.receive(content ?? .failure(.missing)) {
        guard let text else { return (.missing, false) }
        parsed = 1
        let isGood = text.hasPrefix("{")
        return (isGood ? .good(text) : .broken(text), isGood)
      }
      parseCount += parsed
      if let delivery { tell(delivery) }
    }

    private mutating func tell(_ delivery: FeedState<String>.Delivery) {
      switch delivery {
      case .good(let text): told.append((milliseconds, text))
      case .broken(let text): told.append((milliseconds, "broken " + text))
      case .missing: told.append((milliseconds, "missing"))
      case .unreadable(let error): told.append((milliseconds, "\(error)"))
      case .unreachable, .unchanged: told.append((milliseconds, "not of a file"))
      }
    }
  }

  @Test(arguments: ["{1}", "", nil])
  func startTellsWhateverIsThereAtOnce(file: String?) {
    var rig = Rig(file: file)
    rig.signal(.started)
    #expect(rig.told.count == 1)
    #expect(rig.state.deadline == nil)
  }

  /// The file became bad after the shown content was read and before the feed started.
  @Test(arguments: ["half", nil])
  func whatIsBadAtTheStartIsToldWhenItHasStayed(file: String?) {
    var rig = Rig(state: FeedState(shown: Fingerprint(Array("{0}".utf8))), file: file)
    rig.signal(.started)
    #expect(rig.texts == [])
    rig.pass(400)
    #expect(rig.texts == [file.map { "broken \($0)" } ?? "missing"])
    #expect(rig.state.deadline == nil)
  }

  @Test func goodContentIsToldOnceSoonAfterTheSave() {
    var rig = Rig()
    rig.signal(.started)
    rig.save("{2}", .changing)
    rig.save("{2}", .saved)
    rig.pass(1000)
    #expect(rig.texts == ["{1}", "{2}"])
    #expect(rig.told[1].time <= 60)
  }

  @Test func sameContentIsNotToldAgain() {
    var rig = Rig()
    rig.signal(.started)
    rig.save("{1}")
    rig.pass(1000)
    #expect(rig.texts == ["{1}"])
    #expect(rig.parseCount == 1)
  }

  @Test func badContentIsToldWhenItHasStayed() {
    var rig = Rig()
    rig.signal(.started)
    rig.save("half")
    rig.pass(399)
    #expect(rig.texts == ["{1}"])
    rig.pass(1)
    #expect(rig.texts == ["{1}", "broken half"])
    #expect(rig.state.deadline == nil)
  }

  @Test(arguments: [10, 60, 200, 300, 390])
  func halfAFileIsNeverTold(gap: Int) {
    var rig = Rig()
    rig.signal(.started)
    rig.save("", .changing)
    rig.save("half", .changing)
    rig.pass(gap)
    rig.save("{whole}", .saved)
    rig.pass(1000)
    #expect(rig.texts == ["{1}", "{whole}"])
  }

  @Test func aFileThatComesBackUnchangedWasNeverGone() {
    var rig = Rig()
    rig.signal(.started)
    rig.save(nil, .changing)
    rig.pass(300)
    rig.save("{1}")
    rig.pass(1000)
    #expect(rig.texts == ["{1}"])
  }

  @Test func aToldFaultIsTakenBackByTheOldContent() {
    var rig = Rig()
    rig.signal(.started)
    for bad in ["half", nil] {
      rig.save(bad)
      rig.pass(1000)
      rig.save("{1}")
      rig.pass(1000)
    }
    #expect(rig.texts == ["{1}", "broken half", "{1}", "missing", "{1}"])
  }

  @Test func badContentIsParsedOnceWhileItIsHeld() {
    var rig = Rig()
    rig.signal(.started)
    for _ in 0..<5 {
      rig.save("half")
      rig.pass(100)
    }
    rig.pass(1000)
    #expect(rig.parseCount == 2)
    #expect(rig.texts == ["{1}", "broken half"])
  }

  @Test func endlessWritingDoesNotStarve() {
    var rig = Rig()
    rig.signal(.started)
    for number in 0..<1000 {
      rig.save("{\(number)}", .changing)
      rig.pass(5)
    }
    let gaps = zip(rig.told, rig.told.dropFirst()).map { $1.time - $0.time }
    #expect(gaps.allSatisfy { $0 <= 1000 })
    #expect(rig.told.count >= 5)
  }

  @Test func refreshTellsTheSameAgain() {
    var rig = Rig()
    rig.signal(.started)
    rig.signal(.woken)
    rig.save("half")
    rig.signal(.woken)
    rig.pass(1000)
    #expect(rig.texts == ["{1}", "{1}", "broken half"])
  }

  /// Whatever happens: the last thing told is what the file holds, good content is told within
  /// 250 ms of the last change, and nothing is told twice in a row.
  @Test func endsWithTheTruth() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var rig = Rig()
      rig.signal(.started)
      let contents: [String?] = ["{1}", "{2}", "{3}", "half", "", nil]
      for _ in 0..<40 {
        let signal: FileWatcher.Signal = Bool.random(using: &random) ? .changing : .saved
        rig.save(contents.randomElement(using: &random)!, signal)
        rig.pass([0, 3, 30, 100, 399, 401, 600].randomElement(using: &random)!)
      }
      rig.save(contents.randomElement(using: &random)!, .changing)
      rig.pass(250)
      if rig.file?.hasPrefix("{") == true { #expect(rig.texts.last == rig.file, "seed \(seed)") }
      rig.pass(500)
      let truth = rig.file.map { $0.hasPrefix("{") ? $0 : "broken " + $0 } ?? "missing"
      #expect(rig.texts.last == truth, "seed \(seed)")
      #expect(zip(rig.texts, rig.texts.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
      #expect(rig.state.deadline == nil, "seed \(seed)")
    }
  }
}
