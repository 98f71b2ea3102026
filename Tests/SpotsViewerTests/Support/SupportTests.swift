import Foundation
import SpotsTestSupport
import Testing

// The rig itself: a rig that never fails proves nothing.

@Suite struct VirtualDisplayTests {
  @Test func displaysHaveNumbersOfTheirOwn() throws {
    let (one, two) = (try VirtualDisplay(), try VirtualDisplay(width: 320, height: 200))
    #expect(one.name != two.name)
    #expect(one.name.hasPrefix(":") && Int(one.name.dropFirst()) != nil)
    #expect(try one.xdotool(["getdisplaygeometry"]) == "1280 800")
    #expect(try two.xdotool(["getdisplaygeometry"]) == "320 200")
  }

  @Test func pointerMoves() throws {
    let display = try VirtualDisplay()
    try display.xdotool(["mousemove", "123", "45"])
    let place = try display.xdotool(["getmouselocation", "--shell"])
    #expect(place.hasPrefix("X=123\nY=45\n"))
  }

  @Test func emptyDisplayIsBlack() throws {
    let picture = try VirtualDisplay(width: 64, height: 48).screenshot()
    #expect(picture.width == 64 && picture.height == 48)
    #expect(picture.pixels == Array(repeating: 0, count: 64 * 48))
  }

  @Test func anEndedDisplayIsGone() throws {
    let display = try VirtualDisplay()
    #expect(display.isRunning)
    display.end()
    #expect(!display.isRunning)
    display.end()
  }
}

@Suite struct ScreenshotTests {
  @Test func readsRowsWithPaddingInTheOrderTheHeaderSays() throws {
    for isBigEndian in [false, true] {
      var header = [Int](repeating: 0, count: 25)
      (header[0], header[1], header[4], header[5]) = (104, 7, 2, 2)
      (header[7], header[11], header[12], header[19]) = (isBigEndian ? 1 : 0, 32, 12, 1)
      var dump = Data()
      for number in header {
        dump.append(contentsOf: [0, 0, UInt8(number / 256), UInt8(number % 256)])
      }
      dump.append(Data(count: 4 + 12))  // a name and one color
      for row: [UInt8] in [[1, 2], [3, 4]] {
        for value in row {
          dump.append(contentsOf: isBigEndian ? [0, value, 0, 9] : [9, 0, value, 0])
        }
        dump.append(Data(count: 4))
      }
      let picture = try Screenshot(dump: dump)
      #expect(picture.pixels == [0x010009, 0x020009, 0x030009, 0x040009])
      #expect(picture[1, 0] == 0x020009)
      #expect(throws: Screenshot.FormatError.self) { try Screenshot(dump: dump.dropLast()) }
    }
  }
}

@Suite struct ViewerProcessTests {
  private func shell(_ script: String) throws -> ViewerProcess {
    try ViewerProcess(["-c", script], executable: "/bin/sh")
  }

  @Test func findsTheProgramUnderTest() throws {
    #expect(try ViewerProcess.executable.hasSuffix("/spots-viewer"))
  }

  @Test func collectsLinesAndStatus() throws {
    let process = try shell("echo one; echo oops >&2; printf two; exit 3")
    #expect(try process.waitForExit().status == 3)
    #expect(process.stdout.wait { $0 == "two" } != nil)
    #expect(process.stdout.entries == ["one", "two"])
    #expect(process.stderr.wait() == "oops")
  }

  @Test func waitsForEvents() throws {
    let process = try shell(
      #"""
      read line
      echo noise; echo '{"event":"shown"}'; echo '{"event":"itemSelected","item":3,"title":"T"}'
      """#)
    try process.write("go\n")
    let event = try process.waitForEvent("itemSelected") { $0.integer("item") == 3 }
    #expect(event.string("title") == "T")
    #expect(process.events.map(\.name) == ["shown", "itemSelected"])
  }

  @Test func otherEventsAreNotTakenForTheOneWaitedFor() throws {
    let process = try shell(#"echo '{"event":"shown"}'; echo closed; read line"#)
    try process.waitForEvent("shown")
    #expect(process.event("closed", timeout: 0.05) == nil)
    #expect(process.event("shown", from: 1, timeout: 0.05) == nil)
    #expect(process.event("shown", timeout: 0.05) { $0.integer("item") == 3 } == nil)
  }

  @Test func terminatesWithASignal() throws {
    let process = try shell("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done")
    #expect(process.stdout.wait() == "ready")
    let (status, duration) = try process.terminate(SIGTERM)
    #expect(status == 7)
    #expect(duration < Allowance.elapsed(.seconds(5)))
    #expect(try shell("kill -9 $$").waitForExit().status == 128 + SIGKILL)
  }

  @Test func releasingKills() throws {
    var process: ViewerProcess? = try shell("echo ready; read line")
    let identifier = try #require(process?.processIdentifier)
    let exit = try #require(process?.stdout.wait())
    #expect(exit == "ready")
    process = nil
    // Ended and reaped: signal 0 finds no process.
    let deadline = Date(timeIntervalSinceNow: 10)
    while kill(identifier, 0) == 0, Date() < deadline { usleep(5000) }
    #expect(kill(identifier, 0) == -1)
  }

  @Test func measuresItsCPUTimeAndDescriptors() throws {
    let process = try shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read l")
    #expect(process.stdout.wait() == "done")
    #expect(try process.cpuTime > .zero)
    #expect(try process.cpuTime < Allowance.of(.seconds(10)))
    #expect(try process.descriptorCount == 4)
  }

  @Test func environmentIsClean() throws {
    let process = try ViewerProcess(["-c", "env"], executable: "/bin/sh")
    _ = try process.waitForExit()
    #expect(process.stdout.wait { $0 == "LANG=C.UTF-8" } != nil)
    #expect(!process.stdout.entries.contains { $0.hasPrefix("DISPLAY=") })
  }
}
