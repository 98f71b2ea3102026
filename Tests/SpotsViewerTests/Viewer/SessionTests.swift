import SpotsSDL
import Testing

@testable import Spots
@testable import SpotsViewer

/// What a session makes of documents and keys, without a window.
@Suite @MainActor struct SessionTests {
  private let context: ViewerContext
  private let session: Session

  init() throws {
    context = try ViewerContext(test: "a.json")
    session = Session(context: context, size: Size(width: 800, height: 300))
  }

  /// A carousel of 20 items, 150 by 100, over 40 rows that are 50 high.
  private func screen(_ title: String = "T") -> String {
    let covers = (0..<20).map {
      #"{"identifier":\#($0),"size":{"width":150,"height":100}}"#
    }
    let rows = (0..<40).map { #"{"identifier":\#($0),"title":"row","size":{"height":50}}"# }
    return """
      {"title":"\(title)","components":[
      {"kind":"carousel","items":[\(covers.joined(separator: ","))]},
      {"header":{"title":"\(title)","size":{"height":40}},"items":[\(rows.joined(separator: ","))]}]}
      """
  }

  private func file(
    _ text: String, path: String = "a.json", origin: ScreenOrigin? = nil
  ) -> ScreenFile {
    ScreenFile(DocumentSource(path), bytes: Array(text.utf8), kinds: context.kinds, origin: origin)
  }

  private var overlays: WindowOverlays { session.page.overlays }

  private func press(_ key: Key, _ modifiers: Modifiers = []) {
    session.handle(.keyPressed(key, modifiers), at: 1)
  }

  // MARK: Data

  /// A bar or the banner says what is wrong with the data beside a screen, for as long as it is;
  /// the last good data stays.
  @Test func faultsOfDataAreSaid() {
    func data(_ text: String) -> DataFile {
      DataFile(path: "rows.json", format: nil, bytes: Array(text.utf8))
    }
    session.start(
      file(
        #"{"data":{"from":"rows.json"},"components":[{"each":"","item":{"title":"{a}"}}]}"#))
    let page = session.page
    func title() -> String? { page.controller.components[0].model.items.first?.title }
    page.receive(data: .good(data(#"[{"a":"x"}]"#)))
    #expect(title() == "x" && overlays.badge == nil)
    page.receive(data: .missing)
    #expect(title() == "x" && overlays.badge == "rows.json: no such file")
    page.receive(data: .broken(data("[{")))
    #expect(title() == "x" && overlays.banner.content?.title.hasPrefix("rows.json:") == true)
    page.receive(data: .good(data(#"[{"a":"y"}]"#)))
    #expect(title() == "y" && overlays.badge == nil && overlays.banner.isHidden)
    // A table that ends within a field is worse than the one that is shown.
    func table(_ text: String) -> DataFile {
      DataFile(path: "rows.csv", format: nil, bytes: Array(text.utf8))
    }
    page.receive(data: .good(table("a,b\nz,1\n")))
    page.receive(data: .good(table("a,b\n\"torn,1\nq,2\n")))
    #expect(title() == "z" && overlays.banner.content?.title.hasPrefix("rows.csv:") == true)
    page.receive(data: .good(table("a,b\nw,1\n")))
    #expect(title() == "w" && overlays.banner.isHidden)
  }

  // MARK: Actions

  /// Raw actions are shown only where nobody else would see them.
  @Test func actionsThatSomebodyHearsAreNotShown() {
    let text = #"[{"items":[{"title":"A","action":"play:1584","size":{"height":50}}]}]"#
    func note(isHeard: Bool) -> String {
      session.start(file(text))
      session.launcher.areActionsHeard = isHeard
      let point = Point(x: 100, y: 25)
      _ = session.renderFrame(at: 1)
      for input in [
        .pointerMoved(point), .pointerPressed(point, .left, clicks: 1),
        .pointerReleased(point, .left),
      ] as [InputEvent] { session.handle(input, at: 1) }
      return overlays.note.text
    }
    #expect(note(isHeard: false) == "play:1584")
    #expect(note(isHeard: true) == "")
  }

  @Test func aRowThatLedAwayIsNotSelectedOnReturn() throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"[{"items":[{"title":"B"}]}]"#, to: "b.json")
    let rows = #"[{"items":[{"title":"B","action":"screen:b.json"},{"title":"C","action":"c"}]}]"#
    try folder.write(rows, to: "a.json")
    let context = try ViewerContext(test: folder("a.json"))
    let session = Session(context: context, size: Size(width: 800, height: 300))
    session.start(try context.loader.open(.file(folder("a.json"))))
    let (page, path) = (session.page, ItemPath(component: 0, item: 0))
    _ = session.renderFrame(at: 1)
    page.controller.state.items.press(path)
    #expect(session.page !== page && page.controller.selected == path)
    session.goBack()
    #expect(session.page === page && page.controller.selected == nil)
    page.controller.state.items.press(ItemPath(component: 0, item: 1))
    session.open("b.json", from: page.file)
    session.goBack()
    #expect(page.controller.selected == ItemPath(component: 0, item: 1))
  }

  // MARK: Answers

  /// What was answered on a page that was left is there again when the user goes forward to it, or
  /// opens it the next time if it asks for that.
  @Test func answersAreThereWhenAPageIsOpenedAgain() throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"[{"items":[{"title":"Form","action":"screen:form.json"}]}]"#, to: "a.json")
    let form = #""components":[{"items":[{"kind":"toggle","title":"wifi"}]}]"#
    try folder.write("{\(form)}", to: "form.json")
    let path = folder.path + "/a.json"
    func open() throws -> Session {
      let context = try ViewerContext(test: path)
      context.environment.valueStore = ValueFiles(path: folder.path + "/values")
      let session = Session(context: context, size: Size(width: 800, height: 300))
      session.start(try context.loader.open(.file(path)))
      session.open("form.json", from: session.page.file)
      return session
    }
    func wifi(_ session: Session) -> JSONValue? { session.page.controller.values["wifi"] }
    let first = try open()
    first.page.controller.values["wifi"] = true
    first.goBack()
    first.goForward()
    #expect(wifi(first) == true)
    #expect(wifi(try open()) == false)

    try folder.write(#"{"keep-values":true,\#(form)}"#, to: "form.json")
    let second = try open()
    second.page.controller.values["wifi"] = true
    second.goBack()
    let third = try open()
    #expect(wifi(third) == true)
    third.handle(.keyPressed(.function(5), .shift), at: 1)
    third.goBack()
    #expect(wifi(try open()) == false)
  }

  /// However many screens lead to each other, few of them have a page; all are there again on the
  /// way back, with their answers.
  @Test func screensBelowTheLastOnesMakeRoom() throws {
    let folder = try TemporaryDirectory()
    for number in 0..<50 {
      try folder.write(
        #"[{"items":[{"kind":"toggle","title":"wifi"}]}]"#, to: "\(number).json")
    }
    let context = try ViewerContext(test: folder("0.json"))
    let session = Session(context: context, size: Size(width: 800, height: 300))
    session.start(try context.loader.open(.file(folder("0.json"))))
    for number in 1..<50 {
      session.open("\(number).json", from: session.page.file)
      session.page.controller.values["wifi"] = .bool(number.isMultiple(of: 3))
      #expect(session.pages.count <= 20)
    }
    #expect(session.pages[0].path == folder("0.json"))
    // One of them is no longer there.
    try folder.shell("rm 10.json")
    var names: [String] = []
    while session.pages.count > 1 {
      session.goBack()
      names.append(Path.name(of: session.page.path))
      guard let number = Int(session.page.title), number > 0 else { continue }
      #expect(session.page.controller.values["wifi"] == .bool(number.isMultiple(of: 3)))
    }
    #expect(names == (0..<49).reversed().filter { $0 != 10 }.map { "\($0).json" })
    session.goForward()
    #expect(session.page.path == folder("1.json"))
  }

  // MARK: Documents

  @Test func aFaultHasABannerUntilItIsRepaired() {
    session.start(file(screen()))
    #expect(overlays.banner.isHidden)
    session.page.receive(.broken(file("{\n  oops")))
    #expect(!overlays.banner.isHidden && overlays.banner.content?.hasGoodVersion == true)
    #expect(overlays.banner.content?.title.hasPrefix("a.json:2:3 ") == true)
    #expect(session.page.controller.components.count == 2)
    // It stands above the screen, which it pushes down.
    let (controller, top) = (session.page.controller, ItemPath(component: 1, item: 4))
    controller.scroll(to: 300)
    let before = controller.frame(of: top)?.y
    _ = session.renderFrame(at: 1)
    let height = overlays.banner.frame.maxY + 12
    #expect(controller.overlayInsets.top == height && height > 40)
    #expect(controller.frame(of: top)?.y == before.map { $0 + height })
    #expect(controller.contentOffset == 300)
    session.page.receive(.good(file(screen())))
    #expect(overlays.banner.isHidden)
    _ = session.renderFrame(at: 2)
    #expect(controller.overlayInsets.top == 0 && controller.contentOffset == 300)
  }

  /// What a server sends in place of a screen, and a slip of the finger in its most important key.
  @Test(arguments: [#"{"error":"rate limited"}"#, #"{"componets":[]}"#, "null"])
  func whatIsNoScreenLeavesTheLastOne(text: String) {
    session.start(file(screen()))
    session.page.controller.scroll(to: 300)
    session.page.receive(.broken(file(text)))
    #expect(overlays.banner.content?.hasGoodVersion == true)
    #expect(session.page.controller.components.count == 2)
    #expect(session.page.controller.contentOffset == 300)
    session.page.receive(.good(file(screen("new"))))
    #expect(overlays.banner.isHidden)
    #expect(session.page.controller.contentOffset == 300)
  }

  @Test func whatIsWrongInsideAScreenIsNoted() {
    session.start(file(screen()))
    session.didShow()
    let text = screen().replacing("\"height\":40", with: "\"height\":\"tall\"")
    session.page.receive(.good(file(text)))
    #expect(overlays.banner.isHidden)
    #expect(overlays.note.text.hasPrefix("a.json:3:"))
    #expect(overlays.note.text.contains("'height' expects a number"))
  }

  @Test func aFileThatIsGoneHasABadgeUntilItIsBack() {
    session.start(file(screen()))
    #expect(overlays.badge == nil)
    session.page.receive(.missing)
    #expect(overlays.badge == "File missing")
    session.page.receive(.good(file(screen("new"))))
    #expect(overlays.badge == nil)
    #expect(session.page.title == "new")
  }

  @Test func aScreenThatWasKeptIsMarkedAsSuch() throws {
    let address = try #require(WebAddress("http://h/a"))
    func origin(_ time: Int?) -> ScreenOrigin { ScreenOrigin(address: address, cacheTime: time) }
    session.start(file(screen(), path: "http://h/a", origin: origin(0)))
    #expect(
      overlays.badge?.hasPrefix("saved ") == true && overlays.badge?.hasSuffix(" d ago") == true)
    session.page.receive(.unreachable(.other("no")))
    #expect(overlays.badge?.hasPrefix("Not available · saved ") == true)
    session.page.receive(.good(file(screen(), path: "http://h/a", origin: origin(nil))))
    #expect(overlays.badge == nil)
  }

  @Test func aLineRunsWhileADocumentIsOnItsWay() {
    session.start(file(#"{"components":[]}"#), isEmpty: true)
    session.page.isLoading = true
    let (_, next) = session.renderFrame(at: 10)
    #expect(!overlays.progress.isHidden && next.map { $0 > 10 && $0 < 10.1 } == true)
    #expect(!overlays.hint.isHidden)
    session.page.receive(.good(file(screen())))
    #expect(overlays.progress.isHidden && overlays.hint.isHidden)
    _ = session.renderFrame(at: 11)
    #expect(session.renderFrame(at: 12).next == nil)
  }

  @Test func placeFocusSelectionAndZoomOutliveAReload() throws {
    session.start(file(screen()))
    let controller = session.page.controller
    for _ in 0..<2 { press(.character("+"), .control) }
    let path = ItemPath(component: 1, item: 12)
    controller.state.keyboard.focus(path, at: 1)
    controller.select(path)
    _ = session.renderFrame(at: 2)
    controller.scroll(to: 700)
    try controller.scroll(carousel: 0, to: 320)
    _ = session.renderFrame(at: 3)
    #expect(abs(session.zoom - 1.21) < 1e-9)
    session.page.receive(.good(file(screen("another title"))))
    for time in 4..<8 { _ = session.renderFrame(at: Double(time)) }
    #expect(controller.contentOffset == 700 && controller.components[0].contentOffsetX == 320)
    #expect(controller.focused == path && controller.selected == path)
    #expect(abs(session.zoom - 1.21) < 1e-9)

    press(.function(5), .shift)
    for time in 8..<12 { _ = session.renderFrame(at: Double(time)) }
    #expect(controller.contentOffset == 0 && controller.components[0].contentOffsetX == 0)
    #expect(controller.focused == nil && controller.selected == nil)
    #expect(session.zoom == 1)
    #expect(context.environment.textScale == 1)
  }

  @Test func theInspectorNamesThePageAnItemStandsIn() {
    session.start(
      file(#"{"next":"b.json","components":[{"items":[{"size":{"height":50}}]}]}"#))
    let next = file("[{\"items\":[\n{\"size\":{\"height\":50}}]}]", path: "b.json")
    #expect(session.page.following.append(next))
    session.page.showAll(animation: .none)
    _ = session.renderFrame(at: 1)
    var copied: [String] = []
    session.inspector.onCopy = { copied.append($0) }
    press(.function(12))
    for y in [25.0, 75] {
      session.handle(.pointerMoved(Point(x: 100, y: y)), at: 2)
      press(.enter)
    }
    #expect(
      copied == ["a.json:1:42 /components/0/items/0", "b.json:2:1 /components/0/items/0"])
  }

  /// Of a row, the place is that of its template, which is what can be changed.
  @Test func theInspectorSaysWhatARowIsMadeOf() throws {
    session.start(
      file(
        #"{"data":{"a":[{"t":"x","on":true},{"t":"y"}]},"components":[{"each":"/a","#
          + "\n" + #""item":{"kind":"toggle","title":"{t}","subtitle":"{sub}","bind":"on","#
          + #""size":{"height":50}}}]}"#))
    _ = session.renderFrame(at: 1)
    var copied: [String] = []
    session.inspector.onCopy = { copied.append($0) }
    press(.function(12))
    func lines(_ y: Double) -> [String] {
      session.handle(.pointerMoved(Point(x: 100, y: y)), at: 2)
      _ = session.renderFrame(at: 2)
      let overlay = overlays.subviews.compactMap { $0 as? InspectorOverlay }.first
      return Array(overlay?.target?.lines.dropFirst(2) ?? [])
    }
    let place = ["/components/0/item", "a.json:2:8"]
    #expect(
      lines(25) == place + [
        "row /a/0", "bind /a/0/on = true", #"title: {t} = "x""#, "subtitle: {sub}: no field 'sub'",
      ])
    #expect(lines(75).dropFirst(2).prefix(3) == ["row /a/1", "bind /a/1/on", #"title: {t} = "y""#])
    press(.enter)
    #expect(copied == ["a.json:2:8 /components/0/item"])
  }

  // MARK: Keys

  @Test func keysOfTheWindowMeanWhatTheListOfThemSays() {
    session.start(file(screen()))
    var calls: [String] = []
    session.listen { event in
      switch event {
      case .toggleFullScreen: calls.append("full screen")
      case .nextDevice: calls.append("device")
      default: break
      }
      return false
    }
    session.context.onEvent = { if case .refresh = $0 { calls.append("refresh") } }
    press(.function(11))
    press(.function(7))
    press(.function(5))
    press(.character("r"), .control)
    press(.function(5), .shift)
    press(.character("r"), [.control, .shift])
    #expect(
      calls == ["full screen", "device", "refresh", "refresh", "refresh", "refresh"])
    for key in [Key.function(1), .character("?")] {
      press(key)
      #expect((session.page.controller.input.popup as? Panel)?.title == "Keyboard")
      press(.escape)
      #expect(session.page.controller.input.popup == nil)
    }
    #expect(!session.isClosed)
    press(.character("w"), .control)
    #expect(session.isClosed)
  }

  // MARK: Layouts

  /// How often the items of a list of labels are measured by `body`.
  private func layouts(_ body: () -> Void) -> Int {
    let rows = (0..<20).map { #"{"title":"row \#($0)","kind":"label"}"# }
    session.start(file(#"{"components":[{"items":[\#(rows.joined(separator: ","))]}]}"#))
    _ = session.renderFrame(at: 0)
    let pool = session.page.controller.state.pool
    let before = pool.counters.measured
    body()
    _ = session.renderFrame(at: 1)
    return (pool.counters.measured - before) / 20
  }

  @Test func aResizeIsOneLayout() {
    #expect(layouts { session.resize(to: Size(width: 500, height: 400), scale: 2) } == 1)
    #expect(session.page.controller.size == Size(width: 500, height: 400))
  }

  @Test func aZoomThatChangesNothingIsNoLayout() {
    /// A key, and what the window does after it.
    func zoom(_ key: Character) {
      let before = session.zoom
      press(.character(key), .control)
      guard session.zoom != before else { return }
      session.resize(
        to: Size(width: 800 / session.zoom, height: 300 / session.zoom), scale: session.zoom)
    }
    #expect(layouts { zoom("0") } == 0)
    #expect(layouts { zoom("+") } == 1)
    #expect(layouts { zoom("0") } == 1)
  }
}
