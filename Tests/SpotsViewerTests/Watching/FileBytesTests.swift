import Foundation
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL
@testable import SpotsViewer

@Suite struct FileBytesTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
  func readsAllBytes(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(fileURLWithPath: directory("file")))
    #expect(try FileBytes.read(directory("file")) == bytes)
  }

  @Test func goesThroughLinks() throws {
    try directory.write("text", to: "file")
    try directory.shell("ln -s file link")
    #expect(try FileBytes.read(directory("link")) == Array("text".utf8))
  }

  @Test func filesOfTheKernelSayTheyAreEmptyButAreRead() throws {
    #expect(try FileBytes.read("/proc/self/mountinfo").isEmpty == false)
  }

  @Test func refusesWhatIsNoRegularFile() throws {
    try directory.shell("mkfifo pipe; mkdir folder; ln -s loop loop")
    #expect(throws: FileError.notRegular) { try FileBytes.read(directory("pipe")) }
    #expect(throws: FileError.directory) { try FileBytes.read(directory("folder")) }
    #expect(throws: FileError.notRegular) { try FileBytes.read("/dev/zero") }
    #expect(throws: FileError.missing) { try FileBytes.read(directory("nothing")) }
    #expect(throws: FileError.missing) { try FileBytes.read(directory("nothing/file")) }
    #expect(throws: FileError.system(code: ELOOP)) { try FileBytes.read(directory("loop")) }
  }

  @Test func refusesFilesAboveTheLimit() throws {
    try directory.write("12345", to: "file")
    #expect(try FileBytes.read(directory("file"), limit: 5).count == 5)
    #expect(throws: FileError.tooLarge(limit: 4)) {
      try FileBytes.read(directory("file"), limit: 4)
    }
  }

  /// A file with a hole costs nothing on the disk, and must cost nothing to refuse.
  @Test func refusesHugeFilesWithoutReadingThem() throws {
    try directory.shell("truncate -s 1T huge")
    let start = ContinuousClock.now
    #expect(throws: FileError.tooLarge(limit: FileBytes.limit)) {
      try FileBytes.read(directory("huge"))
    }
    #expect(start.duration(to: .now) < Allowance.elapsed(.seconds(1)))
  }

  @Test func reasonsAreShortTexts() {
    #expect("\(FileError(code: EISDIR))" == "is a directory")
    #expect("\(FileError(code: ENOENT))" == "no such file")
    #expect("\(FileError(code: EACCES))" == "permission denied")
    #expect("\(FileError.notRegular)" == "not a regular file")
    #expect("\(FileError.tooLarge(limit: FileBytes.limit))" == "larger than 512 MiB")
  }
}
