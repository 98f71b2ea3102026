import Foundation
import Testing

extension WindowTests {
  /// The program without a file: the start screen, the desktop's file dialog, and what is
  /// remembered.
  @Suite(.serialized) struct StartTests {
    private let folder: TemporaryDirectory

    private static let red: UInt32 = 0xE02020

    init() throws {
      folder = try TemporaryDirectory()
      try folder.shell("mkdir 'a b'")
      try folder.write(Self.screen("Plans"), to: "a b/Übersicht.json")
    }

    private static func screen(_ title: String) -> String {
      ##"""
      {"title":"\##(title)","theme":{"background":"#E02020"},"components":[{"items":[{"title":"a"}]}]}
      """##
    }

    private func open(_ arguments: [String], bus: TestBus? = nil) throws -> ViewerProcess {
      try ViewerProcess(
        arguments + ["--theme", "light", "--size", "400x600"],
        display: try WindowRig.display.get(),
        environment: [
          "XDG_STATE_HOME": folder("state"), "XDG_CACHE_HOME": folder("cache"),
          "DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "disabled:",
        ])
    }

    /// The names of the recent screens' files.
    private var recent: [String] {
      do {
        struct List: Decodable {
          struct Entry: Decodable { var path: String }
          var recent: [Entry]
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder("state/spots/recent.json")))
        return try JSONDecoder().decode(List.self, from: data).recent
          .map { ($0.path as NSString).lastPathComponent }
      } catch {
        return []
      }
    }

    private var pictures: [String] {
      FileManager.default.subpaths(atPath: folder("cache/spots/recent")) ?? []
    }

    @Test func aFileIsPickedShownAndRemembered() throws {
      let bus = try TestBus()
      let portal = try TestChooser(on: bus)
      let process = try open([], bus: bus)
      let window = try ViewerWindow(of: process, on: try WindowRig.display.get())
      func shows(_ title: String) -> Bool {
        eventually { (try? window.title)?.hasPrefix(title) == true }
      }
      #expect(shows("Start"))
      // One dialog at a time. The window lives on beside it.
      try window.key("ctrl+o", "ctrl+o")
      let number = String(try #require(Int(window.identifier)), radix: 16)
      #expect(
        try portal.call() == "OpenFile window=x11:\(number) modal=1 multiple=1 filters=3 folder=")
      try window.resize(width: 420, height: 600)
      try portal.answer("respond 1")
      // The answer has arrived when the next dialog can be asked for.
      let isAskedAgain = try eventually {
        try window.key("ctrl+o")
        return portal.calls.count > 1
      }
      #expect(isAskedAgain && portal.calls.count == 2)
      try portal.answer("respond 0 file://\(folder.path)/a%20b/%C3%9Cbersicht.json")
      #expect(shows("Plans"))
      #expect(eventually { recent == ["Übersicht.json"] })
      // It behaves as if it had been named: when it is saved, the window reloads it.
      try folder.write(Self.screen("Plans again"), to: "a b/Übersicht.json")
      #expect(shows("Plans again"))
      try window.key("Escape")
      #expect(shows("Start"))
      // There it is, with its picture.
      let place = (x: 100, y: 180)
      let isThere = try eventually { try window.color(at: place) == Self.red }
      #expect(isThere && pictures.count == 1)
      try window.click(place)
      #expect(shows("Plans again"))
      try window.key("ctrl+q")
      #expect(try process.waitForExit().status == 0, "\(process.stderr.entries)")
      #expect(process.stderr.entries.isEmpty)
    }

    /// Windows that a person opens are remembered, with a picture once they are closed; those that
    /// another program listens to are not.
    @Test(arguments: [
      ([], true), (["--no-recent"], false), (["--events"], false),
    ])
    func whatIsRemembered(options: [String], isKept: Bool) throws {
      let process = try open([folder("a b/Übersicht.json")] + options)
      _ = try ViewerWindow(of: process, on: try WindowRig.display.get())
      if isKept { #expect(eventually { !recent.isEmpty }) }
      #expect(try process.terminate().status == 0)
      #expect(recent == (isKept ? ["Übersicht.json"] : []))
      #expect(pictures.count == (isKept ? 1 : 0))
    }
  }
}
