import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots

/// The closures of a controller, and its events as a sequence.
@Suite @MainActor struct ClosuresTests {
  private func form() -> ScreenRig {
    let items = [
      Item(title: "Open", action: "open"), Item(title: "Fast", kind: "toggle"),
      Item(title: "Send", kind: "button", action: "submit"),
    ]
    var model = ComponentModel(title: "Form", items: items)
    model.items[1].input.name = "fast"
    let rig = ScreenRig([model])
    rig.settle()
    return rig
  }

  @Test func theyHearOfWhatUsersDo() {
    let rig = form()
    var heard: [String] = []
    rig.controller.onSelect = { item, path in heard.append("\(item.title) \(path.item ?? -1)") }
    rig.controller.onChange = { name, value in heard.append("\(name) \(value == .bool(true))") }
    rig.controller.onSubmit = { values, action in heard.append("\(action) \(values.count)") }
    for index in 0..<3 {
      rig.click(rig.center(0, index))
      rig.settle()
      rig.wait(1)
    }
    #expect(heard == ["Open 0", "fast true", "submit 1"])
  }

  /// The end is told once until the closure returns, and again after that.
  @Test func theEndIsToldAgainOnceMoreHasCome() async throws {
    let rig = ScreenRig([ComponentModel(items: (0..<50).map { Item(title: "\($0)") })])
    var calls = 0
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    rig.controller.onReachEnd = { [controller = rig.controller] in
      calls += 1
      for await _ in gate.prefix(1) {}
      _ = try? controller.components[0].append(Item(title: "more"))
    }
    rig.settle()
    try rig.controller.scroll(to: ItemPath(component: 0, item: 49))
    rig.settle()
    await Task.yield()
    #expect(calls == 1)
    open.yield()
    let end = ContinuousClock.now + .seconds(Allowance.patience(10))
    while rig.controller.components[0].model.items.count == 50, ContinuousClock.now < end {
      await Task.yield()
    }
    #expect(rig.controller.components[0].model.items.count == 51)
  }

  @Test func eventsAreASequence() async {
    let rig = form()
    let events = rig.controller.events
    rig.click(rig.center(0, 0))
    rig.settle()
    for await event in events {
      guard case .itemSelected(let item, _) = event else { continue }
      #expect(item.title == "Open")
      break
    }
  }

  @Test func aComponentIsChangedInOneCall() throws {
    let rig = form()
    let component = rig.controller.components[0]
    try component.append(Item(title: "last"), Item(title: "very last"))
    try component.prepend(Item(title: "first"))
    try component.insert(Item(title: "second"), at: 1)
    try component.update(Item(title: "Opened"), at: 2)
    try component.delete(at: 3)
    let titles = component.model.items.map(\.title)
    #expect(titles == ["first", "second", "Opened", "Send", "last", "very last"])
    #expect(throws: ChangeError.self) { try component.delete(at: 6) }
  }

  @Test func anElementIsTheDefaultView() {
    struct Plain: ItemElement {
      func body(for item: Item) -> any Element { LabelElement("plain " + item.title) }
    }
    let configuration = Configuration()
    configuration.register(defaultView: Plain.self)
    let controller = SpotsController(
      components: [ComponentModel(items: [Item(title: "a")])], configuration: configuration,
      environment: .fixed())
    #expect(controller.viewName(at: ItemPath(component: 0, item: 0)) == "Plain")
  }
}
