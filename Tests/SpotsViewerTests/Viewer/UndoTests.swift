import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// Taking back what users delete and move.
@Suite @MainActor struct UndoTests {
  private func session(isEditable: Bool = true, count: Int = 12) throws -> Session {
    let items = (0..<count).map { #"{"identifier":\#($0),"title":"\#($0)"}"# }
    return try start(
      #"{"components":[{"interaction":{"editable":\#(isEditable),"deletable":true,"#
        + #""reorderable":true,"selection":"multiple"},"#
        + #""items":[\#(items.joined(separator: ","))]}]}"#)
  }

  /// - Parameter rule: Further keys of the component.
  private func rows(_ rule: String = "", count: Int = 12) throws -> Session {
    let rows = (0..<count).map { #"{"id":\#($0),"title":"\#($0)","rank":\#(($0 * 7) % 12)}"# }
    return try start(
      #"{"data":{"rows":[\#(rows.joined(separator: ","))]},"components":[{"interaction":"#
        + #"{"editable":true,"deletable":true,"reorderable":true,"selection":"multiple"},"#
        + #""each":"/rows","key":"id",\#(rule)"item":{"title":"{title}"}}]}"#)
  }

  /// With items, rows in their own order, some of them, or others in an order by their values.
  private func session(ofKind kind: UInt64) throws -> Session {
    switch kind {
    case 0: try session()
    case 1: try rows()
    case 2: try rows(#""where":"rank > 3","#)
    default: try rows(#""sort":["rank"],"#)
    }
  }

  private func start(_ text: String) throws -> Session {
    let context = try ViewerContext(test: "list.json")
    let session = Session(context: context, size: Size(width: 400, height: 300))
    session.start(
      ScreenFile(DocumentSource("list.json"), bytes: Array(text.utf8), kinds: context.kinds))
    _ = session.renderFrame(at: 0)
    session.didShow()
    return session
  }

  private func titles(_ session: Session) -> [String] {
    session.page.controller.components[0].model.items.map(\.title)
  }

  private func undo(_ session: Session, at now: Double = 1) {
    session.handle(.keyPressed(.character("z"), .control), at: now)
    _ = session.renderFrame(at: now)
  }

  private func redo(_ session: Session, at now: Double = 1) {
    session.handle(.keyPressed(.character("z"), [.control, .shift]), at: now)
    _ = session.renderFrame(at: now)
  }

  /// Taking back all steps leads through the lists that were there before, to the first one, and
  /// making them again through the same lists to the last.
  @Test(arguments: 0..<60) func anySequenceIsTakenBack(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let session = try session(ofKind: seed % 4)
    let controller = session.page.controller
    var before = [titles(session)]
    for step in 0..<20 {
      let count = controller.components[0].model.items.count
      guard count > 0 else { break }
      let item = ItemPath(component: 0, item: Int.random(in: 0..<count, using: &random))
      if Bool.random(using: &random) {
        if Bool.random(using: &random), let index = item.item {
          let end = min(index + 3, count)
          controller.selection[item.componentPath] = RangeSet(index..<end)
        }
        #expect(controller.state.items.editing.delete(item))
      } else {
        let distance = Int.random(in: -3...3, using: &random)
        let moved = controller.state.items.editing.move(item, by: distance)
        if moved == nil || moved == item { continue }
      }
      _ = session.renderFrame(at: Double(step))
      before.append(titles(session))
    }
    #expect(before.last == titles(session))
    for wanted in before.dropLast().reversed() {
      undo(session)
      #expect(titles(session) == wanted, "seed \(seed)")
    }
    undo(session)
    #expect(session.page.overlays.note.text == "There is nothing to undo")
    for wanted in before.dropFirst() {
      redo(session)
      #expect(titles(session) == wanted, "seed \(seed)")
    }
    redo(session)
    #expect(session.page.overlays.note.text == "There is nothing to redo")
  }

  /// Rows that an action removes come back as those that were deleted.
  @Test(
    arguments: [
      #"{"title":"{title}","action":"data-remove"}"#,
      #"{"kind":"composite","children":[{"items":[{"title":"Remove","action":"data-remove"}]}]}"#,
    ], [true, false])
  func rowsThatActionsRemoveComeBack(_ item: String, isEditable: Bool) throws {
    let session = try start(
      #"{"data":{"rows":[{"id":0,"title":"0"},{"id":1,"title":"1"},{"id":2,"title":"2"}]},"#
        + #""components":[{"interaction":{"editable":\#(isEditable)},"each":"/rows","key":"id","#
        + #""item":\#(item)}]}"#)
    let controller = session.page.controller
    func ids() -> [Item.Identifier?] { controller.components[0].model.items.map(\.identifier) }
    var path = ItemPath(component: 0, item: 1)
    if item.contains("children") { path = ComponentPath(0, in: path).item(0) }
    controller.state.items.press(path)
    _ = session.renderFrame(at: 1)
    #expect(ids() == [0, 2] && session.page.overlays.note.text.contains("Deleted"))
    undo(session)
    #expect(ids() == [0, 1, 2])
    redo(session)
    #expect(ids() == [0, 2])
  }

  /// What users do after taking something back takes the place of that; what has changed since is
  /// left alone.
  @Test func onlyWhatFitsIsMadeAgain() throws {
    let session = try session()
    let controller = session.page.controller
    func delete(_ index: Int) {
      #expect(controller.state.items.editing.delete(ItemPath(component: 0, item: index)))
      _ = session.renderFrame(at: 1)
    }
    delete(3)
    undo(session)
    delete(5)
    redo(session)
    #expect(session.page.overlays.note.text == "There is nothing to redo")
    undo(session)
    try controller.change { try $0[0].delete(at: 0) }
    let shown = titles(session)
    redo(session)
    #expect(titles(session) == shown)
    #expect(session.page.overlays.note.text.hasPrefix("This cannot be redone"))
  }

  @Test func whatHasChangedSinceIsNotTakenBack() throws {
    let session = try session()
    let controller = session.page.controller
    #expect(controller.state.items.editing.delete(ItemPath(component: 0, item: 3)))
    _ = session.renderFrame(at: 1)
    #expect(session.page.overlays.note.text == "Deleted")
    try controller.change { try $0[0].delete(at: 0) }
    let shown = titles(session)
    undo(session)
    #expect(titles(session) == shown)
    #expect(session.page.overlays.note.text.hasPrefix("This cannot be undone"))
  }

  /// Where the program changes the items, it is told, and the screen is left alone.
  @Test(arguments: [false, true]) func programsAreTold(isEditable: Bool) throws {
    let session = try session(isEditable: isEditable)
    var told: [String] = []
    session.context.onEvent = { event in
      switch event {
      case .screen(.itemsDeleted(let indexes, _, _), _): told.append("delete \(indexes.ranges)")
      case .undone(.itemsDeleted(let indexes, _, _), _): told.append("undone \(indexes.ranges)")
      default: break
      }
    }
    let first = titles(session)
    #expect(session.page.controller.state.items.editing.delete(ItemPath(component: 0, item: 2)))
    _ = session.renderFrame(at: 1)
    #expect((titles(session) == first) == !isEditable)
    undo(session)
    #expect(titles(session) == first)
    #expect(
      told
        == ["delete RangeSet(2..<3)", "undone RangeSet(2..<3)"].map {
          $0.replacing("RangeSet(2..<3)", with: "\(RangeSet(2..<3).ranges)")
        })
  }
}
