import Foundation
import SpotsTestSupport
import Testing

/// Reloads that are seen, frame by frame on virtual time.
@Suite struct ReplayAnimationTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.screen(["a", "b", "c", "d"]), to: "screen.json")
  }

  /// A list whose items are 50 high.
  private static func screen(_ names: [String]) -> String {
    let items = names.map { #"{"identifier":"\#($0)","title":"\#($0)","size":{"height":50}}"# }
    return #"{"components":[{"identifier":"list","items":[\#(items.joined(separator: ","))]}]}"#
  }

  private func write(_ names: [String]) -> String {
    #"{"write":{"screen":\#(Self.screen(names))}}"#
  }

  /// The pictures named by `render` steps, in order.
  private func pictures(_ steps: [String], options: [String] = []) throws -> [Shot] {
    let replay = try ReplayRun(directory, steps, options: ["--size", "200x250"] + options)
    #expect(replay.run.status == 0)
    return try steps.filter { $0.contains("render") }.indices.map {
      Shot(bytes: try Data(contentsOf: URL(fileURLWithPath: directory("\($0).png"))))
    }
  }

  /// A picture that prints in one line.
  private struct Shot: Hashable, CustomStringConvertible {
    var bytes: Data
    var description: String { "a picture of \(bytes.count) bytes" }
  }

  private func render(_ index: Int) -> String { #"{"render":"\#(index).png"}"# }

  private func wait(_ seconds: Double) -> String { #"{"wait":\#(seconds)}"# }

  /// Two frames of 0.5 s each, red and blue, again and again.
  private static let blinking: [UInt8] = {
    let frame: (UInt8) -> [UInt8] = { color in
      [0x21, 0xF9, 4, 0, 50, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, color, 0x01, 0]
    }
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0, 0, 0, 0, 0xFF]
      + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
      + frame(0x44) + frame(0x4C) + [0x3B]
  }()

  @Test func animatedPicturesMove() throws {
    try Data(Self.blinking).write(to: URL(fileURLWithPath: directory("a.gif")))
    let item = #"{"kind":"image","image":"a.gif","size":{"height":50}}"#
    try directory.write(#"[{"items":[\#(item)]}]"#, to: "screen.json")
    let steps = [
      render(0), wait(0.4), render(1), wait(0.2), render(2), wait(0.5), render(3), wait(600.5),
      render(4),
    ]
    let shots = try pictures(steps)
    #expect(shots[0] == shots[1] && shots[1] == shots[3])
    #expect(shots[0] != shots[2] && shots[2] == shots[4])
    #expect(try Set(pictures(steps, options: ["--no-animation"])).count == 1)
  }

  @Test func aReloadIsSeenAndComesToRest() throws {
    let steps = [
      render(0), write(["a", "c", "new", "d"]), render(1), wait(0.1), render(2), wait(0.1),
      render(3), wait(1), render(4), wait(5), render(5),
    ]
    let shots = try pictures(steps)
    // It begins with everything in place, each frame differs, and then nothing moves any more.
    #expect(shots[0] == shots[1])
    #expect(Set(shots[1...4]).count == 4)
    #expect(shots[4] == shots[5])
    try directory.write(Self.screen(["a", "c", "new", "d"]), to: "screen.json")
    #expect(try pictures([render(0)])[0] == shots[4])
  }

  @Test func aChangeInTheMiddleGoesOnFromThere() throws {
    let steps = [
      write(["a", "c", "new", "d"]), wait(0.1), render(0), write(["a", "b", "c", "d"]), render(1),
      wait(0.05), render(2), wait(1), render(3),
    ]
    let shots = try pictures(steps)
    #expect(shots[0] == shots[1])
    #expect(shots[1] != shots[2] && shots[2] != shots[3])
    // Everything is back where it was.
    #expect(try pictures([render(0)]) == [shots[3]])
  }

  @Test func theSameScriptGivesTheSamePictures() throws {
    let steps = [write(["d", "x", "a"]), wait(0.07), render(0), wait(0.07), render(1)]
    #expect(try pictures(steps) == pictures(steps))
  }

  @Test func withoutAnimationEverythingJumps() throws {
    let steps = [
      write(["a", "c", "new", "d"]), render(0), wait(0.1), render(1),
      #"{"resize":{"width":200,"height":100}}"#, #"{"wheel":{"x":50,"y":50,"dy":-1}}"#,
      #"{"inspect":true}"#,
    ]
    let shots = try pictures(steps, options: ["--no-animation"])
    #expect(shots[0] == shots[1])
    let replay = try ReplayRun(directory, steps, options: ["--size", "200x250", "--no-animation"])
    #expect(try replay.offsets == [60])
  }

  @Test func aBrokenFileMovesNothing() throws {
    let steps = [
      render(0), #"{"write":{"text":"{"}}"#, wait(3), write(["a", "b", "c", "d"]), wait(1),
      render(1),
    ]
    let shots = try pictures(steps)
    #expect(shots[0] == shots[1])
  }
}
