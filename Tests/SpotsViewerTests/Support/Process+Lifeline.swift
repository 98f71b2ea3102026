import Foundation
import Testing

extension Process {
  /// Starts `command`, found by `PATH`, as a server that ends when the tests do, even if they
  /// crash.
  ///
  /// The process itself is a shell with the server as its child. It waits for the end of its own
  /// input, and stops the server then.
  ///
  /// - Returns: The lifeline: closing it ends the server. `waitUntilExit()` returns once the server
  ///   is gone.
  func runWithLifeline(_ command: [String]) throws -> FileHandle {
    let input = Pipe()
    executableURL = URL(fileURLWithPath: "/bin/sh")
    arguments =
      ["-c", "\"$@\" & server=$!; cat >/dev/null; kill $server; wait $server", "sh"] + command
    standardInput = input
    standardError = FileHandle.nullDevice
    try runTakingSignals()
    return input.fileHandleForWriting
  }

  /// The process identifier of the server that runs as `program`, after `runWithLifeline`.
  func child(_ program: String) throws -> Int32 {
    let children = try String(
      contentsOfFile: "/proc/\(processIdentifier)/task/\(processIdentifier)/children",
      encoding: .utf8)
    let child = try children.split(separator: " ").first {
      try String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8) == "\(program)\n"
    }
    return try #require(child.flatMap { Int32($0) })
  }
}

extension Pipe {
  /// Waits for the first line that is written, and returns it without its line break; nil if the
  /// output ends before that.
  var firstLine: String? {
    var text = ""
    while !text.hasSuffix("\n") {
      let data = fileHandleForReading.availableData
      if data.isEmpty { return nil }
      text += String(decoding: data, as: UTF8.self)
    }
    return text.trimmingCharacters(in: .newlines)
  }
}
