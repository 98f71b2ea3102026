import SpotsModelTestSupport
import SpotsSDL
import Testing

@testable import Spots
@testable import SpotsViewer

/// A screen with a `sidebar` and the one it has opened: beside each other where there is room, and
/// one after the other where there is none.
@Suite @MainActor struct SplitViewTests {
  private let context: ViewerContext
  private let session: Session
  private static let (wide, narrow) = (
    Size(width: 1000, height: 400), Size(width: 400, height: 400)
  )

  init() throws {
    context = try ViewerContext(test: "mail.json")
    context.environment.reducesMotion = true
    session = Session(context: context, size: Self.wide)
    session.start(file(titled: "List"))
    frame()
  }

  private func file(titled title: String) -> ScreenFile {
    let rows = (0..<30).map { number in
      #"{"title":"Row \#(number)","action":"push:s\#(number % 6)"}"#
    }.joined(separator: ",")
    func screen(_ title: String, _ depth: Int) -> String {
      let field = #"{"kind":"text-field","title":"A","name":"a\#(title.dropFirst())"}"#
      let inner = depth == 0 ? "" : #","screens":{"t":\#(screen("T", depth - 1))}"#
      return #"{"title":"\#(title)","components":[{"items":["#
        + #"{"title":"deeper","action":"push:t"},\#(field),"#
        + #"{"title":"over","action":"sheet:o"}]}]\#(inner)}"#
    }
    let sheet = #""o":{"title":"O","components":[{"items":[{"title":"in sheet"}]}]}"#
    let screens = (0..<6).map { number in
      #""s\#(number)":\#(screen("S" + String(number), 4))"#
    }.joined(separator: ",")
    let text =
      #"{"title":"\#(title)","sidebar":true,"components":[{"items":[\#(rows)]}],"#
      + #""screens":{\#(screens),\#(sheet)}}"#
    return ScreenFile(DocumentSource("mail.json"), bytes: Array(text.utf8), kinds: context.kinds)
  }

  @discardableResult
  private func frame() -> DrawList {
    for _ in 0..<2 { _ = session.renderFrame(at: 1) }
    return session.renderFrame(at: 1).list
  }

  private func click(_ path: ItemPath, on page: Page) throws {
    let frame = try #require(page.controller.frame(of: path))
    click(Point(x: frame.midX, y: frame.midY))
  }

  private func click(_ point: Point) {
    session.handle(.pointerMoved(point), at: 1)
    session.handle(.pointerPressed(point, .left, clicks: 1), at: 1)
    session.handle(.pointerReleased(point, .left), at: 1)
    frame()
  }

  private func press(_ key: Key, _ modifiers: Modifiers = []) {
    session.handle(.keyPressed(key, modifiers), at: 1)
    frame()
  }

  private func resize(_ size: Size) {
    session.resize(to: size, scale: 1)
    frame()
  }

  private var names: [String] { session.pages.dropFirst().map(\.name) }
  private var list: Page { session.pages[0] }
  private var front: Page { session.pages[session.pages.count - 1] }

  @Test func theFirstScreenIsOpenedByItself() {
    #expect(names == ["s0"] && session.split.columns?.trailing === front)
    #expect(list.controller.size == Size(width: 320, height: 400))
    #expect(front.controller.size == Size(width: 680, height: 400))
    #expect(list.controller.selected == ItemPath(component: 0, item: 0))
    // The keyboard is in the list, and nothing leads back from what is beside it.
    #expect(session.page === list && front.controller.toolbar.height == 0)
    resize(Self.narrow)
    #expect(names.isEmpty && session.page === list && list.controller.size == Self.narrow)
    resize(Self.wide)
    #expect(names == ["s0"])
  }

  @Test func whatIsOpenedReplacesTheOther() throws {
    try click(ItemPath(component: 0, item: 2), on: list)
    #expect(names == ["s2"] && list.controller.selected == ItemPath(component: 0, item: 2))
    try click(ItemPath(component: 0, item: 0), on: front)
    #expect(names == ["s2", "t"] && session.page === front)
    #expect(front.controller.toolbar.height == 44)
    press(.escape)
    press(.escape)
    #expect(names == ["s2"])
    try click(ItemPath(component: 0, item: 4), on: list)
    #expect(names == ["s4"] && session.page === list)
  }

  @Test func thePointerAndTheKeyboardAreWhereTheyAre() throws {
    session.handle(.wheel(Point(x: 100, y: 200), delta: Point(y: -3), precise: false, []), at: 1)
    for time in 2..<9 { _ = session.renderFrame(at: Double(time)) }
    #expect(list.controller.contentOffset > 0 && front.controller.contentOffset == 0)
    press(.function(6))
    #expect(session.page === front)
    #expect(front.controller.focused == ItemPath(component: 0, item: 0))
    #expect(list.controller.focused == nil)
    press(.enter)
    #expect(names == ["s0", "t"])
    press(.function(6))
    #expect(session.page === list)
    // Screen readers see both columns.
    let all = AccessibleScreen(session.page.controller).window.all
    let other = all.first { $0.role == .navigation }
    #expect(other?.name == "T" && other?.frame.x == 320)
    #expect(all.contains { $0.name == "deeper" } && all.contains { $0.name == "Row 12" })
  }

