import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Answers to calls on the accessibility bus, including calls that make no sense.
@MainActor
@Suite struct AccessibleAnswersTests {
  private let controller: SpotsController
  private let screen: AccessibleScreen

  init() {
    let field = Item(title: "Name", kind: "text-field", input: ItemInput(value: "Zoë de Vries"))
    var people = ComponentModel(kind: .list, items: ["Ada", "Bea", "Cy"])
    people.header = Item(title: "People")
    let rows = ComponentModel(kind: .list, items: ItemList((0..<5000).map { Item(title: "\($0)") }))
    controller = SpotsController(
      components: [people, ComponentModel(kind: .list, items: [field]), rows],
      size: Size(width: 400, height: 300),
      configuration: Configuration(), environment: .fixed())
    _ = controller.renderFrame(at: 0)
    screen = AccessibleScreen(controller)
  }

  private func reply(
    _ path: String, _ interface: String, _ member: String, _ arguments: [JSONValue?] = [],
    scale: Double = 2
  ) -> BusReply {
    let answers = AccessibleAnswers(
      screen: screen,
      surroundings: .init(
        program: "Test", title: "People — Test", busName: ":1.7",
        parent: .structure([.string(":1.0"), .path(AccessiblePath.root)]), isActive: true,
        origin: Point(x: 10, y: 20), scale: scale, now: 1))
    return answers.reply(
      to: BusCall(
        path: path, interface: interface, member: member, sender: ":1.9", arguments: arguments))
  }

