import CDecoder
import Foundation
import Glibc
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Decoders as processes: what they may do, what becomes of those that do anything else, and of the
/// images beside them.
@Suite(.serialized)
struct DecoderTests {
  private let misbehaving = DecoderPath.beside("misbehaving-decoder")

  private func decode(_ bytes: [UInt8], with decoder: borrowing Decoder) throws(ImageError)
    -> DecodedImage
  {
    let header = try ImageHeader(SampleImages.svg)
    return try decoder.decode(bytes, header: header, width: 3, height: 2)
  }

  private func outcome(
    _ bytes: [UInt8], with decoder: inout RestartingDecoder
  ) -> DecodingThreads.Outcome {
    Result { () throws(ImageError) in
      let header = try ImageHeader(SampleImages.svg)
      return try withSealed(bytes) { (file) throws(ImageError) in
        try decoder.decode(request(header, width: 3, height: 2), bytes: file)
      }
    }
  }

  @Test func theBoxIsClosed() throws {
    let box = try Decoder(path: DecoderPath.installed).box
    #expect(box.no_new_privileges == 1)
    #expect(box.seccomp == 1)
  }

  /// The misbehaving decoder works normally unless told to misbehave.
  @Test func thePeerOfTheTestsCanBehave() throws {
    let decoder = try Decoder(path: misbehaving)
    #expect(try decode(Array("behave".utf8), with: decoder).frames.count == 1)
  }

  @Test(arguments: [
    "open", "write", "socket", "exec", "fork", "signal", "code", "memory", "crash", "leave",
    "large", "frames", "short", "unsealed", "nothing", "babble", "file", "grow", "owner", "stat",
    "link",
  ])
  func misbehavingCostsOneImage(how: String) throws {
    let decoder = try Decoder(path: misbehaving)
    #expect(throws: ImageError.crashed) { try decode(Array(how.utf8), with: decoder) }
    #expect(access("/tmp/spots-decoder-was-here", F_OK) != 0)
  }

  /// However many descriptors come with an answer, none stays open.
  @Test func descriptorsThatComeWithAnswersAreClosed() throws {
    let before = try descriptors()
    let decoder = try Decoder(path: misbehaving)
    let request = request(try ImageHeader(SampleImages.svg), width: 3, height: 2)
    try withSealed(Array("many".utf8)) { decoder.send(request, bytes: $0) }
    for _ in 0..<2 { #expect(throws: ImageError.self) { _ = try decoder.receive(request) } }
    // Other tests open files meanwhile, but not hundreds.
    #expect(try descriptors() < before + 100)
  }

  /// A decoder that sleeps, or that others have stopped, costs its picture far less than the time
  /// that one on a busy machine gets.
  @Test func decodersThatDoNothingAreGivenUp() throws {
    let start = Clock.now
    let asleep = try Decoder(path: misbehaving)
    #expect(throws: ImageError.tooSlow) { try decode(Array("sleep".utf8), with: asleep) }
    let stopped = try Decoder(path: DecoderPath.installed)
    kill(stopped.number, SIGSTOP)
    #expect(throws: ImageError.interrupted) { try decode(SampleImages.svg, with: stopped) }
    #expect(Clock.now - start < Allowance.of(Decoder.TimeLimit.wall / 2))
  }

  @Test func whatADecoderSaysIsPrintable() throws {
    let decoder = try Decoder(path: misbehaving)
    do throws(ImageError) {
      _ = try decode(Array("escape".utf8), with: decoder)
      Issue.record("it is a picture")
    } catch {
      #expect(error.reason.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
    }
  }

  @Test func aDrawingWithoutEndIsGivenUp() throws {
    let drawer = try Decoder(path: DecoderPath.installed)
    #expect(throws: ImageError.tooSlow) {
      try drawer.decode(
        HostileImages.endless, header: ImageHeader(SampleImages.svg), width: 100, height: 100)
    }
  }

  @Test func aDrawingThatTakesAllMemoryFailsAlone() throws {
    // So many shapes take more memory than the process may have, or more time.
    let many = String(repeating: "<path d='M0 0L1 1L2 3z'/>", count: 160_000)
    let bytes = Array("<svg width='4096' height='4096'>\(many)</svg>".utf8)
    let decoder = try Decoder(path: DecoderPath.installed)
    do throws(ImageError) {
      _ = try decoder.decode(bytes, header: ImageHeader(bytes), width: 4096, height: 4096)
    } catch {
      #expect([.tooSlow, .crashed, .outOfMemory].contains(error) || error.reason.hasPrefix("the"))
    }
  }

  @Test func aProgramThatIsNotThereIsNamed() throws {
    do throws(ImageError) {
      _ = try Decoder(path: "/nowhere/spots-decoder")
      Issue.record("it runs")
    } catch {
      #expect(error.reason.contains("No such file"))
    }
  }

