import SpotsSDL
import Testing

@testable import Spots
@testable import SpotsViewer

/// What keys, the wheel and drops mean to the window rather than to the screen.
@Suite @MainActor struct SessionInputTests {
  private let directory: TemporaryDirectory
  private let context: ViewerContext
  private let session: Session

  init() throws {
    directory = try TemporaryDirectory()
    context = try ViewerContext(test: directory("a.json"))
    session = Session(context: context, size: Size(width: 400, height: 300))
    for name in ["a", "b", "c"] {
      let rows = (0..<40).map { _ in
        #"{"title":"row","size":{"height":50},"action":"screen:b.json"}"#
      }
      try directory.write(
        #"{"title":"\#(name)","components":[{"items":[\#(rows.joined(separator: ","))]}]}"#,
        to: "\(name).json")
    }
    session.start(
      try context.loader.openFile(.file(directory("a.json"))))
    _ = session.renderFrame(at: 0)
  }

  private var overlays: WindowOverlays { session.page.overlays }

  private func press(_ key: Key, _ modifiers: Modifiers = []) {
    session.handle(.keyPressed(key, modifiers), at: 1)
  }

  private func click(_ point: Point) {
    session.handle(.pointerMoved(point), at: 1)
    session.handle(.pointerPressed(point, .left, clicks: 1), at: 1)
    session.handle(.pointerReleased(point, .left), at: 1)
  }

  // MARK: Zoom

  @Test func theWheelZoomsWithCtrlAndScrollsWithoutIt() {
    let place = Point(x: 100, y: 100)
    for _ in 0..<2 {
      session.handle(.wheel(place, delta: Point(y: 1), precise: false, .control), at: 1)
    }
    #expect(abs(session.zoom - 1.21) < 1e-9)
    #expect(overlays.note.text == "121%" && !overlays.note.isHidden)
    #expect(session.page.controller.contentOffset == 0)
    session.handle(.wheel(place, delta: Point(y: -1), precise: false, .control), at: 1)
    #expect(abs(session.zoom - 1.1) < 1e-9)
    press(.character("0"), .control)
    #expect(overlays.note.text == "100%")
    session.handle(.wheel(place, delta: Point(y: -1), precise: false, []), at: 1)
    _ = session.renderFrame(at: 2)
    #expect(session.zoom == 1 && session.page.controller.contentOffset > 0)
  }

