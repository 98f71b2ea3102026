import Foundation
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// Surfaces of A2UI in a session.
@Suite @MainActor struct SurfaceTests {
  private static let folder = String(
    SampleScreens.folder.dropLast("Screens".count) + "Tests/SpotsModelTests/A2UI/Fixtures/")

  private func session(
    _ name: String, width: Double = 400, _ change: (inout ViewerOptions) -> Void = { _ in }
  ) throws -> Session {
    let text = try String(contentsOfFile: Self.folder + name + ".jsonl", encoding: .utf8)
    return try session(of: text, size: Size(width: width, height: 2400), change)
  }

  private func session(
    of text: String, size: Size = Size(width: 400, height: 800),
    _ change: (inout ViewerOptions) -> Void = { _ in }
  ) throws -> Session {
    let path = Self.folder + "form.jsonl"
    var options = ViewerOptions()
    options.theme = .light
    change(&options)
    let context = try ViewerContext(
      source: DocumentSource(path), options: options, scale: 1
    ) { _ in }
    let session = Session(context: context, size: size)
    session.start(ScreenFile(DocumentSource(path), bytes: Array(text.utf8), kinds: context.kinds))
    session.isScripted = true
    _ = session.renderFrame(at: 0)
    session.didShow()
    return session
  }

  private func texts(_ session: Session) -> [String] {
    session.renderFrame(at: 0).list.entries.compactMap { entry in
      if case .text(let text, _, _, _, _, _) = entry.command { text } else { nil }
    }
  }

  /// Nothing that a user has to read is cut, wherever it is shown.
  @Test(arguments: ["form", "rows", "parts", "pictures"], [390.0, 800, 1280])
  func noTextIsCut(name: String, width: Double) throws {
    for scale in [1.0, 2] {
      let session = try session(name, width: width) {
        ($0.textScale, $0.isRightToLeft) = (scale, scale > 1)
      }
      let cut = texts(session).filter { $0.hasSuffix("…") && $0 != "Rename…" }
      #expect(cut == [], "\(width) points, text ×\(scale)")
    }
  }

