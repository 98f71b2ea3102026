import SpotsTestSupport
import Testing

@testable import Spots

/// The content, changed from Swift.
@MainActor
@Suite struct ChangesTests {
  private func opened(_ models: [ComponentModel] = [list(5), list(3, from: 100)]) -> (
    ScreenRig, DelegateLog
  ) {
    let rig = ScreenRig(models)
    let log = DelegateLog(rig)
    rig.settle()
    _ = log.take()
    return (rig, log)
  }

  private func item(_ title: String) -> Item {
    Item(identifier: .string(title), title: title, size: Size(height: 50))
  }

  private func titles(_ rig: ScreenRig, _ component: Int = 0) -> [String] {
    rig.components[component].model.items.map(\.title)
  }

  // MARK: Every change

  @Test func everyChangeDoesWhatItSays() throws {
    let (rig, log) = opened([list(3)])
    func expect(_ wanted: [String], _ change: (ComponentEdit) throws -> Void) throws {
      try expectOneChange(rig, log, to: wanted) {
        try rig.controller.change { try change(try $0[0]) }
      }
    }
    let items = ["Item 0", "Item 1", "Item 2"]
    try expect(items + ["a"]) { $0.append(item("a")) }
    try expect(["b"] + items + ["a"]) { $0.prepend(item("b")) }
    try expect(["b", "c", "d"] + items + ["a"]) { try $0.insert([item("c"), item("d")], at: 1) }
    try expect(["b", "e", "d"] + items + ["a"]) { try $0.update(item("e"), at: 1) }
    try expect(["e", "d"] + items + ["a", "b"]) { try $0.move(from: 0, to: 6) }
    try expect(["e"] + items + ["b"]) { try $0.delete([item("a"), item("d")]) }
    try expect(["e", "Item 1"]) { try $0.delete(at: [4, 1, 3, 1]) }
    try expect(["x", "e"]) { $0.reload([item("x"), item("e")]) }
    try expect(["x"]) { try $0.delete(at: 1) }
    try expect(["x"]) { try $0.reloadViews(at: [0]) }
    try expect(["y"]) { $0.update { $0.items = [self.item("y")] } }
  }

  @Test func componentsChangeThemselves() throws {
    let (rig, log) = opened([list(1)])
    try expectOneChange(rig, log, to: []) {
      try rig.components[0].change { try $0.delete(at: 0) }
    }
    try expectOneChange(rig, log, to: ["z"]) {
      try rig.components[0].change { $0.append(item("z")) }
    }
  }

  /// A change that is made at once, told once, and over once everything is at rest.
  private func expectOneChange(
    _ rig: ScreenRig, _ log: DelegateLog, to wanted: [String], by change: () throws -> ContentChange
  ) throws {
    var done = 0
    try change().whenFinished { done += 1 }
    #expect(titles(rig) == wanted)
    rig.settle()
    #expect(done == 1)
    #expect(rig.controller.screen.components == rig.components.map(\.model))
    #expect(log.take().count { $0 == .changed } == 1)
  }

  @Test func whatChangesNothingIsNotTold() throws {
    let (rig, log) = opened()
    let controller = rig.controller
    var done = 0
    let completion = { done += 1 }
    try controller.change { try $0[0].append([]) }.whenFinished(completion)
    try controller.change { try $0[0].delete(item("nobody")) }.whenFinished(completion)
    try controller.change { try $0[0].delete(at: []) }.whenFinished(completion)
    try controller.change { try $0[0].move(from: 2, to: 2) }.whenFinished(completion)
    try controller.change { try $0[0].reloadIfNeeded(rig.components[0].model.items) }.whenFinished(
      completion)
    try controller.change { try $0[0].update(rig.components[0].model.items[1], at: 1) }
      .whenFinished(completion)
    try controller.change { try $0[1].update { _ in } }.whenFinished(completion)
    controller.change { $0.reloadIfNeeded(controller.screen.components) }.whenFinished(completion)
    #expect(done == 8)
    #expect(log.take().isEmpty)
    controller.change { $0.reload(controller.screen.components) }
    #expect(log.take() == [.changed])
  }

