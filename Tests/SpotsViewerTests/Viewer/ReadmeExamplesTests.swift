import Foundation
import Testing

/// The Swift of the README is that of programs outside of the package, which see what is public.
@Suite struct ReadmeExamplesTests {
  @Test func theyCompileAgainstThePublicInterface() throws {
    let readme = try String(contentsOfFile: Self.root + "/README.md", encoding: .utf8)
    let examples = readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.contains("import PackageDescription") }
    #expect(examples.count >= 5)
    let imports = "import Spots\nimport SpotsSDL\n"
    let errors = try compile(examples.map { $0.hasPrefix("import") ? $0 : imports + $0 })
    #expect(errors == "")
    // The test can fail: what is the package's own is not found.
    #expect(try compile([imports + "let folder = CacheFolder.self"]) != "")
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized.path

  /// Compiles a program with the first of `texts` as its main file, and returns what is wrong.
  private func compile(_ texts: [String]) throws -> String {
    let folder = try TemporaryDirectory()
    let files = try texts.enumerated().map { index, text in
      let name = index == 0 ? "main.swift" : "part\(index).swift"
      try folder.write(text, to: name)
      return folder(name)
    }
    let build = try (ViewerProcess.executable as NSString).deletingLastPathComponent + "/"
    let sources = Self.root + "/Sources/"
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources).flatMap { name in
      ["-I", sources + name, "-Xcc", "-I" + sources + name + "/include"]
    }
    let generated = ["CBeneath", "CCurl", "CDecoder", "CWayland"].flatMap { name in
      ["-Xcc", "-fmodule-map-file=\(build)\(name).build/module.modulemap"]
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The headers of libdbus are where pkg-config says, as for every program that is built.
    process.arguments =
      ["-c", "swiftc \"$@\" $(pkg-config --cflags-only-I dbus-1 | sed 's/-I/-Xcc &/g')", "sh"]
      + ["-typecheck", "-swift-version", "6", "-module-name", "Music"]
      + ["-I", build + "Modules"] + modules + generated + files
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
