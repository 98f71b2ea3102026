import Foundation
import Testing

/// System calls of decoders, as strace sees them.
@Suite struct DecoderCallsTests {
  /// Everything that is opened, connected or started comes before the first byte of a picture.
  @Test func nothingIsOpenedOnceTheBoxIsClosed() throws {
    let folder = try TemporaryDirectory()
    let calls =
      "trace=open,openat,openat2,creat,execve,execveat,socket,connect,fork,vfork,prctl,seccomp"
    let process = try ViewerProcess(
      [
        "-f", "-qq", "-e", calls, "-e", "signal=none", "-o", folder("trace"),
        try ViewerProcess.executable, "render", SampleScreens.path("gallery.json"), "-o",
        folder("gallery.png"),
      ], executable: "/usr/bin/strace")
    #expect(try process.waitForExit(timeout: 60).status == 0)
    #expect(process.stderr.entries == [])

    // By process number, for decoders only: whether the sandbox is closed.
    var isClosed: [Substring: Bool] = [:]
    for line in try String(contentsOfFile: folder("trace"), encoding: .utf8).split(separator: "\n")
    {
      // The second half of a call that was interrupted by another process's.
      if line.contains(" resumed>") { continue }
      let number = line.prefix { $0.isNumber }
      if line.contains("execve(") {
        #expect(isClosed[number] != true, "\(line)")
        if line.contains("spots-decoder\"") { isClosed[number] = false }
      } else if line.contains("SECCOMP") {
        if isClosed[number] != nil { isClosed[number] = true }
      } else {
        #expect(isClosed[number] != true, "\(line)")
      }
    }
    #expect(!isClosed.isEmpty && isClosed.values.allSatisfy(\.self))
  }
}
