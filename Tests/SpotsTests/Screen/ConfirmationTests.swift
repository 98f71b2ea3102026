import SpotsTestSupport
import Testing

@testable import Spots

/// An action with a question is carried out once users have said yes, and never otherwise.
@MainActor
@Suite struct ConfirmationTests {
  private func rig(isDestructive: Bool) -> ScreenRig {
    var row = Item(title: "Holiday", action: "open")
    row.input.confirmation = Confirmation("Open it?")
    var entry = ItemAction("Delete", action: "delete", isDestructive: isDestructive)
    entry.confirmation = Confirmation("Delete it?", button: "Delete")
    row.actions = [entry, ItemAction("Rename", action: "rename")]
    let rig = ScreenRig(
      [ComponentModel(kind: .list, items: [row, Item(title: "Other", action: "other")])],
      environment: .fixed())
    rig.settle()
    return rig
  }

  private let path = ItemPath(component: 0, item: 0)

  private func question(on rig: ScreenRig) -> String? {
    (rig.controller.input.popup as? ConfirmationPopup)?.title
  }

  @Test func aClickAsksFirst() {
    let rig = rig(isDestructive: false)
    rig.click(rig.center(0, 0))
    #expect(question(on: rig) == "Open it?" && rig.selections.isEmpty)
    _ = rig.key(.enter)
    #expect(question(on: rig) == nil && rig.selections == [path])
    rig.click(rig.center(0, 1))
    #expect(question(on: rig) == nil && rig.selections.count == 2)
  }

  @Test func escapeAndAPressOutsideMeanNo() {
    let rig = rig(isDestructive: false)
    rig.click(rig.center(0, 0))
    _ = rig.key(.escape)
    #expect(question(on: rig) == nil && rig.selections.isEmpty)
    rig.click(rig.center(0, 0))
    rig.click(Point(x: 5, y: 595))
    rig.settle()
    #expect(question(on: rig) == nil && rig.selections.isEmpty)
  }

  @Test func returnDoesNotDestroy() {
    for isDestructive in [false, true] {
      let rig = rig(isDestructive: isDestructive)
      rig.controller.state.items.perform(0, of: path)
      #expect(question(on: rig) == "Delete it?")
      rig.settle()
      _ = rig.key(.enter)
      #expect(rig.selections.isEmpty == isDestructive)
      guard isDestructive else { continue }
      // The second button does, once the keyboard is there.
      for key in [Key.tab, .tab, .enter] { _ = rig.key(key) }
      #expect(rig.selections == [path] && question(on: rig) == nil)
    }
  }

  @Test func anItemThatIsGoneIsNotAskedAbout() {
    let rig = rig(isDestructive: false)
    rig.click(rig.center(0, 0))
    rig.controller.reload(Screen(components: [list(2)]))
    rig.settle()
    _ = rig.key(.enter)
    #expect(rig.selections.isEmpty)
  }

  /// An item that has moved meanwhile is still the one that was asked about.
  @Test func itFollowsTheItem() {
    let rig = rig(isDestructive: false)
    rig.click(rig.center(0, 0))
    var screen = rig.controller.screen
    screen.components[0].items = ItemList(Array(screen.components[0].items.reversed()))
    rig.controller.reload(screen)
    rig.settle()
    _ = rig.key(.enter)
    #expect(rig.selections == [ItemPath(component: 0, item: 1)])
  }

  @Test func aTextAloneIsRead() throws {
    let json = #"""
      {"components":[{"items":[{"title":"a","action":"b","confirm":"Sure?",
        "actions":[{"action":"c","confirm":{"title":"Really?","button":"Go"}}]}]}]}
      """#
    let screen = try #require(ScreenReader().read(Array(json.utf8)).screen)
    let item = screen.components[0].items[0]
    #expect(Confirmation(before: "b", of: item) == Confirmation("Sure?"))
    #expect(Confirmation(before: "c", of: item) == Confirmation("Really?", button: "Go"))
    #expect(Confirmation(before: "d", of: item) == nil)
    let again = ScreenReader().read(ScreenWriter().write(screen)).screen
    #expect(again == screen)
  }
}
