import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Nothing but the user's own editing changes the text of a field, its selection, its composition
/// or what can be undone.
@MainActor
@Suite struct KeptFieldLaws {
  /// A screen of fields of every kind, in lists, composite items and nibs.
  @MainActor
  private final class Form {
    let controller: SpotsController
    let configuration = Configuration()
    private var (title, order) = ("Title", 0)
    private var (hasMore, now) = (false, 1.0)
    private var window = Size(width: 500, height: 300)

    static let names = ["plain", "secret", "number", "lines", "inner", "own"]

    init() throws {
      let view = #"{"kind":"own","row":{"children":[{"label":"{title}"},{"input":"text-field"}]}}"#
      configuration.register(nib: try #require(Nib.read(Array(view.utf8)).nib))
      controller = SpotsController(
        screen: Screen(), size: window, configuration: configuration,
        environment: .fixed(images: ["a.png": Size(width: 300, height: 200)]))
      reload()
      frame()
    }

    private func field(_ name: String, _ type: TextInputType = .text, lines: Int = 1) -> Item {
      Item(
        identifier: .string(name), title: "\(title) \(name)", kind: "text-field",
        input: ItemInput(name: name, inputType: type, lines: lines))
    }

    func reload() {
      var own = field("own")
      own.kind = "own"
      own.input.control = .textField
      var group = Item(identifier: "group", kind: "composite")
      group.children = [ComponentModel(identifier: "inside", kind: .list, items: [field("inner")])]
      var items = [field("plain"), field("secret", .secret), field("number", .number)]
      items += [field("lines", lines: 4), group, own]
      if hasMore {
        items.insert(contentsOf: (0..<12).map { Item(identifier: .integer($0), title: "r") }, at: 0)
      }
      if order == 1 { items.reverse() }
      controller.reload(
        Screen(components: [ComponentModel(identifier: "all", kind: .list, items: ItemList(items))])
      )
    }

    func frame() {
      now += 0.4
      _ = controller.renderFrame(at: now)
    }

    func handle(_ event: InputEvent) { controller.handle(event, at: now) }

    func focus(_ name: String) throws {
      let path = try #require(controller.state.values.path(named: name))
      try controller.scroll(to: path, position: .center)
      frame()
      let component = controller.scrollView.paths.component(of: path)
      controller.state.keyboard.put(
        on: path, control: component?.view(of: path.last.part)?.controls.first)
      frame()
    }

    /// The field that has the keyboard; nil while it is out of sight.
    var field: EditedText? {
      controller.state.keyboard.path.flatMap { path in
        controller.scrollView.paths.item(at: path)?.valueName
      }.flatMap { controller.state.values.fields[$0]?.text }
    }

    /// Something that happens around the user.
    func happen(_ random: inout SplitMix64) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: controller.environment.theme = controller.environment.theme == .dark ? .light : .dark
      case 1: controller.environment.textScale = [1, 1.5, 2].randomElement(using: &random) ?? 1
      case 2: controller.environment.scale = [1, 1.25, 2].randomElement(using: &random) ?? 1
      case 3: controller.environment.fontsDidChange()
      case 4:
        window.width = [220, 500, 1300].randomElement(using: &random) ?? 500
      case 5: controller.imageSizesDidChange()
      case 6: controller.registrationsDidChange()
      case 7:
        title += "!"
        reload()
      case 8:
        hasMore.toggle()
        reload()
      case 9:
        order = 1 - order
        reload()
      case 10: controller.scroll(to: [0, 5000].randomElement(using: &random) ?? 0)
      default: controller.overlayInsets = EdgeInsets(top: Double.random(in: 0..<60, using: &random))
      }
      controller.resize(to: window)
      if Bool.random(using: &random) { controller.environmentDidChange() }
      for _ in 0..<2 { frame() }
    }
  }

  /// What the user does in a field, a step at a time.
  private static func edits(_ random: inout SplitMix64) -> [InputEvent] {
    func key(_ key: Key, _ held: Modifiers = []) -> [InputEvent] { [.keyPressed(key, held)] }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return key(.left)
    case 1: return key(.left, .shift)
    case 2: return key(.character("a"), .control)
    case 3: return key(.character("z"), .control)
    case 4: return key(.character("y"), .control)
    case 5: return key(.backspace)
    case 6: return [.textComposed("3かな", selected: 0..<4)]
    default: return key(.character("7")) + [.textEntered("7")]
    }
  }

  @Test func onlyTheUserChangesTextCaretAndHistory() throws {
    for seed in UInt64(0)..<60 {
      var (edits, events) = (SplitMix64(seed: seed), SplitMix64(seed: seed &+ 1000))
      let (form, calm) = (try Form(), try Form())
      for name in Form.names.shuffled(using: &edits).prefix(3) {
        try form.focus(name)
        try calm.focus(name)
        for step in 0..<10 {
          for event in Self.edits(&edits) {
            form.handle(event)
            calm.handle(event)
          }
          form.frame()
          calm.frame()
          let wanted = try #require(calm.field)
          let found = try #require(form.field, "seed \(seed), \(name), step \(step)")
          guard found.text == wanted.text, found.selection == wanted.selection,
            found.composition == wanted.composition, found.canUndo == wanted.canUndo
          else {
            Issue.record("seed \(seed), \(name), step \(step): \(found), not \(wanted)")
            return
          }
          // An input method does not compose in what cannot be seen.
          if found.composition == nil { form.happen(&events) }
        }
      }
      #expect(form.controller.values.all == calm.controller.values.all, "seed \(seed)")
    }
  }
}
