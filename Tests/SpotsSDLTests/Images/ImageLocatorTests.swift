import Glibc
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct ImageLocatorTests {
  private let folder: TemporaryFolder
  private let locator: ImageLocator

  init() throws {
    folder = try TemporaryFolder()
    for name in ["screen", "screen/Art", "assets", "outside"] { try folder.makeFolder(name) }
    for name in [
      "screen/a.png", "screen/Art/b c.png", "screen/50%.png", "screen/10:30.png", "assets/a.png",
      "assets/d.png", "outside/e.png",
    ] { try folder.write([1], to: name) }
    try folder.link("screen/out.png", to: folder.path + "/outside/e.png")
    try folder.link("screen/outside", to: folder.path + "/outside")
    try folder.link("screen/in.png", to: "Art/b c.png")
    try folder.link("screen/loop.png", to: "loop.png")
    locator = ImageLocator(roots: [folder.path + "/screen", folder.path + "/assets"])
  }

  @Test(arguments: [
    ("a.png", "screen/a.png"), ("d.png", "assets/d.png"), ("Art/b c.png", "screen/Art/b c.png"),
    ("Art/b%20c.png", "screen/Art/b c.png"), ("./a.png", "screen/a.png"),
    ("50%.png", "screen/50%.png"), ("50%25.png", "screen/50%.png"),
    ("in.png", "screen/Art/b c.png"), ("10:30.png", "screen/10:30.png"),
  ])
  func pathsBelowTheRootsAreFound(_ source: String, _ path: String) throws {
    #expect(try locator.locate(source)?.path == folder.path + "/" + path)
  }

  @Test(arguments: [
    "../outside/e.png", "Art/../../outside/e.png", "/etc/passwd", "file:///etc/passwd",
    "%2e%2e/outside/e.png", "..%2foutside/e.png", "%2Fetc/passwd", "out.png", "outside/e.png",
    "file:a.png", "FILE:///etc/passwd", "Art/../a.png",
  ])
  func pathsThatLeadOutAreRefused(_ source: String) {
    #expect(throws: ImageError.outside) { try locator.locate(source) }
  }

  @Test(arguments: ["data:image/png;base64,AAAA", "ftp://host/a.png", "javascript:1"])
  func otherSchemesAreRefused(_ source: String) {
    #expect(throws: ImageError.unknownScheme) { try locator.locate(source) }
  }

  @Test func imagesOfOtherPagesAreInTheirFolder() throws {
    func locate(_ source: String, in folder: String) throws -> String? {
      try locator.locate(ImageLocator.name(of: source, inFolder: folder))?.path
    }
    try folder.write([1], to: "screen/Art/a.png")
    #expect(try locate("a.png", in: "Art") == folder.path + "/screen/Art/a.png")
    // What is not beside the page may still be among the assets, and nowhere else.
    #expect(try locate("d.png", in: "Art") == folder.path + "/assets/d.png")
    #expect(throws: ImageError.missing) { try locate("50%.png", in: "Art") }
    for outside in ["../outside", folder.path + "/outside"] {
      #expect(throws: ImageError.missing) { try locate("e.png", in: outside) }
      #expect(try locate("d.png", in: outside) == folder.path + "/assets/d.png")
    }
    #expect(throws: ImageError.outside) { try locate("../a.png", in: "Art") }
    #expect(throws: ImageError.outside) { try locate("/etc/passwd", in: "Art") }
    #expect(try locate("{image}", in: "Art") == nil)
    let allowing = ImageLocator(roots: locator.roots, allowed: [folder.path + "/outside"])
    #expect(
      try allowing.locate(ImageLocator.name(of: "e.png", inFolder: "../outside"))?.path
        == folder.path + "/outside/e.png")
    #expect(
      Set(locator.candidates(of: ImageLocator.name(of: "n.png", inFolder: "Art"))) == [
        folder.path + "/screen/Art/.//n.png", folder.path + "/assets/n.png",
      ])
  }

  @Test func imagesOfPagesOfAServerAreNeverFiles() throws {
    let page = try #require(WebAddress("http://h/deep/2.json"))
    for (source, name) in [
      ("a.png", "http://h/deep/a.png"), ("/a.png", "http://h/a.png"),
      ("{image url}", "{image url}"),
      ("https://g/b.png", "https://g/b.png"),
    ] { #expect(ImageLocator.name(of: source, at: page) == name) }
    let allowing = ImageLocator(roots: locator.roots, allowed: ["/"])
    for source in ["file:///etc/passwd", "data:a", "a\u{0}b"] {
      let name = ImageLocator.name(of: source, at: page)
      #expect(throws: (any Error).self) { try allowing.locate(name) }
      #expect(allowing.candidates(of: name).isEmpty && allowing.webAddress(of: name) == nil)
    }
  }

  @Test(arguments: ["none.png", "a.png\u{0}.txt", "a\n.png", "loop.png", "%00", "a%0Ab", "%zz"])
  func otherPathsAreMissing(_ source: String) {
    #expect(throws: ImageError.missing) { try locator.locate(source) }
  }

  @Test func longPathsAreMissing() {
    let long = String(repeating: "a", count: 100_000)
    #expect(throws: ImageError.missing) { try locator.locate(long) }
    #expect(throws: ImageError.missing) { try locator.locate(String(long.prefix(4000))) }
  }

  @Test(arguments: ["http://example.com/a.png", "HTTPS://example.com/a.png"])
  func networkIsNotAvailable(_ source: String) {
    #expect(throws: ImageError.network) { try locator.locate(source) }
  }

  @Test(arguments: ["", "{image url}", "{}"])
  func placeholdersMeanNoImage(_ source: String) throws {
    #expect(try locator.locate(source) == nil)
  }

  @Test func allowedFoldersMayBeReadByAnyPath() throws {
    let outside = folder.path + "/outside"
    let open = ImageLocator(roots: locator.roots, allowed: [outside])
    for source in [
      outside + "/e.png", "file://" + outside + "/e.png", "../outside/e.png", "out.png",
    ] {
      #expect(try open.locate(source)?.path == outside + "/e.png")
    }
    #expect(throws: ImageError.outside) { try open.locate("/etc/passwd") }
  }

  @Test func foldersWithAnEqualStartAreOthers() throws {
    try folder.makeFolder("screen2")
    try folder.write([1], to: "screen2/f.png")
    let open = ImageLocator(
      roots: [folder.path + "/screen"], allowed: [folder.path + "/assets"])
    #expect(throws: ImageError.outside) { try open.locate("../screen2/f.png") }
  }

  @Test(.timeLimit(.minutes(10 * Allowance.factor)))
  func onlyRegularFilesAreRead() throws {
    try folder.makePipe("screen/pipe.png")
    try folder.makeFolder("screen/folder.png")
    for name in ["pipe.png", "folder.png"] {
      let place = try #require(try locator.locate(name))
      #expect(throws: ImageError.notAFile) { try ImageFile(place) }
    }
    let zero = try ReadableFolders(["/dev"]).locate("/dev/zero")
    #expect(throws: ImageError.notAFile) { try ImageFile(zero) }
  }

  @Test func fileSwappedForALinkIsNotRead() throws {
    let path = try folder.write([1, 2, 3], to: "screen/g.png")
    let file = try ImageFile(try #require(try locator.locate("g.png")))
    #expect(try file.bytes() == [1, 2, 3])
    #expect(unlink(path) == 0)
    try folder.link("screen/g.png", to: "/etc/passwd")
    #expect(throws: ImageError.unreadable) { try file.bytes() }
  }

  /// Not only the file itself may be exchanged, but every folder on the way.
  @Test func folderSwappedForALinkIsNotRead() throws {
    try folder.makeFolder("screen/way")
    try folder.write([1], to: "screen/way/e.png")
    let file = try ImageFile(try #require(try locator.locate("way/e.png")))
    #expect(try file.bytes() == [1])
    #expect(rename(folder.path + "/screen/way", folder.path + "/screen/was") == 0)
    try folder.link("screen/way", to: "../outside")
    #expect(throws: (any Error).self) { try file.bytes() }
    #expect(throws: (any Error).self) { try file.header() }
    unlink(folder.path + "/screen/way")
    #expect(rename(folder.path + "/screen/was", folder.path + "/screen/way") == 0)
  }
}
