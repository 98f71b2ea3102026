import Foundation
import Testing

@testable import spots_viewer

/// Launchers name files by `file:` URLs.
@Suite struct FileArgumentTests {
  @Test func urlsArePaths() throws {
    for (argument, path) in [
      ("file:///tmp/a.json", "/tmp/a.json"), ("file://localhost/tmp/a.json", "/tmp/a.json"),
      ("FILE://LocalHost/tmp/a", "/tmp/a"), ("file:/tmp/a.json", "/tmp/a.json"),
      ("file:///tmp/a%20b%25%C3%BC.json", "/tmp/a b%ü.json"), ("file:///a%23b?x#y", "/a#b"),
      ("a.json", "a.json"), ("/tmp/a%20b", "/tmp/a%20b"), ("-", "-"), ("file", "file"),
      ("http://h/file:///a", "http://h/file:///a"),
    ] {
      #expect(try FileArgument.path(argument) == path)
    }
  }

  @Test(arguments: [
    "file://host/a.json", "file:", "file://", "file:a.json", "file:///a%2", "file:///a%zz",
    "file:///a%00b", "file:///%ff",
  ])
  func othersAreRefused(argument: String) {
    #expect(throws: (any Error).self) { try FileArgument.path(argument) }
  }

  @Test func everyCommandTakesThem() throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"{"components":[]}"#, to: "a b.json")
    try folder.write("{}", to: "script")
    let url = "file://\(folder.path)/a%20b.json"
    for arguments in [
      ["inspect", url], ["validate", url], ["render", url, "-o", folder("out.png")],
    ] {
      let run = try CommandRun(arguments)
      #expect(run.status == 0, "\(arguments): \(run.errors)")
    }
    #expect(try CommandRun(["inspect", "file://elsewhere/a.json"]).status == 2)
  }
}
