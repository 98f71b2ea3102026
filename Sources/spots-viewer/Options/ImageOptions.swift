import ArgumentParser
import SpotsSDL
import SpotsViewer

/// The options for the sources of a screen's images.
struct ImageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder of pictures; without it the nearest folder named Assets beside or above the screen.",
      valueName: "dir"), completion: .directory)
  var assets: String?

  @Option(
    help: ArgumentHelp(
      "A further folder that pictures and screens may be read from; repeatable.",
      valueName: "dir"), completion: .directory)
  var allowPath: [String] = []

  @Flag(
    help: """
      Goes on only if the kernel holds the program that decodes pictures in a complete sandbox; \
      see --version --verbose.
      """)
  var requireSandbox = false

  /// - Throws: `Failure` when a sandbox is required and the machine lacks a part of it.
  func checkSandbox() throws(Failure) {
    guard requireSandbox else { return }
    let sandbox = try Failure.naming("--require-sandbox") { try DecoderSandbox() }
    let missing = [
      sandbox.deniesPrivileges ? nil : "a way to deny privileges",
      sandbox.deniesFiles ? nil : "Landlock", sandbox.deniesCalls ? nil : "seccomp",
    ].compactMap(\.self)
    guard missing.isEmpty else {
      throw .environment(
        "--require-sandbox: this kernel has no \(missing.joined(separator: " and no "))")
    }
  }

  /// Warns about folders that do not exist.
  func reportMissingFolders() {
    [assets].compactMap(\.self).reportMissingFolders(option: "--assets")
    allowPath.reportMissingFolders(option: "--allow-path")
  }

  var folders: ScreenFolders { ScreenFolders(assets: assets, allowed: allowPath) }
}

extension [String] {
  /// Warns about each path that is not a folder; `option` is the option that names it.
  func reportMissingFolders(option: String) {
    for path in self where !FolderEntries.isFolder(path) {
      StandardError.warn("\(option): there is no folder '\(path)'")
    }
  }
}

/// How long commands that paint wait for the images of a screen.
struct ImageTimeout: ParsableArguments {
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("How long a picture waits for its images.", valueName: "seconds"))
  var seconds: Double = 10

  func validate() throws {
    guard seconds >= 0, seconds.isFinite else {
      throw ValidationError("--timeout must be a number of seconds")
    }
  }
}
