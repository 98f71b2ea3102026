import Foundation
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import SpotsViewer

/// Outcomes of a file dialog. The tests provide both the portal and the bus.
@Suite @MainActor struct FileDialogTests {
  private let mailbox = Mailbox()

  /// Asks a portal, and remembers how the dialog has ended.
  @MainActor
  private final class Dialog {
    private(set) var outcomes: [FileDialog.Outcome] = []
    private let mailbox: Mailbox
    private var chooser: FileDialog?

    init(
      _ request: FileDialog.Request = FileDialog.Request(screensIn: nil), on address: String?,
      patience: Double = 10, _ mailbox: Mailbox
    ) {
      self.mailbox = mailbox
      chooser = FileDialog(request, address: address, patience: patience, mailbox: mailbox) {
        [weak self] in self?.outcomes.append($0)
      }
    }

    isolated deinit { chooser?.end() }

    func end() { chooser?.end() }

    /// The outcome, when there is one.
    func outcome() throws -> FileDialog.Outcome {
      let deadline = Date(timeIntervalSinceNow: Allowance.patience(10))
      while outcomes.isEmpty, Date() < deadline {
        mailbox.wait(timeout: 0.05)
        mailbox.drain()
      }
      return try #require(outcomes.first, "the dialog never ends")
    }
  }

  @Test func theDialogBelongsToTheWindowAndBeginsInTheFolder() throws {
    let bus = try TestBus()
    let portal = try TestChooser(on: bus)
    let request = FileDialog.Request(screensIn: "/srv/Übersicht & mehr", window: "x11:1a2b")
    let dialog = Dialog(request, on: bus.address, mailbox)
    #expect(
      try portal.call()
        == "OpenFile window=x11:1a2b modal=1 multiple=1 filters=3 folder=/srv/Übersicht & mehr")
    try portal.answer("respond 1")
    #expect(try dialog.outcome() == .canceled)
    #expect(dialog.outcomes.count == 1)
  }

  /// Programs ask for files, folders and places for new files as well.
  @Test(arguments: [
    (FileDialog.Choice.file, "OpenFile window= modal=1 multiple=0 filters=1 folder="),
    (.files, "OpenFile window= modal=1 multiple=1 filters=1 folder="),
    (.newFile(named: "a.png"), "SaveFile window= modal=1 multiple=0 filters=1 folder="),
  ])
  func programsAskForFiles(choice: FileDialog.Choice, call: String) throws {
    let bus = try TestBus()
    let portal = try TestChooser(on: bus)
    let pictures = FileDialog.Filter("Pictures", ["*.png"])
    let dialog = Dialog(
      FileDialog.Request(choice, filters: [pictures]), on: bus.address, mailbox)
    #expect(try portal.call() == call)
    try portal.answer("respond 0 file:///srv/a.png")
    #expect(try dialog.outcome() == .chosen(["/srv/a.png"]))
  }

  /// What the user picks arrives as paths, one or several, whatever their names.
  @Test(arguments: [
    ("file:///srv/a.json", ["/srv/a.json"]),
    ("file:///srv/a.json file:///srv/b.json", ["/srv/a.json", "/srv/b.json"]),
    ("file:///srv/%C3%9Cbersicht%20%26%20mehr/%E2%98%83.json", ["/srv/Übersicht & mehr/☃.json"]),
    ("file://localhost/srv/100%25.json", ["/srv/100%.json"]),
    // Those that name no file of this machine are left out.
    ("sftp://host/a.json file:///srv/b.json", ["/srv/b.json"]),
    ("file:///srv/%00.json file:///srv/%FF.json file:///srv/%G1 file:///srv/c", ["/srv/c"]),
    (
      "file:///" + String(repeating: "%C3%9C", count: 1000),
      [
        "/" + String(repeating: "Ü", count: 1000)
      ]
    ),
  ])
  func pickedFilesArrive(uris: String, paths: [String]) throws {
    let bus = try TestBus()
    let portal = try TestChooser(on: bus)
    let dialog = Dialog(on: bus.address, mailbox)
    _ = try portal.call()
    try portal.answer("respond 0 \(uris)")
    #expect(try dialog.outcome() == .chosen(paths))
  }

  /// Whatever else a portal says ends the dialog, and opens nothing.
  @Test(arguments: [
    "respond 0", "respond 0 sftp://host/a.json", "respond 0 nonsense /etc/passwd file:relative",
    "respond 2", "respond 77 file:///a.json", "text", "empty", "number", "flat", "die",
  ])
  func nonsenseOpensNothing(answer: String) throws {
    let bus = try TestBus()
    let portal = try TestChooser(on: bus)
    let dialog = Dialog(on: bus.address, mailbox)
    _ = try portal.call()
    try portal.answer(answer)
    guard case .failed(let reason) = try dialog.outcome() else {
      Issue.record("\(dialog.outcomes)")
      return
    }
    #expect(!reason.rawValue.hasSuffix("."))
  }

  /// Every program of a session may send signals; only the portal's count.
  @Test func othersCannotAnswerForThePortal() throws {
    let bus = try TestBus()
    let portal = try TestChooser(on: bus)
    let dialog = Dialog(on: bus.address, mailbox)
    _ = try portal.call()
    try portal.answer("forge 0 file:///etc/passwd")
    try portal.answer("respond 0 file:///srv/a.json")
    #expect(try dialog.outcome() == .chosen(["/srv/a.json"]))
  }

  @Test(arguments: [TestChooser.Mode.dying, .refusing, .odd])
  func aPortalWithoutADialogSaysSo(mode: TestChooser.Mode) throws {
    let bus = try TestBus()
    let portal = try TestChooser(mode, on: bus)
    let dialog = Dialog(on: bus.address, mailbox)
    _ = try portal.call()
    let expected = FileDialog.Outcome.failed(mode == .dying ? .dialogIsSilent : .noDialog)
    #expect(try dialog.outcome() == expected)
  }

  @Test func aSilentPortalIsGivenUp() throws {
    let bus = try TestBus()
    let portal = try TestChooser(.silent, on: bus)
    let dialog = Dialog(on: bus.address, patience: 0.2, mailbox)
    _ = try portal.call()
    #expect(try dialog.outcome() == .failed(.dialogIsSilent))
  }

  @Test func withoutAPortalOrABusThereIsNoDialog() throws {
    let bus = try TestBus()
    for address in [bus.address, nil, "unix:path=/nowhere/bus", "nonsense"] {
      let dialog = Dialog(on: address, mailbox)
      #expect(try dialog.outcome() == .failed(.noDialog))
    }
    let dialog = Dialog(on: bus.address, mailbox)
    bus.end()
    #expect(try dialog.outcome() != .canceled)
  }

  /// After the window is gone nothing is heard of its dialog.
  @Test func anEndedDialogIsSilent() throws {
    let bus = try TestBus()
    let portal = try TestChooser(on: bus)
    let ended = Dialog(on: bus.address, mailbox)
    _ = try portal.call()
    ended.end()
    try portal.answer("respond 0 file:///srv/a.json")
    let next = Dialog(on: bus.address, mailbox)
    _ = try portal.call(after: 1)
    try portal.answer("respond 1")
    #expect(try next.outcome() == .canceled)
    #expect(ended.outcomes.isEmpty)
  }
}
