import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Markdown on a screen: its links, and what readers are told of it.
@MainActor
@Suite struct MarkdownTests {
  private final class Actions: ComponentDelegate {
    var heard: [String?] = []

    func controller(
      _ controller: SpotsController, itemSelected item: Item, at path: ItemPath
    ) { heard.append(item.action) }
  }

  private let actions = Actions()

  private func rig(
    _ markdown: String, action: String? = "item", isRightToLeft: Bool = false, width: Double = 400
  ) -> ScreenRig {
    var item = Item(action: action)
    item.markdown = markdown
    var environment = Environment.fixed(images: ["a.png": Size(width: 300, height: 200)])
    environment.isRightToLeft = isRightToLeft
    let rig = ScreenRig(
      [ComponentModel(kind: .list, items: [item])], size: Size(width: width, height: 600),
      environment: environment)
    rig.controller.componentDelegate = actions
    rig.settle()
    return rig
  }

  private func nodes(_ rig: ScreenRig) -> [AccessibleNode] {
    AccessibleScreen(rig.controller).window.all
  }

  /// Clicks on every part of a link, wherever the line breaks, send its address; all others are
  /// clicks on the item.
  @Test(arguments: [false, true])
  func aLinkSendsItsAddressFromAllOfIts(isRightToLeft: Bool) throws {
    let rig = rig(
      "before [a link *of several* words](go:there) after", isRightToLeft: isRightToLeft,
      width: 130)
    let view = try #require(rig.components[0].view(at: 0))
    let text = try #require(view.front(at: Point(x: 40, y: 20)) { $0 is StyledTextView }?.view)
    let fragments = text.subviews.compactMap { $0 as? LinkControl }
    #expect(fragments.count >= 3)
    #expect(view.controls.count == 1, "one stop for the keyboard")
    for fragment in fragments {
      let place = fragment.convert(.zero, from: rig.controller.scrollView)
      let point = Point(x: 2 - place.x, y: 5 - place.y)
      rig.click(isRightToLeft ? point.mirrored(in: 130) : point)
      rig.frame()
    }
    #expect(actions.heard == Array(repeating: "go:there", count: fragments.count))
    let first = try #require(fragments.first)
    let before = first.convert(.zero, from: rig.controller.scrollView)
    let point = Point(x: -10 - before.x, y: 5 - before.y)
    rig.click(isRightToLeft ? point.mirrored(in: 130) : point)
    #expect(actions.heard.last == "item")
  }

  @Test func theKeyboardGoesFromLinkToLink() {
    let rig = rig("[one](go:1) text\n\n- [two](go:2)\n\n| [three](go:3) |\n|---|")
    for _ in 0..<4 {
      rig.key(.tab)
      rig.key(.enter)
      rig.settle()
    }
    #expect(actions.heard == ["item", "go:1", "go:2", "go:3"])
    rig.key(.tab, .shift)
    rig.key(.space)
    #expect(actions.heard.last == "go:2")
  }

