import Glibc
import SpotsSDL
import Testing

@testable import Spots
@testable import SpotsViewer

/// Everything that the program itself says is taken from its words: in English with brackets, no
/// letter stands outside of them but in the texts of documents, which begin with `§`.
@Suite @MainActor struct PseudoLocaleTests {
  private let folder: TemporaryDirectory
  private let context: ViewerContext
  private let session: Session

  init() throws {
    folder = try TemporaryDirectory()
    var options = ViewerOptions()
    options.theme = .light
    options.language = Language("en_XA")
    context = try ViewerContext(source: DocumentSource("§.json"), options: options, scale: 1) {
      _ in
    }
    context.environment.today = { CalendarDate("2026-11-27") }
    session = Session(context: context, size: Size(width: 700, height: 600))
  }

  private func show(_ text: String, as name: String = "§.json") {
    let file = ScreenFile(DocumentSource(name), bytes: Array(text.utf8), kinds: context.kinds)
    session.pages.isEmpty ? session.start(file) : session.push(name: name, file)
    frame()
  }

  private func frame() { for time in 1...3 { _ = session.renderFrame(at: Double(time)) } }

  private func press(_ key: Key, _ modifiers: Modifiers = []) {
    session.handle(.keyPressed(key, modifiers), at: 1)
    frame()
  }

  private func focus(_ item: Int) {
    session.page.controller.state.keyboard.focus(ItemPath(component: 0, item: item), at: nil)
    frame()
  }

  /// What is said in letters outside of brackets; what a list of faults quotes is for authors.
  private var forgotten: [String] {
    let overlays = session.page.overlays
    let entries = overlays.faults.entries + (overlays.banner.content?.faults.entries ?? [])
    let faults = entries.flatMap { [$0.place, $0.message] }
    return AccessibleScreen(session.page.controller).window.all.flatMap { node in
      [node.name, node.details, node.placeholder, node.roleDescription, node.value?.text ?? ""]
    }.filter { isForgotten($0, but: faults) }
  }

