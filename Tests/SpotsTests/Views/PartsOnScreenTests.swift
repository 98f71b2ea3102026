import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel
@testable import SpotsViews

/// Small parts on a screen 400 points wide: what is sent along with actions, choices in a list,
/// days and times in one, colors of components, and cards in a row.
@MainActor
@Suite struct PartsOnScreenTests {
  private func rig(_ items: [Item], size: Size = Size(width: 400, height: 600)) -> ScreenRig {
    let rig = ScreenRig([ComponentModel(kind: .list, items: ItemList(items))], size: size)
    rig.frame()
    return rig
  }

  private func screen(_ json: String) throws -> Screen {
    try #require(ScreenReader(configuration: Configuration()).read(Array(json.utf8)).screen)
  }

  // MARK: Payloads

  /// What goes along with an action is that of the entry or the button, or else that of the item.
  @Test func payloadsGoAlong() throws {
    let screen = try screen(
      #"""
      {"components":[{"items":[
        {"title":"a","action":"go","payload":{"id":1},"actions":[
          {"title":"x","action":"set","payload":[1]},{"title":"y","action":"set"},
          {"title":"z","action":"set","payload":false}]},
        {"kind":"actions","payload":"item","actions":[
          {"title":"x","action":"set","payload":2},{"title":"y","action":"set"}]}]}]}
      """#)
    let rig = ScreenRig(screen: screen, size: Size(width: 400, height: 600), environment: .fixed())
    var sent: [JSONValue?] = []
    rig.controller.onEvent = { event in
      if case .itemSelected(let item, _) = event { sent.append(item.input.payload) }
      return true
    }
    rig.frame()
    rig.click(rig.center(0, 0))
    let path = ItemPath(component: 0, item: 0)
    for index in 0..<3 { rig.controller.state.items.perform(index, of: path) }
    #expect(sent == [["id": 1], [1], ["id": 1], false])
    sent = []
    let view = try #require(rig.components[0].view(at: 1))
    for button in view.controls { button.activate() }
    #expect(sent == [2, "item"])
  }

  @Test func payloadsAreBounded() {
    for (count, isTooLong) in [(1 << 16, true), ((1 << 16) - 2, false)] {
      let text = String(repeating: "a", count: count)
      let json = #"{"components":[{"items":[{"title":"a","payload":"\#(text)"}]}]}"#
      let parsed = ScreenReader(configuration: Configuration()).read(Array(json.utf8))
      #expect(parsed.diagnostics.isEmpty != isTooLong)
      #expect((parsed.screen?.components[0].items[0].input.payload == nil) == isTooLong)
    }
  }

  // MARK: Badges

  @Test func badgesAreReadAndWritten() throws {
    let screen = try screen(
      #"""
      {"components":[{"items":[{"title":"a","badge":"New"},{"title":"b","badge":12},
        {"title":"c","badge":{"text":"x","style":"status","color":"error"}},{"title":"d"}]}]}
      """#)
    let items = screen.components[0].items
    #expect(items[0].badge == Badge("New") && items[1].badge == Badge("12"))
    #expect(items[2].badge == Badge("x", style: .status, color: .role(.error)))
    #expect(items[3].badge == nil)
    let again = try self.screen(String(decoding: ScreenWriter().write(screen), as: UTF8.self))
    #expect(again == screen)
  }

  /// Users who do not see a badge hear it.
  @Test func badgesAreRead() throws {
    var item = Item(title: "Inbox", action: "a")
    item.badge = Badge("3")
    for kind in ["", "card", "toggle"] {
      item.kind = kind
      let rig = rig([item])
      let view = try #require(rig.components[0].visibleViews[0])
      #expect(view.accessibility(for: item).label.contains("3"), "\(kind)")
    }
  }

  // MARK: Choices

  private func choice(
    _ value: JSONValue?, isMultiple: Bool = false, _ checks: InputChecks = InputChecks()
  ) -> Item {
    Item(
      title: "Size", kind: "choice",
      input: ItemInput(
        name: "size", value: value, options: ["s", "m", "l"].map { ChoiceOption($0) },
        isMultiple: isMultiple, choiceStyle: .radio, checks: checks))
  }

  @Test func aListOfOptionsIsChosenFromByKeys() throws {
    let rig = rig([choice("m"), Item(title: "After", action: "a")])
    func value() -> JSONValue? { rig.controller.values["size"] }
    rig.key(.tab)
    rig.key(.down)
    #expect(value() == "l")
    rig.key(.up)
    rig.key(.up)
    #expect(value() == "s")
    rig.key(.down)
    #expect(value() == "m")
    // Below the last option the arrow goes on to the next item.
    rig.key(.down)
    rig.key(.down)
    rig.frame()
    #expect(value() == "l" && rig.controller.state.keyboard.path?.last.item == 1)
  }

  /// Options are below each other, as wide as the room, and a click anywhere on one chooses it.
  @Test func optionsAreBelowEachOther() throws {
    let rig = rig([choice(["m"], isMultiple: true)])
    let view = try #require(rig.components[0].view(at: 0))
    let group = try #require(view.controls.first as? ChoiceGroupControl)
    let frames = group.subviews.map(\.frame)
    #expect(frames.count == 3 && Set(frames.map(\.x)) == [0] && Set(frames.map(\.width)).count == 1)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.maxY <= $1.y })
    let corner = Point.zero - group.convert(.zero, from: rig.controller.scrollView)
    rig.click(corner + Point(x: frames[2].maxX - 4, y: frames[2].midY))
    #expect(rig.controller.values["size"] == ["m", "l"])
  }

  @Test func theNumberOfChoicesIsChecked() {
    var checks = InputChecks()
    (checks.minimumChoices, checks.maximumChoices) = (2, 2)
    func fault(_ value: JSONValue) -> String? { checks.fault(in: value) { _ in nil } }
    #expect(fault(["a"]) == "Choose at least 2." && fault([]) == "Choose at least 2.")
    #expect(fault(["a", "b"]) == nil && fault(["a", "b", "c"]) == "Choose at most 2.")
    // They are for arrays alone.
    #expect(fault("a") == nil && fault(.null) == nil)
  }

  // MARK: Days with times

  private func moment(_ value: JSONValue?, from least: String? = nil) -> Item {
    Item(
      title: "Start", kind: "date-time",
      input: ItemInput(name: "d", value: value, minimum: least.flatMap { InputBound($0) }))
  }

  @Test func aDayAndATimeAreTypedInOne() {
    let rig = rig([moment(nil, from: "2026-01-01")])
    func value() -> JSONValue? { rig.controller.values["d"] }
    rig.key(.tab)
    for digit in "112320261405" {
      rig.key(.character(digit))
      rig.controller.handle(.textEntered(String(digit)), at: rig.now)
    }
    rig.frame()
    #expect(value() == "2026-11-23T14:05")
    rig.key(.left)
    rig.key(.up)
    #expect(value() == "2026-11-23T14:06")
    rig.key(.left)
    rig.key(.left)
    rig.key(.delete)
    #expect(value() == "-11-23T14:06")
    _ = rig.controller.state.answers.take("submit", at: ItemPath(component: 0, item: 0))
    let item = rig.components[0].model.items[0]
    #expect(rig.controller.environment.fault(of: item) == "This is not complete.")
  }

  /// A day is picked first, then a time.
  @Test func aDayAndATimeArePicked() throws {
    let rig = rig([moment(nil)])
    func popup() -> Popup? { rig.controller.state.popups.popup }
    rig.key(.tab)
    rig.key(.enter)
    let month = try #require(popup() as? MonthPopup)
    let day = month.current
    rig.key(.enter)
    #expect(popup() is Menu)
    rig.key(.home)
    rig.key(.enter)
    #expect(popup() == nil)
    #expect(rig.controller.values["d"] == .string("\(day)T00:00"))
  }

  @Test func boundsOfDaysWithTimes() {
    let item = moment("2026-01-01T08:00", from: "2026-01-01T09:30")
    let range = item.input.range(as: .dateTime)
    func fault(_ text: String) -> String? {
      item.input.checks.fault(in: .string(text), within: range) { _ in nil }
    }
    #expect(fault("2026-01-01T09:00")?.hasPrefix("Not before Thursday, January 1, 2026") == true)
    #expect(fault("2026-01-01T09:30") == nil && fault("2027-05-05T00:00") == nil)
    #expect(fault("2026-02-30T10:00") == "There is no such day." && fault("2026-02-T10:00") != nil)
  }

  // MARK: Colors and pictures of components

  @Test func aComponentHasItsOwnColors() throws {
    let screen = try screen(
      ##"""
      {"components":[
        {"theme":{"background":"#102030","primary":"#FFFFFF"},"background-image":"a.png",
         "header":{"title":"Dark"},"items":[{"kind":"label","text":"x"}]},
        {"header":{"title":"Plain"},"items":[{"kind":"label","text":"y"}]}]}
      """##)
    let rig = ScreenRig(
      screen: screen, size: Size(width: 400, height: 600),
      environment: .fixed(images: ["a.png": Size(width: 300, height: 200)]))
    func colors(_ list: DrawList) -> [String: Color] {
      list.entries.reduce(into: [:]) { found, entry in
        if case .text(let text, _, let color, _, _, _) = entry.command { found[text] = color }
      }
    }
    let list = rig.frame()
    let ground = Color(0x102030)
    #expect(list.entries.contains { $0.command.isFill(of: ground) })
    let picture = list.entries.compactMap { entry -> Rect? in
      guard case .image("a.png", let rect, .fill, _, _, _) = entry.command else { return nil }
      return rect
    }
    #expect(picture.count == 1 && picture[0].width == 400)
    #expect(picture[0].height == rig.components[0].geometry.contentSize.height)
    #expect(colors(list)["Dark"] == .white && colors(list)["Plain"] == Theme.light[.primary])
    // The theme of the desktop goes on to count for all else, and high contrast for everything.
    rig.controller.environment.theme = .highContrast
    let contrast = rig.frame()
    #expect(colors(contrast)["Dark"] == Theme.highContrast[.primary])
    #expect(!contrast.entries.contains { if case .image = $0.command { true } else { false } })
  }

  /// What a document no longer says is gone.
  @Test func colorsGoWithTheDocument() throws {
    var screen = try screen(
      ##"{"components":[{"theme":{"background":"#102030"},"items":[{"title":"a"}]}]}"##)
    let rig = ScreenRig(screen: screen, size: Size(width: 400, height: 600), environment: .fixed())
    let ground = Color(0x102030)
    #expect(rig.frame().entries.contains { $0.command.isFill(of: ground) })
    screen.components[0].theme = [:]
    rig.controller.reload(screen)
    #expect(!rig.settle().entries.contains { $0.command.isFill(of: ground) })
  }

  /// Cards in a row are as high as the highest of them, whatever is in them, at any width.
  @Test func cardsInARowAreEquallyHigh() {
    var random = SplitMix64(seed: 9)
    let words = [
      "short", "a somewhat longer text", "a text that needs more than a single line here",
    ]
    let cards = (0..<24).map { index in
      var item = Item(
        title: words[Int.random(in: 0..<3, using: &random)],
        text: words[Int.random(in: 0..<3, using: &random)], kind: "card")
      if Bool.random(using: &random) { item.badge = Badge("\(index)") }
      if Bool.random(using: &random) { item.image = "a.png" }
      return item
    }
    for width in stride(from: 320.0, to: 1300, by: 97) {
      let grid = ComponentModel(
        kind: .grid, layout: Layout(minItemWidth: 140, itemSpacing: 8), items: ItemList(cards))
      let rig = ScreenRig([grid], size: Size(width: width, height: 4000))
      rig.frame()
      let frames = cards.indices.compactMap { rig.windowFrame(0, $0) }
      for (y, row) in Dictionary(grouping: frames, by: { $0.y }) {
        #expect(Set(row.map { $0.height }).count == 1, "row at \(y) of \(width), with seed 9")
      }
    }
  }

  // MARK: Files and colors

  private final class Picker: FilePicker {
    var asked: [FilePickerKind] = []
    func pick(_ kind: FilePickerKind, onPick: @escaping @MainActor (String) -> Void) {
      asked.append(kind)
      onPick("/home/ada/notes.txt")
    }
  }

  private func field(_ type: TextInputType) -> Item {
    Item(title: "F", kind: "text-field", input: ItemInput(name: "f", value: "x", inputType: type))
  }

  @Test func filesArePickedOrTyped() {
    for (type, kind) in [(TextInputType.file, FilePickerKind.file), (.folder, .folder)] {
      let rig = rig([field(type)])
      let picker = Picker()
      rig.key(.tab)
      rig.key(.down, .alt)
      #expect(rig.controller.values["f"] == "x")
      rig.controller.environment.filePicker = picker
      rig.frame()
      rig.key(.down, .alt)
      #expect(picker.asked == [kind] && rig.controller.values["f"] == "/home/ada/notes.txt")
      rig.controller.handle(.textEntered("!"), at: rig.now)
      #expect(rig.controller.values["f"] == "/home/ada/notes.txt!")
    }
  }

  @Test func colorsArePickedOrTyped() throws {
    let rig = rig([field(.color)])
    let item = rig.components[0].model.items[0]
    #expect(rig.controller.environment.fault(of: item) == nil)
    rig.key(.tab)
    rig.key(.down, .alt)
    rig.frame()
    let popup = try #require(rig.controller.state.popups.popup as? ColorPopup)
    #expect(popup.accessibleParts.count == 32)
    for key in [Key.end, .up, .up, .home, .right] { rig.key(key) }
    rig.frame()
    rig.key(.enter)
    #expect(rig.controller.values["f"] == "#E07A1F")
    #expect(rig.controller.state.popups.popup == nil)
    rig.controller.values["f"] = "reddish"
    rig.frame()
    _ = rig.controller.state.answers.take("submit", at: ItemPath(component: 0, item: 0))
    #expect(rig.controller.environment.fault(of: item)?.contains("not a color") == true)
  }
}

extension DrawCommand {
  fileprivate func isFill(of color: Color) -> Bool {
    if case .fill(_, color, _) = self { true } else { false }
  }
}
