import CSDL2
import Glibc
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsSDL

@Suite(.serialized)
struct DrawingProcessTests {
  private func names(in folder: String) throws -> [String] {
    let stream = try #require(opendir(folder))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.filter { !$0.hasPrefix(".") }
  }

  /// Processes that are copies of this one, running or not waited for. Other tests start some too,
  /// but theirs end.
  private func copies() throws -> [String] {
    let own = readFile("/proc/self/comm")
    return try names(in: "/proc").filter { process in
      guard Int(process) != nil, let status = readFile("/proc/\(process)/stat") else {
        return false
      }
      let parent = status.split(separator: ")").last?.split(separator: " ").dropFirst().first
      return parent == "\(getpid())" && readFile("/proc/\(process)/comm") == own
    }
  }

  private func expectNoProcessLeft() throws {
    let end = Clock.now + 10
    while try !copies().isEmpty, Clock.now < end { usleep(2000) }
    #expect(try copies().isEmpty)
  }

  @Test func pixelsComeBack() throws {
    let surface = try DrawingProcess.draw(SamplePictures.svg, width: 30, height: 20)
    #expect(surface.width == 30 && surface.height == 20)
    #expect(surface[2, 2] == 0xFFFF_0000)
    #expect(surface[29, 19] == 0xFF00_00FF)
  }

  @Test func nothingIsLeftBehind() throws {
    _ = try DrawingProcess.draw(SamplePictures.svg, width: 30, height: 20)
    let before = try names(in: "/proc/self/fd").count
    for _ in 0..<60 {
      _ = try DrawingProcess.draw(SamplePictures.svg, width: 30, height: 20)
      #expect(throws: ImageFault.self) {
        try DrawingProcess.draw(Array("<svg>".utf8), width: 30, height: 20)
      }
    }
    // Other tests open files meanwhile, but not hundreds.
    #expect(try names(in: "/proc/self/fd").count < before + 50)
    try expectNoProcessLeft()
  }

  @Test func anEndlessDrawingIsGivenUp() throws {
    let start = Clock.now
    #expect(throws: ImageFault.tooSlow) {
      try DrawingProcess.draw(HostilePictures.endless, width: 100, height: 100)
    }
    #expect(Clock.now - start < 2.5)
    try expectNoProcessLeft()
  }

  @Test func aDrawingThatTakesAllMemoryFailsAlone() throws {
    // So many shapes take more memory than the process may have, or more time.
    let many = String(repeating: "<path d='M0 0L1 1L2 3z'/>", count: 160_000)
    let bytes = Array("<svg width='4096' height='4096'>\(many)</svg>".utf8)
    do throws(ImageFault) {
      _ = try DrawingProcess.draw(bytes, width: 4096, height: 4096)
    } catch {
      #expect(error == .tooSlow || error == .crashed || error.reason.hasPrefix("the picture is"))
    }
    try expectNoProcessLeft()
  }

  @Test func drawingsDoNotWaitForEachOther() async throws {
    // Threads that allocate and lock while others fork.
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var sum = 0
          for _ in 0..<25 {
            sum += try DrawingProcess.draw(SamplePictures.svg, width: 60, height: 40).width
          }
          return sum
        }
      }
      for try await sum in group { #expect(sum == 25 * 60) }
    }
  }
}
