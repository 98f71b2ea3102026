import Foundation
import Spots
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsSDL
@testable import SpotsViewer

/// The answers and changes that reach the main thread from a portal on a bus. The tests start both.
@Suite @MainActor struct SettingsPortalTests {
  private let mailbox = Mailbox()

  /// Follows a portal, and remembers what is heard of it.
  @MainActor
  private final class Listener {
    private(set) var settings: DesktopSettings
    private(set) var changes = 0
    private let kept = Kept()
    private let mailbox: Mailbox
    private var portal: SettingsPortal?

    private final class Kept: Sendable {
      let last = Mutex<DesktopSettings?>(nil)
    }

    init(_ address: String?, known: DesktopSettings = DesktopSettings(), _ mailbox: Mailbox) {
      (settings, self.mailbox) = (known, mailbox)
      portal = SettingsPortal(
        known: known, address: address, mailbox: mailbox,
        keep: { [kept] settings in kept.last.withLock { $0 = settings } },
        onChange: { [weak self] settings in
          self?.settings = settings
          self?.changes += 1
        })
    }

    isolated deinit { portal?.end() }

    func end() { portal?.end() }

    /// The settings that were kept for the next start; nil when none were.
    var lastKept: DesktopSettings? { kept.last.withLock { $0 } }

    /// Lets go of the portal, and waits until its thread, which nothing tells to end, has ended;
    /// false when it never does.
    func isLeftByThread() -> Bool {
      let isGone = { [weak portal = self.portal] in portal == nil }
      portal = nil
      return eventually {
        // Messages in transit keep the portal alive too.
        mailbox.drain()
        return isGone()
      }
    }

    /// Waits until `condition` holds of the settings; false when it never does.
    func hears(
      timeout: Double = 10, _ condition: @MainActor (DesktopSettings) -> Bool
    ) -> Bool {
      let deadline = Date(timeIntervalSinceNow: Allowance.patience(timeout))
      while !condition(settings) {
        guard Date() < deadline else { return false }
        mailbox.wait(timeout: 0.05)
        mailbox.drain()
      }
      return true
    }
  }

  private nonisolated static let appearance = "org.freedesktop.appearance"
  private nonisolated static let gnome = "org.gnome.desktop.interface"

  /// Each setting as the portal's command sets it, with its name and the answer.
  private nonisolated static let answers: [(String, DesktopSettings.Name, JSONValue)] = [
    ("\(appearance) color-scheme u 1", .colorScheme, 1),
    ("\(appearance) contrast u 1", .contrast, 1),
    ("\(appearance) accent-color ddd 0.25 0.5 1", .accentColor, [0.25, 0.5, 1.0]),
    ("\(appearance) reduced-motion u 1", .reducedMotion, 1),
    ("org.gnome.desktop.a11y.interface high-contrast b true", .highContrast, true),
    ("\(gnome) text-scaling-factor d 1.25", .textScale, 1.25),
    ("\(gnome) enable-animations b false", .animations, false),
    ("org.gnome.desktop.peripherals.mouse double-click i 400", .doubleClick, 400),
    ("org.gnome.desktop.peripherals.mouse drag-threshold i 8", .dragThreshold, 8),
    ("\(gnome) font-name s Noto Sans 11", .font, "Noto Sans 11"),
  ]

  private nonisolated static var everything: DesktopSettings {
    var settings = DesktopSettings()
    for (_, name, answer) in answers { settings[name] = answer }
    return settings
  }

  @Test(arguments: [TestPortal.Mode.usual, .readOnly])
  func eachSettingIsAskedForAndFollowed(mode: TestPortal.Mode) throws {
    #expect(Self.answers.count == DesktopSettings.Name.allCases.count)
    let bus = try TestBus()
    let portal = try TestPortal(mode, on: bus, settings: Self.answers.map(\.0))
    let listener = Listener(bus.address, mailbox)
    #expect(listener.hears { $0 == Self.everything }, "\(listener.settings)")
    #expect(listener.lastKept == Self.everything)
    // Its output may arrive after its answers.
    let last = mode == .usual ? "ReadOne" : "Read"
    #expect(portal.said.wait { $0.hasPrefix("\(last) ") && $0.hasSuffix(" font-name") } != nil)
    let methods = Set(portal.said.entries.compactMap { $0.split(separator: " ").first })
    #expect(methods == (mode == .usual ? ["ready", "ReadOne"] : ["ready", "ReadOne", "Read"]))
    for scheme in [0, 2] {
      try portal.set("\(Self.appearance) color-scheme u \(scheme)")
      #expect(listener.hears { $0[.colorScheme] == .integer(scheme) })
    }
  }

