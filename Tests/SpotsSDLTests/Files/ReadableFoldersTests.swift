import Glibc
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// A folder with links inside it, links out of it, and a neighbor that must not be read.
@Suite struct ReadableFoldersTests {
  private let folder: TemporaryFolder
  private let readable: ReadableFolders

  init() throws {
    folder = try TemporaryFolder()
    for name in ["top", "top/sub", "out"] { try folder.makeFolder(name) }
    try folder.write([1], to: "top/a")
    try folder.write([2], to: "top/sub/b")
    try folder.write([9], to: "out/b")
    try folder.link("top/inside", to: "sub/b")
    try folder.link("top/whole", to: folder.path + "/top/sub")
    try folder.link("top/outside", to: "../out/b")
    try folder.link("top/away", to: folder.path + "/out")
    readable = ReadableFolders([folder.path + "/top"])
  }

  private func read(_ name: String, _ folders: ReadableFolders? = nil) throws -> [UInt8] {
    try FileBytes.read(folder.path + "/" + name, within: folders ?? readable)
  }

  @Test func linksThatStayInsideWork() throws {
    #expect(try read("top/a") == [1])
    #expect(try read("top/sub/../a") == [1])
    for name in ["top/sub/b", "top/inside", "top/whole/b"] { #expect(try read(name) == [2]) }
  }

  @Test(arguments: ["top/outside", "top/away/b", "top/../out/b", "out/b"])
  func whatLeadsOutIsRefused(name: String) throws {
    #expect(throws: FileError.outside) { try read(name) }
    let allowing = ReadableFolders([folder.path + "/top", folder.path + "/out"])
    #expect(try read(name, allowing) == [9])
  }

  @Test func foldersAreNotTheirNeighborsWithALongerName() throws {
    try folder.makeFolder("top2")
    try folder.write([3], to: "top2/c")
    #expect(throws: FileError.outside) { try read("top2/c") }
    #expect(throws: FileError.missing) { try read("top/none") }
    #expect(throws: FileError.directory) { try read("top/sub") }
    #expect(throws: FileError.outside) { try read("top") }
    #expect(try read("top/a", ReadableFolders(["/"])) == [1])
    #expect(throws: FileError.outside) { try read("top/a", ReadableFolders(["/none"])) }
  }

  /// The fallback for kernels and sandboxes without openat2(2) is as strict.
  @Test func bothWaysToOpenAreOfOneMind() throws {
    let root = try FolderDescriptor(path: folder.path + "/top")
    let flags = O_RDONLY | O_CLOEXEC
    func outcome(_ open: () throws(FileError) -> Int32) -> String {
      do throws(FileError) {
        let file = try open()
        defer { close(file) }
        var byte: UInt8 = 0
        return Glibc.read(file, &byte, 1) == 1 ? "\(byte)" : "empty"
      } catch {
        return "refused"
      }
    }
    for (name, expected) in [
      ("a", "1"), ("sub/b", "2"), ("./sub/./b", "2"), ("inside", "refused"),
      ("whole/b", "refused"), ("outside", "refused"), ("away/b", "refused"),
      ("sub/../../out/b", "refused"), ("../out/b", "refused"), ("none", "refused"),
      ("a/b", "refused"), ("", "refused"),
    ] {
      let one = outcome { () throws(FileError) in try root.open(name, flags) }
      let other = outcome { () throws(FileError) in try root.openByParts(name, flags) }
      #expect(one == expected && other == expected, "\(name): \(one), \(other)")
    }
    #expect(throws: FileError.self) { _ = try FolderDescriptor(path: folder.path + "/top/whole") }
  }

  /// A folder is swapped with a link to its neighbor as fast as possible while its contents are
  /// read.
  @Test func noExchangeLetsAnythingElseBeRead() throws {
    let exchange = try Exchange(folder.path + "/top/sub", folder.path + "/top/away")
    let code = BackgroundThread.start { exchange.run() }
    #expect(code == 0)
    let path = folder.path + "/top/sub/b"
    var counts = (own: 0, refused: 0, foreign: 0)
    for round in 0..<20_000 {
      do {
        // A located file is read again later, as images are.
        let place = try readable.locate(path)
        let bytes =
          round % 2 == 0
          ? try FileBytes.read(path, within: readable) : try ImageFile(place).bytes()
        if bytes == [2] { counts.own += 1 } else { counts.foreign += 1 }
      } catch {
        counts.refused += 1
      }
    }
    exchange.end()
    #expect(counts.foreign == 0 && counts.own > 0, "\(counts)")
  }
}

/// Two paths that change places again and again.
private final class Exchange: Sendable {
  private typealias Rename =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  private let rename: Rename
  private let paths: (String, String)
  /// How often they changed places; nil when that is over.
  private let count = Mutex<Int?>(0)

  init(_ one: String, _ other: String) throws {
    // Swift's C library module does not have it.
    rename = unsafeBitCast(try #require(dlsym(nil, "renameat2")), to: Rename.self)
    paths = (one, other)
  }

  func run() {
    var isOver = false
    while !isOver {
      isOver = count.withLock { count in
        guard let done = count else { return true }
        count = done + 1
        _ = rename(AT_FDCWD, paths.0, AT_FDCWD, paths.1, 2)
        return false
      }
    }
  }

  /// Leaves both where they were.
  func end() {
    count.withLock { count in
      if let done = count, done % 2 == 1 { _ = rename(AT_FDCWD, paths.0, AT_FDCWD, paths.1, 2) }
      count = nil
    }
  }
}
