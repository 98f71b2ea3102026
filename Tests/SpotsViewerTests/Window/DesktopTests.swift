import Foundation
import Glibc
import Spots
import SpotsTestSupport
import Testing

extension WindowTests {
  /// The desktop's settings on the screen: followed live, and there from the first frame of the
  /// next start.
  @Suite(.serialized) struct DesktopTests {
    /// A setting, and the options that have a window look the same.
    struct Case: Sendable, CustomTestStringConvertible {
      let setting: String
      let options: [String]

      var testDescription: String { setting }
    }

    static let cases = [
      Case(setting: "org.freedesktop.appearance color-scheme u 1", options: ["--theme", "dark"]),
      Case(
        setting: "org.freedesktop.appearance contrast u 1", options: ["--theme", "high-contrast"]),
      Case(
        setting: "org.gnome.desktop.interface text-scaling-factor d 1.5",
        options: ["--text-scale", "1.5"]),
      Case(
        setting: "org.gnome.desktop.interface font-name s DejaVu Sans Mono 11",
        options: ["--font", "DejaVu Sans Mono"]),
    ]

    /// A window on `bus` that keeps what it hears in `cache`, and looks as the desktop does.
    private func rig(_ bus: TestBus?, cache: TemporaryDirectory, options: [String] = []) throws
      -> WindowRig
    {
      // The settings of the machine's own user have no effect.
      var environment = ["XDG_CACHE_HOME": cache.path, "XDG_CONFIG_HOME": cache("none")]
      environment["DBUS_SESSION_BUS_ADDRESS"] = bus?.address
      return try WindowRig(
        TestScreen.list(5), options: ["--theme", "system"] + options, environment: environment)
    }

    private func pixels(_ rig: WindowRig) throws -> [UInt32] {
      let (x, y, width, height) = try rig.window.geometry
      let picture = try rig.display.screenshot()
      return (y..<(y + height)).flatMap { row in (x..<(x + width)).map { picture[$0, row] } }
    }

    private func end(_ rig: WindowRig) throws {
      #expect(try rig.process.terminate().status == 0, "\(rig.process.stderr.entries)")
    }

    /// The window without a bus, in which nothing but `options` changes the look.
    private func reference(_ options: [String]) throws -> [UInt32] {
      let rig = try rig(nil, cache: try TemporaryDirectory(), options: options)
      try rig.waitUntilStill()
      let pixels = try pixels(rig)
      try end(rig)
      return pixels
    }

    @Test(arguments: cases)
    func settingsAreFollowedAndRemembered(setting: Case) throws {
      let (bus, cache) = (try TestBus(), try TemporaryDirectory())
      let wanted = try reference(setting.options)
      #expect(try reference([]) != wanted)
      do {
        let portal = try TestPortal(on: bus)
        let live = try rig(bus, cache: cache)
        try portal.set(setting.setting)
        #expect(try eventually { try pixels(live) == wanted }, "live")
        try end(live)
        portal.end()
      }
      // The first frame is the only one of a desktop that no longer says anything.
      let silent = try TestPortal(.silent, on: bus)
      let next = try rig(bus, cache: cache)
      #expect(silent.said.wait { $0.hasSuffix(" font-name") } != nil)
      #expect(try eventually { try pixels(next) == wanted }, "at the next start")
      try end(next)
      // Options say otherwise.
      let own = try rig(
        bus, cache: cache,
        options: ["--theme", "light", "--text-scale", "1", "--font", "DejaVu Sans"])
      let plain = try reference(["--theme", "light", "--text-scale", "1", "--font", "DejaVu Sans"])
      #expect(try eventually { try pixels(own) == plain }, "with options")
      try end(own)
    }

    /// A program of its own looks as the desktop does, too, and follows it.
    @Test func aProgramFollowsTheDesktop() throws {
      let (bus, cache) = (try TestBus(), try TemporaryDirectory())
      let (portal, display) = (
        try TestPortal(on: bus), try VirtualDisplay(width: 400, height: 300)
      )
      defer { withExtendedLifetime(display) {} }
      let process = try ViewerProcess(
        [], display: display,
        environment: [
          "XDG_CACHE_HOME": cache.path, "XDG_CONFIG_HOME": cache("none"),
          "DBUS_SESSION_BUS_ADDRESS": bus.address,
        ], executable: ViewerProcess.program("window-program"))
      func looks(_ wanted: String) throws -> Bool {
        try eventually {
          let start = process.stdout.entries.count
          try process.write("look\n")
          return process.stdout.wait(from: start) { !$0.isEmpty } == wanted
        }
      }
      #expect(try looks("light 1.0"))
      try portal.set("org.freedesktop.appearance color-scheme u 1")
      #expect(try looks("dark 1.0"))
      try portal.set("org.gnome.desktop.interface text-scaling-factor d 1.5")
      #expect(try looks("dark 1.5"))
    }

    /// The focus ring has the accent color, darkened enough.
    @Test func theAccentIsFollowed() throws {
      let (bus, cache) = (try TestBus(), try TemporaryDirectory())
      let portal = try TestPortal(on: bus)
      let rig = try rig(bus, cache: cache)
      try rig.window.key("Down")
      try portal.set("org.freedesktop.appearance accent-color ddd 0.9294 0.3569 0")
      let accent = Theme.light.accented(by: Color(0xED5B00))[.accent]
      let wanted = UInt32(accent.red) << 16 | UInt32(accent.green) << 8 | UInt32(accent.blue)
      #expect(wanted != 0xED5B00)
      #expect(try eventually { try pixels(rig).contains(wanted) })
      try end(rig)
    }

    /// A portal that never answers delays neither the window nor its end.
    @Test func aSilentPortalDelaysNothing() throws {
      let (bus, cache) = (try TestBus(), try TemporaryDirectory())
      let portal = try TestPortal(.silent, on: bus)
      var best = Duration.seconds(1000)
      // A machine that is busy with something else gets two more chances to be quick.
      for _ in 0..<3 where best > Allowance.end {
        let start = portal.said.entries.count
        let rig = try rig(bus, cache: cache)
        #expect(portal.said.wait(from: start) { $0.hasSuffix(" font-name") } != nil)
        let (status, duration) = try rig.process.terminate()
        #expect(status == 0, "\(rig.process.stderr.entries)")
        best = min(best, duration)
      }
      #expect(best <= Allowance.end)
    }

    /// Waiting for the desktop takes no time.
    @Test func followingCostsNothing() throws {
      let (bus, cache) = (try TestBus(), try TemporaryDirectory())
      let portal = try TestPortal(on: bus)
      let rig = try rig(bus, cache: cache)
      #expect(portal.said.wait { $0.hasSuffix(" font-name") } != nil)
      try rig.waitUntilStill()
      let before = try (rig.process.cpuTime, rig.process.mainThreadSleeps)
      sleep(1)
      let after = try (rig.process.cpuTime, rig.process.mainThreadSleeps)
      #expect(after.0 - before.0 <= .milliseconds(10))
      #expect(after.1 == before.1)
      try end(rig)
    }
  }
}
