import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// Screens in front of others.
@Suite @MainActor struct SheetTests {
  private let session: Session
  private var controller: SpotsController { session.page.controller }

  private static let document = """
    {"title":"Order","components":[{"items":[
      {"title":"Delivery","action":"sheet:delivery"},{"title":"Details","action":"push:delivery"},
      {"kind":"text-field","name":"city","title":"City"},
      {"title":"More","action":"popover:delivery"}]}],
    "screens":{"delivery":{"title":"Delivery","components":[{"items":[
      {"kind":"text-field","name":"city","title":"City"},
      {"title":"Another","action":"sheet:other"},{"title":"Done","action":"pop"},
      {"title":"Close","action":"close"}]}],
      "screens":{"other":{"components":[{"items":[{"title":"Low"}]}]}}}}}
    """

  init() throws {
    let context = try ViewerContext(test: "order.json")
    session = Session(context: context, size: Size(width: 800, height: 600))
    session.start(
      ScreenFile(
        DocumentSource("order.json"), bytes: Array(Self.document.utf8), kinds: context.kinds))
    session.isScripted = true
    _ = session.renderFrame(at: 0)
    session.didShow()
  }

  private func click(at point: Point, _ now: Double = 1) {
    session.handle(
      .pointerPressed(point, .left, clicks: 1), at: now)
    session.handle(.pointerReleased(point, .left), at: now)
    _ = session.renderFrame(at: now)
  }

  private func click(_ item: Int) throws {
    let frame = try #require(controller.frame(of: ItemPath(component: 0, item: item)))
    click(at: Point(x: frame.midX, y: frame.midY))
  }

