import Foundation
import Testing

/// Where pictures go: regular files are replaced, links followed, everything else written into.
@Suite struct NewFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(#"[{"items":[{"title":"T"}]}]"#, to: "screen.json")
    try directory.write(#"{"render":"out"}"#, to: "script.jsonl")
  }

  /// Every way to have a picture written to `out`.
  static let commands = [
    "render screen.json -o out", "render screen.json --compare out --update",
    "replay screen.json script.jsonl",
  ]

  private func run(_ line: String) throws -> ShellRun { try ShellRun(line, in: directory) }

  private func kind(_ name: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: directory(name))[.type] as? FileAttributeType
  }

  private func isPNG(_ name: String) throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: directory(name))).starts(with: [
      0x89, 0x50, 0x4E, 0x47,
    ])
  }

  @Test(arguments: commands)
  func aPipeIsWrittenInto(command: String) throws {
    let run = try run("mkfifo out; cat out >got & spots \(command) || exit; wait $!")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try kind("out") == .typeUnknown)
    #expect(try isPNG("got"))
  }

  /// The device is reached by a link, so that no failure can replace the machine's.
  @Test(arguments: commands)
  func aDeviceIsWrittenInto(command: String) throws {
    let run = try run("ln -s /dev/full out; spots \(command)")
    #expect(run.status == 3)
    #expect(run.errors == "spots-viewer: out: no space left on device\n")
    #expect(try kind("out") == .typeSymbolicLink)
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
        as? FileAttributeType == .typeCharacterSpecial)
    // As root, the test uses a device of its own.
    if mknod(directory("null"), S_IFCHR | 0o600, makedev(1, 3)) == 0 {
      #expect(try self.run("mv null out; spots \(command)").status == 0)
      #expect(try kind("out") == .typeCharacterSpecial)
    }
  }

  @Test(arguments: commands)
  func linksAreFollowed(command: String) throws {
    try directory.shell("mkdir sub; echo old >sub/target; ln -s link out; ln -s sub/target link")
    #expect(try run("spots \(command)").status == 0)
    #expect(try kind("out") == .typeSymbolicLink)
    #expect(try kind("link") == .typeSymbolicLink)
    #expect(try kind("sub/target") == .typeRegular)
    #expect(try isPNG("sub/target"))
    // The link leads to nothing: that file is created.
    try directory.shell("rm sub/target")
    #expect(try run("spots \(command)").status == 0)
    #expect(try kind("out") == .typeSymbolicLink)
    #expect(try isPNG("sub/target"))
  }

  @Test func linksInACircleAndFoldersAreRefused() throws {
    try directory.shell("ln -s b a; ln -s a b; mkdir folder")
    let circle = try run("spots render screen.json -o a")
    #expect(circle.status == 3 && circle.errors.hasPrefix("spots-viewer: a: "), "\(circle.errors)")
    let folder = try run("spots render screen.json -o folder")
    #expect(folder.status == 3)
    #expect(folder.errors == "spots-viewer: folder: is a directory\n")
  }

  @Test func openFilesAreWrittenInto() throws {
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      #expect(try run("spots render screen.json -o \(name) | cat >got").status == 0)
      #expect(try isPNG("got"))
      #expect(try run("spots render screen.json -o \(name) >got").status == 0)
      #expect(try isPNG("got"))
    }
  }

  /// Nothing is written over a file that it is made from, whatever the file is called.
  @Test(arguments: [
    "screen.json", "Views/plain.view.json", "theme.json", "red.png", "script.jsonl",
  ])
  func sourcesAreNotWrittenOver(source: String) throws {
    try directory.write(
      #"[{"items":[{"kind":"plain","title":"T"},{"title":"U","image":"red.png"}]}]"#,
      to: "screen.json")
    try directory.shell("mkdir Views")
    try directory.write(#"{"kind":"plain","label":"{title}"}"#, to: "Views/plain.view.json")
    try directory.write(##"{"background":"#102030"}"##, to: "theme.json")
    #expect(try run("spots render screen.json --size 9x9 -o red.png").status == 0)
    try directory.shell("mkdir sub; ln \(source) hard; ln -s ../\(source) sub/link")
    for name in [source, "./\(source)", "hard", "sub/link"] {
      try directory.write("{\"render\":\"\(name)\"}\n", to: "script.jsonl")
      if source == "script.jsonl" { try directory.shell("ln -f script.jsonl hard") }
      let before = try Data(contentsOf: URL(fileURLWithPath: directory(source)))
      var commands = ["replay screen.json script.jsonl --theme theme.json"]
      if source != "script.jsonl" {
        commands += [
          "render screen.json --theme theme.json -o \(name)",
          "render screen.json --theme theme.json --compare \(name) --update",
        ]
      }
      for command in commands {
        let run = try run("spots \(command)")
        #expect(run.status == 3 || run.status == 1, "\(command): \(run.errors)")
        #expect(run.errors.contains("\(name): it was read from here"), "\(run.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory(source))) == before)
      }
    }
  }

  /// The options of a window are refused before it opens.
  @Test(arguments: ["--values", "--record"])
  func aWindowDoesNotWriteOverItsScreen(option: String) throws {
    let run = try run("spots screen.json \(option) ./screen.json")
    #expect(run.status == 3)
    #expect(
      run.errors
        == "spots-viewer: ./screen.json: it was read from here; it is not written over\n")
  }

  /// What users give is not lost because its file turns out to be a source when it is written.
  @Test(arguments: ["--values", "--data-out"])
  func whatTheScreenIsMadeOfIsRefusedAtTheStart(option: String) throws {
    try directory.shell("mkdir Views")
    try directory.write(
      #"{"data":{"from":"rows.json"},"components":[{"items":[{"kind":"plain","title":"T"}]}]}"#,
      to: "screen.json")
    try directory.write(#"{"kind":"plain","label":"{title}"}"#, to: "Views/plain.view.json")
    try directory.write("[1]", to: "rows.json")
    for source in ["rows.json", "Views/plain.view.json"] {
      let run = try CommandRun(
        ["screen.json", option, source], in: directory.path,
        environment: ["SDL_VIDEODRIVER": "dummy"])
      #expect(run.status == 3)
      #expect(run.errors.contains("\(source): it was read from here"), "\(run.errors)")
    }
  }

  @Test func twoOutputsAreTwoFiles() throws {
    let run = try run("spots screen.json --values out --data-out out")
    #expect(run.status == 2)
    #expect(run.errors.contains("--values and --data-out name the same file, out"))
    #expect(try self.run("spots screen.json --values out --record out").status == 2)
  }

  private func makedev(_ major: UInt, _ minor: UInt) -> dev_t { dev_t(major << 8 | minor) }
}