  // MARK: Threads

  private final class Outcomes: Sendable {
    private let mailbox = Mailbox()
    @MainActor private var all: [DecodingThreads.Outcome] = []

    func take(_ outcome: DecodingThreads.Outcome) {
      mailbox.post { [self] in all.append(outcome) }
    }

    /// Waits for `count` outcomes, a minute at most.
    @MainActor func wait(for count: Int) -> [DecodingThreads.Outcome] {
      let end = Clock.now + 60
      while all.count < count, Clock.now < end {
        mailbox.wait(timeout: end - Clock.now)
        mailbox.drain()
      }
      return all
    }
  }

  /// Images after one that crashed or hung are decoded as if nothing had happened.
  @Test @MainActor func aCrashLeavesTheOthersAlone() throws {
    let threads = DecodingThreads(path: misbehaving)
    let outcomes = Outcomes()
    for how in ["crash", "behave", "leave", "behave", "open", "behave", "unsealed", "behave"] {
      threads.run { decoder in
        outcomes.take(outcome(Array(how.utf8), with: &decoder))
      } failure: {
        outcomes.take(.failure($0))
      }
    }
    let all = outcomes.wait(for: 8)
    #expect(all.count == 8)
    var good = 0
    for case .success in all { good += 1 }
    #expect(good == 4)
  }

  /// The same for images a decoder is given all at once.
  @Test func aCrashLeavesTheOthersOfItsBatchAlone() throws {
    let ways = ["behave", "crash", "behave", "behave", "leave", "unsealed", "behave"]
    let (all, good, late) = try decodeAtOnce(ways)
    // On a busy machine any of them may take long.
    #expect(all == Array(ways.indices.prefix(late?.lowerBound ?? ways.count)))
    #expect(good == all.filter { ways[$0] == "behave" })
  }

  /// A decoder that crashed leaves requests unanswered; its earlier answers count.
  @Test func answersBeforeACrashCount() throws {
    let decoder = try Decoder(path: misbehaving)
    let request = request(try ImageHeader(SampleImages.svg), width: 3, height: 2)
    for way in ["behave", "crash", "behave"] {
      try withSealed(Array(way.utf8)) { decoder.send(request, bytes: $0) }
    }
    let status = "/proc/\(decoder.number)/stat"
    let end = Clock.now + 20
    while try !String(contentsOfFile: status, encoding: .utf8).contains(") Z "), Clock.now < end {
      usleep(1000)
    }
    _ = try decoder.receive(request)
    #expect(throws: ImageError.crashed) { _ = try decoder.receive(request) }
  }

  @Test func whatIsBehindASlowImageIsGivenBack() throws {
    let (all, good, late) = try decodeAtOnce(["behave", "loop", "behave", "behave"])
    let behind = try #require(late)
    #expect(behind.lowerBound <= 2 && behind.upperBound == 4)
    #expect(all == Array(0..<behind.lowerBound) && good == all.filter { $0 == 0 })
  }

  /// Has one decoder decode an image for each of `ways` to behave.
  ///
  /// - Returns: The images it was done with, the good ones among them, and those it gave back.
  private func decodeAtOnce(
    _ ways: [String]
  ) throws -> (all: [Int], good: [Int], late: Range<Int>?) {
    let request = request(try ImageHeader(SampleImages.svg), width: 3, height: 2)
    let tasks = ways.map { (request, spots_sealed_bytes($0, $0.utf8.count)) }
    defer { for task in tasks { close(task.1) } }
    var decoder = RestartingDecoder(path: misbehaving)
    var (all, good, late) = ([Int](), [Int](), Range<Int>?.none)
    decoder.decode(tasks) { index, outcome in
      all.append(index)
      if case .success = outcome { good.append(index) }
    } late: {
      late = $0
    }
    return (all, good, late)
  }

  /// Decoders that are not needed any more are gone, and so are their descriptors.
  @Test @MainActor func nothingIsLeftBehind() throws {
    let before = try descriptors()
    let threads = DecodingThreads(path: DecoderPath.installed, patience: 0.01)
    for _ in 0..<20 {
      let outcomes = Outcomes()
      threads.run { decoder in
        outcomes.take(outcome(SampleImages.svg, with: &decoder))
      } failure: {
        outcomes.take(.failure($0))
      }
      #expect(outcomes.wait(for: 1).count == 1)
      let end = Clock.now + 20
      while threads.count > 0, Clock.now < end { usleep(1000) }
      #expect(threads.count == 0)
    }
    // Other tests open files meanwhile, but not hundreds.
    #expect(try descriptors() < before + 20)
  }

  private func descriptors() throws -> Int {
    let stream = try #require(opendir("/proc/self/fd"))
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    return count
  }
}