  @Test func clicksAreThoseOfTheSheetAndOutsideOfItCloseIt() throws {
    try click(0)
    #expect(session.pages.map(\.title) == ["Order", "Delivery"])
    let area = controller.sheet.area
    #expect(area.width == 560 && area.midX == 400 && area.height < 300)
    for index in 0..<4 {
      let frame = try #require(controller.frame(of: ItemPath(component: 0, item: index)))
      #expect(area.intersection(frame) == frame)
    }
    // What is behind is seen, but not hit.
    session.handle(.pointerMoved(Point(x: 400, y: 20)), at: 2)
    #expect(
      session.renderFrame(at: 2).list.entries.contains { "\($0.command)".contains("Details") })
    click(at: Point(x: 400, y: 10))
    #expect(session.pages.map(\.title) == ["Order"])
    #expect(controller.sheet.area == Rect(x: 0, y: 0, width: 800, height: 600))
  }

  /// The screens of a document open each other, unless one has another of the same name itself.
  @Test func stepsOpenTheOtherScreensOfTheDocument() throws {
    let context = try ViewerContext(test: "a.json")
    let json =
      #"{"components":[],"screens":{"one":{"components":[],"screens":{"own":{"title":"Own","#
      + #""components":[]}}},"two":{"title":"Two","components":[]},"#
      + #""own":{"title":"Other","components":[]}}}"#
    let file = ScreenFile(DocumentSource("a.json"), bytes: Array(json.utf8), kinds: context.kinds)
    let one = try #require(file.screen(named: "one", data: context.loader.data))
    for (name, title) in [("two", "Two"), ("own", "Own"), ("one", nil)] {
      let step = try #require(one.screen(named: name, data: context.loader.data))
      #expect(step.reading.screen?.title == title)
    }
  }

  @Test func actionsAndEscapeCloseSheets() throws {
    for close in [{ try click(2) }, { try click(3) }, { press(.escape) }] {
      try click(0)
      try click(1)
      #expect(session.pages.count == 3)
      press(.escape)
      #expect(session.pages.count == 2)
      try close()
      #expect(session.pages.count == 1)
    }
    func press(_ key: Key) {
      session.handle(.keyPressed(key, []), at: 3)
      _ = session.renderFrame(at: 3)
    }
  }

  /// A name is one answer, however its step was opened.
  @Test func answersAreThoseOfTheScreenBehind() throws {
    controller.values["city"] = "Oslo"
    for item in [0, 1] {
      try click(item)
      #expect(controller.values["city"] == (item == 0 ? "Oslo" : "Lima"))
      controller.values["city"] = item == 0 ? "Lima" : "Quito"
      session.goBack()
      _ = session.renderFrame(at: 2)
    }
    #expect(controller.values["city"] == "Quito")
  }

  @Test func screenReadersHearOfADialogAlone() throws {
    try click(0)
    let tree = AccessibleTree(controller).window()
    let screen = try #require(tree.all.first { $0.id == .screen })
    #expect(screen.role == .dialog && screen.states.contains(.modal))
    #expect(screen.name == "Delivery")
    #expect(!tree.all.contains { $0.name == "Details" })
    for node in tree.all where node.name == "Done" {
      #expect(controller.sheet.area.intersection(node.frame) == node.frame)
    }
  }

  /// Resizing a window with a sheet is opening the sheet in a window of that size.
  @Test func resizingIsOpeningAnew() throws {
    var random = SplitMix64(seed: 7)
    try click(0)
    for step in 0..<40 {
      let size = Size(
        width: Double.random(in: 240...1600, using: &random).rounded(),
        height: Double.random(in: 160...1200, using: &random).rounded())
      session.resize(to: size, scale: 1)
      _ = session.renderFrame(at: 10)
      let resized = controller.sheet.area
      session.goBack()
      session.resize(to: size, scale: 1)
      try click(0)
      let opened = session.renderFrame(at: 10).list
      #expect(controller.sheet.area == resized, "step \(step), \(size)")
      session.resize(to: Size(width: 500, height: 500), scale: 1)
      _ = session.renderFrame(at: 10)
      session.resize(to: size, scale: 1)
      #expect(session.renderFrame(at: 10).list.entries.count == opened.entries.count)
      #expect(Rect(origin: .zero, size: size).intersection(resized) == resized)
    }
  }

  /// A note is below what a sheet shows, which makes room for it, and is as it was when it is gone.
  @Test func notesCoverNothingOfASheet() throws {
    try click(0)
    let area = controller.sheet.area
    session.page.show(note: "Saved")
    for now in [2.0, 2.1] { _ = session.renderFrame(at: now) }
    let note = session.page.overlays.note.frame.offsetBy(
      x: controller.sheet.area.x, y: controller.sheet.area.y)
    let last = try #require(controller.frame(of: ItemPath(component: 0, item: 3)))
    #expect(note.y >= last.maxY && controller.sheet.area.intersection(note) == note)
    for now in [9.0, 9.1, 9.2] { _ = session.renderFrame(at: now) }
    #expect(session.page.overlays.note.isHidden && controller.sheet.area == area)
  }

  /// Beside what opened it, wherever that is; in a narrow window at the bottom.
  @Test(arguments: [false, true]) func popoversAreBesideTheirItem(isRightToLeft: Bool) throws {
    session.change { $0.environment.isRightToLeft = isRightToLeft }
    let item = ItemPath(component: 0, item: 3)
    for height in [300.0, 400, 900] {
      session.resize(to: Size(width: 800, height: height), scale: 1)
      let opener = try #require(session.page.controller.frame(of: item))
      try click(3)
      #expect(session.pages.count == 2 && controller.sheet.isBeside)
      let frame = try #require(controller.frame(of: ItemPath(component: 0, item: 0)))
      #expect(frame.y >= opener.maxY || controller.sheet.area.maxY <= opener.y, "\(height)")
      #expect(abs(isRightToLeft ? frame.x - opener.x : opener.maxX - frame.maxX) < 1)
      let behind = Point(x: isRightToLeft ? 700 : 100, y: frame.midY)
      #expect(!controller.sheet.contains(behind))
      click(at: behind)
      #expect(session.pages.count == 1)
    }
    try click(3)
    session.resize(to: Size(width: 500, height: 600), scale: 1)
    _ = session.renderFrame(at: 2)
    #expect(!controller.sheet.isBeside && controller.sheet.area.maxY == 600)
    session.resize(to: Size(width: 800, height: 600), scale: 1)
    _ = session.renderFrame(at: 3)
    #expect(controller.sheet.isBeside && controller.sheet.area.width == 360)
    session.handle(.keyPressed(.escape, []), at: 4)
    #expect(session.pages.count == 1)
  }
}
