import Foundation

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
}

extension Pipe {
  /// Waits for the first line that is written, and gives it without its end; nil when nothing more
  /// comes before there is one.
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
