import Dispatch
import Foundation
import Spots
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import SpotsViewer

/// Saved window sizes, and how they are used and changed.
@Suite @MainActor struct WindowSizesTests {
  private let directory: TemporaryDirectory
  private let sizes: WindowSizes

  init() throws {
    directory = try TemporaryDirectory()
    sizes = WindowSizes(folder: CacheFolder(path: directory("state/spots")))
  }

  private func options(_ change: (inout ViewerOptions) -> Void = { _ in }) -> ViewerOptions {
    var options = ViewerOptions()
    change(&options)
    return options
  }

  private func remembered(_ path: String, _ options: ViewerOptions? = nil) -> RememberedSize {
    RememberedSize(DocumentSource(path), options: options ?? self.options(), sizes: sizes)
  }

  private let usual = ViewerOptions.defaultSize
  private let own = Size(width: 512.5, height: 380)

  // MARK: What a window begins with and leaves

  @Test func theWidthOfASidebarComesBack() throws {
    let file = directory("mail.json")
    try directory.write("[]", to: "mail.json")
    #expect(remembered(file).sidebar == nil)
    remembered(file).keep(userSize: nil, isMaximized: false, sidebar: 400)
    #expect(remembered(file).sidebar == 400 && remembered(file).size == usual)
    remembered(file).keep(userSize: own, isMaximized: false)
    #expect(remembered(file).sidebar == 400 && remembered(file).size == own)
  }

  @Test func theSizeOfTheUserComesBackForTheSameDocument() throws {
    let file = directory("a.json")
    try directory.write("[]", to: "a.json")
    #expect(remembered(file).size == usual && !remembered(file).isMaximized)
    remembered(file).keep(userSize: own, isMaximized: false)
    #expect(remembered(file).size == own)
    #expect(remembered(directory("b.json")).size == usual)
    // A document is its file, by whatever path.
    try directory.shell("ln -s a.json link.json; mkdir c")
    for path in ["link.json", "./a.json", "c/../a.json"] {
      #expect(remembered(directory(path)).size == own, "\(path)")
    }
    let address = "https://example.org:443/a.json?b"
    remembered(address).keep(userSize: own, isMaximized: true)
    #expect(remembered("https://EXAMPLE.org/a.json?b").size == own)
    #expect(remembered(address).isMaximized)
    #expect(remembered("https://example.org/a.json").size == usual)
  }

  @Test func aMaximizedWindowKeepsItsNormalSize() throws {
    try directory.write("[]", to: "a.json")
    let file = directory("a.json")
    remembered(file).keep(userSize: own, isMaximized: true)
    #expect(remembered(file).size == own && remembered(file).isMaximized)
    // The next one is closed as it was opened, then one is restored.
    remembered(file).keep(userSize: nil, isMaximized: true)
    #expect(remembered(file).size == own && remembered(file).isMaximized)
    remembered(file).keep(userSize: nil, isMaximized: false)
    #expect(remembered(file).size == own && !remembered(file).isMaximized)
  }

  /// A size from the options is not the user's choice, but what the user makes of it is.
  @Test func optionsWinAndAreNotKept() throws {
    try directory.write("[]", to: "a.json")
    let file = directory("a.json")
    remembered(file).keep(userSize: own, isMaximized: true)
    let sized = remembered(file, options { $0.size = Size(width: 300, height: 200) })
    #expect(sized.size == Size(width: 300, height: 200) && !sized.isMaximized)
    sized.keep(userSize: nil, isMaximized: false)
    #expect(remembered(file).size == own && remembered(file).isMaximized)
    sized.keep(userSize: Size(width: 310, height: 210), isMaximized: false)
    #expect(remembered(file).size == Size(width: 310, height: 210))
    let forgetful = remembered(file, options { $0.remembersSize = false })
    #expect(forgetful.size == usual)
    forgetful.keep(userSize: own, isMaximized: true)
    #expect(remembered(file).size == Size(width: 310, height: 210))
  }

  @Test func streamsAndUntouchedWindowsLeaveNothing() throws {
    try directory.write("[]", to: "a.json")
    remembered("-").keep(userSize: own, isMaximized: true)
    remembered("/dev/stdin").keep(userSize: own, isMaximized: true)
    remembered(directory("a.json")).keep(userSize: nil, isMaximized: false)
    #expect(!FileManager.default.fileExists(atPath: directory("state")))
  }

  // MARK: The file

  @Test func theOldestAreForgotten() {
    for index in 0..<(WindowSizes.limit + 5) {
      sizes.change("/\(index)") { $0.size = own }
    }
    sizes.change("/6") { $0.isMaximized = true }
    sizes.change("/new") { $0.size = own }
    #expect(sizes.entry(for: "/4") == nil && sizes.entry(for: "/5") == nil)
    #expect(sizes.entry(for: "/6") == WindowSizes.Entry(size: own, isMaximized: true))
    #expect(sizes.entry(for: "/7") == WindowSizes.Entry(size: own))
    #expect(sizes.entry(for: "/new") == WindowSizes.Entry(size: own))
  }

  /// Whatever has become of the file, it is read without harm, and the next change replaces it.
  @Test func anythingMayBeInTheFile() throws {
    sizes.change("/a") { $0 = WindowSizes.Entry(size: own, isMaximized: true) }
    let path = directory("state/spots/windows.json")
    let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var random = SplitMix64(seed: 8)
    for _ in 0..<1000 {
      var bytes = good
      bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      if Bool.random(using: &random) { bytes.removeLast(.random(in: 1..<20, using: &random)) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      guard let size = sizes.entry(for: "/a")?.size else { continue }
      #expect(ViewerOptions.sides.contains(size.width))
      #expect(ViewerOptions.sides.contains(size.height))
    }
    for text in ["", "{}", "[1,null]", #"[{"document":"/a","width":1e9,"height":2}]"#, "\0"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(sizes.entry(for: "/a")?.size == nil, "\(text)")
      sizes.change("/b") { $0.size = own }
      #expect(sizes.entry(for: "/b")?.size == own, "\(text)")
    }
  }

  @Test func withoutAPlaceToWriteNothingIsKept() throws {
    try directory.write("no folder", to: "state")
    sizes.change("/a") { $0.size = own }
    #expect(sizes.entry(for: "/a") == nil)
  }

  /// Windows that are closed together leave the sizes of all of them.
  @Test nonisolated func manyMayWriteAtOnce() async throws {
    let directory = try TemporaryDirectory()
    let sizes = WindowSizes(folder: CacheFolder(path: directory("spots")))
    // The folder there is, so that there is something to lock.
    sizes.change("/first") { $0.isMaximized = true }
    DispatchQueue.concurrentPerform(iterations: 6) { index in
      sizes.change("/\(index)") { $0.size = Size(width: 300 + Double(index), height: 200) }
    }
    for index in 0..<6 {
      let size = sizes.entry(for: "/\(index)")?.size
      #expect(size == Size(width: 300 + Double(index), height: 200))
    }
    #expect(sizes.entry(for: "/first")?.isMaximized == true)
    let files = try FileManager.default.contentsOfDirectory(atPath: directory("spots"))
    #expect(files == ["windows.json"])
  }
}