  @Test func wrongIndexesChangeNothing() {
    let (rig, log) = opened()
    let controller = rig.controller
    let before = controller.screen
    func fault(_ change: () throws -> Void) -> ChangeError? {
      do { try change() } catch { return error as? ChangeError }
      return nil
    }
    for index in [-1, 6, .max, .min] {
      #expect(
        fault {
          try controller.change { try $0[0].insert(item("a"), at: index) }
        } == .noItem(index: index, count: 5))
      #expect(
        fault { try controller.change { try $0[0].delete(at: [1, index]) } }
          == .noItem(index: index, count: 5))
      #expect(
        fault { try controller.change { try $0[0].move(from: 0, to: index) } }
          == .noItem(index: index, count: 5))
      #expect(
        fault {
          try controller.change { try $0[0].update(item("a"), at: index) }
        } == .noItem(index: index, count: 5))
      #expect(
        fault { try controller.change { try $0[0].reloadViews(at: [index]) } }
          == .noItem(index: index, count: 5))
      #expect(
        fault { try controller.change { try $0[index].append(item("a")) } }
          == .noComponent(index: index, count: 2))
    }
    let gone = rig.components[1]
    controller.change { $0.reload([list(5)]) }
    #expect(
      fault { try gone.change { $0.append(item("a")) } } == .notOnScreen)
    controller.change { $0.reload(before.components) }
    _ = log.take()
    #expect(controller.screen == before)
  }

  @Test func screensComeFromJSON() throws {
    let (rig, log) = opened()
    try rig.controller.change {
      try $0.reload(json: #"{"title":"T","components":[{"items":[{"title":"j"}]}]}"#.utf8)
    }
    #expect(titles(rig) == ["j"] && rig.controller.screen.title == "T")
    #expect(log.take().count { $0 == .changed } == 1)
    #expect(throws: ChangeError.self) {
      try rig.controller.change { try $0.reload(json: "{\"components\":[".utf8) }
    }
    #expect(titles(rig) == ["j"])
    rig.controller.change { $0.reloadIfNeeded(rig.controller.screen) }
    #expect(log.take().isEmpty)
  }

  // MARK: What follows

  @Test func selectionFocusAndPlaceFollow() throws {
    let (rig, log) = opened([list(100), carousel(9)])
    rig.controller.select(ItemPath(component: 0, item: 50))
    rig.controller.scroll(to: 2500)
    try rig.controller.scroll(carousel: 1, to: 70)
    rig.frame()
    _ = log.take()
    rig.settle()
    let before = Dictionary(uniqueKeysWithValues: seenViews(rig).map { ($0.title, $0.seen) })
    try rig.controller.change { try $0[0].prepend([item("a"), item("b")]) }
    _ = rig.controller.renderFrame(at: rig.now)
    // Nothing in the window has moved, so there is no motion either.
    #expect(before == Dictionary(uniqueKeysWithValues: seenViews(rig).map { ($0.title, $0.seen) }))
    #expect(!rig.components[0].views.animator.isMoving)
    #expect(rig.controller.selected?.item == 52 && rig.offset == 2600)
    #expect(rig.horizontalOffset(1) == 70)
    #expect(!log.take().contains { if case .selection = $0 { true } else { false } })
    try rig.controller.change { try $0[0].delete(at: 52) }
    #expect(rig.controller.selected == nil)
    #expect(log.take().contains(.selection(nil)))
  }

  @Test func aSoftUpdateConfiguresOneViewAndLaysNothingOut() throws {
    let (rig, _) = opened([list(1000)])
    var counters = rig.controller.state.pool.counters
    let height = rig.controller.contentSize.height
    var changed = rig.components[0].model.items[3]
    changed.subtitle = "new"
    try rig.controller.change { try $0[0].update(changed, at: 3) }
    #expect(rig.controller.renderFrame(at: rig.now).next == nil)
    counters.configured += 1
    // Its height is given, so nothing needs to be measured.
    #expect(rig.controller.state.pool.counters == counters)
    #expect(rig.controller.contentSize.height == height)
    changed.subtitle = "out of the window"
    changed.identifier = .integer(900)
    try rig.controller.change { try $0[0].update(changed, at: 900) }
    rig.frame()
    #expect(rig.controller.state.pool.counters == counters)
  }

  @Test func layoutInteractionEdgesAndMetaAreNoticed() throws {
    let (rig, log) = opened([carousel(9)])
    let changes: [(inout ComponentModel) -> Void] = [
      { $0.layout.itemSpacing = 30 }, { $0.interaction.paginate = .page },
      { $0.header = Item(title: "header") }, { $0.footer = Item(title: "footer") },
      { $0.meta = Meta(["a": .integer(1)]) }, { $0.kind = .grid },
    ]
    for change in changes {
      try rig.controller.change { try $0[0].update { change(&$0) } }
      #expect(log.take().count { $0 == .changed } == 1)
      let fresh = ScreenRig(rig.controller.screen.components)
      #expect(rig.settle().text == fresh.settle().text)
    }
  }

  // MARK: Order

  @Test func changesInsideCompletionsAndDelegatesAreMadeInOrder() throws {
    let (rig, _) = opened([list(0)])
    let controller = rig.controller
    try controller.change { try $0[0].append(item("a")) }.whenFinished { [self] in
      try? controller.change { try $0[0].append(item("b")) }.whenFinished {
        #expect(throws: Never.self) { try controller.change { try $0[0].append(item("c")) } }
      }
    }
    rig.settle()
    #expect(titles(rig) == ["a", "b", "c"])
    let delegate = Appending(item("d"))
    controller.componentDelegate = delegate
    try controller.change { try $0[0].append(item("e")) }
    #expect(titles(rig) == ["a", "b", "c", "e", "d"])
  }

  private final class Appending: ComponentDelegate {
    private var item: Item?

    init(_ item: Item) { self.item = item }

    func controllerComponentsDidChange(_ controller: SpotsController) {
      guard let item else { return }
      self.item = nil
      #expect(throws: Never.self) { try controller.change { try $0[0].append(item) } }
    }
  }

  /// A view that changes the content while it is measured, configured or recorded.
  private final class Meddling: View, ItemConfigurable {
    static var onConfigure: () -> Void = {}
    static var onDraw: () -> Void = {}

    func configure(with item: Item) { Self.onConfigure() }
    override func draw(in list: inout DrawList) { Self.onDraw() }
  }

  @Test func changesWhileViewsAreMadeWait() throws {
    let configuration = Configuration()
    configuration.register(view: Meddling.self, identifier: "meddling")
    let controller = SpotsController(
      screen: Screen(components: [list(2)]), size: Size(width: 400, height: 600),
      configuration: configuration, environment: .fixed())
    _ = controller.renderFrame(at: 0)
    var order: [String] = []
    var fault: ChangeError?
    func append(_ title: String) {
      try? controller.change(animation: .none) { try $0[0].append(item(title)) }.whenFinished {
        order.append(title)
      }
    }
    Meddling.onConfigure = {
      Meddling.onConfigure = {}
      append("first")
      fault = #expect(throws: ChangeError.self) {
        try controller.change { try $0[0].delete(at: 77) }.whenFinished { order.append("never") }
      }
      append("second")
      #expect(order.isEmpty)
    }
    Meddling.onDraw = {
      Meddling.onDraw = {}
      append("drawn")
      #expect(order == ["first", "second"])
    }
    try controller.change { try $0[0].append(Item(title: "m", kind: "meddling")) }
    #expect(order == ["first", "second"])
    #expect(fault == .noItem(index: 77, count: 4))
    // The view comes in and cannot be seen at first, then it is recorded.
    for time in [1, 2.0] { #expect(controller.renderFrame(at: time).next == time) }
    #expect(order == ["first", "second", "drawn"])
    let titles = controller.components[0].model.items.map(\.title)
    #expect(titles == ["Item 0", "Item 1", "m", "first", "second", "drawn"])
    #expect(controller.screen.components[0] == controller.components[0].model)
  }

  @Test func changesCanBeAwaited() async throws {
    let (rig, log) = opened()
    try rig.controller.change { try $0[0].append(item("a")) }
    try rig.components[0].change(animation: .none) { try $0.move(from: 5, to: 0) }
    #expect(titles(rig).first == "a")
    rig.controller.change { $0.reload([list(2)]) }
    #expect(log.take().count { $0 == .changed } == 3)
    await #expect(throws: ChangeError.noItem(index: 9, count: 2)) {
      try rig.controller.change { try $0[0].delete(at: 9) }
    }
  }
}
