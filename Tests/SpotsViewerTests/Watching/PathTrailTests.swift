import Testing

@testable import SpotsViewer

@Suite struct PathTrailTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.shell("mkdir -p a/b other; : > a/b/file; : > other/target")
  }

  @Test func plainFileIsWatchedInItsDirectory() {
    let trail = PathTrail(path: directory("a/b/file"))
    #expect(trail.names == [directory("a/b"): ["file"]])
    #expect(trail.directories.isSuperset(of: ["/", directory.path, directory("a/b")]))
  }

  @Test func dotsAndDoubleSlashesAreNoNames() {
    let trail = PathTrail(path: directory("a//./b/../b/file"))
    #expect(trail.names == [directory("a/b"): ["file"]])
  }

  @Test func everyLinkOfAChainIsWatched() throws {
    try directory.shell(
      "ln -s ../other/second a/first; ln -s \(directory("other/target")) other/second")
    let trail = PathTrail(path: directory("a/first"))
    #expect(trail.names == [directory("a"): ["first"], directory("other"): ["second", "target"]])
  }

  @Test func linkToADirectoryIsWatched() throws {
    try directory.shell("ln -s a/b data; ln -s data/file file")
    let trail = PathTrail(path: directory("file"))
    #expect(trail.names == [directory.path: ["file", "data"], directory("a/b"): ["file"]])
  }

  @Test func endsAtTheNearestDirectoryThatExists() {
    let trail = PathTrail(path: directory("a/missing/deeper/file"))
    #expect(trail.names == [directory("a"): ["missing"]])
  }

  /// When two trails watch the same folder, neither misses anything, in either order.
  @Test func aFolderMayBeWatchedForSeveralSuffixes() {
    var trail = PathTrail(.folder(directory("a"), suffix: ""))
    trail.merge(PathTrail(.folder(directory("a"), suffix: ".json")))
    #expect(trail.suffixes == [directory("a"): ["", ".json"]])
  }

  @Test func loopsEnd() throws {
    try directory.shell("ln -s two one; ln -s one two")
    #expect(PathTrail(path: directory("one")).names == [directory.path: ["one", "two"]])
  }
}
