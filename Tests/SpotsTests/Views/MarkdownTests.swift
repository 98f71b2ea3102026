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

  private func rig(_ markdown: String, isRightToLeft: Bool = false, width: Double = 400)
    -> ScreenRig
  {
    var item = Item(action: "item")
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
}
