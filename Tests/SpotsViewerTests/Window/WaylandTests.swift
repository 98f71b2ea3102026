import Foundation
import Testing

/// The window on a Wayland compositor, without an X server between.
@Suite(.serialized) struct WaylandTests {
  /// It opens without OpenGL, and a point is as large as the output's scale says.
  @Test(arguments: [1, 2])
  func theWindowOpensAtItsScale(scale: Int) throws {
    let compositor = try Compositor(width: 400, height: 300, scale: scale)
    let folder = try TemporaryDirectory()
    try folder.write(TestScreen.list(30), to: "screen.json")
    let process = try ViewerProcess(
      [folder("screen.json"), "--events", "--theme", "light", "--size", "400x300"],
      display: compositor.display, environment: compositor.environment)
    try process.waitForEvent("shown", timeout: 30)
    // Rows are 44 points high, with lines of one pixel between them.
    let separator: UInt32 = 0xDADDE3
    let lines = try #require(
      found(timeout: 20) {
        let column = try compositor.display.screenshot()
        let lines = (0..<column.height).filter { column[200 * scale, $0] == separator }
        return lines.count >= 5 ? lines : nil
      })
    let expected: [Int] = [44, 88, 132, 176].map { $0 * scale - 1 }
    #expect(Array(lines.prefix(4)) == expected)
    // A click hits what is seen.
    for row in [1, 4] {
      let start = process.stdout.entries.count
      try compositor.display.xdotool([
        "mousemove", "\(100 * scale)", "\((row * 44 + 22) * scale)", "sleep", "0.2", "click", "1",
      ])
      let event = try process.waitForEvent("itemSelected", from: start)
      #expect(event.integer("item") == row)
    }
    #expect(!process.stderr.entries.contains { $0.contains("xkbcommon") })
    let path = "/proc/\(process.processIdentifier)/maps"
    let maps = try String(contentsOfFile: path, encoding: .utf8)
    let drawing = maps.matches(of: #/lib(EGL|GL|GLX|LLVM|vulkan)[-.].*/#).map { String($0.0) }
    #expect(drawing.isEmpty)
  }

  /// SDL asks the program to end as if the user had closed the window.
  @Test func aLostCompositorIsStatus3() throws {
    let compositor = try Compositor(width: 400, height: 300)
    let process = try ViewerProcess(
      ["-", "--events"], display: compositor.display, environment: compositor.environment)
    try process.waitForEvent("shown", timeout: 30)
    compositor.end()
    #expect(try process.waitForExit().status == 3)
    #expect(process.stdout.wait { $0 == #"{"event":"closed"}"# } != nil)
    let words = "spots-viewer: the connection to the display is lost"
    #expect(process.stderr.wait { $0 == words } != nil, "\(process.stderr.entries)")
  }