  @Test func eachSettingIsHeardOfLive() throws {
    let bus = try TestBus()
    let portal = try TestPortal(on: bus)
    let listener = Listener(bus.address, mailbox)
    // The last setting has been requested; the portal has none so far.
    #expect(portal.said.wait { $0.hasSuffix(" font-name") } != nil)
    for (setting, name, answer) in Self.answers {
      try portal.set(setting)
      #expect(listener.hears { $0[name] == answer }, "\(setting)")
    }
    #expect(listener.settings == Self.everything)
    #expect(listener.lastKept == Self.everything)
  }

  /// Answers that the portal no longer has are forgotten; those it still has are not reported
  /// again.
  @Test func answersReplaceThoseOfTheLastTime() throws {
    let bus = try TestBus()
    let portal = try TestPortal(on: bus, settings: [Self.answers[0].0])
    let listener = Listener(bus.address, known: Self.everything, mailbox)
    var wanted = DesktopSettings()
    wanted[.colorScheme] = 1
    #expect(listener.hears { $0 == wanted })
    let changes = listener.changes
    try portal.set(Self.answers[0].0)
    try portal.set(Self.answers[1].0)
    #expect(listener.hears { $0[.contrast] == 1 })
    #expect(listener.changes == changes + 1)
  }

  /// Settings of the same name in other namespaces are different settings.
  @Test func settingsOfOthersAreIgnored() throws {
    let bus = try TestBus()
    let portal = try TestPortal(on: bus)
    let listener = Listener(bus.address, mailbox)
    #expect(portal.said.wait { $0.hasSuffix(" font-name") } != nil)
    try portal.set("org.gnome.desktop.interface color-scheme s prefer-dark")
    try portal.set("org.example color-scheme u 1")
    try portal.set("\(Self.appearance) contrast u 1")
    #expect(listener.hears { $0[.contrast] == 1 })
    #expect(listener.settings[.colorScheme] == nil)
  }

  /// Values of any type, or none at all, do no harm and mean nothing.
  @Test(arguments: [
    "u 4000000000", "s dark", "b true", "d nan", "d 1e300", "ddd 2 2 2", "ddd nan 0 0",
    "as one two", "dict", "none",
  ])
  func nonsenseSaysNothing(value: String) throws {
    let bus = try TestBus()
    // Some settings are of this very type.
    let sensible: [String: Set<DesktopSettings.Name>] = [
      "s dark": [.font], "b true": [.highContrast, .animations],
    ]
    let settings = Set(DesktopSettings.Name.allCases).subtracting(sensible[value] ?? [])
      .map { "\($0.namespace) \($0.rawValue) \(value)" }
    let portal = try TestPortal(on: bus, settings: settings)
    let listener = Listener(bus.address, mailbox)
    #expect(portal.said.wait { $0.hasSuffix(" font-name") } != nil)
    for setting in settings { try portal.set(setting) }
    // Then comes an answer that is heard.
    try portal.set("org.gnome.desktop.a11y.interface high-contrast b true")
    try portal.set("\(Self.appearance) color-scheme u 1")
    #expect(listener.hears { $0.prefersDark == true && $0.prefersHighContrast == true })
    #expect(listener.settings.accentColor == nil)
    #expect(listener.settings.textScale == nil)
    #expect(listener.settings.reducesMotion == nil)
    #expect(listener.settings.font == nil)
  }

  // MARK: Portals that are not there

  /// A silent portal leaves the answers of the last time.
  @Test func silenceChangesNothing() throws {
    let bus = try TestBus()
    let portal = try TestPortal(.silent, on: bus)
    let listener = Listener(bus.address, known: Self.everything, mailbox)
    #expect(portal.said.wait { $0.hasSuffix(" font-name") } != nil)
    mailbox.drain()
    #expect(listener.settings == Self.everything)
    #expect(listener.changes == 0)
    // It may still tell of changes.
    try portal.set("\(Self.appearance) color-scheme u 2")
    #expect(listener.hears { $0.prefersDark == false && $0.prefersHighContrast == true })
  }