  /// What comes in two pieces, wherever it is cut, is read as what comes at once.
  @Test(arguments: ["form", "rows", "parts", "formats", "lists", "pictures", "changes", "faults"])
  func cutsAtAnyByteChangeNothing(name: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.folder + name + ".jsonl")))
    func texts(_ pieces: ArraySlice<UInt8>...) -> [StreamedText] {
      var splitter = DocumentSplitter()
      let texts = pieces.flatMap { splitter.append($0) }
      return texts + (splitter.finish().map { [$0] } ?? [])
    }
    let whole = texts(bytes[...])
    #expect(whole.count > 2)
    for cut in bytes.indices {
      #expect(texts(bytes[..<cut], bytes[cut...]) == whole, "cut at \(cut)")
    }
  }

  /// A list of 100,000 templates has the views of the rows in sight alone, and scrolls like rows
  /// that a screen of our own makes of the same data.
  @Test func aLongListScrollsLikeOurOwn() throws {
    let count = 100_000
    let rows = "[" + (0..<count).map { #"{"name":"Row \#($0)"}"# }.joined(separator: ",") + "]"
    let messages = [
      #""createSurface":{"surfaceId":"s","catalogId":"c"}"#,
      #""updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"List","#
        + #""children":{"componentId":"row","path":"/rows"}},{"id":"row","component":"Text","#
        + #""text":{"path":"name"}}]}"#,
      #""updateDataModel":{"surfaceId":"s","path":"/rows","value":\#(rows)}"#,
    ].map { #"{"version":"v0.9",\#($0)}"# }
    let own =
      #"{"data":{"rows":\#(rows)},"views":[{"kind":"row","label":"{meta.t}","lines":0}],"#
      + #""components":[{"each":"/rows","item":{"kind":"row","meta":{"t":"{name}"}}}]}"#
    let theirs = try session(of: messages.joined(separator: "\n"))
    let ours = try session(of: own)
    func frames(_ session: Session) -> Double {
      ProcessorTime.of {
        for step in 0..<60 {
          session.page.controller.scroll(to: Double(step * 7919 % 90_000) * 20)
          _ = session.renderFrame(at: Double(step))
        }
      }
    }
    func end(_ session: Session) -> [String] {
      session.page.controller.scroll(to: .greatestFiniteMagnitude)
      return texts(session).filter { $0.hasPrefix("Row ") }
    }
    for session in [theirs, ours] {
      #expect(end(session).last == "Row \(count - 1)" && end(session).count < 100)
    }
    let limit = 2 * (0..<3).map { _ in frames(ours) }.min()!
    #expect(ProcessorTime.least(below: limit) { frames(theirs) } < limit)
  }

  // MARK: Modals

  private func click(_ session: Session, _ text: String) throws {
    let list = session.renderFrame(at: 1).list
    let place = list.entries.last { entry in
      if case .text(text, _, _, _, _, _) = entry.command { true } else { false }
    }
    guard case .text(_, _, _, let origin, let width, _)? = place?.command else {
      Issue.record("there is no '\(text)'")
      return
    }
    let point = Point(x: origin.x + width / 2, y: origin.y - 4)
    session.handle(.pointerPressed(point, .left, clicks: 1), at: 1)
    session.handle(.pointerReleased(point, .left), at: 1)
    _ = session.renderFrame(at: 1)
  }

  private func value(_ path: String, _ page: Page?) -> JSONValue? {
    page?.controller.data?.value(at: path)
  }

  @Test func aDialogHasTheDataOfItsSurface() throws {
    let session = try session("parts")
    var heard: [String] = []
    session.context.onEvent = { event in
      if case .screen(.itemSelected(let item, _), _) = event { heard.append(item.action ?? "") }
    }
    try click(session, "Rename…")
    try #require(session.pages.count == 2)
    #expect(heard == ["sheet:one/dialog"])
    let (base, dialog) = (session.pages[0], session.pages[1])
    #expect(value("/one/name", dialog) == "Ada")

    // What changes elsewhere is seen in it.
    try base.controller.change { edit in
      _ = try edit.apply(line: #"{"set":"/data/one/name","value":"Joan"}"#)
    }
    _ = session.renderFrame(at: 3)
    #expect(value("/one/name", dialog) == "Joan")
    #expect(texts(session).filter { $0 == "Joan" }.count == 2)

    // What is entered in it is in the data of the surface, and shown below it.
    dialog.controller.values["/data/one/name"] = "Grace"
    _ = session.renderFrame(at: 2)
    #expect(value("/one/name", base) == "Grace" && value("/one/name", dialog) == "Grace")
    #expect(texts(session).contains("Hello Grace"))

    session.goBack()
    #expect(session.pages.count == 1 && value("/one/name", base) == "Grace")
    // Opened again, it has the data as it is.
    try click(session, "Rename…")
    #expect(value("/one/name", session.pages.last) == "Grace")
  }

  @Test func tabsShowTheirContentAndPostersOpenAddresses() throws {
    let session = try session("parts")
    #expect(texts(session).contains("Ada") && !texts(session).contains("Day"))
    try click(session, "Times")
    #expect(texts(session).contains("Day") && texts(session).contains("Time"))
    #expect(value("/one/when", session.page) == "2026-11-28T14:05:30.25+01:00")
    try click(session, "Media")
    var opened: [String] = []
    session.context.onEvent = { event in
      if case .screen(.itemSelected(let item, _), _) = event { opened.append(item.action ?? "") }
    }
    try click(session, "Video")
    try click(session, "Episode 12")
    #expect(opened == ["https://example.org/film.mp4", "https://example.org/a.mp3"])
    #expect(texts(session).contains("A second surface"))
  }

  /// A day is entered in the form that came.
  @Test func daysAndTimesKeepTheirForm() throws {
    let session = try session("form")
    let values = session.page.controller.values
    for (path, entered, written) in [
      ("/form/when", "2027-01-02T08:30", "2027-01-02T08:30:00.500+01:00"),
      ("/form/time", "20:15", "20:15:00"), ("/form/day", "2027-01-02", "2027-01-02"),
    ] {
      values["/data" + path] = .string(entered)
      _ = session.renderFrame(at: 1)
      #expect(value(path, session.page) == .string(written))
    }
  }
}