  private func isForgotten(_ text: String, but quoted: [String] = []) -> Bool {
    var rest = quoted.reduce(text) { $0.replacing($1, with: "") }
    // Those inside of others first.
    while rest.contains(/\[[^\[\]]*\]/) { rest.replace(/\[[^\[\]]*\]/, with: "") }
    rest.replace(/§[^\s,]*|\bF\d+|\bAlt\b|#[0-9A-F]{6}/, with: "")
    // These are ICU's, which has no such language.
    for name in names { rest.replace(name, with: "") }
    return rest.contains(/\p{L}{2}/)
  }

  private let names =
    DateFormat.standard.months + DateFormat.standard.periods + [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

  private var texts: [String] {
    AccessibleScreen(session.page.controller).window.all.map(\.name)
  }

  @Test func theStartScreen() {
    let recent = ["§a", "§b"].enumerated().map { index, name in
      StartScreen.Recent(
        entry: RecentFiles.Entry(path: "/" + name, title: name, time: 0), isAnswering: index > 0)
    }
    for recent in [[], recent] {
      let start = StartScreen(recent: recent, words: context.words)
      session.start(start.file(pictures: nil, kinds: context.kinds))
      frame()
      #expect(forgotten == [])
      #expect(texts.contains { $0.hasPrefix("[") })
    }
  }

  private let form = #"""
    {"title":"§Form","toolbar":{"title":"§","actions":[{"title":"§Add","action":"a:b"}]},
    "components":[{"header":{"title":"§"},"filter":true,
    "interaction":{"selection":"several","editable":true,"deletable":true,"reorderable":true},
    "items":[
    {"kind":"date","title":"§","name":"date","value":"2026-11-23","minimum":"2026-12-01"},
    {"kind":"choice","title":"§","name":"choice","style":"menu",
    "options":[{"title":"§","value":"a"},{"title":"§2","value":"b"}]},
    {"kind":"text-field","title":"§","name":"text","checks":{"required":true}},
    {"kind":"text-field","title":"§","name":"color","input-type":"color","value":"#2458D6"},
    {"kind":"slider","title":"§","name":"slider","value":0.5},
    {"kind":"progress","title":"§"},
    {"kind":"button","title":"§","action":"x:y","confirm":{"title":"§"}},
    {"title":"§1"},{"title":"§2","actions":[{"title":"§","action":"c:d"}]},
    {"kind":"button","title":"§","action":"submit"}]}]}
    """#

  @Test func keysAndFaults() {
    show(form)
    press(.function(1))
    #expect(session.page.controller.input.popup is Panel)
    #expect(forgotten == [])
    press(.escape)
    press(.function(8))
    #expect(session.page.controller.input.popup is Panel)
    #expect(forgotten == [])
  }

  @Test func answersAndTheirPopups() {
    show(form)
    #expect(forgotten == [])
    for item in [0, 1, 3] {
      focus(item)
      press(.down, .alt)
      #expect(session.page.controller.input.popup != nil, "\(item)")
      #expect(forgotten == [])
      press(.escape)
    }
    let field = session.page.controller.frame(of: ItemPath(component: 0, item: 2)) ?? .zero
    let end = Point(x: field.maxX - 40, y: field.maxY - 24)
    session.handle(.pointerMoved(end), at: 1)
    session.handle(.pointerPressed(end, .right, clicks: 1), at: 1)
    session.handle(.pointerReleased(end, .right), at: 1)
    frame()
    #expect(session.page.controller.input.popup is Menu)
    #expect(forgotten == [])
    press(.escape)
    focus(9)
    press(.enter)
    #expect(texts.contains("§") && forgotten == [])
  }

  @Test func questionsAndWhatIsAnnounced() {
    show(form)
    focus(6)
    press(.enter)
    #expect(session.page.controller.input.popup is ConfirmationPopup)
    #expect(forgotten == [])
    press(.escape)
    focus(7)
    press(.character("a"), .control)
    #expect(forgotten == [])
    press(.down, .alt)
    focus(7)
    press(.delete)
    #expect(forgotten == [])
    press(.character("z"), .control)
    press(.character("z"), .control)
    press(.character("z"), .control)
    #expect(forgotten == [])
  }

  @Test func theFilter() {
    show(form)
    press(.character("f"), .control)
    #expect(forgotten == [])
    session.handle(.textEntered("§nothing"), at: 1)
    frame()
    _ = session.renderFrame(at: 9)
    #expect(forgotten == [])
  }

  @Test func pagesWithoutContent() {
    show(#"{"title":"§","components":[]}"#)
    #expect(forgotten == [])
    show("{", as: "§b.json")
    #expect(forgotten == [])
    show(
      #"{"title":"§","components":[{"kind":"carousel","items":[{"title":"§"}]}]}"#, as: "§c.json")
    let file = session.page.file
    session.page.status.show(FeedDelivery<ScreenFile>.missing, of: file)
    frame()
    #expect(forgotten == [])
    session.page.status.show(FeedDelivery<ScreenFile>.unreachable(.noConnection), of: file)
    frame()
    #expect(forgotten == [])
  }

  /// Why files and servers give nothing is said where they are needed: on pages, in notes, and in
  /// the bar at the bottom.
  @Test func faultsOfFilesAndServers() throws {
    let files: [FileError] = [
      .missing, .directory, .notRegular, .outside, .tooLarge(limit: 1 << 20),
      .system(code: EACCES),
    ]
    let servers: [FetchError] = [
      .offline, .noLibrary, .unknownHost("§"), .privateHost("§"), .noConnection,
      .timedOut(seconds: 2), .cutOff, .tooLarge(limit: 1 << 20), .headersTooLarge,
      .tooManyRedirects(limit: 5), .badRedirect, .encoded("§"), .status(404), .untrusted,
    ]
    let texts =
      files.map { $0.text(in: context.words) } + servers.map { $0.text(in: context.words) }
    #expect(texts.filter { isForgotten($0) || !$0.contains("[") } == [])
    show(#"{"title":"§","components":[{"items":[{"title":"§"}]}]}"#)
    let status = session.page.status
    for error in files {
      status.show(FeedDelivery<ScreenFile>.unreadable(error), of: session.page.file)
      frame()
      #expect(forgotten == [], "\(error)")
      status.show(FeedDelivery<DataFile>.unreadable(error), of: session.page.file)
      frame()
      #expect(forgotten == [], "\(error)")
    }
  }

  @Test func notesAboutFilesAndPages() throws {
    try folder.write(
      #"{"title":"§","next":"§next.json","components":[{"items":[{"title":"§"}]}]}"#,
      to: "§.json")
    show(#"{"title":"§","components":[]}"#)
    PageOpener(session: session).openChosen(folder("§.json"))
    #expect(
      eventually {
        _ = context.mailbox.drain()
        frame()
        return session.page.overlays.note.text.contains("§next")
      })
    #expect(forgotten == [])
    PageOpener(session: session).openChosen(folder("§missing.json"))
    frame()
    #expect(session.page.overlays.note.text.contains("§missing") && forgotten == [])
    session.launcher.start("§program", [], from: session.page)
    #expect(session.page.overlays.note.text.contains("§program") && forgotten == [])
    for paths in [[], ["§a"], [folder("")], ["§a", "§b", "§c"], (0...20).map { "§\($0).json" }] {
      #expect(!isForgotten(Drop(paths, context.words).note ?? ""))
    }
  }
}
