import Foundation
import SpotsTestSupport
import Testing

/// A display with a window manager, which ends with it, and the hands on its windows.
final class ManagedDisplay: Sendable {
  let display: VirtualDisplay
  private let manager = Process()
  private let home: TemporaryDirectory

  init(width: Int = 900, height: Int = 700) throws {
    display = try VirtualDisplay(width: width, height: height)
    home = try TemporaryDirectory()
    manager.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    manager.arguments = ["openbox", "--sm-disable"]
    manager.environment = ViewerProcess.inheritedEnvironment.merging([
      "DISPLAY": display.name, "HOME": home.path, "LANG": "C.UTF-8",
    ]) { $1 }
    manager.standardOutput = FileHandle.nullDevice
    manager.standardError = FileHandle.nullDevice
    try manager.runTakingSignals()
    let connection = try XConnection(display.name)
    let root = try connection.root
    let isThere = try eventually(timeout: 30) {
      // Set last, once the manager knows the room that windows have.
      try connection.property("_NET_WORKAREA", of: root) != nil
    }
    try #require(isThere, "openbox did not start")
  }

  deinit {
    display.end()
    manager.waitUntilExit()
  }

  /// Maximizes or restores a window.
  func maximize(_ window: ViewerWindow, _ isOn: Bool = true) throws {
    let connection = try XConnection(display.name)
    try connection.send(
      "_NET_WM_STATE",
      [
        isOn ? 1 : 0, connection.atom("_NET_WM_STATE_MAXIMIZED_VERT"),
        connection.atom("_NET_WM_STATE_MAXIMIZED_HORZ"),
      ], about: window.number, toManager: true)
  }

  /// Minimizes a window, and waits until it is.
  func minimize(_ window: ViewerWindow) throws {
    let connection = try XConnection(display.name)
    let iconic: UInt = 3
    try connection.send("WM_CHANGE_STATE", [iconic], about: window.number, toManager: true)
    let isIcon = try eventually {
      try connection.property("WM_STATE", of: window.number)?.first == iconic
    }
    #expect(isIcon, "not minimized")
  }

  /// Brings a window back to the front.
  func activate(_ window: ViewerWindow) throws {
    let connection = try XConnection(display.name)
    try connection.send("_NET_ACTIVE_WINDOW", [2], about: window.number, toManager: true)
  }

  /// Drags something from another program over a window, and drops it there.
  ///
  /// - Parameter text: The URIs as programs offer them, a line for each.
  /// - Returns: Whether the window has taken it.
  func drop(_ text: String, on window: ViewerWindow) throws -> Bool {
    try home.write(Self.source, to: "drag.py")
    try home.write(text, to: "uris")
    let tool = Process()
    let output = Pipe()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    tool.arguments = [home("drag.py"), window.identifier, home("uris")]
    tool.environment = ["DISPLAY": display.name, "HOME": home.path]
    tool.standardOutput = output
    try tool.runTakingSignals()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    output.fileHandleForReading.closeFile()
    tool.waitUntilExit()
    try #require(tool.terminationStatus == 0, "the drag failed")
    return said == "taken\n"
  }

  /// The source of a drag, by version 5 of the XDND protocol.
  private static let source = """
    import signal
    import sys
    from Xlib import X, Xatom, display
    from Xlib.protocol import event

    signal.alarm(60)
    connection = display.Display()
    window = connection.create_resource_object("window", int(sys.argv[1]))
    data = open(sys.argv[2], "rb").read()
    screen = connection.screen()
    source = screen.root.create_window(0, 0, 1, 1, 0, screen.root_depth)

    def atom(name):
        return connection.intern_atom(name)

    def send(name, *numbers):
        numbers = [source.id, *numbers] + [0] * (4 - len(numbers))
        window.send_event(event.ClientMessage(
            window=window, client_type=atom(name), data=(32, numbers)))
        connection.flush()

    def wait(name):
        while True:
            next = connection.next_event()
            if next.type == X.SelectionRequest:
                next.requestor.change_property(next.property, next.target, 8, data)
                next.requestor.send_event(event.SelectionNotify(
                    time=next.time, requestor=next.requestor, selection=next.selection,
                    target=next.target, property=next.property))
                connection.flush()
            elif next.type == X.ClientMessage and next.client_type == atom(name):
                return next.data[1]

    source.set_selection_owner(atom("XdndSelection"), X.CurrentTime)
    place = screen.root.translate_coords(window, 0, 0)
    x, y = place.x + 50, place.y + 50
    send("XdndEnter", 5 << 24, atom("text/uri-list"))
    send("XdndPosition", 0, x << 16 | y, X.CurrentTime, atom("XdndActionCopy"))
    if wait("XdndStatus")[1] & 1:
        send("XdndDrop", 0, X.CurrentTime)
        if wait("XdndFinished")[1] & 1:
            print("taken")
    """
}
