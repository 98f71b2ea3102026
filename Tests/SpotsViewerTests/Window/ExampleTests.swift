import Foundation
import Testing

extension WindowTests {
  /// The example program, built and run as a user would.
  @Suite(.serialized) struct ExampleTests {
    private var executable: String { get throws { try ViewerProcess.program("spots-example") } }

    @Test func itShowsItsViewsChangesThemAndCloses() throws {
      let display = try VirtualDisplay(width: 600, height: 800)
      let process = try ViewerProcess([], display: display, executable: executable)
      let window = try ViewerWindow(of: process, on: display, timeout: 30)
      #expect(try window.title == "Departures")
      let first = try display.dump()
      // Minutes count down, seats fill up: a second later it looks different, and again.
      #expect(try eventually { try display.dump() != first })
      let second = try display.dump()
      #expect(try eventually { try display.dump() != second })
      try window.close()
      #expect(try process.waitForExit().status == 0)
      #expect(process.stderr.entries.isEmpty)
    }

    @Test func withoutADisplayItSaysSo() throws {
      let process = try ViewerProcess(
        [], environment: ["SDL_VIDEODRIVER": "x11", "DISPLAY": ":4711"], executable: executable)
      #expect(try process.waitForExit().status == 3)
      #expect(process.stderr.wait { $0.hasPrefix("spots-example: ") } != nil)
    }
  }

  /// The programs of the article "Programs in Swift", each a process with a window.
  @Suite(.serialized) struct SampleProgramTests {
    @Test func eachShowsItsWindowUntilItIsClosed() throws {
      let display = try VirtualDisplay(width: 1000, height: 700)
      let titles = [
        "booking": "Book a seat", "chooser": "Choose", "contacts": "Contacts", "counter": "Counter",
        "mail": "Inbox", "monitor": "Load", "player": "Player", "settings": "Settings",
        "wall": "Wall",
      ]
      let programs = try titles.keys.map { name in
        let process = try ViewerProcess(
          [name], display: display, executable: ViewerProcess.program("sample-programs"))
        try process.closeInput()
        return (name, process)
      }
      for (name, process) in programs {
        let window = try ViewerWindow(of: process, on: display, timeout: 30)
        #expect(try window.title == titles[name])
        try window.close()
        #expect(try process.waitForExit().status == 0, "\(name)")
        #expect(process.stderr.entries.isEmpty, "\(name)")
      }
    }
  }
}
