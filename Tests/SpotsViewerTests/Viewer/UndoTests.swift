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

  /// Items that come at the end leave what was done above them as it was.
  @Test func itemsAtTheEndAreNoReasonToRefuse() throws {
    let session = try session()
    let controller = session.page.controller
    #expect(controller.state.items.editing.delete(ItemPath(component: 0, item: 3)))
    _ = session.renderFrame(at: 1)
    try controller.change { try $0[0].append([Item(title: "late")]) }
    undo(session)
    #expect(titles(session) == (0..<12).map { "\($0)" } + ["late"])
    redo(session)
    #expect(titles(session) == (0..<12).filter { $0 != 3 }.map { "\($0)" } + ["late"])
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

  // MARK: Switches in rows

  private func toDos(_ rules: String = "") throws -> Session {
    try start(
      #"{\#(rules)"data":{"rows":[{"id":0,"title":"A"},{"id":1,"title":"B"}]},"components":["#
        + #"{"interaction":{"editable":true,"deletable":true},"each":"/rows","key":"id","#
        + #""item":{"kind":"checkbox","title":"{title}","bind":"done"}}]}"#)
  }

  private func press(_ item: Int, of session: Session, at now: Double = 1) {
    session.page.controller.state.items.press(ItemPath(component: 0, item: item))
    _ = session.renderFrame(at: now)
  }

  private func done(_ session: Session, _ row: Int) -> JSONValue? {
    session.page.controller.data?.value(at: "/rows/\(row)/done")
  }

  /// Collects what the program is told, in words.
  private func listen(to session: Session) -> () -> [String] {
    final class Told { var lines: [String] = [] }
    let told = Told()
    session.context.onEvent = { event in
      switch event {
      case .screen(.dataChanged(let patch), _):
        told.lines.append(patch.map { $0["op"]?.text ?? "" }.joined())
      case .screen(.valueChanged(let name, let value, _), _):
        told.lines.append("\(name) \(value == true)")
      case .screen(.itemsDeleted, _): told.lines.append("deleted")
      case .screen(.itemMoved, _): told.lines.append("moved")
      case .screen(.submitted, _): told.lines.append("submitted")
      case .undone(.valueChanged(let name, let value, _), _):
        told.lines.append("undone \(name) \(value == true)")
      case .undone: told.lines.append("undone")
      case .navigated: told.lines.append("navigated")
      default: break
      }
    }
    return {
      defer { told.lines = [] }
      return told.lines
    }
  }

  @Test func switchesOfRowsAreTakenBack() throws {
    let session = try toDos()
    let told = listen(to: session)
    press(1, of: session)
    #expect(done(session, 1) == true && told() == ["/data/rows/1/done true"])
    #expect(session.page.overlays.note.isHidden)
    undo(session)
    #expect(done(session, 1) == false)
    #expect(told() == ["replace", "undone /data/rows/1/done false"])
    redo(session)
    #expect(done(session, 1) == true)
    #expect(told() == ["replace", "/data/rows/1/done true"])
    // What else is done in other rows is no reason to refuse; what is done in this one is.
    press(0, of: session)
    #expect(session.page.controller.boundData.make([["op": "remove", "path": "/rows/0"]]))
    undo(session)
    #expect(session.page.overlays.note.text.hasPrefix("This cannot be undone"))
  }

  // MARK: Programs that hear afterward

  /// A program hears of nothing that users take back while its note is shown.
  @Test func nothingIsToldThatIsTakenBackAtOnce() throws {
    let session = try toDos(#""undo":"before","#)
    let told = listen(to: session)
    let path = ItemPath(component: 0, item: 0)
    #expect(session.page.controller.state.items.editing.delete(path))
    _ = session.renderFrame(at: 1)
    #expect(session.page.overlays.note.text == "Deleted")
    undo(session, at: 2)
    press(0, of: session, at: 3)
    #expect(session.page.overlays.note.text == "Changed" && done(session, 0) == true)
    undo(session, at: 4)
    _ = session.renderFrame(at: 60)
    #expect(told() == [] && titles(session) == ["A", "B"] && done(session, 0) == false)
  }

  /// It hears of what stays when its note is gone: after a while, or because of another step.
  @Test func whatStaysIsToldInItsOrder() throws {
    let session = try toDos(#""undo":"before","#)
    let told = listen(to: session)
    press(1, of: session, at: 1)
    let path = ItemPath(component: 0, item: 0)
    #expect(session.page.controller.state.items.editing.delete(path))
    _ = session.renderFrame(at: 2)
    #expect(told() == ["/data/rows/1/done true"])
    let next = session.renderFrame(at: 3).next
    #expect(next.map { $0 < 15 } == true && told() == [])
    _ = session.renderFrame(at: 20)
    #expect(told() == ["remove", "deleted"])
    undo(session, at: 21)
    #expect(told() == ["add", "undone"])
  }

  /// It hears before another version of the document takes the place of what the user has changed.
  @Test func whatWaitsIsToldBeforeANewVersion() throws {
    let text =
      #"{"undo":"before","components":[{"interaction":{"editable":true,"deletable":true},"#
      + #""items":[{"title":"A"},{"title":"B"}]}]}"#
    let session = try start(text)
    let told = listen(to: session)
    #expect(session.page.controller.state.items.editing.delete(ItemPath(component: 0, item: 0)))
    _ = session.renderFrame(at: 1)
    session.page.reload(
      ScreenFile(session.page.source, bytes: Array("{".utf8), kinds: session.context.kinds))
    #expect(told() == [], "what cannot be read changes nothing")
    session.page.reload(
      ScreenFile(session.page.source, bytes: Array(text.utf8), kinds: session.context.kinds))
    #expect(told() == ["deleted"] && titles(session) == ["A", "B"])
    undo(session, at: 2)
    #expect(told() == [] && session.page.overlays.note.text.hasPrefix("This cannot be undone"))
  }

  /// It hears before anything that might end the screen.
  @Test(arguments: ["submit", "push:other", "close"])
  func whatWaitsIsToldAtOnce(action: String) throws {
    let session = try start(
      #"{"undo":"before","screens":{"other":{"components":[{"items":[{"title":"O"}]}]}},"#
        + #""components":[{"interaction":{"editable":true,"deletable":true},"items":["#
        + #"{"title":"A"},{"title":"B"},{"title":"C","action":"\#(action)"}]}]}"#)
    let told = listen(to: session)
    let path = ItemPath(component: 0, item: 0)
    #expect(session.page.controller.state.items.editing.delete(path))
    _ = session.renderFrame(at: 1)
    #expect(told() == [])
    press(1, of: session, at: 2)
    #expect(told().first == "deleted")
  }
}