  /// Without a portal, the answers of the last time are those of another desktop.
  @Test func withoutAPortalNothingIsKnown() throws {
    let bus = try TestBus()
    let listener = Listener(bus.address, known: Self.everything, mailbox)
    #expect(listener.hears { $0 == DesktopSettings() })
    #expect(listener.lastKept == DesktopSettings())
    // One that starts later is asked.
    let portal = try TestPortal(on: bus, settings: [Self.answers[0].0])
    #expect(listener.hears { $0.prefersDark == true })
    // So is another one that replaces it.
    portal.end()
    let next = try TestPortal(on: bus, settings: ["\(Self.appearance) color-scheme u 2"])
    #expect(listener.hears { $0.prefersDark == false })
    _ = next
  }

  /// A portal that is installed but does not run is not started, and leaves what was known.
  @Test func aPortalThatDoesNotRunIsNotStarted() throws {
    let bus = try TestBus(services: ["org.freedesktop.portal.Desktop"])
    let listener = Listener(bus.address, known: Self.everything, mailbox)
    let portal = try TestPortal(
      on: bus, settings: Self.answers.dropFirst().map(\.0) + ["\(Self.appearance) color-scheme u 2"]
    )
    #expect(listener.hears { $0.prefersDark == false })
    // Not even for a moment was anything forgotten.
    #expect(listener.settings.prefersHighContrast == true)
    #expect(listener.changes == 1)
    _ = portal
  }

  /// A portal that dies at the first question leaves what was known, and the next one is asked.
  @Test func aPortalThatDiesIsForgivenForIt() throws {
    let bus = try TestBus(services: ["org.freedesktop.portal.Desktop"])
    let dying = try TestPortal(.dying, on: bus)
    let listener = Listener(bus.address, known: Self.everything, mailbox)
    #expect(dying.said.wait { $0.hasPrefix("ReadOne") } != nil)
    let portal = try TestPortal(
      on: bus, settings: Self.answers.dropFirst().map(\.0) + ["\(Self.appearance) color-scheme u 2"]
    )
    #expect(listener.hears { $0.prefersDark == false })
    #expect(listener.settings.prefersHighContrast == true)
    _ = portal
  }

  @Test func aBusThatEndsLeavesWhatWasKnown() throws {
    let bus = try TestBus()
    let portal = try TestPortal(on: bus, settings: Self.answers.map(\.0))
    let listener = Listener(bus.address, mailbox)
    #expect(listener.hears { $0 == Self.everything })
    bus.end()
    #expect(listener.isLeftByThread())
    #expect(listener.settings == Self.everything)
    _ = portal
  }

  @Test(arguments: [nil, "", "unix:path=/nowhere/bus", "nonsense", "tcp:host=256.0.0.1,port=1"])
  func withoutABusNothingChanges(address: String?) {
    let listener = Listener(address, known: Self.everything, mailbox)
    #expect(listener.isLeftByThread())
    #expect(listener.settings == Self.everything && listener.lastKept == nil)
  }

  /// A bus that accepts connections and never says a word does not delay the end.
  @Test func aSilentBusCanBeLeft() throws {
    let folder = try TemporaryDirectory()
    let bus = try SilentSocket(at: folder("bus"))
    let listener = Listener("unix:path=\(folder("bus"))", known: Self.everything, mailbox)
    let connection = bus.accept()
    defer { close(connection) }
    // libdbus introduces itself, and waits for an answer.
    var bytes = [UInt8](repeating: 0, count: 4096)
    #expect(read(connection, &bytes, bytes.count) > 0)
    listener.end()
    while case let count = read(connection, &bytes, bytes.count), count > 0 {}
    #expect(listener.settings == Self.everything && listener.lastKept == nil)
  }

  /// After the end nothing is heard, not even messages in transit.
  @Test func nothingIsHeardAfterTheEnd() throws {
    let bus = try TestBus()
    let portal = try TestPortal(on: bus, settings: [Self.answers[0].0])
    let listener = Listener(bus.address, mailbox)
    #expect(listener.hears { $0.prefersDark == true })
    try portal.set("\(Self.appearance) color-scheme u 2")
    // The main thread takes its mail only after that.
    let isPosted = eventually { listener.lastKept?.prefersDark == false }
    #expect(isPosted)
    listener.end()
    mailbox.drain()
    #expect(listener.settings.prefersDark == true)
  }
}