  private func path(_ name: String) throws -> String {
    AccessiblePath.path(of: try #require(screen.window.all.first { $0.name == name }).id)
  }

  private func property(_ path: String, _ interface: String, _ name: String) -> BusReply {
    let arguments = [JSONValue.string("org.a11y.atspi." + interface), .string(name)]
    return reply(path, "org.freedesktop.DBus.Properties", "Get", arguments)
  }

  @Test func objectsSayWhatTheyAre() throws {
    let (accessible, component) = ("org.a11y.atspi.Accessible", "org.a11y.atspi.Component")
    let window = AccessiblePath.path(of: .window)
    #expect(
      reply(AccessiblePath.root, accessible, "GetChildren")
        == .values([.array("(so)", [.structure([.string(":1.7"), .path(window)])])]))
    #expect(
      property(window, "Accessible", "Name") == .values([.variant(.string("People — Test"))]))
    let bea = try path("Bea")
    #expect(reply(bea, accessible, "GetRole") == .values([.uint(32)]))
    #expect(reply(bea, accessible, "GetIndexInParent") == .values([.int(1)]))
    let frame = try #require(screen.window.all.first { $0.name == "Bea" }).frame
    let sides = [frame.x * 2 + 10, frame.y * 2 + 20, frame.width * 2, frame.height * 2]
    #expect(
      reply(bea, component, "GetExtents", [.integer(0)])
        == .values([.structure(sides.map { .int(Int32($0)) })]))
    let place = [JSONValue.integer(Int(sides[0]) + 4), .integer(Int(sides[1]) + 4), .integer(0)]
    #expect(
      reply(window, component, "GetAccessibleAtPoint", place)
        == .values([.structure([.string(":1.7"), .path(bea)])]))
    // A bounded number, though there are many children.
    let list = try #require(screen.window.all.first { $0.childCount == 5000 }).id
    guard
      case .values(let values) = reply(AccessiblePath.path(of: list), accessible, "GetChildren"),
      case .array(_, let children)? = values.first
    else { return #expect(Bool(false)) }
    #expect(children.count < 500)
    // Orca would go through all children of a list.
    #expect(reply(AccessiblePath.path(of: list), accessible, "GetRole") == .values([.uint(65)]))
    #expect(
      property(AccessiblePath.path(of: list), "Accessible", "ChildCount")
        == .values([.variant(.int(5000))]))
  }

  @Test func objectsDoWhatTheyAreAsked() throws {
    let bea = try path("Bea")
    let act = reply(bea, "org.a11y.atspi.Action", "DoAction", [.integer(0)])
    #expect(act == .values([.bool(true)]))
    #expect(controller.selected == ItemPath(component: 0, item: 1))
    #expect(reply(bea, "org.a11y.atspi.Component", "GrabFocus") == .values([.bool(true)]))
    #expect(controller.focused == ItemPath(component: 0, item: 1))
    let bar = try path("Scroll position")
    let set = [JSONValue.string("org.a11y.atspi.Value"), .string("CurrentValue"), .number(100)]
    #expect(reply(bar, "org.freedesktop.DBus.Properties", "Set", set) == .values([]))
    #expect(controller.contentOffset == 100)
  }

  @Test func textsAreReadAndEdited() throws {
    let name = try path("Name")
    func ask(_ member: String, _ arguments: JSONValue...) -> [BusValue] {
      let reply = reply(name, "org.a11y.atspi.Text", member, arguments)
      guard case .values(let values) = reply else { return [] }
      return values
    }
    #expect(ask("GetText", 4, -1) == [.string("de Vries")])
    #expect(ask("GetStringAtOffset", 5, 1) == [.string("de "), .int(4), .int(7)])
    #expect(ask("GetTextAtOffset", 0, 0) == [.string("Z"), .int(0), .int(1)])
    #expect(ask("GetTextAfterOffset", 1, 2) == [.string(" "), .int(3), .int(4)])
    #expect(ask("GetTextBeforeOffset", 0, 1) == [.string(""), .int(0), .int(0)])
    #expect(ask("GetStringAtOffset", 99, 3) == [.string("Zoë de Vries"), .int(0), .int(12)])
    #expect(ask("GetCharacterAtOffset", 2) == [.int(0xEB)])
    #expect(property(name, "Text", "CharacterCount") == .values([.variant(.int(12))]))
    #expect(reply(name, "org.a11y.atspi.Component", "GrabFocus") == .values([.bool(true)]))
    _ = controller.renderFrame(at: 1)
    screen.invalidate()
    #expect(ask("SetSelection", 0, 4, 6) == [.bool(true)])
    #expect(ask("GetSelection", 0) == [.int(4), .int(6)] && ask("GetNSelections") == [.int(1)])
    let (edits, word) = ("org.a11y.atspi.EditableText", JSONValue.string("van, or"))
    #expect(reply(name, edits, "DeleteText", [4, 6]) == .values([.bool(true)]))
    #expect(reply(name, edits, "InsertText", [4, word, 3]) == .values([.bool(true)]))
    #expect(controller.values["Name"] == "Zoë van Vries")
    #expect(property(name, "Text", "CaretOffset") == .values([.variant(.int(7))]))
    let frame = try #require(screen.window.all.first { $0.name == "Name" }).frame
    guard case .int(let x)? = ask("GetCharacterExtents", 0, 0).first else {
      return #expect(Bool(false))
    }
    #expect(Double(x) > frame.x * 2 + 10 && Double(x) < frame.midX * 2)
    let place = [JSONValue.integer(Int(x) + 1), .integer(Int(frame.midY * 2) + 25), 0]
    #expect(ask("GetOffsetAtPoint", place[0], place[1], place[2]) == [.int(0)])
    let row = BusValue.structure([
      .int(0), .int(13), .string("Zoë van Vries"), .variant(.string("")),
    ])
    let far = JSONValue.integer(9000)
    #expect(ask("GetBoundedRanges", 0, 0, far, far, 0) == [.array("(iisv)", [row])])
    #expect(ask("GetBoundedRanges", 0, 0, far, 30, 0) == [.array("(iisv)", [])])
    #expect(reply(try path("Ada"), edits, "DeleteText", [4, 6]) != .values([.bool(false)]))
  }

  /// Every call gets an answer, whether or not its target exists.
  @Test func nonsenseIsAnswered() {
    var random = RandomComponents(seed: 19)
    let interfaces = [
      "Accessible", "Component", "Action", "Selection", "Value", "Cache", "Text", "EditableText",
      "x",
    ]
    let members = [
      "GetChildAtIndex", "GetChildren", "GetExtents", "GetAccessibleAtPoint", "Contains",
      "DoAction", "GetName", "GetSelectedChild", "SelectChild", "DeselectChild", "ScrollTo",
      "GrabFocus", "GetItems", "GetText", "GetStringAtOffset", "GetTextBeforeOffset",
      "GetTextAfterOffset", "GetCharacterAtOffset", "GetSelection", "SetSelection",
      "SetCaretOffset", "GetRangeExtents", "GetOffsetAtPoint", "GetBoundedRanges", "InsertText",
      "DeleteText",
      "SetTextContents", "Get", "GetAll", "Set", "GetState", "GetPosition", "Nonsense",
    ]
    let values: [JSONValue?] = [
      nil, .integer(0), .integer(-1), .integer(.max), .integer(.min), .number(.nan),
      .number(1e308), .string(""), .string("org.a11y.atspi.Value"), .string("CurrentValue"),
      .bool(true), .array([]), .null,
    ]
    let nodes = "/org/a11y/atspi/accessible/"
    let others = ["item_1_4999", "item_1_1_7_7", "overlay_9_9", "pages_1", "list_999", "röot", ""]
    var paths = screen.window.all.map { AccessiblePath.path(of: $0.id) }
    paths += others.map { nodes + $0 }
    paths += ["", "/", AccessiblePath.root, AccessiblePath.cache, AccessiblePath.null]
    for _ in 0..<4000 {
      let prefix = random.pick(["org.a11y.atspi.", "org.freedesktop.DBus.", ""])
      let properties = "org.freedesktop.DBus.Properties"
      let interface = random.pick([prefix + random.pick(interfaces), properties, ""])
      let arguments = (0..<random.below(4)).map { _ in random.pick(values) }
      _ = reply(
        random.pick(paths), interface, random.pick(members), arguments,
        scale: random.pick([0.25, 1, 1e12]))
    }
    #expect(reply("/nowhere", "x", "y") == .unknownObject("/nowhere"))
  }
}
