import Foundation
import SpotsTestSupport
import Testing

/// The tests that share a display, a pointer and a keyboard: one after the other.
@Suite(.serialized) struct WindowTests {}

/// A window system that the same tests are made under.
enum WindowSystem: CaseIterable, Sendable {
  case x11
  /// A compositor on the display, whose window passes the mouse and the keyboard on.
  case wayland
}

/// A screen in a file of its own, in a window on a display.
final class WindowRig {
  /// The display of all tests that are `WindowTests`.
  static let display = Result { try VirtualDisplay(width: 900, height: 700) }

  let directory: TemporaryDirectory
  let display: VirtualDisplay
  let process: ViewerProcess
  let window: ViewerWindow
  private let size: String
  /// Nil under X11.
  private let compositor: Compositor?

  /// Opens `screen` and waits for its first frame.
  init(
    _ screen: String, files: [String: String] = [:], size: String = "400x600",
    options: [String] = [], environment: [String: String] = [:],
    on display: VirtualDisplay? = nil, under system: WindowSystem = .x11
  ) throws {
    directory = try TemporaryDirectory()
    try directory.write(screen, to: "screen.json")
    for (name, text) in files { try directory.write(text, to: name) }
    self.size = size
    self.display = try display ?? Self.display.get()
    // Where a pointer rests, something lies under it: the bottom right corner is out of the way.
    try self.display.xdotool([
      "mousemove", "\(self.display.width - 1)", "\(self.display.height - 1)",
    ])
    let sides = size.split(separator: "x").compactMap { Int($0) }
    compositor =
      system == .wayland
      ? try Compositor(width: sides[0], height: sides[1], on: self.display) : nil
    let output = try compositor.map { try ViewerWindow(of: $0) }
    process = try ViewerProcess(
      [directory("screen.json"), "--events", "--theme", "light", "--size", size] + options,
      display: self.display,
      environment: environment.merging(compositor?.environment ?? [:]) { $1 })
    try process.waitForEvent("shown", timeout: 30)
    // The compositor forwards the pointer only once it shows the first frame it was given.
    if output != nil { try #require(try process.comesToRest()) }
    window = try output ?? ViewerWindow(of: process, on: self.display)
  }

  // MARK: What is where

  /// The layout of the file as it is now.
  func inspect(_ options: String...) throws -> InspectedScreen {
    let run = try CommandRun(
      ["inspect", directory("screen.json"), "--size", size, "--theme", "light"] + options)
    return try JSONDecoder().decode(InspectedScreen.self, from: run.output)
  }

  // MARK: What the user does

  /// Clicks at `place` and returns the resulting event.
  @discardableResult
  func click(
    _ place: ViewerWindow.Place, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ViewerEvent {
    let start = process.stdout.entries.count
    try window.click(place)
    let event = try process.waitForEvent(
      "itemSelected", from: start, sourceLocation: sourceLocation)
    window.clickWasHandled()
    return event
  }

  /// Does something that moves what is shown, and waits until it has come to rest.
  func settle(
    sourceLocation: SourceLocation = #_sourceLocation, after action: () throws -> Void
  ) throws {
    let before = try picture()
    try action()
    let isChanged = try eventually { try picture() != before }
    #expect(isChanged, "nothing moved", sourceLocation: sourceLocation)
    try waitUntilStill(sourceLocation: sourceLocation)
  }

  /// Waits until what is shown has come to rest.
  func waitUntilStill(sourceLocation: SourceLocation = #_sourceLocation) throws {
    var (last, still) = (try picture(), 0)
    let isStill = try eventually {
      usleep(60_000)
      let next = try picture()
      still = next == last ? still + 1 : 0
      last = next
      return still == 4
    }
    #expect(isStill, "never at rest", sourceLocation: sourceLocation)
  }

  /// The display without its right half, where the scrollbar fades.
  private func picture() throws -> Data {
    let dump = try display.dump()
    let row = display.width * 4
    let first = dump.count - row * display.height
    var left = Data(capacity: row / 2 * display.height)
    for start in stride(from: first, to: dump.count, by: row) {
      left += dump[start..<(start + row / 2)]
    }
    return left
  }

  // MARK: The file

  /// Replaces the file as a whole and waits for the reload.
  func save(_ screen: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let start = process.stdout.entries.count
    try directory.write(screen, to: "next")
    try directory.shell("mv next screen.json")
    try process.waitForEvent("reloaded", from: start, sourceLocation: sourceLocation)
  }

  func count(_ event: String) -> Int { process.events.count { $0.name == event } }
}

/// Waits until `condition` holds; false when it does not within `timeout` seconds.
func eventually(timeout: Double = 20, _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Date(timeIntervalSinceNow: Allowance.patience(timeout))
  while true {
    if try condition() { return true }
    guard Date() < deadline else { return false }
    usleep(15_000)
  }
}

/// Screens made for tests.
enum TestScreen {
  /// Rows 44 points high, called `Row 0` and so on, with their index as identifier.
  static func list(_ count: Int, title: String = "List", prefix: String = "Row") -> String {
    let items = (0..<count).map { #"{"identifier":\#($0),"title":"\#(prefix) \#($0)"}"# }
    return #"{"title":"\#(title)","components":[{"items":[\#(items.joined(separator: ","))]}]}"#
  }

  /// A carousel of twelve cards 150 points wide over a list of forty rows.
  static let carouselOverList: String = {
    let cards = (0..<12).map {
      #"{"title":"Card \#($0)","kind":"card","size":{"width":150,"height":120}}"#
    }
    let rows = (0..<40).map { #"{"title":"Row \#($0)"}"# }
    return #"""
      {"components":[{"kind":"carousel","layout":{"item-spacing":10},
      "items":[\#(cards.joined(separator: ","))]},
      {"items":[\#(rows.joined(separator: ","))]}]}
      """#
  }()
}
