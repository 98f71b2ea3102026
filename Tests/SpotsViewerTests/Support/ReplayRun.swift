import Foundation
import Testing

/// One run of `replay` and the objects it printed. The same script has printed the same in a
/// window.
struct ReplayRun {
  let run: CommandRun
  /// The printed lines, in order.
  let lines: [[String: Any]]

  /// Plays `steps` on a file of `directory`.
  init(
    _ directory: TemporaryDirectory, _ steps: [String], on screen: String = "screen.json",
    options: [String] = ["--size", "400x300"]
  ) throws {
    try directory.write(steps.map { $0 + "\n" }.joined(), to: "script.jsonl")
    run = try CommandRun(["replay", screen, "script.jsonl"] + options, in: directory.path)
    lines = try run.text.split(separator: "\n").map {
      try #require(
        JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
    guard run.status <= 1 else { return }
    let live = try ScriptWindows.shared.play(steps, on: screen, in: directory, options)
    #expect(live == run.text, "in a window")
  }

  /// The names of the events, in order; inspected screens are "inspect".
  var names: [String] { lines.map { $0["event"] as? String ?? "inspect" } }

  /// The events called `name`.
  func events(_ name: String) -> [[String: Any]] { lines.filter { $0["event"] as? String == name } }

  /// The screens that were inspected, in order.
  var screens: [InspectedScreen] {
    get throws {
      try run.text.split(separator: "\n").filter { !$0.hasPrefix("{\"event\"") }
        .map { try JSONDecoder().decode(InspectedScreen.self, from: Data($0.utf8)) }
    }
  }

  var offsets: [Double] { get throws { try screens.map(\.contentOffset.y) } }
}