  /// One sentence says what was tried.
  @Test func withoutACompositorThereIsAnErrorInWords() throws {
    let folder = try TemporaryDirectory()
    try folder.write(TestScreen.list(3), to: "screen.json")
    func errors(_ environment: [String: String]) throws -> [String] {
      let process = try ViewerProcess(
        [folder("screen.json")],
        environment: environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 })
      #expect(try process.waitForExit().status == 3)
      #expect(process.stderr.wait() != nil)
      return process.stderr.entries
    }
    #expect(
      try errors(["SDL_VIDEODRIVER": "wayland", "WAYLAND_DISPLAY": "none"]) == [
        "spots-viewer: there is no display: SDL cannot open 'wayland', which SDL_VIDEODRIVER asks for"
      ])
    #expect(
      try errors(["SDL_VIDEODRIVER": "", "WAYLAND_DISPLAY": "none", "DISPLAY": ":none"]) == [
        "spots-viewer: there is no display: Wayland at WAYLAND_DISPLAY=none and X11 at DISPLAY=:none"
          + " do not answer"
      ])
    #expect(
      try errors(["SDL_VIDEODRIVER": ""]) == [
        "spots-viewer: there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set"
      ])
  }

  /// Without a seat, SDL 2.26 would crash.
  @Test func aCompositorWithoutASeatIsPassedOver() throws {
    let compositor = try Compositor(width: 400, height: 300, hasSeat: false)
    let folder = try TemporaryDirectory()
    try folder.write(TestScreen.list(3), to: "screen.json")
    for driver in ["wayland", ""] {
      let process = try ViewerProcess(
        [folder("screen.json")],
        environment: compositor.environment.merging(["SDL_VIDEODRIVER": driver]) { $1 })
      #expect(try process.waitForExit().status == 3)
      #expect(
        process.stderr.wait()
          == "spots-viewer: there is no display: the Wayland compositor has no seat for input")
    }
    let process = try ViewerProcess(
      [folder("screen.json"), "--events"], display: compositor.display,
      environment: compositor.environment.merging(["SDL_VIDEODRIVER": ""]) { $1 })
    try process.waitForEvent("shown")
    #expect(try process.terminate().status == 0)
  }

  /// Virtual keyboards come and go, the first one with a key held, which SDL 2.26 looks up before
  /// it knows the layout.
  @Test func keyboardsComeAndGo() throws {
    let compositor = try TilingCompositor(width: 400, height: 300)
    let folder = try TemporaryDirectory()
    try folder.write(
      #"{"components":[{"items":[{"title":"a","kind":"toggle","name":"a"}]}]}"#, to: "screen.json")
    let process = try ViewerProcess(
      [folder("screen.json"), "--events"],
      environment: compositor.environment.merging(["WAYLAND_DEBUG": "1"]) { $1 })
    try process.waitForEvent("shown")
    func hold(_ key: String, after milliseconds: Int) throws -> ViewerProcess {
      let keyboard = try ViewerProcess(
        [key, "\(milliseconds)"], environment: compositor.environment,
        executable: ViewerProcess.program("typing-client"))
      try #require(keyboard.stdout.wait { $0 == "pressed" } != nil)
      return keyboard
    }
    kill(process.processIdentifier, SIGSTOP)
    let first = try hold("Tab", after: 0)
    kill(process.processIdentifier, SIGCONT)
    let entered = #/wl_keyboard@\d+\.enter\(.*array\[4\]/#
    try #require(process.stderr.wait { $0.contains(entered) } != nil)
    try first.closeInput()
    #expect(try first.waitForExit().status == 0)
    // A keyboard may be gone before the window has asked for its keys.
    let isSwitched = try eventually(timeout: 30) {
      for key in ["Tab", "space"] {
        let keyboard = try hold(key, after: 200)
        try keyboard.closeInput()
        _ = try keyboard.waitForExit()
      }
      return process.events.contains { $0.name == "valueChanged" }
    }
    #expect(isSwitched, "\(process.stderr.entries.suffix(20))")
    #expect(try process.terminate().status == 0)
  }

  /// A compositor and a session bus that have stopped do not keep windows from opening where there
  /// is X11.
  @Test func theSilentAreNotWaitedForLong() throws {
    let folder = try TemporaryDirectory()
    try folder.write(TestScreen.list(3), to: "screen.json")
    let silent = try SilentSocket(at: folder("wayland-0"))
    let bus = try SilentSocket(at: folder("bus"))
    let display = try VirtualDisplay(width: 400, height: 300)
    let process = try ViewerProcess(
      [folder("screen.json"), "--events"], display: display,
      environment: [
        "SDL_VIDEODRIVER": "", "WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": folder.path,
      ])
    try process.waitForEvent("shown", timeout: 30)
    // They were asked.
    for socket in [silent, bus] { close(socket.accept()) }
    #expect(try process.terminate().status == 0)
  }

  /// The compositor changes the state of a window once that is committed, even if the window keeps
  /// its size, as one that fills the output does.
  @Test func fullScreenIsCommittedAtTheSameSize() throws {
    let compositor = try Compositor(width: 400, height: 300)
    let window = try ViewerWindow(of: compositor)
    let folder = try TemporaryDirectory()
    try folder.write(TestScreen.list(30), to: "screen.json")
    let process = try ViewerProcess(
      [folder("screen.json"), "--events", "--size", "400x300"], display: compositor.display,
      environment: compositor.environment.merging(["WAYLAND_DEBUG": "1"]) { $1 })
    try process.waitForEvent("shown", timeout: 30)
    // Keys that come before the keyboard has entered the window are lost.
    try #require(process.stderr.wait { $0.contains(#/wl_keyboard@\d+\.enter\(/#) } != nil)
    func requests() -> [String] { process.stderr.entries.filter { $0.contains(" -> ") } }
    let ground = try #require(
      requests().compactMap { line in
        line.firstMatch(of: #/get_subsurface\(.*, (wl_surface@\d+)\)/#).map { String($0.1) }
      }.first)
    let isAtRest = try process.comesToRest()
    #expect(isAtRest)
    let start = requests().count
    try window.key("F11")
    // This compositor gives every window its whole output, so that the key asks for less. It need
    // not answer.
    let isCommitted = eventually(timeout: 20) {
      let since = requests()[start...]
      let asked = since.firstIndex { $0.contains("set_fullscreen(") } ?? since.endIndex
      return since[asked...].contains { $0.contains("-> \(ground).commit()") }
    }
    #expect(isCommitted, "\(process.stderr.entries.suffix(40))")
    #expect(try process.terminate().status == 0)
  }

  /// Files dragged from the window of another client.
  @Test func droppedFilesOpen() throws {
    let compositor = try Compositor(width: 400, height: 300)
    let folder = try TemporaryDirectory()
    for name in ["screen.json", "Größe 100%.json"] {
      try folder.write(TestScreen.list(3), to: name)
    }
    let process = try ViewerProcess(
      [folder("screen.json"), "--events"], environment: compositor.environment)
    try process.waitForEvent("shown", timeout: 30)
    let path = folder("Größe 100%.json")
    let client = try ViewerProcess(
      [URL(fileURLWithPath: path).absoluteString], environment: compositor.environment,
      executable: ViewerProcess.program("dragging-client"))
    func said(_ word: String, whenever act: () throws -> Void = {}) throws -> Bool {
      try eventually {
        try act()
        return client.stdout.entries.contains(word)
      }
    }
    try compositor.display.xdotool(["mousemove", "200", "150"])
    try #require(try said("entered"))
    try compositor.display.xdotool(["mousedown", "1"])
    try #require(try said("dragging"))
    var x = 200
    try #require(
      try said("over") {
        x = 410 - x
        try compositor.display.xdotool(["mousemove", "\(x)", "150"])
      })
    try compositor.display.xdotool(["mouseup", "1"])
    #expect(try process.waitForEvent("navigated").string("to") == path)
    #expect(try process.terminate().status == 0)
  }

  /// Frames come as the compositor asks for them, and say what they change.
  @Test func scrollingShowsOneFrameForEachThatIsAskedFor() throws {
    let compositor = try Compositor(width: 400, height: 300)
    let folder = try TemporaryDirectory()
    try folder.write(TestScreen.list(300), to: "screen.json")
    let process = try ViewerProcess(
      [folder("screen.json"), "--events", "--theme", "light", "--size", "400x300"],
      display: compositor.display,
      environment: compositor.environment.merging(["WAYLAND_DEBUG": "1"]) { $1 })
    try process.waitForEvent("shown", timeout: 30)
    let surface = try #require(found(timeout: 20) { Self.frameSurface(in: process.stderr.entries) })
    var log = process.stderr.entries
    func requests(_ name: String) -> [String] {
      log.filter { $0.contains("-> \(surface).\(name)(") }
    }
    let (start, startLine) = (requests("attach").count, log.count)
    try compositor.display.xdotool([
      "mousemove", "200", "150", "click", "--repeat", "20", "--delay", "30", "5",
    ])
    let isScrolled = eventually(timeout: 20) {
      log = process.stderr.entries
      return requests("attach").count > start + 20
    }
    #expect(isScrolled, "\(requests("attach").count - start) frames")
    // The scrollbar fades after a rest, so that the log may end within a frame.
    let isComplete = eventually(timeout: 20) {
      log = process.stderr.entries
      return requests("commit").count == requests("attach").count
        && !callbacks(of: surface, in: log[startLine...]).isWaiting
    }
    #expect(isComplete)
    #expect(requests("frame").count == requests("attach").count)
    #expect(callbacks(of: surface, in: log[startLine...]).early.isEmpty)
    // The margin below the lowest row does not change.
    let whole = requests("damage_buffer").filter { $0.contains("(0, 0, 400, 300)") }
    #expect(whole.count <= start + 2)
    #expect(!process.stderr.entries.contains { $0.contains("wl_display@1.error") })
    #expect(try process.terminate().status == 0)
  }

  /// The surface of the frames; nil before there is one.
  static func frameSurface(in log: [String]) -> String? {
    log.lazy.compactMap { line in
      line.firstMatch(of: #/get_subsurface\(.*?, (wl_surface@\d+), /#).map { String($0.1) }
    }.first
  }

  /// The frames that were attached before the one before them had its callback, and whether one
  /// waits for its callback at the end.
  private func callbacks(
    of surface: String, in log: ArraySlice<String>
  ) -> (early: [String], isWaiting: Bool) {
    var early: [String] = []
    var awaited: Substring?
    for line in log {
      if line.contains("-> \(surface).attach("), awaited != nil { early.append(line) }
      if let match = line.firstMatch(of: #/(wl_surface@\d+)\.frame\(new id (wl_callback@\d+)\)/#),
        match.1 == surface
      {
        awaited = match.2
      }
      if let frame = awaited, line.contains(" \(frame).done(") { awaited = nil }
    }
    return (early, awaited != nil)
  }

  /// Waits until `find` finds something; nil when it does not within `timeout` seconds.
  private func found<Value>(timeout: Double, _ find: () throws -> Value?) rethrows -> Value? {
    var value: Value?
    _ = try eventually(timeout: timeout) {
      value = try find()
      return value != nil
    }
    return value
  }
}
