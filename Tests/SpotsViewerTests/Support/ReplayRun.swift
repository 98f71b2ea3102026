import Foundation
import Testing

/// One run of `replay` and the objects it printed. In a window, the script has printed the same.
struct ReplayRun {
  let run: CommandRun
  /// The printed lines, in order.
  let lines: [[String: Any]]

  /// Plays `steps` on the file `screen.json` of `directory`.
  init(
    _ directory: TemporaryDirectory, _ steps: [String], options: [String] = ["--size", "400x300"]
  ) throws {
    try directory.write(steps.map { $0 + "\n" }.joined(), to: "script.jsonl")
    run = try CommandRun(
      ["replay", "screen.json", "script.jsonl"] + options, in: directory.path)
    lines = try run.text.split(separator: "\n").map {
      try #require(
        JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
    if run.status <= 1 { try playLive(directory, options) }
  }

  /// The display of the windows that scripts are played in; nobody has a pointer there.
  private static let display = Result { () throws -> VirtualDisplay in
    let display = try VirtualDisplay(width: 1300, height: 1000)
    try display.xdotool(["mousemove", "1299", "999"])
    return display
  }

  private func playLive(_ directory: TemporaryDirectory, _ options: [String]) throws {
    let socket = directory("control")
    let theme = options.contains("--theme") ? [] : ["--theme", "light"]
    let viewer = try ViewerProcess(
      ["screen.json", "--events", "--control", socket] + options + theme,
      display: Self.display.get(), directory: directory.path)
    try viewer.waitForEvent("shown", timeout: 30)
    let live = try CommandRun(
      ["replay", "--live", socket, "script.jsonl"], in: directory.path)
    // Only who reads the document without a window says what is wrong with it.
    #expect(live.status == 0 || live.errors.contains("error: "), "\(live.errors)")
    #expect(live.text == run.text, "in a window: \(live.errors)")
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
