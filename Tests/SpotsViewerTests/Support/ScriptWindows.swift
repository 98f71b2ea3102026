import Foundation
import SpotsTestSupport
import Testing

/// Windows in which scripts are played again that were played without one: a window for all screens
/// that are shown with the same options. They are on a display of their own, where nobody moves a
/// pointer.
final class ScriptWindows: @unchecked Sendable {
  static let shared = ScriptWindows()

  struct Window {
    let process: ViewerProcess
    /// Where the screen is.
    let directory: TemporaryDirectory
    let client: ControlConnection
  }

  private let lock = NSLock()
  private var display: VirtualDisplay?
  private var windows: [[String]: Window] = [:]

  /// Plays `steps` on the file `screen.json` of `directory`, and gives what is printed. Pictures
  /// are compared with those in `directory`.
  func play(
    _ steps: [String], in directory: TemporaryDirectory, _ options: [String]
  ) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    var others = options
    let start = try #require(others.firstIndex(of: "--size"))
    let size = others[start + 1].split(separator: "x")
    others.removeSubrange(start...start + 1)
    let window = try windows[others] ?? open(others)
    // One that fails is not used again.
    windows[others] = nil
    try Self.replaceContents(of: window.directory, with: directory)
    try window.ask(#"{"resize":{"width":\#(size[0]),"height":\#(size[1])}}"#)
    var lines = try window.ask(#"{"script":true}"#).lines
    for step in steps {
      let answer = try window.ask(
        step.replacing(#"{"render":""#, with: #"{"render":"\#(window.directory.path)/"#))
      lines += answer.lines
      if answer.events.last == "closed" { return window.text(lines, in: directory) }
      try window.comparePicture(step, directory)
    }
    lines += try window.ask(#"{"script":false}"#).lines
    windows[others] = window
    return window.text(lines, in: directory)
  }

  private func open(_ options: [String]) throws -> Window {
    if display == nil {
      display = try VirtualDisplay(width: 1300, height: 1000)
      try display?.xdotool(["mousemove", "1299", "999"])
    }
    let directory = try TemporaryDirectory()
    try directory.write(#"{"components":[]}"#, to: "screen.json")
    let process = try ViewerProcess(
      ["screen.json", "--events", "--no-watch", "--theme", "light", "--control", "control"]
        + options,
      display: display, directory: directory.path)
    try process.waitForEvent("shown")
    return Window(
      process: process, directory: directory, client: try ControlConnection(directory("control")))
  }

  private static func replaceContents(
    of target: TemporaryDirectory, with source: TemporaryDirectory
  ) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: target.path) where name != "control" {
      try files.removeItem(atPath: target(name))
    }
    for name in try files.contentsOfDirectory(atPath: source.path) {
      try files.copyItem(atPath: source(name), toPath: target(name))
    }
  }
}

extension ScriptWindows.Window {
  @discardableResult
  fileprivate func ask(_ question: String) throws -> ControlConnection.Answer {
    let answer = try client.ask(question)
    try #require(answer.error == nil, "\(question): \(answer.error ?? "")")
    return answer
  }

  /// What a replay prints in `directory`.
  fileprivate func text(_ lines: [String], in directory: TemporaryDirectory) -> String {
    lines.map { $0.replacing(self.directory.path, with: directory.path) + "\n" }.joined()
  }

  /// Compares the picture of a `render` step with that in `directory`.
  fileprivate func comparePicture(_ step: String, _ other: TemporaryDirectory) throws {
    guard let name = step.firstMatch(of: /{"render":"(.*)"}/)?.1 else { return }
    let pictures = try [directory, other].map {
      try Data(contentsOf: URL(fileURLWithPath: $0(String(name))))
    }
    #expect(pictures[0] == pictures[1], "\(name) is another picture in a window")
  }
}