  @Test func theEdgeIsDragged() {
    let edge = Point(x: 323, y: 200)
    session.handle(.pointerMoved(edge), at: 1)
    #expect(session.pointerShape == .sideways)
    session.handle(.pointerPressed(edge, .left, clicks: 1), at: 1)
    for x in [340.0, 400, 403] { session.handle(.pointerMoved(Point(x: x, y: 210)), at: 1) }
    frame()
    #expect(list.controller.size.width == 400)
    session.handle(.pointerMoved(Point(x: 900, y: 210)), at: 1)
    session.handle(.pointerReleased(Point(x: 900, y: 210), .left), at: 1)
    #expect(list.controller.size.width == 480 && session.split.width == 480)
    // What there is no room for comes back with the room.
    resize(Size(width: 700, height: 400))
    resize(Self.wide)
    #expect(list.controller.size.width == 480)
    #expect(session.page === front)
    for _ in 0..<9 where front.overlays.divider?.hasKeyboard != true { press(.tab) }
    press(.left)
    #expect(list.controller.size.width == 464)
  }

  /// A sidebar whose first screen cannot be opened has the window, until another one is opened or
  /// its document has another.
  @Test func thereIsNoEmptyColumn() throws {
    func reload(_ action: String) {
      let text =
        #"{"sidebar":true,"components":[{"items":[{"title":"A","action":"push:\#(action)"},"#
        + #"{"title":"B","action":"push:b"}]}],"screens":{"b":{"title":"B","components":[]}}}"#
      list.reload(
        ScreenFile(DocumentSource("mail.json"), bytes: Array(text.utf8), kinds: context.kinds))
      frame()
    }
    session.goBack()
    reload("nowhere.json")
    while session.pages.count > 1 { session.close(front) }
    frame()
    #expect(session.split.columns == nil && list.controller.size.width == 1000)
    resize(Self.narrow)
    resize(Self.wide)
    #expect(session.split.columns == nil)
    try click(ItemPath(component: 0, item: 1), on: list)
    #expect(names == ["b"] && session.split.columns?.trailing === front)
    session.close(front)
    frame()
    #expect(session.split.columns == nil)
    reload("b")
    #expect(names == ["b"] && session.split.columns?.trailing === front)
  }

  /// A sheet is in front of both columns, and has the keyboard.
  /// What is seen together is submitted together, whichever column has the button.
  @Test(arguments: [0, 1])
  func bothColumnsAreSubmitted(column: Int) throws {
    func screen(_ field: String) -> String {
      #""components":[{"items":[{"kind":"text-field","title":"F","name":"\#(field)"},"#
        + #"{"kind":"button","title":"Send","action":"submit"},{"title":"In","action":"push:t"}]}]"#
    }
    let text =
      #"{"title":"Two","sidebar":true,"screens":{"t":{\#(screen("right"))}},\#(screen("left"))}"#
    session.page.controller.values["a0"] = "of the old one"
    session.pages[0].reload(
      ScreenFile(DocumentSource("mail.json"), bytes: Array(text.utf8), kinds: context.kinds))
    frame()
    try click(ItemPath(component: 0, item: 2), on: session.pages[0])
    frame()
    session.pages[0].controller.values["left"] = "1"
    session.pages[1].controller.values["right"] = "2"
    var told: [String] = []
    context.onEvent = { event in
      guard case .screen(.submitted(let values, _, _), _) = event else { return }
      told.append(values.sorted { $0.key < $1.key }.map { $0.key + $0.value.typedText }.joined())
    }
    try click(ItemPath(component: 0, item: 1), on: session.pages[column])
    frame()
    #expect(told == ["left1right2"])
  }

  @Test func aSheetCoversBoth() throws {
    let text = #"{"title":"Sheet","components":[{"items":[{"title":"in sheet"}]}]}"#
    var opening = PageOpening(stepNamed: "sheet")
    (opening.content, opening.place) = (.line, .sheet)
    session.push(
      name: "sheet",
      ScreenFile(DocumentSource("s.json"), bytes: Array(text.utf8), kinds: context.kinds),
      opening: opening)
    frame()
    #expect(session.page === front && session.pagesInSight.count == 3)
    #expect(front.controller.sheet.area.midX == 500)
    press(.function(6))
    #expect(session.page === front)
    resize(Self.narrow)
    #expect(front.controller.sheet.area.width == 400 && session.pagesInSight.count == 2)
    resize(Self.wide)
    click(Point(x: 20, y: 380))
    #expect(names == ["s0"] && session.pagesInSight.count == 2)
    try click(ItemPath(component: 0, item: 3), on: list)
    #expect(names == ["s3"])
  }

