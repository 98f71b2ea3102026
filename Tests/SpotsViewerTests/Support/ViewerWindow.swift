import Foundation
import SpotsTestSupport
import Testing

/// The window of a program on a virtual display, with mouse and keyboard operations on it.
///
/// Points are pixels from the window's top left corner.
struct ViewerWindow {
  typealias Place = (x: Int, y: Int)

  enum Wheel: Int {
    case up = 4
    case down, left, right
  }

  let display: VirtualDisplay
  let identifier: String
  private let lastClick = LastClick()

  private final class LastClick {
    var place: Place = (0, 0)
    var time = Date.distantPast
  }

  /// Waits for the visible window of `process`, and gives it the keyboard, as there is no window
  /// manager to do so.
  init(of process: ViewerProcess, on display: VirtualDisplay, timeout: Double = 10) throws {
    let found = Self.search(
      ["--pid", "\(process.processIdentifier)"], on: display, timeout: timeout)
    identifier = try #require(found, "no window; \(process.stderr.entries)")
    self.display = display
    try focus()
  }

  /// Waits for the visible window of a Wayland compositor that shows its output on `display`, and
  /// gives it the keyboard. The mouse and the keyboard then reach the window on the output.
  ///
  /// There must be no window on the output yet: Weston loses the keyboard at times when it is given
  /// it a second time.
  init(of compositor: Compositor) throws {
    display = compositor.display
    let found = Self.search(["--class", "weston"], on: display, timeout: 10)
    identifier = try #require(found, "the compositor has no window")
    try focus()
  }

  /// A window with a number that is known.
  init(_ identifier: String, on display: VirtualDisplay) {
    (self.identifier, self.display) = (identifier, display)
  }

  /// The last window that `xdotool search` finds.
  private static func search(
    _ arguments: [String], on display: VirtualDisplay, timeout: Double
  ) -> String? {
    let deadline = Date(timeIntervalSinceNow: Allowance.patience(timeout))
    while Date() < deadline {
      // The tool fails when there is no such window yet.
      let found = try? display.xdotool(["search", "--onlyvisible"] + arguments)
      if let last = found?.split(separator: "\n").last { return String(last) }
      usleep(20_000)
    }
    return nil
  }

  /// The X server's number for the window.
  var number: XConnection.Window { get throws { try #require(XConnection.Window(identifier)) } }

  func focus() throws {
    try display.xdotool(["windowfocus", "--sync", identifier])
  }

  var title: String {
    get throws { try display.xdotool(["getwindowname", identifier]) }
  }

  /// On the display, in pixels.
  var geometry: (x: Int, y: Int, width: Int, height: Int) {
    get throws {
      let text = try display.xdotool(["getwindowgeometry", "--shell", identifier])
      var values: [Substring: Int] = [:]
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: "=")
        values[parts[0]] = Int(parts[1])
      }
      return (
        try #require(values["X"]), try #require(values["Y"]),
        try #require(values["WIDTH"]), try #require(values["HEIGHT"])
      )
    }
  }

  var size: (width: Int, height: Int) {
    get throws {
      let geometry = try geometry
      return (geometry.width, geometry.height)
    }
  }

  /// The pixel at `place` as 0xRRGGBB.
  func color(at place: Place) throws -> UInt32 {
    let geometry = try geometry
    return try display.screenshot()[geometry.x + place.x, geometry.y + place.y]
  }

  func resize(width: Int, height: Int) throws {
    try display.xdotool(["windowsize", "--sync", identifier, "\(width)", "\(height)"])
  }

  /// Asks the program to close the window, as the button of a title bar does.
  func close() throws {
    let connection = try XConnection(display.name)
    try connection.send(
      "WM_PROTOCOLS", [connection.atom("WM_DELETE_WINDOW")], about: number)
  }

  func move(to place: Place) throws {
    try display.xdotool(moving(to: place))
  }

  /// The program has handled the last click. Series count from then on, which on a busy machine may
  /// be long after the click.
  func clickWasHandled() { lastClick.time = Date() }

  /// Clicks `count` times in quick succession. What is clicked by another call is no part of the
  /// same series: where it would be, half a second passes first.
  func click(_ place: Place, button: Int = 1, count: Int = 1) throws {
    let pause = 0.55 + lastClick.time.timeIntervalSinceNow
    let isNear = max(abs(place.x - lastClick.place.x), abs(place.y - lastClick.place.y)) <= 32
    if isNear, pause > 0 { usleep(UInt32(pause * 1e6)) }
    defer { (lastClick.place, lastClick.time) = (place, Date()) }
    try display.xdotool(
      moving(to: place) + ["click", "--repeat", "\(count)", "--delay", "40", "\(button)"])
  }

  /// Turns the wheel by `notches` with the pointer at `place`, holding `modifier` if there is one.
  func wheel(_ wheel: Wheel, notches: Int = 1, at place: Place, holding modifier: String? = nil)
    throws
  {
    let turns = ["click", "--repeat", "\(notches)", "--delay", "10", "\(wheel.rawValue)"]
    let (down, up) = (modifier.map { ["keydown", $0] }, modifier.map { ["keyup", $0] })
    try display.xdotool(moving(to: place) + (down ?? []) + turns + (up ?? []))
  }

  /// Presses at `start`, moves to `end` in `steps` over `seconds`, and releases.
  func drag(
    from start: Place, to end: Place, steps: Int = 10, seconds: Double = 0.2,
    pauseBeforeRelease: Double = 0
  ) throws {
    var commands = moving(to: start) + ["mousedown", "1"]
    for step in 1...steps {
      let place = (
        x: start.x + (end.x - start.x) * step / steps,
        y: start.y + (end.y - start.y) * step / steps
      )
      commands += ["sleep", "\(seconds / Double(steps))"] + moving(to: place)
    }
    try display.xdotool(commands + ["sleep", "\(pauseBeforeRelease)", "mouseup", "1"])
  }

  /// Presses a key with its modifiers by their X names, for example `ctrl+q` or `Page_Down`.
  func key(_ keys: String...) throws {
    try display.xdotool(["key", "--delay", "20"] + keys)
  }

  private func moving(to place: Place) -> [String] {
    ["mousemove", "--window", identifier, "\(place.x)", "\(place.y)"]
  }
}
