import SpotsTestSupport
import Testing

@testable import Spots

/// What screen readers are told besides what is on the screen.
@MainActor
@Suite struct AnnouncementsTests {
  @Test func whatUsersDoWithItemsIsSaid() throws {
    var rows = list(4)
    rows.interaction = Interaction(
      selection: .several, isReorderable: true, isDeletable: true, isEditable: true)
    let rig = ScreenRig([rows])
    rig.settle()
    let announcements = rig.controller.announcements
    try rig.controller.focus(ItemPath(component: 0, item: 1))
    rig.key(.down, .alt)
    announcements.tell(at: 0)
    rig.key(.down, .alt)
    #expect(announcements.messages.map(\.text) == ["3 of 4", "4 of 4"])
    rig.key(.character("a"), .control)
    #expect(announcements.messages.last?.text == "4 selected")
    rig.key(.delete)
    #expect(announcements.messages.last?.text == "4 deleted")
  }

  private func live(_ names: [String]) -> [ComponentModel] {
    var rows = ComponentModel(
      kind: .list, items: ItemList(names.map { Item(identifier: .string($0), title: $0) }))
    rows.live = .polite
    return [rows]
  }

  @Test func newsOfLiveComponentsAreSaid() throws {
    let rig = ScreenRig(live(["a"]))
    let announcements = rig.controller.announcements
    rig.settle()
    #expect(announcements.messages.last?.text == nil)
    let screen = AccessibleScreen(rig.controller)
    #expect(screen.window.all.contains { $0.isLive })
    // Until it is told, news are added.
    for names in [["a", "b"], ["a", "b", "c", "d"]] {
      rig.controller.reload(Screen(components: live(names)))
    }
    rig.controller.announcements.add("Loaded")
    #expect(announcements.messages.last?.text == "b, c, d, Loaded")
    screen.invalidate()
    let told = screen.window.all.filter { $0.role == .notification }
    #expect(told.map(\.name) == ["b, c, d, Loaded"])
    announcements.tell(at: 7)
    try rig.controller.change { try $0[0].update(Item(identifier: "a", title: "A"), at: 0) }
    #expect(announcements.messages.last?.text == "A")
    // Some time after it was told, it is gone.
    for (time, text) in [(20.0, "A"), (34, "A"), (35, nil)] {
      announcements.tell(at: time)
      #expect(announcements.messages.last?.text == text)
    }
    // What moves or goes is no news.
    rig.controller.reload(Screen(components: live(["d", "c"])))
    #expect(announcements.messages.last?.text == nil)
    // A flood is cut off at its beginning.
    rig.controller.reload(Screen(components: live((0..<20_000).map { "\($0)" })))
    #expect(announcements.messages.last?.text.hasSuffix("19998, 19999") == true)
    #expect(announcements.messages.last?.text.unicodeScalars.count == 500)
  }
}