  @Test func readersAreToldHeadingsParagraphsAndLinks() throws {
    let rig = rig(
      """
      # Title
      A *paragraph* with [a link](go:1).

      - [x] done

      ![picture](a.png)

      ## End
      """)
    let parts = nodes(rig).filter { $0.id.around != nil }
    #expect(
      parts.map { "\($0.role.rawValue) \($0.name)" } == [
        "heading Title", "paragraph A paragraph with a link.", "link a link", "list ",
        "list-item ☑", "paragraph done", "group ", "image picture", "heading End",
      ])
    #expect(parts.compactMap(\.level) == [1, 2])
    let link = try #require(parts.first { $0.role == .link })
    #expect(link.states.isSuperset(of: [.focusable, .enabled, .showing]))
    #expect(link.frame.width == 45 && link.actions == [.activate])
    let screen = AccessibleScreen(rig.controller)
    #expect(screen.perform(.activate, on: link.id, at: rig.now))
    #expect(actions.heard == ["go:1"])
  }

  /// A link that has the keyboard is scrolled into view in an item that is higher than the window.
  @Test func aLinkOutOfSightIsScrolledIntoView() {
    let lines = String(repeating: "line  \n", count: 200)
    let rig = rig("[first](go:1)\n\n\(lines)[last](go:2)")
    rig.key(.tab)
    rig.key(.tab)
    rig.settle()
    #expect(rig.offset == 0)
    rig.key(.tab)
    rig.settle()
    #expect(nodes(rig).contains { $0.name == "last" && $0.states.contains(.showing) })
  }

  @Test func aNibShowsMarkdown() throws {
    let document = #"""
      {"kind":"note","column":{"children":[
        {"label":"{title}"},{"markdown":"**{subtitle}** {markdown}","font":"callout"}]}}
      """#
    let reading = Nib.read(Array(document.utf8))
    #expect(reading.diagnostics.isEmpty)
    let configuration = Configuration()
    configuration.register(nib: try #require(reading.nib))
    var item = Item(title: "a", subtitle: "b", kind: "note")
    item.markdown = "[c](d:e)"
    let rig = ScreenRig([ComponentModel(kind: .list, items: [item])], configuration: configuration)
    let text = rig.settle().text
    #expect(text.contains("'b' sans bold 14/20"))
    #expect(text.contains("'c' sans regular 14/20 \(Theme.light[.accent].hex)"))
  }

  // MARK: Selecting

  /// The place in the window of the start of a word that is shown as one command, and its width.
  private func place(of word: String, in rig: ScreenRig) throws -> (point: Point, width: Double) {
    let texts = rig.frame().entries.compactMap { entry -> (Point, Double)? in
      guard case .text(word, _, _, let origin, let width, _) = entry.command else { return nil }
      return (Point(x: origin.x, y: origin.y - 3), width)
    }
    return try #require(texts.first)
  }

  @Test(arguments: [false, true])
  func aDragSelectsFromTextToText(isRightToLeft: Bool) throws {
    let rig = rig("one **two**\n\n- three", action: nil, isRightToLeft: isRightToLeft)
    let (start, end) = (try place(of: "two", in: rig), try place(of: "three", in: rig))
    let half = Point(x: end.point.x + end.width * 0.4, y: end.point.y)
    // In a mirrored screen the texts themselves are not mirrored.
    rig.drag(Point(x: start.point.x + 1, y: start.point.y), to: half)
    rig.release(half)
    let clipboard = rig.controller.environment.clipboard
    #expect(clipboard.selectedText == "two\n• th" && clipboard.text.isEmpty)
    #expect(rig.offset == 0 && actions.heard.isEmpty)
    #expect(rig.key(.character("c"), .control))
    #expect(clipboard.text == "two\n• th")
    // The keys that extend it do so as it is seen.
    rig.key(isRightToLeft ? .left : .right, .shift)
    rig.key(.character("c"), .control)
    #expect(clipboard.text == "two\n• thr")
    rig.key(.character("a"), .control)
    rig.key(.insert, .control)
    #expect(clipboard.text == "one two\n• three")
    let tint = Theme.light[.accent].opacity(0.3).hex
    #expect(rig.frame().text.contains("fill") && rig.frame().text.contains(tint))
    rig.key(.escape)
    #expect(!rig.frame().text.contains(tint))
  }

  @Test func clicksSelectWordsAndParagraphs() throws {
    let rig = rig("some words here", action: nil)
    let (point, width) = try place(of: "some words here", in: rig)
    let middle = Point(x: point.x + width / 2, y: point.y)
    rig.click(middle)
    rig.click(middle, clicks: 2)
    let clipboard = rig.controller.environment.clipboard
    #expect(clipboard.selectedText == "words")
    rig.click(middle, clicks: 3)
    #expect(clipboard.selectedText == "some words here")
  }

  /// A click on a text does what one beside it does, and where that is an action, the text cannot
  /// be selected; a finger scrolls.
  @Test func textsOfItemsWithAnActionAreForClicks() throws {
    let rig = rig("some words here")
    let (point, width) = try place(of: "some words here", in: rig)
    rig.click(Point(x: point.x + width / 2, y: point.y))
    #expect(actions.heard == ["item"])
    rig.drag(point, to: Point(x: point.x + width, y: point.y))
    #expect(rig.controller.environment.clipboard.selectedText.isEmpty)
  }

  @Test func theMenuOfATextCopiesIt() throws {
    let rig = rig("some words here", action: nil)
    let (point, _) = try place(of: "some words here", in: rig)
    rig.controller.handle(.pointerPressed(point, .right, clicks: 1), at: rig.now)
    rig.controller.handle(.pointerReleased(point, .right), at: rig.now)
    let menu = try #require(rig.controller.state.popups.popup as? Menu)
    #expect(menu.rows.map(\.title) == ["Copy", "Select all"])
    #expect(menu.rows.map(\.isEnabled) == [false, true])
    menu.choose(1)
    rig.controller.handle(.pointerPressed(point, .right, clicks: 1), at: rig.now)
    (rig.controller.state.popups.popup as? Menu)?.choose(0)
    #expect(rig.controller.environment.clipboard.text == "some words here")
  }

  /// A selection ends with the text it was made in.
  @Test func anotherTextIsNotSelected() throws {
    let rig = rig("some words here", action: nil)
    let (point, _) = try place(of: "some words here", in: rig)
    rig.click(point, clicks: 1)
    rig.click(point, clicks: 2)
    var item = Item()
    item.markdown = "others"
    rig.controller.reload(
      Screen(components: [ComponentModel(kind: .list, items: [item])]), animation: .none)
    rig.settle()
    #expect(!rig.frame().text.contains(Theme.light[.accent].opacity(0.3).hex))
    rig.key(.character("c"), .control)
    #expect(rig.controller.environment.clipboard.text == "others")
  }

  @Test func selectedRowsAreCopiedALineForEach() {
    let items = (0..<5).map { Item(title: "t\($0)", subtitle: $0 == 2 ? "" : "s\($0)") }
    let rig = ScreenRig([
      ComponentModel(
        kind: .list, interaction: Interaction(selection: .several), items: ItemList(items))
    ])
    rig.settle()
    let clipboard = rig.controller.environment.clipboard
    rig.click(rig.center(0, 1))
    #expect(rig.key(.character("c"), .control))
    #expect(clipboard.text == "t1\ts1")
    rig.key(.down, .shift)
    rig.key(.down, .shift)
    rig.key(.character("c"), .control)
    #expect(clipboard.text == "t1\ts1\nt2\nt3\ts3")
  }

  @Test func fieldsHaveAMenu() throws {
    let rig = ScreenRig([
      ComponentModel(
        kind: .list,
        items: [Item(kind: "text-field", input: ItemInput(name: "a", value: "hello"))])
    ])
    rig.settle()
    let view = try #require(rig.components[0].view(at: 0))
    let field = try #require(view.controls.first)
    let corner = field.convert(.zero, from: rig.controller.scrollView)
    let point = Point(x: 20 - corner.x, y: 18 - corner.y)
    func choose(_ title: String) throws {
      rig.controller.handle(.pointerPressed(point, .right, clicks: 1), at: rig.now)
      let menu = try #require(rig.controller.state.popups.popup as? Menu)
      menu.choose(try #require(menu.rows.firstIndex { $0.title == title && $0.isEnabled }))
      rig.frame()
    }
    let clipboard = rig.controller.environment.clipboard
    try choose("Select all")
    try choose("Cut")
    #expect(clipboard.text == "hello" && rig.controller.values["a"] == "")
    try choose("Paste")
    try choose("Paste")
    #expect(rig.controller.values["a"] == "hellohello")
  }

  @Test func labelsOfNibsCanBeSelected() throws {
    let document = #"{"kind":"note","label":"{title}","selectable":true,"font":"callout"}"#
    let configuration = Configuration()
    configuration.register(nib: try #require(Nib.read(Array(document.utf8)).nib))
    let rig = ScreenRig(
      [ComponentModel(kind: .list, items: [Item(title: "address", kind: "note")])],
      configuration: configuration)
    rig.settle()
    let (point, width) = try place(of: "address", in: rig)
    rig.drag(point, to: Point(x: point.x + width, y: point.y))
    rig.release(Point(x: point.x + width, y: point.y))
    #expect(rig.controller.environment.clipboard.selectedText == "address")
    #expect(nodes(rig).contains { $0.role == .listItem && $0.name == "address" })
  }
}
