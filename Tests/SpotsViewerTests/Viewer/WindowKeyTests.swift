import SpotsSDL
import Testing

@testable import Spots
@testable import SpotsViewer

/// Keys are declared once, and each is for one receiver.
@Suite @MainActor struct WindowKeyTests {
  /// A page with everything a key could be meant for, opened from another one.
  @MainActor
  private final class Bench {
    let session: Session
    var isFullScreen = false

    init(isRightToLeft: Bool = false) throws {
      let context = try ViewerContext(test: "a.json")
      context.environment.isRightToLeft = isRightToLeft
      session = Session(context: context, size: Size(width: 400, height: 300))
      let text = #"""
        {"components":[{"interaction":{"reorderable":true},"filter":true,"items":[
        {"kind":"text-field","title":"Name","name":"name"},
        {"title":"One","action":"a:b","actions":[{"title":"Copy","action":"c:d"}]},
        {"title":"Two","action":"a:b"}]}]}
        """#
      for name in ["a.json", "b.json"] {
        let file = ScreenFile(
          DocumentSource(name), bytes: Array(text.utf8), kinds: context.kinds)
        name == "a.json" ? session.start(file) : session.push(name: name, file)
      }
      session.listen { [unowned self] event in
        guard case .leaveFullScreen = event, isFullScreen else { return false }
        isFullScreen = false
        return true
      }
      frame()
    }

    var page: Page { session.page }
    var controller: SpotsController { page.controller }

    func frame() { for time in 1...3 { _ = session.renderFrame(at: Double(time)) } }

    @discardableResult
    func press(_ key: Key, _ modifiers: Modifiers = []) -> Bool {
      defer { frame() }
      return session.handle(.keyPressed(key, modifiers), at: 1)
    }

    /// Where an item is.
    func place(_ item: Int) -> Point {
      let frame = controller.frame(of: ItemPath(component: 0, item: item)) ?? .zero
      return Point(x: frame.midX, y: frame.midY)
    }

    func type(_ text: String) {
      session.handle(.textEntered(text), at: 1)
      frame()
    }

    func focus(_ item: Int) {
      controller.state.keyboard.focus(ItemPath(component: 0, item: item), at: nil)
      frame()
    }

    var text: JSONValue? { controller.values["name"] }
  }

  /// Something that Escape ends.
  private enum State: CaseIterable {
    // In the order in which Escape ends them.
    case panel, menu, inspector, drag, filter, fullScreen, page

    @MainActor func begin(_ bench: Bench) {
      switch self {
      case .panel: bench.press(.function(1))
      case .inspector: bench.session.inspector.toggle(on: bench.page)
      case .drag:
        let start = bench.place(2)
        bench.controller.handle(.pointerMoved(start), at: 1)
        bench.controller.handle(.pointerPressed(start, .left, clicks: 1), at: 1)
        bench.controller.handle(.pointerMoved(start + Point(y: -30)), at: 1)
      case .menu:
        bench.focus(1)
        bench.press(.menu)
      case .filter: bench.press(.character("f"), .control)
      case .fullScreen: bench.isFullScreen = true
      case .page: break
      }
      bench.frame()
    }

    @MainActor func isOn(_ bench: Bench) -> Bool {
      switch self {
      case .panel: bench.controller.input.popup is Panel
      case .inspector: bench.session.inspector.isOn
      case .drag: bench.controller.state.pointer.holdsItem
      case .menu: bench.controller.input.popup is Menu
      case .filter: bench.controller.state.root.filterBar != nil
      case .fullScreen: bench.isFullScreen
      case .page: bench.session.pages.count == 2
      }
    }
  }

  @Test func escapeEndsOneThingAtATimeFromTheFront() throws {
    var pairs = 0
    for (index, front) in State.allCases.enumerated() {
      for back in State.allCases.dropFirst(index + 1) {
        let bench = try Bench()
        // What is behind is there first.
        back.begin(bench)
        front.begin(bench)
        // A list in which something is filtered cannot be reordered, and a menu ends a drag.
        guard front.isOn(bench), back.isOn(bench) else { continue }
        pairs += 1
        #expect(bench.press(.escape) && !front.isOn(bench), "\(front) before \(back)")
        #expect(back.isOn(bench), "\(front) before \(back)")
        #expect(bench.press(.escape) && !back.isOn(bench), "\(back) after \(front)")
      }
    }
    #expect(pairs >= 16)
  }

  /// The keys that several of them have a use for.
  @Test func eachKeyIsForTheFirstThatHasAUseForIt() throws {
    let bench = try Bench()
    bench.focus(0)
    bench.press(.character("x"))
    bench.type("xyz")
    // In a field, Backspace deletes; elsewhere it goes back.
    bench.press(.backspace)
    #expect(bench.session.pages.count == 2 && bench.text == "xy")
    bench.press(.character("z"), .control)
    #expect(bench.text != "xy" && bench.session.pages.count == 2)
    // The filter opens although the field has the caret, and then has it.
    bench.press(.character("f"), .control)
    bench.type("o")
    let filter = try #require(bench.controller.state.root.filterBar)
    #expect(filter.field.text == "o")
    bench.press(.character("z"), .control)
    #expect(filter.field.text == "" && bench.session.pages.count == 2)
    // In an empty filter Backspace closes it, and then goes back.
    bench.press(.backspace)
    #expect(bench.controller.state.root.filterBar == nil && bench.session.pages.count == 2)
    // Return and Tab are for a menu, a list and the inspector before they are for the screen.
    State.menu.begin(bench)
    bench.press(.tab)
    #expect(!State.menu.isOn(bench) && bench.controller.focused?.item == 1)
    State.inspector.begin(bench)
    bench.press(.enter)
    #expect(bench.page.overlays.note.text.hasPrefix("Copied") && bench.session.pages.count == 2)
    State.panel.begin(bench)
    bench.press(.enter)
    #expect(!State.panel.isOn(bench) && State.inspector.isOn(bench))
    bench.press(.escape)
    bench.press(.backspace)
    #expect(bench.session.pages.count == 1)
  }

  @Test func receiversAreAskedInOneOrder() {
    #expect(
      KeyReceiver.allCases == [
        .overlay, .popup, .inspector, .program, .drag, .field, .filter, .window, .control, .item,
        .focus, .button,
      ])
  }

  /// On a screen that reads from right to left the arrows move the caret as they point.
  @Test(arguments: [false, true]) func arrowsMoveTheCaretAsTheyPoint(isRightToLeft: Bool) throws {
    let bench = try Bench(isRightToLeft: isRightToLeft)
    bench.focus(0)
    bench.type("ac")
    bench.press(.left)
    bench.type("b")
    #expect(bench.text == "abc")
  }

  @Test func theArticleHasTheKeys() throws {
    let article = try String(
      contentsOfFile: SampleScreens.path("../Sources/Documentation.docc/Reference/The-window.md"),
      encoding: .utf8)
    let rows = WindowKey.all.map { row in
      "| \(row.names.map { $0 == "?" ? "`?`" : $0 }.joined(separator: ", ")) | \(row.meaning.rawValue) |"
    }
    #expect(article.contains("|---|---|\n\(rows.joined(separator: "\n"))\n\n"))
  }
}
