import SpotsSDL
import Testing

@testable import Spots
@testable import SpotsViewer

/// The faults of a screen are reported below it, where the report covers nothing.
@Suite @MainActor struct StatusBarTests {
  private let context: ViewerContext
  private let session: Session
  private let size = Size(width: 400, height: 300)

  init() throws {
    context = try ViewerContext(test: "a.json")
    session = Session(context: context, size: size)
  }

  private var overlays: WindowOverlays { session.page.overlays }

  private func file(_ keys: String = "") -> ScreenFile {
    let rows = Array(repeating: #"{"action":"a:b","size":{"height":50}}"#, count: 30)
    let text = """
      {"components":[{\(keys)"header":{"title":"T","action":"add","meta":{"actionTitle":"Add"}},
      "items":[\(rows.joined(separator: ","))]}]}
      """
    return ScreenFile(DocumentSource("a.json"), bytes: Array(text.utf8), kinds: context.kinds)
  }

  /// Whether the bar covers nothing a click would activate; the pointer visits all of the screen.
  private func isNothingCovered() -> Bool {
    let list = session.renderFrame(at: 1).list
    // Before anything else of the window, the whole of the screen is recorded.
    let bar = Rect(
      x: 0, y: size.height - overlays.barHeight, width: size.width, height: overlays.barHeight)
    #expect(list.entries.contains { $0.command.bounds == bar } == (overlays.barHeight > 0))
    for y in stride(from: 0, to: size.height, by: 3) {
      for x in stride(from: 0, to: size.width, by: 20) {
        let point = Point(x: x, y: y)
        session.handle(.pointerMoved(point), at: 1)
        if session.page.controller.state.pointer.isOverAction, bar.contains(point) { return false }
      }
    }
    return true
  }

  @Test func theBadgeOfAMissingFileCoversNothing() {
    session.start(file())
    #expect(overlays.barHeight == 0 && isNothingCovered())
    session.page.receive(.missing)
    #expect(overlays.barHeight == 32 && isNothingCovered())
    #expect(session.page.controller.size == Size(width: 400, height: 268))
    // The end of the screen can be reached all the same.
    session.handle(.keyPressed(.end, []), at: 2)
    for time in 3..<9 { _ = session.renderFrame(at: Double(time)) }
    let last = session.page.controller.frame(of: ItemPath(component: 0, item: 29))
    #expect(last?.maxY == 268)
    session.page.receive(.good(file()))
    _ = session.renderFrame(at: 10)
    #expect(session.page.controller.size == size)
  }

  @Test func warningsAreCountedAndAClickListsThem() {
    session.start(file(#""itmes":[],"layuot":{},"#))
    #expect(overlays.faults.summary(in: .english) == "2 warnings")
    #expect(isNothingCovered())
    let place = Point(x: 380, y: 290)
    session.handle(.pointerMoved(place), at: 1)
    #expect(session.pointerShape == .hand)
    session.handle(.pointerPressed(place, .left, clicks: 1), at: 1)
    session.handle(.pointerReleased(place, .left), at: 1)
    let listed =
      (session.page.controller.input.popup as? Panel)?.accessiblePart?.children.map(\.content.label)
      ?? []
    #expect(listed.map { $0.prefix(11) } == ["a.json:1:17", "a.json:1:28"])
    #expect(listed.first?.contains("did you mean 'items'?") == true)
    session.handle(.keyPressed(.escape, []), at: 1)
    // Once seen, faults are not shown again until there is a new one.
    _ = session.renderFrame(at: 2)
    #expect(session.page.controller.input.popup == nil && overlays.barHeight == 0)
    session.page.receive(.good(file(#""kidn":"list","#)))
    #expect(overlays.barHeight > 0 && overlays.faults.summary(in: .english) == "1 warning")
    session.page.receive(.good(file()))
    #expect(overlays.barHeight == 0)
  }

  /// The last good screen stays, and the image it shows is still missing.
  @Test func missingImagesAreListedAfterABrokenVersionToo() throws {
    func file(_ text: String) -> ScreenFile {
      ScreenFile(DocumentSource("a.json"), bytes: Array(text.utf8), kinds: context.kinds)
    }
    let screen = """
      {"components":[{"items":[{"kind":"image","image":"none.png","size":{"height":50}}]}]}
      """
    session.start(file(screen))
    _ = try context.picture(size: size, timeout: 10, background: .clear) {
      session.renderFrame(at: 1).list
    }
    #expect(overlays.faults.summary(in: .english) == "1 warning")
    session.page.receive(.broken(file(screen + "}")))
    #expect(overlays.faults.summary(in: .english) == "1 warning")
    session.page.receive(.good(file(screen)))
    #expect(overlays.faults.summary(in: .english) == "1 warning")
    session.page.receive(.good(file(screen.replacing("none.png", with: ""))))
    #expect(overlays.barHeight == 0)
    // The image is known to be missing, and its document names it again.
    session.page.receive(.good(file(screen)))
    #expect(overlays.faults.summary(in: .english) == "1 warning")
  }

  /// A missing image is requested once, and reported on every screen that names it.
  @Test func missingImagesAreListedOnScreensThatAreOpenedAgain() throws {
    func file(_ name: String) -> ScreenFile {
      let text = #"{"components":[{"items":[{"image":"none.png","size":{"height":50}}]}]}"#
      return ScreenFile(DocumentSource(name), bytes: Array(text.utf8), kinds: context.kinds)
    }
    session.start(file("a.json"))
    for name in ["b.json", "c.json", "b.json"] {
      session.push(name: name, file(name))
      _ = try context.picture(size: size, timeout: 10, background: .clear) {
        session.renderFrame(at: 1).list
      }
      #expect(overlays.faults.summary(in: .english) == "1 warning", "\(name)")
      #expect(overlays.faults.entries.first?.place.hasPrefix("\(name):1:") == true)
      session.goBack()
    }
  }

  @Test func theKeyboardListsThemToo() {
    session.start(file(#""itmes":[],"#))
    session.handle(.keyPressed(.function(8), []), at: 1)
    #expect((session.page.controller.input.popup as? Panel)?.title == "1 warning")
  }

  @Test func aThousandWarningsAreCountedAndNotAllListed() {
    var faults = FaultList()
    let warning = Diagnostic(
      severity: .warning, code: .unknownKey, line: 1, column: 1, path: "", message: "m")
    faults.append(Array(repeating: warning, count: 1000), path: "/a/b.json")
    #expect(faults.entries.count == FaultList.limit && faults.count == 1000)
    #expect(faults.summary(in: .english) == "1000 warnings")
  }

  @Test func aNibThatCannotBeReadIsListed() throws {
    let folder = try TemporaryDirectory()
    // A link that leads to itself.
    try folder.shell("ln -s a.view.json a.view.json")
    session.start(
      ScreenFile(DocumentSource(folder("a.json")), bytes: Array("[]".utf8), kinds: context.kinds))
    #expect(overlays.faults.summary(in: .english) == "1 error")
    #expect(overlays.faults.entries.first?.place == "a.view.json")
  }

  // MARK: Answers

  /// Nothing is pending any more, and all messages are consistent.
  @Test func nothingIsLoadingAfterAnAnswer() {
    let path = "http://h/page.html"
    func answer(_ text: String) -> ScreenFile {
      ScreenFile(
        DocumentSource(path), bytes: Array(text.utf8), kinds: context.kinds,
        origin: WebAddress(path).map { ScreenOrigin(address: $0) })
    }
    let answers: [FeedDelivery<ScreenFile>] = [
      .broken(answer("<html><body>hello</body></html>")), .broken(answer("")), .broken(answer("7")),
      .unreachable(.status(404)), .unchanged, .good(answer(#"{"components":[]}"#)),
    ]
    for delivery in answers {
      session.start(.empty(DocumentSource(path), kinds: context.kinds), isEmpty: true)
      session.page.isLoading = true
      #expect(overlays.hint.content.title == "Loading page.html")
      session.page.receive(delivery)
      #expect(!overlays.hint.isHidden, "\(delivery)")
      #expect(!overlays.hint.content.title.contains("Loading"), "\(delivery)")
      #expect(!session.page.isLoading)
      let said = [overlays.hint.content.text, overlays.badge ?? ""].joined(separator: " ")
      #expect(!(said.contains("reached") && said.contains("answered")))
    }
  }

  /// What could not be loaded can be tried again, and left, with the keyboard alone.
  @Test func aFailureHasButtons() throws {
    session.start(.empty(DocumentSource("http://h/page.json"), kinds: context.kinds), isEmpty: true)
    session.push(
      name: "b", .empty(DocumentSource("http://h/b.json"), kinds: context.kinds), isEmpty: true)
    session.page.receive(.unreachable(.status(404)))
    var refreshes = 0
    context.onEvent = { if case .refresh = $0 { refreshes += 1 } }
    _ = session.renderFrame(at: 1)
    let names = overlays.hint.accessibleParts.map(\.content.label)
    #expect(names.first == "Not available" && names.suffix(2) == ["Back", "Try again"])
    // The way back in the bar comes first.
    for key in [Key.tab, .tab, .tab, .enter] { session.handle(.keyPressed(key, []), at: 2) }
    #expect(refreshes == 1)
    session.handle(.keyPressed(.tab, .shift), at: 3)
    session.handle(.keyPressed(.enter, []), at: 3)
    #expect(session.pages.count == 1)
  }

  /// Where a line is empty there is nothing to point at.
  @Test func aBlankFileHasNoLoneCaret() {
    for text in ["", "\n", "   \n", "\t"] {
      session.start(
        ScreenFile(DocumentSource("a.json"), bytes: Array(text.utf8), kinds: context.kinds))
      #expect(overlays.banner.content != nil && overlays.banner.content?.excerpt == nil)
    }
  }
}
