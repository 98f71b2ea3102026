import CSDL2
import Foundation
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// A program with a window on SDL's dummy driver.
@Suite(.serialized) @MainActor
struct ApplicationTests {
  init() { SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy") }

  @Test func theTitleIsTheProgramsElseTheScreens() throws {
    let controller = try SpotsController(
      json: #"{"title":"Contacts","components":[]}"#, environment: .desktop())
    let application = try Application(controller)
    #expect(application.window.title == "Contacts")
    try controller.change { try $0.reload(json: #"{"title":"Friends","components":[]}"#.utf8) }
    _ = application.content.renderFrame(at: 1)
    #expect(application.window.title == "Friends")
    try controller.change { try $0.reload(json: "[]".utf8) }
    _ = application.content.renderFrame(at: 2)
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
    #expect(application.window.title == program)
    let named = try Application(controller, title: "Named")
    try controller.change { try $0.reload(json: #"{"title":"Friends","components":[]}"#.utf8) }
    _ = named.content.renderFrame(at: 3)
    #expect(named.window.title == "Named")
  }

  @Test func screensComeFromFiles() throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("spots-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.jsonc").path
    try Data(#"{"title":"T","next":"b.json","components":[{}, /* */ ],}"#.utf8)
      .write(to: URL(fileURLWithPath: path))
    let environment = try Environment.desktop()
    let controller = try SpotsController(path: path, environment: environment)
    #expect(controller.title == "T" && controller.next == "b.json")
    #expect(controller.components.count == 1)
    // Its images are beside it.
    let images = try #require(environment.images as? ImageStore)
    #expect(images.locator.roots == [folder.path])
  }

  /// Errors and diagnostics print as sentences with the file and the place.
  @Test func filesThatAreNoScreensSayWhichAndWhere() throws {
    let folder = try TemporaryFolder()
    func text(_ name: String) -> String? {
      #expect(throws: ScreenFileError.self) {
        try SpotsController(path: folder.path + "/" + name, environment: try .desktop())
      }.map { String(reflecting: $0).replacing(folder.path, with: "…") }
    }
    #expect(text("none.json") == "…/none.json: no such file")
    try folder.write(Array("[\n  {\"items\" []}\n]".utf8), to: "a.json")
    #expect(text("a.json") == "…/a.json:2:12: expected ':' after the key 'items'")
    let reading = ScreenReader().read(Array(#"[{"itmes":[]}]"#.utf8))
    #expect(
      "\(try #require(reading.diagnostics.first))"
        == "1:3: warning: unknown key 'itmes'; did you mean 'items'?")
  }

  // MARK: Screens over others

  private func program(_ json: String = #"{"title":"Home","components":[]}"#) throws -> Application
  {
    try Application(SpotsController(json: json, environment: .desktop()))
  }

  private func draw(_ application: Application, at now: Double) {
    _ = application.content.renderFrame(at: now)
  }

  @Test func screensAreOpenedOneOverTheOther() throws {
    let application = try program(#"{"title":"Home","components":[{"items":[{"title":"a"}]}]}"#)
    let first = application.controller
    first.select(ItemPath(component: 0, item: 0))
    draw(application, at: 1)
    let second = application.push(Screen("Second") { ComponentModel { "b" } })
    let third = application.push(Screen("Third") { ComponentModel { "c" } }, asSheet: true)
    draw(application, at: 2)
    #expect(application.controllers.map(\.title) == ["Home", "Second", "Third"])
    #expect(application.window.title.hasPrefix("Third"))
    #expect(third.sheet.area.width < application.window.size.width)
    #expect(second.toolbar.wayBack?.title == "Home" && third.toolbar.wayBack?.title == nil)
    // One controller is one screen.
    application.push(second)
    #expect(application.controllers.count == 3)
    // A press beside the sheet, then Escape.
    application.content.handle(.pointerPressed(Point(x: 2, y: 2), .left, clicks: 1), at: 3)
    #expect(application.controller === second)
    application.content.handle(.keyPressed(.escape, []), at: 4)
    draw(application, at: 4)
    #expect(application.controller === first && first.selected == nil)
    application.content.handle(.keyPressed(.escape, []), at: 5)
    application.pop()
    #expect(application.controllers.count == 1 && !application.isClosed)
  }

  /// Beside each other where there is room, one over the other where there is none.
  @Test func whatASidebarOpensIsBesideIt() throws {
    let application = try Application(size: Size(width: 900, height: 400)) {
      Screen("List") { ComponentModel { Item(title: "a") } }.with { $0.sidebar = SidebarModel() }
    }
    let (list, content) = (application.controller, application.content)
    let second = application.push(Screen("Second") { ComponentModel { Item.textField("b") } })
    draw(application, at: 1)
    // The list has opened it, and keeps the keyboard.
    #expect(application.controller === list && second.toolbar.hidesWayBack)
    #expect(list.sheet.area.width == 320 && second.sheet.area.x == 320)
    content.handle(.pointerPressed(Point(x: 600, y: 300), .left, clicks: 1), at: 2)
    content.handle(.pointerReleased(Point(x: 600, y: 300), .left), at: 2)
    #expect(application.controller === second && second.beside === list)
    // Nothing leads back from beside a list, but from what it has opened itself.
    content.handle(.keyPressed(.escape, []), at: 3)
    let third = application.push(Screen("Third") { ComponentModel { "c" } })
    draw(application, at: 4)
    #expect(application.controllers.count == 3 && third.sheet.area.x == 320)
    content.handle(.keyPressed(.escape, []), at: 5)
    #expect(application.controllers.count == 2 && application.controller === second)
    content.handle(.keyPressed(.function(6), []), at: 6)
    #expect(application.controller === list)
    // The list shows another one in its place.
    let fourth = application.push(Screen("Fourth") { ComponentModel { "d" } })
    #expect(application.controllers.map(\.title) == ["List", "Fourth"])
    // Now what it has opened covers it.
    list.screen.sidebar.map { #expect($0.end(in: 500, chosen: nil, textScale: 1) == nil) }
    application.window.resize(to: Size(width: 500, height: 400))
    application.window.resized()
    content.resize(to: application.window.size, scale: 1)
    draw(application, at: 7)
    #expect(application.controller === fourth && !fourth.toolbar.hidesWayBack)
    #expect(fourth.sheet.area.width == 500)
    content.handle(.keyPressed(.escape, []), at: 8)
    #expect(application.controller === list && list.sheet.area.width == 500)
  }

  /// Keys and the pointer leave what a sheet covers alone, also where it covers two columns.
  @Test func aSheetCoversTwoColumns() throws {
    let application = try Application(size: Size(width: 900, height: 400)) {
      Screen("List") { ComponentModel { Item(title: "a") } }.with { $0.sidebar = SidebarModel() }
    }
    let second = application.push(Screen("Second") { ComponentModel { "b" } })
    let sheet = application.push(Screen("Sheet") { ComponentModel { "c" } }, asSheet: true)
    draw(application, at: 1)
    #expect(application.controller === sheet && application.controllers.count == 3)
    application.content.handle(.pointerPressed(Point(x: 4, y: 4), .left, clicks: 1), at: 2)
    #expect(application.controllers.last === second)
  }

  @Test func theProgramsActionsAreThoseOfAllScreens() throws {
    let application = try program()
    var heard: [String] = []
    try application.on("open:{name}") { heard.append($0["name"] ?? "") }
    try application.on("close") { _ in heard.append("close") }
    for action in ["open:a", "close", "other"] {
      let controller = application.push(
        Screen { ComponentModel { Item(title: "Go", action: action) } })
      controller.onSelect = { item, _ in heard.append(item.action ?? "") }
      draw(application, at: 1)
      try press(in: controller)
    }
    #expect(heard == ["a", "close", "other"] && !application.isClosed)
    #expect(throws: ActionRouter.PatternError.self) { try application.on("open:{id}") { _ in } }
  }

  /// Fonts have one scale, that of the window they are shown in.
  @Test func aWindowNeedsAnEnvironmentOfItsOwn() throws {
    let first = try program()
    let other = try Application(
      SpotsController(screen: Screen(), environment: first.controller.environment))
    #expect(throws: SDLError.self) { try first.open(other) }
    try first.open(try program())
  }

  @Test func actionsLeaveScreens() throws {
    let application = try program()
    var heard: [String?] = []
    func push(_ action: Action, asSheet: Bool) throws {
      let controller = application.push(
        Screen { ComponentModel { Item(title: "Go", action: action.description) } },
        asSheet: asSheet)
      controller.onSelect = { item, _ in heard.append(item.action) }
      draw(application, at: 1)
      try press(in: controller)
    }
    try push(.pop, asSheet: false)
    try push(.close, asSheet: true)
    #expect(application.controllers.count == 1 && heard.isEmpty && !application.isClosed)
    try push("other", asSheet: false)
    #expect(application.controllers.count == 2 && heard == ["other"])
    try push(.close, asSheet: false)
    #expect(application.isClosed)
  }

  /// A sheet is answered where its first question is.
  @Test func sheetsHaveTheKeyboard() throws {
    let application = try program()
    let form = Screen("Trip") {
      ComponentModel {
        Item(title: "Where to?")
        Item.textField("name", title: "Name")
      }
    }
    let controller = application.push(form, asSheet: true)
    draw(application, at: 1)
    application.content.handle(.textEntered("Ada"), at: 2)
    #expect(controller.values["name"] == "Ada")
  }

  /// What changes while a screen is covered is there when it is in front again.
  @Test func coveredScreensAreThoseOfTheWindow() throws {
    let application = try program()
    let first = application.controller
    application.push(Screen(title: "Second"))
    application.content.resize(to: Size(width: 500, height: 400), scale: 2)
    var environment = application.controller.environment
    environment.theme = Theme.dark
    application.content.adopt(environment)
    #expect(first.environment.theme != environment.theme)
    application.pop()
    #expect(first.environment.theme[.background] == environment.theme[.background])
    #expect(first.environment.scale == 2)
  }

  @Test(arguments: [(Key.enter, true), (.escape, false)])
  func questionsAreAnswered(key: Key, isYes: Bool) async throws {
    let application = try program()
    draw(application, at: 1)
    async let answer = application.ask(Confirmation("Delete it?", button: "Delete"))
    while application.controller.input.popup == nil { await Task.yield() }
    draw(application, at: 2)
    application.content.handle(.keyPressed(key, []), at: 3)
    #expect(await answer == isYes)
    #expect(application.controller.input.popup == nil)
  }

  /// What waits for an answer goes on when none can come anymore.
  @Test func questionsEndWithTheirScreenAndTheProgram() async throws {
    let application = try program()
    application.push(Screen("Second") { ComponentModel { "b" } })
    async let onSecond = application.ask(Confirmation("Delete it?"))
    while application.controller.input.popup == nil { await Task.yield() }
    application.pop()
    #expect(await onSecond == false)

    async let onFirst = application.ask(Confirmation("Delete it?"))
    async let files = application.choose(.files)
    while application.controller.input.popup == nil || !application.isPicking { await Task.yield() }
    application.end()
    #expect(await onFirst == false)
    #expect(try await files.isEmpty)
  }

  /// Activates the first item with the keyboard.
  private func press(in controller: SpotsController) throws {
    try controller.focus(ItemPath(component: 0, item: 0))
    controller.handle(.keyPressed(.enter, []), at: 2)
  }
}