  @Test func zoomingHidesTheTooltip() throws {
    let long = String(repeating: "long ", count: 40) + "end"
    try directory.write(
      #"{"components":[{"items":[{"title":"\#(long)","size":{"height":50}}]}]}"#, to: "long.json")
    session.open([directory("long.json")], at: 1)
    _ = session.renderFrame(at: 1)
    let place = Point(x: 100, y: 44 + 25)
    session.handle(.pointerMoved(place), at: 1)
    _ = session.renderFrame(at: 1)
    func isTooltipShown() -> Bool {
      session.renderFrame(at: 1.7).list.entries.contains { entry in
        guard case .text(let text, _, _, _, _, _) = entry.command else { return false }
        return text.hasSuffix("end")
      }
    }
    #expect(isTooltipShown())
    session.handle(.wheel(place, delta: Point(y: 1), precise: false, .control), at: 1.7)
    #expect(!isTooltipShown())
  }

  @Test func noWheelZoomsBeyondTheLimits() {
    for notches in [1e9, -1e9, 1e300, -1e300] {
      session.handle(.wheel(.zero, delta: Point(y: notches), precise: true, .control), at: 1)
      #expect(session.zoom == (notches > 0 ? 3 : 0.5))
    }
  }

  // MARK: Full screen, back and forward

  @Test func escapeLeavesFullScreenBeforeItGoesBack() {
    var isFullScreen = true
    session.listen { event in
      guard case .leaveFullScreen = event else { return false }
      defer { isFullScreen = false }
      return isFullScreen
    }
    click(Point(x: 100, y: 60))
    #expect(session.page.title == "b")
    press(.escape)
    #expect(!isFullScreen && session.page.title == "b")
    press(.escape)
    #expect(session.page.title == "a")
  }

  private static let backs: [InputEvent] = [
    .keyPressed(.escape, []), .keyPressed(.left, .alt), .keyPressed(.backspace, []),
    .keyPressed(.back, []), .pointerPressed(.zero, .back, clicks: 1),
  ]
  private static let forwards: [InputEvent] = [
    .keyPressed(.right, .alt), .keyPressed(.forward, []),
    .pointerPressed(.zero, .forward, clicks: 1),
  ]

  @Test func thereAreWaysBackAndForwardAgain() {
    click(Point(x: 100, y: 60))
    session.page.controller.scroll(to: 420)
    for (index, back) in Self.backs.enumerated() {
      session.handle(back, at: 1)
      #expect(session.page.title == "a", "\(back)")
      let forward = Self.forwards[index % Self.forwards.count]
      session.handle(forward, at: 1)
      _ = session.renderFrame(at: 2)
      #expect(session.page.title == "b", "\(forward)")
      #expect(session.page.controller.contentOffset == 420)
    }
    // There is nothing further on.
    session.handle(Self.forwards[0], at: 1)
    #expect(session.pages.count == 2)
  }

  /// Where the user left it, also at its end, which the bars of the window move.
  @Test func theWayForwardLeadsToTheEndOfAScreen() throws {
    let rows = Array(repeating: #"{"size":{"height":50}}"#, count: 40).joined(separator: ",")
    for (name, key) in [("plain", ""), ("warned", #""oops":1,"#)] {
      try directory.write(#"{\#(key)"components":[{"items":[\#(rows)]}]}"#, to: "\(name).json")
      session.open([directory("\(name).json")], at: 1)
      _ = session.renderFrame(at: 1)
      session.page.controller.scrollToBottom()
      let bars = session.page.controller.toolbar.height + overlays.barHeight
      #expect(bars == (key.isEmpty ? 44 : 76))
      #expect(session.page.controller.contentOffset == 40 * 50 - (300 - bars))
      press(.escape)
      press(.right, .alt)
      #expect(session.page.controller.contentOffset == 40 * 50 - (300 - bars), "\(name)")
      _ = session.renderFrame(at: 2)
      #expect(session.page.controller.contentOffset == 40 * 50 - (300 - bars), "\(name)")
      press(.escape)
    }
  }

  @Test func anotherScreenEndsTheWayForward() {
    click(Point(x: 100, y: 60))
    press(.escape)
    session.open([directory("c.json")], at: 1)
    press(.escape)
    #expect(session.page.title == "a")
    press(.right, .alt)
    #expect(session.page.title == "c")
    press(.right, .alt)
    #expect(session.page.title == "c")
  }

  @Test func aScreenThatWentCannotBeGoneForwardTo() throws {
    click(Point(x: 100, y: 60))
    press(.escape)
    try directory.shell("mv b.json d.json")
    press(.right, .alt)
    #expect(session.page.title == "a" && overlays.note.text.hasSuffix("no such file"))
    try directory.shell("mv d.json b.json")
    press(.right, .alt)
    #expect(session.page.title == "b")
  }

  // MARK: The pointer

  @Test func theHandIsOverWhatCanBeClicked() throws {
    try directory.write(
      #"""
      {"components":[{"items":[{"title":"link","action":"a:b","size":{"height":50}},
      {"title":"text","size":{"height":50}},
      {"title":"off","action":"a:b","meta":{"disabled":true},"size":{"height":50}}]}]}
      """#, to: "links.json")
    session.open([directory("links.json")], at: 1)
    _ = session.renderFrame(at: 2)
    // Below the bar with the way back.
    let shapes = [64.0, 114, 164, 280].map { y in
      session.handle(.pointerMoved(Point(x: 100, y: y)), at: 2)
      return session.pointerShape
    }
    #expect(shapes == [.hand, .arrow, .arrow, .arrow])
    session.handle(.pointerMoved(Point(x: 100, y: 64)), at: 2)
    press(.function(1))
    #expect(session.pointerShape == .arrow)
  }

  /// Links, buttons of headers, headers that are buttons as a whole, dots of pages, and items
  /// inside of composite ones.
  @Test func everythingThatAClickActsOnHasTheHand() throws {
    try directory.write(
      #"""
      {"components":[
      {"kind":"carousel","layout":{"span":1,"page-indicator":"below"},
       "interaction":{"paginate":"page"},
       "items":[{"size":{"height":50}},{"size":{"height":50}},{"size":{"height":50}}]},
      {"header":{"title":"T","action":"a:b","size":{"height":50},"meta":{"actionTitle":"Add"}},
       "items":[{"kind":"composite","children":[
         {"items":[{"action":"a:b","size":{"height":50}},{"size":{"height":50}}]}]}]},
      {"header":{"title":"T","action":"a:b","size":{"height":50}},
       "items":[{"size":{"height":30}}]}]}
      """#, to: "all.json")
    session.open([directory("all.json")], at: 1)
    _ = session.renderFrame(at: 2)
    let hands = [(200.0, 61.0), (365, 110), (100, 140), (100, 240)]
    let arrows = [(200.0, 25.0), (20, 61), (20, 110), (100, 190), (100, 285)]
    func shape(_ x: Double, _ y: Double) -> PointerShape {
      session.handle(.pointerMoved(Point(x: x, y: y)), at: 2)
      return session.pointerShape
    }
    // Below the bar with the way back.
    let top = session.page.controller.toolbar.height
    for (x, y) in hands { #expect(shape(x, y + top) == .hand, "\(x), \(y)") }
    for (x, y) in arrows { #expect(shape(x, y + top) == .arrow, "\(x), \(y)") }
  }

  /// A panel, the inspector or another screen gets the release of a press that the screen saw.
  @Test func aPressEndsWhereSomethingElseGetsThePointer() {
    let takers: [(takes: InputEvent, gives: InputEvent)] = [
      (.keyPressed(.function(1), []), .keyPressed(.escape, [])),
      (.keyPressed(.function(8), []), .keyPressed(.escape, [])),
      (.keyPressed(.function(12), []), .keyPressed(.function(12), [])),
      (.keyPressed(.right, .alt), .keyPressed(.left, .alt)),
    ]
    click(Point(x: 100, y: 60))
    press(.escape)
    let (row, up) = (Point(x: 100, y: 210), Point(x: 100, y: 160))
    for (takes, gives) in takers {
      session.page.controller.scroll(to: 0)
      _ = session.renderFrame(at: 1)
      session.handle(.pointerMoved(row), at: 1)
      session.handle(.pointerPressed(row, .left, clicks: 1), at: 1)
      session.handle(.pointerMoved(up), at: 2)
      #expect(session.page.controller.contentOffset == 50)
      session.handle(takes, at: 3)
      session.handle(.pointerReleased(up, .left), at: 3)
      session.handle(gives, at: 3)
      #expect(session.page.title == "a" && session.pages.count == 1)
      session.handle(.pointerMoved(Point(x: 100, y: 60)), at: 4)
      _ = session.renderFrame(at: 5)
      #expect(session.page.controller.contentOffset == 50, "\(takes)")
      // A press that has not moved is no click.
      session.handle(.pointerPressed(row, .left, clicks: 1), at: 6)
      session.handle(takes, at: 6)
      session.handle(gives, at: 6)
      session.handle(.pointerReleased(row, .left), at: 6)
      #expect(session.page.title == "a" && session.pages.count == 1, "\(takes)")
    }
  }

  /// A click on the banner lists the errors, and never acts on what is below it.
  @Test func theBannerIsAButton() throws {
    let broken = ScreenFile(
      DocumentSource(directory("a.json")), bytes: Array("{\n  oops".utf8), kinds: context.kinds)
    session.page.receive(.broken(broken))
    _ = session.renderFrame(at: 1)
    let pages = session.pages.count
    session.handle(.pointerMoved(Point(x: 200, y: 280)), at: 1)
    #expect(session.page.controller.pointerShape == .hand && session.pointerShape == .hand)
    session.handle(.pointerMoved(Point(x: 200, y: 30)), at: 1)
    #expect(session.page.controller.state.pointer.hover == nil && session.pointerShape == .hand)
    click(Point(x: 200, y: 30))
    let listed = (session.page.controller.input.popup as? Panel)?.accessiblePart?.children.map(
      \.content.label)
    #expect(listed?.map { $0.prefix(10) } == ["a.json:2:3"])
    #expect(session.pages.count == pages && session.pointerShape == .arrow)
    press(.escape)
    // A press that began elsewhere is no click on the banner, whatever it passes.
    session.handle(.pointerPressed(Point(x: 200, y: 280), .left, clicks: 1), at: 1)
    session.handle(.pointerMoved(Point(x: 200, y: 30)), at: 1)
    #expect(session.pointerShape == .arrow)
    session.handle(.pointerReleased(Point(x: 200, y: 30), .left), at: 1)
    #expect(session.page.controller.input.popup == nil && session.pages.count == pages)
    session.handle(.pointerPressed(Point(x: 200, y: 30), .left, clicks: 1), at: 1)
    session.handle(.pointerMoved(Point(x: 200, y: 280)), at: 1)
    session.handle(.pointerReleased(Point(x: 200, y: 280), .left), at: 1)
    #expect(session.page.controller.input.popup == nil && session.pages.count == pages)
  }

  // MARK: Drops

  @Test func aDroppedScreenOpensAndOthersInWindowsOfTheirOwn() {
    var others: [String] = []
    session.listen { event in
      if case .openWindows(let paths) = event { others += paths }
      return false
    }
    session.open(["b", "c", "a"].map { directory("\($0).json") }, at: 1)
    #expect(session.page.title == "b")
    #expect(others == [directory("c.json"), directory("a.json")])
    press(.escape)
    #expect(session.page.title == "a")
  }

  @Test func whatIsNoScreenIsRefusedWithANote() throws {
    try directory.shell("mkdir 'My Music' folder.json")
    let rest = "only .json files open"
    for (drop, note) in [
      (["/tmp/photo.png"], "photo.png is not a screen: \(rest)"),
      (["/a/1.png", "/a/2.png"], "1.png and another file are not screens: \(rest)"),
      (["/a/1.png", "/a/2", "/a/3"], "1.png and 2 others are not screens: \(rest)"),
      ([], "This is not a screen: \(rest)"),
      ([directory("My Music")], "My Music is a folder, not a screen: \(rest)"),
      ([directory("folder.json")], "folder.json is a folder, not a screen: \(rest)"),
    ] {
      session.open(drop, at: 1)
      #expect(overlays.note.text == note)
    }
    #expect(session.pages.count == 1)
  }

  /// The note about the others is on the screen that has come to the front.
  @Test func screensOpenWhateverWasDroppedWithThem() throws {
    var others: [String] = []
    session.listen { event in
      if case .openWindows(let paths) = event { others += paths }
      return false
    }
    session.open(["/tmp/photo.png", directory("b.json"), directory("c.json")], at: 1)
    #expect(session.page.title == "b" && others == [directory("c.json")])
    #expect(overlays.note.text == "photo.png is not a screen: only .json files open")
    // One that cannot be opened says so.
    session.open([directory("gone.json"), "/tmp/photo.png"], at: 1)
    #expect(session.page.title == "b")
    #expect(overlays.note.text.contains("gone.json: no such file"), "\(overlays.note.text)")
  }

  /// A whole folder that was selected by mistake does not bury the desktop.
  @Test func oneDropOpensSoManyWindowsAndNoMore() {
    var others: [String] = []
    session.listen { event in
      if case .openWindows(let paths) = event { others += paths }
      return false
    }
    session.open((0..<500).map { _ in directory("b.json") }, at: 1)
    #expect(others.count == Drop.limit - 1)
    #expect(overlays.note.text == "Only the first 20 of 500 screens open")
  }

  @Test func namesMayHoldAnything() throws {
    for name in ["with space", "Über · 日本語", "100 % #1?", "a.spots", "'\"$(x)"] {
      try directory.write(#"{"components":[]}"#, to: "\(name).json")
      session.open([directory("\(name).json")], at: 1)
      #expect(session.page.path == directory("\(name).json"))
      #expect(session.page.title == (name == "a.spots" ? "a" : name))
    }
  }
}
