import Glibc
import SpotsTestSupport
import Testing

@testable import SpotsPlatform

/// Pictures that are written out in their source, and icons of the desktop.
@Suite struct InlinePictureTests {
  /// Any bytes are the same again, in Base64 and percent-encoded.
  @Test func bytesComeBack() throws {
    var random = SplitMix64(seed: 3)
    for count in [0, 1, 2, 3, 4, 5, 100, 1000, DataURL.limit] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let base64 = Self.base64(bytes)
      for text in [base64, base64.replacing("=", with: ""), base64.replacing("+", with: "%2B")] {
        #expect(try DataURL.bytes(of: "data:image/png;base64," + text) == bytes, "\(count)")
      }
      let percent = bytes.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      #expect(try DataURL.bytes(of: "DATA:," + percent.joined()) == bytes, "\(count)")
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0..<4 {
        text.append(index <= part.count ? letters[bits >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }

  @Test(arguments: [
    "data:", "data:image/png", "data:;base64,A", "data:;base64,AAAA=A", "data:;base64,A===",
    "data:;base64,é", "data:;base64,%zz",
  ])
  func whatIsBrokenIsSaid(source: String) {
    #expect(throws: ImageError.brokenData) { try DataURL.bytes(of: source) }
  }

  @Test func thereAreNotTooManyBytes() {
    let long = String(repeating: "A", count: (DataURL.limit + 3) / 3 * 4)
    for source in ["data:;base64," + long, "data:," + String(repeating: "a", count: 1 << 20)] {
      #expect(throws: ImageError.tooLongData) { try DataURL.bytes(of: source) }
    }
  }

  /// A drawing in a `data:` URL has the size that it says, on screens of servers, too.
  @Test func aDrawingIsAPicture() throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>"
    let name = "data:image/svg+xml," + svg.replacing("#", with: "%23")
    let server = try #require(WebAddress("https://example.org/a.json"))
    for locator in [ImageLocator(roots: []), ImageLocator(base: server)] {
      let source = ImageSource(name, locator: locator)
      #expect(source.error == nil && source.header != nil)
      #expect(locator.failure(of: name) == nil && locator.webAddress(of: name) == nil)
      // The same picture again is no change.
      #expect(!ImageSource(name, locator: locator).differs(from: source))
    }
    #expect(ImageSource("data:,text", locator: ImageLocator(roots: [])).error != nil)
  }

  // MARK: Icons

  /// The file is that of the theme, or of those it inherits from; drawings come first, then
  /// pictures that are large enough.
  @Test func iconsComeFromTheTheme() throws {
    let folder = try TemporaryFolder()
    var known: Set<String> = []
    func write(_ path: String, _ text: String = "") throws {
      var parent = ""
      for part in path.split(separator: "/").dropLast() {
        parent += (parent.isEmpty ? "" : "/") + part
        if known.insert(parent).inserted { try folder.makeFolder(parent) }
      }
      try folder.write(Array(text.utf8), to: path)
    }
    try write("own/index.theme", "[Icon Theme]\nInherits=base\nDirectories=16x16/a,64x64/a,big/a\n")
    try write("base/index.theme", "[Icon Theme]\nDirectories=scalable/a,../../other\n")
    for path in ["own/16x16/a/one.png", "own/64x64/a/one.png", "base/scalable/a/one.svg"] {
      try write(path)
    }
    try write("base/scalable/a/two-symbolic.svg")
    try write("hicolor/index.theme", "[Icon Theme]\nDirectories=48x48/a\n")
    try write("hicolor/48x48/a/three.png")
    let theme = IconTheme(name: "own", folders: [folder.path])
    func found(_ name: String) -> String? {
      theme.file(of: name).map { String($0.path.dropFirst(folder.path.utf8.count + 1)) }
    }
    #expect(found("one") == "own/64x64/a/one.png")
    #expect(found("two") == "base/scalable/a/two-symbolic.svg")
    #expect(found("three") == "hicolor/48x48/a/three.png")
    for name in ["four", "", "../one", "a/one", ".one", String(repeating: "a", count: 129)] {
      #expect(found(name) == nil, "\(name)")
    }
  }

  @Test func builtInIconsNeedNoFile() throws {
    let locator = ImageLocator(roots: [])
    #expect(locator.failure(of: "icon:folder") == nil)
    #expect(try locator.locate("icon:folder") == nil)
    #expect(locator.failure(of: "icon:no such icon") != nil)
  }
}
