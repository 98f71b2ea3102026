import SpotsSDL
import Testing

@testable import Spots
@testable import SpotsViewer

/// A screen that another one has opened shows the way back, above it, where it covers nothing.
@Suite @MainActor struct BackBarTests {
  private let context: ViewerContext
  private let session: Session
  private let size = Size(width: 400, height: 300)

  init() throws {
    context = try ViewerContext(test: "a.json")
    // Screens are in their places at once.
    context.environment.reducesMotion = true
    session = Session(context: context, size: size)
    session.start(file("a.json"))
  }

  private func file(_ name: String) -> ScreenFile {
    let rows = (0..<30).map { #"{"title":"\#($0)","action":"a:b","size":{"height":50}}"# }
    let text =
      #"{"title":"About \#(name)","components":[{"items":[\#(rows.joined(separator: ","))]}]}"#
    return ScreenFile(DocumentSource(name), bytes: Array(text.utf8), kinds: context.kinds)
  }

  private var toolbar: ScreenToolbar { session.page.controller.toolbar }
  private let button = Point(x: 24, y: 22)

  private func open(_ name: String = "b.json") {
    session.push(name: name, file(name))
    _ = session.renderFrame(at: 1)
  }

  private func click(_ point: Point, clicks: Int = 1) {
    session.handle(.pointerMoved(point), at: 1)
    session.handle(.pointerPressed(point, .left, clicks: clicks), at: 1)
    session.handle(.pointerReleased(point, .left), at: 1)
    _ = session.renderFrame(at: 1)
  }

  private func texts() -> [String] {
    session.renderFrame(at: 1).list.entries.compactMap {
      if case .text(let text, _, _, _, _, _) = $0.command { text } else { nil }
    }
  }

  @Test func itComesAndGoesWithTheHistory() {
    let first = session.renderFrame(at: 1).list
    #expect(toolbar.height == 0 && session.page.controller.size == size)
    open()
    #expect(toolbar.height == 44)
    #expect(session.page.controller.size == Size(width: 400, height: 256))
    #expect(texts().contains("About b.json"))
    open("c.json")
    #expect(texts().contains("About c.json"))
    for _ in 0..<2 { click(button) }
    #expect(session.pages.count == 1 && toolbar.height == 0)
    #expect(session.renderFrame(at: 1).list == first)
  }

  @Test func theScreenBeginsBelowIt() {
    open()
    let controller = session.page.controller
    let first = ItemPath(component: 0, item: 0)
    #expect(controller.frame(of: first) == Rect(x: 0, y: 44, width: 400, height: 50))
    #expect(controller.path(at: Point(x: 200, y: 50)) == first)
    #expect(controller.path(at: Point(x: 200, y: 40)) == nil)
    // No press in the bar reaches the screen, nor a hover.
    for x in stride(from: 50.0, to: 400, by: 25) {
      session.handle(.pointerMoved(Point(x: x, y: 40)), at: 1)
      #expect(session.pointerShape == .arrow)
      click(Point(x: x, y: 40))
    }
    #expect(controller.selected == nil && session.pages.count == 2)
    click(Point(x: 200, y: 46))
    #expect(controller.selected == first)
    // Everything drawn for the screen stays below the bar, at any offset.
    controller.scroll(to: 777)
    let list = session.renderFrame(at: 2).list
    let rows = list.entries.filter { entry in
      guard case .text(let text, _, _, _, _, _) = entry.command else { return false }
      return Int(text) != nil
    }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.clip.y >= 44 })
    // The end can be reached.
    session.handle(.keyPressed(.end, []), at: 3)
    for time in 4..<9 { _ = session.renderFrame(at: Double(time)) }
    #expect(controller.frame(of: ItemPath(component: 0, item: 29))?.maxY == 300)
  }

  @Test func tooltipsStandBelowTheirTexts() {
    let long = "dir/Pneumonoultramicroscopicsilicovolcanoconiosis/and/what/became/of/it"
    let text = #"{"components":[{"items":[{"title":"\#(long)","size":{"height":50}}]}]}"#
    let file = ScreenFile(DocumentSource("b.json"), bytes: Array(text.utf8), kinds: context.kinds)
    session.resize(to: Size(width: 300, height: 300), scale: 1)
    session.push(name: "b.json", file)
    _ = session.renderFrame(at: 1)
    session.handle(.pointerMoved(Point(x: 100, y: 44 + 25)), at: 1)
    _ = session.renderFrame(at: 1)
    let lines = session.renderFrame(at: 1.7).list.entries.compactMap { entry in
      if case .text(let text, _, _, let origin, _, _) = entry.command {
        text.hasPrefix("dir/") ? origin.y : nil
      } else {
        nil
      }
    }
    // The row's text is in the middle of 44 to 94, the whole of it 4 points below that.
    #expect(lines.count == 2 && lines[0] > 44 + 20 && lines[1] > lines[0] + 18, "\(lines)")
  }

  @Test func thePointerGoesBack() {
    open()
    session.handle(.pointerMoved(button), at: 1)
    #expect(session.pointerShape == .hand)
    // Beside it, or let go elsewhere, nothing happens.
    session.handle(.pointerPressed(button, .left, clicks: 1), at: 1)
    session.handle(.pointerReleased(Point(x: 200, y: 200), .left), at: 1)
    #expect(session.pages.count == 2)
    click(button)
    #expect(session.pages.count == 1)
  }

  @Test func theOtherHalfOfADoubleClickStays() {
    open()
    click(button, clicks: 2)
    #expect(session.pages.count == 2)
    click(button)
    #expect(session.pages.count == 1)
  }

  /// The first click leads to a screen whose own way back is at the same place.
  @Test func aDoubleClickGoesBackOnce() {
    open()
    // A press that is on this screen alone.
    click(Point(x: 300, y: 22))
    open("c.json")
    click(button, clicks: 1)
    click(button, clicks: 2)
    click(button, clicks: 3)
    #expect(session.page.title == "About b.json")
    click(button)
    #expect(session.page.title == "About a.json")
  }

  /// A screen that is left with the button held down has not seen the end of that.
  @Test func aPressThatEndedElsewhereIsForgotten() {
    open()
    session.handle(.pointerMoved(button), at: 1)
    session.handle(.pointerPressed(button, .left, clicks: 1), at: 1)
    open("c.json")
    session.handle(.pointerReleased(button, .left), at: 1)
    session.handle(.keyPressed(.escape, []), at: 1)
    #expect(session.page.title == "About b.json" && session.pointerShape == .arrow)
    session.handle(.pointerReleased(button, .left), at: 1)
    #expect(session.page.title == "About b.json")
  }

  @Test func aDragThatBeganOnTheScreenPassesOverIt() {
    open()
    session.handle(.pointerPressed(Point(x: 200, y: 200), .left, clicks: 1), at: 1)
    session.handle(.pointerMoved(button), at: 1)
    #expect(session.pointerShape == .arrow)
    session.handle(.pointerReleased(button, .left), at: 1)
    #expect(session.pages.count == 2)
    // The pointer is over it now, and a press that leaves it and comes back counts.
    #expect(session.pointerShape == .hand)
    session.handle(.pointerPressed(button, .left, clicks: 1), at: 1)
    session.handle(.pointerMoved(Point(x: 200, y: 200)), at: 1)
    #expect(session.pointerShape == .arrow)
    session.handle(.pointerMoved(button), at: 1)
    session.handle(.pointerReleased(button, .left), at: 1)
    #expect(session.pages.count == 1)
  }

  @Test func nothingBelowTheStripHearsOfPresses() {
    open()
    func isInFront(_ event: InputEvent) -> Bool {
      defer { session.handle(event, at: 1) }
      return session.page.controller.input.isInFront(event)
    }
    for point in [Point(x: 200, y: 22), Point(x: 200, y: 43)] {
      #expect(isInFront(.pointerPressed(point, .left, clicks: 1)))
      #expect(isInFront(.pointerMoved(Point(x: 200, y: 100))))
      #expect(isInFront(.pointerReleased(Point(x: 200, y: 100), .left)))
    }
    let screen = Point(x: 200, y: 45)
    #expect(!isInFront(.pointerPressed(screen, .left, clicks: 1)))
    #expect(!isInFront(.pointerReleased(screen, .left)))
  }

  @Test func tabReachesIt() {
    open()
    func press(_ key: Key, _ modifiers: Modifiers = []) {
      session.handle(.keyPressed(key, modifiers), at: 1)
    }
    let controller = session.page.controller
    press(.tab)
    #expect(controller.focused == ItemPath(component: 0, item: 0))
    press(.tab)
    #expect(controller.focused == nil)
    // And from there the screen again, either way.
    press(.tab)
    #expect(controller.focused == ItemPath(component: 0, item: 0))
    press(.tab, .shift)
    #expect(controller.focused == nil)
    press(.tab, .shift)
    #expect(controller.focused == ItemPath(component: 0, item: 0))
    press(.tab)
    press(.enter)
    #expect(session.pages.count == 1)
    // The first screen has no such stop.
    _ = session.renderFrame(at: 2)
    for _ in 0..<3 { press(.tab) }
    #expect(session.page.controller.focused == ItemPath(component: 0, item: 0))
  }

  @Test func tabOfAnotherProgramDoesNotReachIt() {
    open()
    let ring = context.theme[.focusRing]
    func isFocused() -> Bool {
      session.renderFrame(at: 1).list.entries.contains { entry in
        guard case .stroke(let rect, ring, _, _) = entry.command else { return false }
        return rect.maxY <= toolbar.height
      }
    }
    for modifiers: Modifiers in [.control, .alt, [.control, .shift], [.alt, .shift]] {
      session.handle(.keyPressed(.tab, modifiers), at: 1)
      #expect(!isFocused() && session.page.controller.focused == nil)
    }
    session.handle(.keyPressed(.tab, .shift), at: 1)
    session.handle(.keyPressed(.tab, []), at: 1)
    #expect(isFocused() && session.page.controller.focused == nil)
  }

  @Test func keysAndTheMouseGoBackAsEver() {
    for key in [Key.escape, .backspace, .back] {
      open()
      session.handle(.keyPressed(key, []), at: 1)
      #expect(session.pages.count == 1)
    }
    open()
    session.handle(.keyPressed(.left, .alt), at: 1)
    #expect(session.pages.count == 1)
    open()
    session.handle(.pointerPressed(Point(x: 200, y: 200), .back, clicks: 1), at: 1)
    #expect(session.pages.count == 1)
  }

  @Test func itIsMirroredAndGrowsWithTheText() throws {
    context.environment.isRightToLeft = true
    context.environment.textScale = 2
    open()
    #expect(toolbar.height == 88)
    let list = session.renderFrame(at: 1).list
    let title = list.entries.first {
      if case .text("About b.json", _, _, _, _, _) = $0.command { true } else { false }
    }
    // All of it, beside the button.
    guard case .text(_, _, _, let origin, let width, _) = title?.command else {
      Issue.record("no title")
      return
    }
    #expect(origin.x >= 0 && origin.x + width <= 400 - 64 * 2 - 8)
    click(button)
    #expect(session.pages.count == 2)
    click(Point(x: 400 - 40, y: 44))
    #expect(session.pages.count == 1)
    // However long the title is.
    open()
    session.page.controller.reload(
      Screen(title: String(repeating: "Long ", count: 40)), animation: .none)
    toolbar.title = session.page.title
    _ = session.renderFrame(at: 1)
    click(Point(x: 400 - 40, y: 44))
    #expect(session.pages.count == 1)
  }
}
