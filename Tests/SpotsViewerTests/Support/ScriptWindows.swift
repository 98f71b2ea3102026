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

  /// Plays `steps` on a copy of `directory`, and returns the output. Pictures are compared with
  /// those in `directory`.
  ///
  /// - Parameter screen: A file in `directory`, or an address.
  func play(
    _ steps: [String], on screen: String, in directory: TemporaryDirectory, _ options: [String]
  ) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    var others = options
    let start = try #require(others.firstIndex(of: "--size"))
    let size = others[start + 1].split(separator: "x")
    others.replaceSubrange(start...start + 1, with: [screen])
    let window = try windows[others] ?? open(others, screen)
    // One that fails is not used again.
    windows[others] = nil
    try Self.replaceContents(of: window.directory, with: directory)
    try window.ask(#"{"resize":{"width":\#(size[0]),"height":\#(size[1])}}"#)
    var lines = try window.ask(#"{"script":true}"#).lines
    // `replay` itself handles a script's expectations and its statements about the window.
    for step in steps where !step.hasPrefix(#"{"expect""#) && !step.hasPrefix(#"{"window""#) {
      let answer = try window.ask(window.step(step, in: directory))
      lines += answer.lines
      if answer.events.last == "closed" { return window.text(lines, in: directory) }
      try window.comparePicture(step, directory)
    }
    lines += try window.ask(#"{"script":false}"#).lines
    windows[others] = window
    return window.text(lines, in: directory)
  }

  private func open(_ arguments: [String], _ screen: String) throws -> Window {
    if display == nil {
      display = try VirtualDisplay(width: 1300, height: 1000)
      try display?.xdotool(["mousemove", "1299", "999"])
    }
    let directory = try TemporaryDirectory()
    if !screen.contains("://") {
      try directory.shell("mkdir -p \"$(dirname \(screen))\"")
      try directory.write(#"{"components":[]}"#, to: screen)
    }
    let process = try ViewerProcess(
      arguments + ["--events", "--no-watch", "--theme", "light", "--control", "control"],
      display: display, environment: ["XDG_CACHE_HOME": directory("cache")],
      directory: directory.path)
    try process.waitForEvent("shown")
    return Window(
      process: process, directory: directory, client: try ControlConnection(directory("control")))
  }

  private static func replaceContents(
    of target: TemporaryDirectory, with source: TemporaryDirectory
  ) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: target.path)
    where !["control", "cache"].contains(name) {
      try files.removeItem(atPath: target(name))
    }
    for name in try files.contentsOfDirectory(atPath: source.path) {
      try files.copyItem(atPath: source(name), toPath: target(name))
    }
    for name in try files.subpathsOfDirectory(atPath: target.path) where name.hasSuffix(".json") {
      let text = try String(contentsOfFile: target(name), encoding: .utf8)
      guard text.contains(source.path) else { continue }
      try target.write(text.replacing(source.path, with: target.path), to: name)
    }
  }
}

extension ScriptWindows.Window {
  /// A step that draws a picture, and where.
  private static var picture: Regex<(Substring, Substring)> { /{"render":"(.*)"}/ }

  @discardableResult
  fileprivate func ask(_ question: String) throws -> ControlConnection.Answer {
    let answer = try client.ask(question)
    try #require(answer.error == nil, "\(question): \(answer.error ?? "")")
    return answer
  }

  /// A step of a script for `directory`, with the whole paths of files in the window's.
  fileprivate func step(_ step: String, in directory: TemporaryDirectory) -> String {
    let moved = step.replacing(directory.path, with: self.directory.path)
    guard let name = moved.firstMatch(of: Self.picture)?.1, !name.hasPrefix("/") else {
      return moved
    }
    return moved.replacing(name, with: self.directory(String(name)))
  }

  /// The output of a replay in `directory`.
  fileprivate func text(_ lines: [String], in directory: TemporaryDirectory) -> String {
    lines.map { $0.replacing(self.directory.path, with: directory.path) + "\n" }.joined()
  }

  /// Compares the picture of a `render` step with that in `directory`.
  fileprivate func comparePicture(_ step: String, _ other: TemporaryDirectory) throws {
    guard let name = step.firstMatch(of: Self.picture)?.1 else { return }
    let pictures = try [directory, other].map {
      let name = String(name)
      let path = name.hasPrefix("/") ? name.replacing(other.path, with: $0.path) : $0(name)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    #expect(pictures[0] == pictures[1], "\(name) is another picture in a window")
  }
}
