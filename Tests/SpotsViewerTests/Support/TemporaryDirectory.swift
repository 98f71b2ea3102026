import Foundation

/// A directory of one test's own, removed with all it holds when released.
final class TemporaryDirectory: Sendable {
  /// Absolute, without links.
  let path: String

  init() throws {
    let pattern = FileManager.default.temporaryDirectory.path + "/spots-XXXXXX"
    var bytes = Array(pattern.utf8CString)
    guard mkdtemp(&bytes) != nil, let real = realpath(bytes, nil) else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    defer { free(real) }
    path = String(cString: real)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("\(path) is left behind: \(error)")
    }
  }

  /// The path of `name` below the directory.
  func callAsFunction(_ name: String) -> String {
    path + "/" + name
  }

  /// Writes `text` to the file called `name`, which is opened, truncated and written in place.
  func write(_ text: String, to name: String) throws {
    if let slash = name.lastIndex(of: "/") { mkdir(self(String(name[..<slash])), 0o777) }
    guard let file = fopen(self(name), "w") else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    defer { fclose(file) }
    fputs(text, file)
  }

  /// Runs a shell command line in the directory and waits for it; throws if it fails.
  func shell(_ line: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-euc", line]
    shell.currentDirectoryURL = URL(fileURLWithPath: path)
    shell.standardInput = FileHandle.nullDevice
    try shell.runTakingSignals()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw ShellError(line: line) }
  }

  struct ShellError: Error {
    let line: String
  }
}