  /// The way back of a sidebar leads to the screen before it, whatever is open beside.
  @Test func theSidebarHasAWayBack() throws {
    let text = #"{"title":"Home","components":[{"items":[{"title":"x"}]}]}"#
    session.closeAll(size: Self.wide)
    session.start(
      ScreenFile(DocumentSource("home.json"), bytes: Array(text.utf8), kinds: context.kinds))
    session.push(name: "list", file(titled: "List"))
    frame()
    let sidebar = session.pages[1]
    #expect(names == ["list", "s0"] && sidebar.controller.toolbar.height == 44)
    #expect(front.controller.toolbar.height == 0)
    try click(ItemPath(component: 0, item: 0), on: front)
    #expect(names == ["list", "s0", "t"])
    click(Point(x: 30, y: 22))
    #expect(names.isEmpty && session.split.columns == nil && list.controller.size == Self.wide)
    session.push(name: "list", file(titled: "List"))
    frame()
    #expect(names == ["list", "s0"])
    press(.escape)
    #expect(names.isEmpty)
  }

  /// What lines open is shown beside the screen of the stream, one page in place of the other.
  @Test func linesOpenPagesBesideTheScreen() throws {
    let text = #"{"title":"Jobs","sidebar":true,"components":[{"items":[{"title":"Build"}]}]}"#
    session.closeAll(size: Self.wide)
    session.start(
      ScreenFile(DocumentSource("-"), bytes: Array(text.utf8), kinds: context.kinds))
    frame()
    #expect(session.split.columns == nil && list.controller.size == Self.wide)
    var reader = StreamUpdateReader(list.source, kinds: context.kinds, data: context.loader.data)
    for name in ["a", "b"] {
      let line = #"{"push":{"title":"P","components":[{"items":[{"title":"x"}]}]},"as":"\#(name)"}"#
      PageUpdater(session).receive([reader.read(StreamedText(line: 1, bytes: Array(line.utf8)))])
      frame()
      #expect(names == [name] && session.page === list, "\(names)")
      #expect(list.controller.size.width == 320)
    }
  }

  /// A model kept beside it knows which screens are open, what was answered, and where the list was
  /// scrolled to.
  @Test func anySequenceLeavesWhatAModelExpects() throws {
    for seed in 0..<UInt64(12) {
      var random = SplitMix64(seed: seed)
      let test = try SplitViewTests()
      var model = Model()
      for step in 0..<40 {
        try model.step(on: test, &random)
        let comment: Comment = "seed \(seed), step \(step): \(model)"
        #expect(test.names == model.stack, comment)
        #expect((test.session.split.columns != nil) == model.isWide, comment)
        #expect(test.list.controller.contentOffset == model.offset, comment)
        for (name, answer) in model.answers where model.stack.last == name {
          let key = "a\(name.dropFirst())"
          #expect(test.front.controller.values[key] == .string(answer), comment)
        }
        #expect(test.frame() == test.frame(), comment)
      }
    }
  }

  private struct Model {
    var stack = ["s0"]
    var isWide = true
    /// Whether nobody has used what was opened by itself.
    var isAutomatic = true
    var answers: [String: String] = [:]
    /// That of the list.
    var offset = 0.0

    @MainActor
    mutating func step(on test: SplitViewTests, _ random: inout SplitMix64) throws {
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where isWide || stack.isEmpty:
        let row = Int.random(in: 0..<6, using: &random)
        test.list.controller.scroll(to: 0)
        test.frame()
        try test.click(ItemPath(component: 0, item: row), on: test.list)
        (stack, isAutomatic, offset) = (["s\(row)"], false, 0)
      case 1 where !stack.isEmpty && stack.count < 4:
        try test.click(ItemPath(component: 0, item: 0), on: test.front)
        stack.append("t")
        isAutomatic = false
      case 2:
        test.press(.left, .alt)
        if !stack.isEmpty, !isWide || stack.count > 1 { stack.removeLast() }
      case 3:
        isWide.toggle()
        test.resize(isWide ? SplitViewTests.wide : SplitViewTests.narrow)
        if isWide, stack.isEmpty { (stack, isAutomatic) = (["s0"], true) }
        if !isWide, isAutomatic { stack = [] }
      case 4:
        guard let name = stack.last, name != "t" else { return }
        let answer = "\(Int.random(in: 0..<100, using: &random))"
        test.front.controller.values["a\(name.dropFirst())"] = .string(answer)
        answers[name] = answer
      case 5 where !stack.isEmpty:
        try openSheet(on: test)
      case 6:
        // Another version of the document, which shows the same.
        test.list.reload(test.file(titled: "List"))
        test.frame()
      default:
        test.press(.function(6))
        if isWide { isAutomatic = false }
      }
    }

    /// A sheet covers what is there, also while the window changes its size, and leaves it as it
    /// was.
    @MainActor
    private mutating func openSheet(on test: SplitViewTests) throws {
      isAutomatic = false
      try test.click(ItemPath(component: 0, item: 2), on: test.front)
      #expect(test.names == stack + ["o"] && test.session.page === test.front)
      for size in [SplitViewTests.narrow, SplitViewTests.wide] { test.resize(size) }
      if !isWide { test.resize(SplitViewTests.narrow) }
      #expect(test.names == stack + ["o"] && test.session.page === test.front)
      test.press(.escape)
    }
  }
}
