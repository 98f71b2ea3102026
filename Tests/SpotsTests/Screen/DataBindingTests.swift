import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// Answers that are places in the data, and rows that users add, remove, delete and move.
@MainActor
@Suite final class DataBindingTests {
  private var changes: [JSONValue] = []
  private var values: [String] = []
  private var conflicts: [String] = []

  private static let tasks =
    #"{"tasks":[{"id":1,"title":"Milk","done":false,"tags":["a","b"]},"#
    + #"{"id":2,"title":"Bread","done":true,"tags":["c"]},{"id":3,"title":"Eggs","done":false,"#
    + #""tags":[]}],"volume":0.5,"note":"hi"}"#

  private func rig(_ components: String, data: String = tasks) throws -> ScreenRig {
    let json = #"{"data":\#(data),"components":[\#(components)]}"#
    let screen = try #require(
      ScreenReader(configuration: Configuration()).read(Array(json.utf8)).screen)
    let rig = ScreenRig(
      screen: screen, size: Size(width: 400, height: 600), environment: .fixed())
    rig.controller.onEvent = { [weak self] event in
      switch event {
      case .dataChanged(let patch): self?.changes += patch
      case .valueChanged(let name, let value, _):
        self?.values.append("\(name) \(JSONWriter { $0.value(value) }.text)")
      case .valueConflict(let entered, let other, let pointer):
        self?.conflicts.append("\(pointer) \(entered.typedText) \(other.typedText)")
      default: break
      }
      return false
    }
    rig.settle()
    return rig
  }

  private func line(_ rig: ScreenRig, _ line: String) throws {
    try rig.controller.change { _ = try $0.apply(line: line) }
    rig.frame()
  }

  private func value(_ rig: ScreenRig, _ pointer: String) throws -> JSONValue? {
    rig.controller.data?[pointer: try JSONPointer(pointer).tokens[...]]?.json
  }

  private func title(_ rig: ScreenRig, _ component: Int, _ item: Int) -> String {
    rig.controller.screen.components[component].items[item].title
  }

  private func click(_ rig: ScreenRig, _ component: Int, _ item: Int) {
    rig.click(rig.center(component, item))
    rig.settle()
  }

  private func type(_ rig: ScreenRig, _ text: String) {
    rig.controller.handle(.textEntered(text), at: rig.now)
    rig.settle()
  }

  private static let list =
    #"{"each":"/tasks","key":"id","item":{"kind":"checkbox","title":"{title}","bind":"done"},"#
    + #""interaction":{"deletable":true,"reorderable":true,"editable":true}}"#

  // MARK: Values

  /// What users choose is in the data, where everything else that shows it follows.
  @Test func answersAreWrittenIntoTheData() throws {
    let rig = try rig(
      Self.list + #",{"items":[{"title":"{size(tasks)} {tasks[0].done} {note}"},"#
        + #"{"kind":"text-field","title":"Note","bind":"/note"},"#
        + #"{"kind":"toggle","title":"New","bind":"/new/place"}]}"#)
    click(rig, 0, 0)
    #expect(try value(rig, "/tasks/0/done") == true)
    #expect(title(rig, 1, 0) == "3 true hi")
    click(rig, 1, 1)
    rig.key(.end)
    type(rig, "!")
    #expect(title(rig, 1, 0) == "3 true hi!")
    click(rig, 1, 2)
    #expect(try value(rig, "/new/place") == true)
    #expect(
      values == ["/data/tasks/0/done true", "/data/note \"hi!\"", "/data/new/place true"])
    // They are no answers by name, and are submitted with the data.
    #expect(rig.controller.values.all.isEmpty && rig.controller.values.answers.isEmpty)
    try line(rig, #"{"set":"/data/tasks/0/done","value":false}"#)
    #expect(rig.controller.screen.components[0].items[0].documentValue == false)
  }

  /// A row that its own answer hides is reported all the same.
  @Test func theLastAnswerOfARowIsReported() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","where":"!done","#
        + #""item":{"kind":"checkbox","title":"{title}","bind":"done"}}"#)
    click(rig, 0, 1)
    #expect(values == ["/data/tasks/2/done true"])
    #expect(rig.controller.screen.components[0].items.map(\.title) == ["Milk"])
  }

  // MARK: Rows at which users are at work

  private func titles(_ rig: ScreenRig) -> [String] {
    rig.controller.screen.components[0].items.map(\.title)
  }

  /// A row that its own answer hides stays while the keyboard is on it.
  @Test func rowsStayWhileTheKeyboardIsOnThem() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","where":"!done","#
        + #""item":{"kind":"checkbox","title":"{title}","bind":"done"}}"#)
    try rig.controller.focus(ItemPath(component: 0, item: 0))
    rig.settle()
    rig.key(.space)
    rig.settle()
    #expect(titles(rig) == ["Milk", "Eggs"] && values == ["/data/tasks/0/done true"])
    rig.key(.down)
    rig.settle()
    #expect(titles(rig) == ["Eggs"])
    #expect(rig.controller.state.keyboard.focused == ItemPath(component: 0, item: 0))
    // With the keyboard elsewhere, what others change is shown at once.
    try line(rig, #"{"set":"/data/tasks/0/done","value":false}"#)
    #expect(titles(rig) == ["Milk", "Eggs"])
    // What is gone from the data does not stay.
    try line(rig, #"{"patch":[{"op":"remove","path":"/data/tasks/2"}]}"#)
    #expect(titles(rig) == ["Milk"])
  }

  /// The row of a field is sorted when the field is left, and not between letters.
  @Test func rowsStayWhileTheirTextIsTyped() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","sort":["title"],"#
        + #""item":{"kind":"text-field","title":"{id}","bind":"title"}},"#
        + #"{"items":[{"title":"Elsewhere","action":"a"}]}"#)
    #expect(titles(rig) == ["2", "3", "1"])
    click(rig, 0, 0)
    rig.key(.end)
    type(rig, "s")
    try line(rig, #"{"set":"/data/tasks/1/title","value":"Zwieback"}"#)
    try line(rig, #"{"set":"/data/tasks/2/title","value":"Apples"}"#)
    #expect(titles(rig) == ["2", "3", "1"])
    click(rig, 1, 0)
    #expect(titles(rig) == ["3", "2", "1"])
    #expect(try value(rig, "/tasks/1/title") == "Breads")
  }

  /// Nothing moves away below a button that is being pressed.
  @Test func rowsStayWhileTheyArePressed() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","sort":["title"],"item":{"title":"{title}","action":"a"}}"#)
    let point = rig.center(0, 1)
    rig.controller.handle(
      .pointerPressed(point, .left, clicks: 1, modifiers: [], isTouch: false), at: rig.now)
    rig.frame()
    try line(rig, #"{"set":"/data/tasks/2/title","value":"Zwieback"}"#)
    #expect(titles(rig) == ["Bread", "Zwieback", "Milk"])
    rig.controller.handle(.pointerReleased(point, .left), at: rig.now)
    rig.settle()
    #expect(titles(rig) == ["Bread", "Milk", "Zwieback"])
  }

  /// What is no answer yet is the user's alone: the data gets whole days and numbers.
  @Test func halfAnswersStayOutOfTheData() throws {
    let rig = try rig(
      #"{"items":[{"kind":"date","title":"Day","bind":"/day"},"#
        + #"{"kind":"text-field","title":"Count","input-type":"number","bind":"/n"}]}"#,
      data: #"{"day":"","n":1}"#)
    func fault(_ item: Int) -> String? {
      let item = rig.controller.screen.components[0].items[item]
      return rig.controller.environment.values?.fault(of: item)
    }
    func type(_ text: String) {
      for character in text { self.type(rig, String(character)) }
    }
    rig.key(.tab)
    type("11")
    #expect(try value(rig, "/day") == "" && fault(0) == "This is not complete.")
    type("272026")
    #expect(try value(rig, "/day") == "2026-11-27" && fault(0) == nil)
    rig.key(.home)
    rig.key(.delete)
    rig.settle()
    #expect(try value(rig, "/day") == "2026-11-27" && fault(0) == "This is not complete.")
    type("12")
    #expect(try value(rig, "/day") == "2026-12-27" && fault(0) == nil)
    rig.key(.tab)
    rig.key(.end)
    type("e")
    #expect(try value(rig, "/n") == 1 && fault(1) == "This is not a number.")
    type("3")
    #expect(try value(rig, "/n") == 1000 && fault(1) == nil)
    // What comes from elsewhere takes the place of a half answer.
    type("e")
    try line(rig, #"{"set":"/data/n","value":7}"#)
    rig.settle()
    #expect(rig.controller.values["/data/n"] == 7 && fault(1) == nil)
  }

  /// What others write does not get between the letters of a text; when it is left, the text is
  /// written, and the other value is told.
  @Test func textIsTheUsersUntilItIsLeft() throws {
    let rig = try rig(
      #"{"items":[{"kind":"text-field","title":"Note","bind":"/note"},"#
        + #"{"kind":"text-field","title":"Other","bind":"/other"}]}"#)
    click(rig, 0, 0)
    rig.key(.end)
    type(rig, " the")
    try line(rig, #"{"set":"/data/note","value":"theirs"}"#)
    type(rig, "re")
    #expect(try value(rig, "/note") == "hi there")
    try line(rig, #"{"set":"/data/note","value":"theirs again"}"#)
    #expect(try value(rig, "/note") == "theirs again" && conflicts.isEmpty)
    click(rig, 0, 1)
    #expect(try value(rig, "/note") == "hi there")
    #expect(conflicts == ["/note hi there theirs again"])
    // Without anything typed, the field follows.
    try line(rig, #"{"set":"/data/other","value":"theirs"}"#)
    #expect(rig.controller.screen.components[0].items[1].documentValue == "theirs")
    rig.key(.tab)
    rig.settle()
    #expect(conflicts.count == 1)
  }

  /// What is typed stays with its row, wherever that goes.
  @Test func textStaysWithItsRow() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","item":{"kind":"text-field","title":"{id}","bind":"title"}}"#)
    click(rig, 0, 1)
    rig.key(.end)
    type(rig, "s")
    try line(
      rig,
      #"{"patch":[{"op":"add","path":"/data/tasks/0","value":{"id":9,"title":"Tea","done":false}}]}"#
    )
    type(rig, "!")
    #expect(try value(rig, "/tasks/2/title") == "Breads!")
    #expect(try value(rig, "/tasks/1/title") == "Milk")
  }

  /// A secret is never in the data.
  @Test func secretsAreNotBound() throws {
    let rig = try rig(
      #"{"items":[{"kind":"text-field","title":"PIN","input-type":"secret","bind":"/pin"}]}"#)
    click(rig, 0, 0)
    type(rig, "1234")
    #expect(try value(rig, "/pin") == nil)
    #expect(rig.controller.values.all == ["PIN": "1234"])
  }

  // MARK: Rows

  @Test func rowsAreAddedAndRemovedByActions() throws {
    let payload = #""payload":{"id":"{size(tasks) + 1}","title":"{values.new}","done":false}"#
    let rig = try rig(
      #"{"each":"/tasks","key":"id","item":{"title":"{title}","action":"data-remove"}},"#
        + #"{"items":[{"kind":"text-field","title":"New","name":"new"},"#
        + #"{"kind":"button","title":"Add","action":"data-add:/tasks",\#(payload)}]}"#)
    click(rig, 1, 0)
    type(rig, "Tea")
    click(rig, 1, 1)
    #expect(title(rig, 0, 3) == "Tea")
    #expect(rig.controller.values["new"] == "")
    click(rig, 0, 1)
    #expect(
      rig.controller.screen.components[0].items.map(\.title) == ["Milk", "Eggs", "Tea"])
    #expect(
      changes == [
        ["op": "add", "path": "/tasks/-", "value": ["id": 4, "title": "Tea", "done": false]],
        ["op": "remove", "path": "/tasks/1"],
      ])
  }

  /// What was typed is not lost where it could not be added.
  @Test(arguments: ["/note", "/tasks/0"])
  func answersStayWhereNothingIsAdded(_ place: String) throws {
    let rig = try rig(
      #"{"items":[{"kind":"text-field","title":"New","name":"new"},"#
        + #"{"kind":"button","title":"Add","action":"data-add:\#(place)","#
        + #""payload":"{values.new}"}]}"#)
    click(rig, 0, 0)
    type(rig, "Tea")
    click(rig, 0, 1)
    #expect(rig.controller.values["new"] == "Tea" && changes.isEmpty)
  }

  /// Another screen has data of its own, whatever was changed in that of the one before.
  @Test func anotherScreenHasItsOwnData() throws {
    let item = #"{"items":[{"kind":"toggle","title":"T","bind":"/on"}]}"#
    let rig = try rig(item, data: #"{"on":false}"#)
    click(rig, 0, 0)
    #expect(try value(rig, "/on") == true)
    rig.controller.reload(rig.controller.document)
    #expect(try value(rig, "/on") == true)
    rig.controller.open(rig.controller.document)
    #expect(try value(rig, "/on") == false)
  }

  /// In rows of rows, an action is about the nearest one.
  @Test func rowsInsideOfRowsAreFound() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","sort":["-id"],"item":{"kind":"composite","children":[{"each":"tags","#
        + #""sort":["-row"],"item":{"title":"{row}","action":"data-remove"}},"#
        + #"{"items":[{"title":"+","action":"data-add:tags","payload":"new"}]}]}}"#)
    let bottom = ItemPath(component: 0, item: 2)
    let path = ComponentPath(0, in: bottom).item(0)
    #expect(rig.controller.item(at: path)?.title == "b")
    #expect(rig.controller.boundData.rowPointer(of: path) == "/tasks/0/tags/1")
    rig.controller.state.items.press(path)
    rig.settle()
    rig.controller.state.items.press(ComponentPath(1, in: bottom).item(0))
    rig.settle()
    #expect(try value(rig, "/tasks/0/tags") == ["a", "new"])
  }

  /// Users move and delete rows inside of a row, and of another array inside of an item; what a
  /// template writes out stays.
  @Test func rowsInsideOfRowsAreMovedAndDeleted() throws {
    let allowed = #""interaction":{"editable":true,"deletable":true,"reorderable":true}"#
    for each in ["tags", "/tasks/0/tags"] {
      let inner = #"{"each":"\#(each)",\#(allowed),"item":{"title":"{row}"}}"#
      let written = #"{\#(allowed),"items":[{"title":"x"},{"title":"y"}]}"#
      let item = #"{"kind":"composite","children":[\#(inner),\#(written)]}"#
      let rig = try rig(
        each == "tags" ? #"{"each":"/tasks","key":"id","item":\#(item)}"# : #"{"items":[\#(item)]}"#
      )
      let (rows, first) = (ComponentPath(0, in: ItemPath(component: 0, item: 0)), "/tasks/0/tags")
      let editing = rig.controller.state.items.editing
      #expect(editing.move(rows.item(1), by: -1) == rows.item(0))
      rig.settle()
      #expect(try value(rig, first) == ["b", "a"], "\(each)")
      #expect(changes.last == ["op": "move", "from": "/tasks/0/tags/1", "path": "/tasks/0/tags/0"])
      #expect(editing.delete(rows.item(0)))
      rig.settle()
      #expect(try value(rig, first) == ["a"] && rig.controller.item(at: rows.item(0))?.title == "a")
      #expect(changes.last == ["op": "remove", "path": "/tasks/0/tags/0"])
      let other = ComponentPath(1, in: ItemPath(component: 0, item: 0))
      _ = editing.move(other.item(1), by: -1)
      _ = editing.delete(other.item(0))
      rig.settle()
      #expect(try value(rig, "/tasks/0/title") == "Milk")
    }
  }

  /// Where a move is taken back, the list shows it although the user is there.
  @Test func movedRowsGoWhereTheyBelong() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","where":"id < 9","item":{"title":"{title}"},"#
        + #""interaction":{"editable":true,"reorderable":true}}"#)
    rig.key(.down)
    rig.key(.down, .alt)
    rig.settle()
    #expect((0..<3).map { title(rig, 0, $0) } == ["Bread", "Milk", "Eggs"])
    #expect(
      rig.controller.boundData.make([["op": "move", "from": "/tasks/1", "path": "/tasks/0"]]))
    rig.settle()
    #expect((0..<3).map { title(rig, 0, $0) } == ["Milk", "Bread", "Eggs"])
  }

  private static let nested =
    #"{"header":{"title":"{size(tasks)} tasks","meta":{"name":"{nowhere}"}},"each":"/tasks","#
    + #""key":"id","sort":["-id"],"item":{"kind":"composite","title":"{title}","bind":"done","#
    + #""children":[{"each":"tags","item":{"title":"{row}{index}"},"empty":{"title":"{note}"}},"#
    + #"{"items":[{"title":"plain"},{"subtitle":"{id} {{","name":"{a}","payload":{"name":"{id}"}}]}]}},"#
    + #"{"each":"/none","empty":{"title":"{note}"}},{"items":[{"title":"{data.note}"},{"title":"x"}]}"#

  /// What the inspector says of a part is what made it: an expression's value is the text that is
  /// shown, its place in the document has the template, and its row is the one that it is about.
  @Test func partsKnowTheirExpressions() throws {
    let rig = try rig(Self.nested)
    let document = try #require(JSONValue.read(Array("[\(Self.nested)]".utf8)).value)
    func part(_ path: ItemPath) -> FilledPart? { rig.controller.boundData.filledPart(at: path) }
    var titles = 0
    ItemWalk.visit(rig.controller.screen.components) { item, path in
      guard let filled = part(path), let hole = filled.holes.first(where: { $0.key == "title" })
      else { return true }
      titles += 1
      #expect(item.title.hasPrefix((try? hole.value.get())?.typedText ?? "?"), "\(path.pointer)")
      let pointer = JSONPointer.read("/\(path.component)\(filled.place)")
      let template = pointer.flatMap { DataValue(document)[pointer: $0.tokens[...]] }?.json
      guard case .object(let members)? = template, case .string(let title)? = members["title"]
      else {
        Issue.record("no template at \(filled.place)")
        return true
      }
      #expect(title.contains("{\(hole.expression)}"), "\(filled.place)")
      return true
    }
    #expect(titles == 10)
    #expect(part(ItemPath(component: 2, item: 1)) == nil)
    #expect(part(ComponentPath(7, in: ItemPath(component: 0, item: 1)).item(0)) == nil)
  }

  @Test func partsKnowTheirRowsAndFreeKeys() throws {
    let rig = try rig(Self.nested)
    func part(_ path: ItemPath) -> FilledPart? { rig.controller.boundData.filledPart(at: path) }
    let header = try #require(part(ItemPath(component: 0, part: .header)))
    #expect(header.row == nil && header.holes.map(\.key) == ["title", "meta/name"])
    #expect(throws: ExpressionFault.self) { try header.holes[1].value.get() }
    let row = try #require(part(ItemPath(component: 0, item: 1)))
    #expect(row.row == "/tasks/1" && row.bound == "/tasks/1/done" && row.boundValue == true)
    let inner = ItemPath(component: 0, item: 1)
    let tag = try #require(part(ComponentPath(0, in: inner).item(0)))
    #expect(tag.row == "/tasks/1/tags/0" && tag.place == "/item/children/0/item")
    // Names have no holes, but those of free data do; a brace is none.
    let free = try #require(part(ComponentPath(1, in: inner).item(1)))
    #expect(free.holes.map(\.key) == ["subtitle", "payload/name"] && free.row == "/tasks/1")
    #expect(try free.holes[1].value.get() == 2)
  }

  /// Rows inside of a row that are those of another array follow that array.
  @Test func rowsOfAnotherArrayFollowIt() throws {
    let rig = try rig(
      #"{"each":"/tasks","key":"id","item":{"kind":"composite","children":[{"each":"/tasks/2/tags","#
        + #""item":{"title":"{row}"}}]}}"#)
    try line(rig, #"{"append":["x"],"to":"/data/tasks/2/tags"}"#)
    let path = ComponentPath(0, in: ItemPath(component: 0, item: 0)).item(0)
    #expect(rig.controller.item(at: path)?.title == "x")
    #expect(rig.windowFrame(path)?.height ?? 0 > 0)
  }

  /// What has been told, as operations of a line.
  private var told: [JSONValue] {
    let answers = values.map { text -> JSONValue in
      let parts = text.split(separator: " ").map(String.init)
      return ["op": "replace", "path": .string(parts[0]), "value": .bool(parts[1] == "true")]
    }
    return answers
      + changes.map { operation -> JSONValue in
        guard case .object(var members) = operation else { return operation }
        for key in ["path", "from"] {
          if case .string(let path)? = members[key] { members[key] = .string("/data" + path) }
        }
        return .object(members)
      }
  }

  /// Whatever users delete, move, remove and answer, the operations that are told make the data of
  /// before that of after, and the screen is that of the data.
  @Test func whatIsToldIsWhatHasChanged() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let filter = Bool.random(using: &random) ? #","where":"id % 3 != 0""# : ""
      let component =
        #"{"each":"/tasks","key":"id","item":{"kind":"checkbox","title":"{title}","bind":"done"},"#
        + #""interaction":{"deletable":true,"reorderable":true,"editable":true}\#(filter)}"#
      let rows = (1...9).map { #"{"id":\#($0),"title":"T\#($0)","done":false}"# }
      let data = #"{"tasks":[\#(rows.joined(separator: ","))]}"#
      let (rig, copy) = (try rig(component, data: data), try self.rig(component, data: data))
      for step in 0..<12 {
        (changes, values) = ([], [])
        let count = rig.controller.screen.components[0].items.count
        guard count > 0 else { break }
        let index = Int.random(in: 0..<count, using: &random)
        try rig.controller.focus(ItemPath(component: 0, item: index))
        rig.settle()
        switch Int.random(in: 0..<4, using: &random) {
        case 0: rig.key(.delete)
        case 1: rig.key(.up, .alt)
        case 2: rig.key(.down, .alt)
        default: click(rig, 0, index)
        }
        rig.settle()
        let line = JSONWriter { $0.value(["patch": .array(told)]) }.text
        if !told.isEmpty { try self.line(copy, line) }
        #expect(
          copy.controller.data?.json == rig.controller.data?.json, "seed \(seed), step \(step)")
        let again = ScreenRig(
          screen: rig.controller.document, size: Size(width: 400, height: 600),
          environment: .fixed())
        again.controller.change { if let data = rig.controller.data { $0.load(data) } }
        again.settle()
        #expect(
          Array(again.controller.screen.components[0].items)
            == Array(rig.controller.screen.components[0].items), "seed \(seed), step \(step)")
      }
    }
  }

  // MARK: New versions of the source

  /// A new version replaces everything but the places that users have changed and it has not.
  @Test func aNewVersionKeepsWhatOnlyUsersHaveChanged() throws {
    let rig = try rig(
      Self.list + #",{"items":[{"kind":"text-field","title":"Note","bind":"/note"}]}"#)
    click(rig, 0, 0)
    click(rig, 0, 1)
    click(rig, 1, 0)
    rig.key(.end)
    type(rig, "!")
    rig.key(.tab)
    rig.settle()
    func load(_ json: String) throws -> JSONValue? {
      rig.controller.change {
        $0.load(DataValue(JSONValue.read(Array(json.utf8)).value ?? .null))
      }
      rig.settle()
      return try value(rig, "")
    }
    // Milk has moved, Bread has changed in the source, and so has the volume.
    let new =
      #"{"tasks":[{"id":9,"done":false},{"id":1,"title":"Milk","done":false},"#
      + #"{"id":2,"title":"Bread","done":null}],"volume":0.7,"note":"hi"}"#
    #expect(
      try load(new) == [
        "tasks": [
          ["id": 9, "done": false], ["id": 1, "title": "Milk", "done": true],
          ["id": 2, "title": "Bread", "done": .null],
        ], "volume": 0.7, "note": "hi!",
      ])
    // The same version is none.
    try line(rig, #"{"set":"/data/volume","value":0.1}"#)
    _ = try load(new)
    #expect(try value(rig, "/volume") == 0.1)
    #expect(try load(#"{"note":"ho"}"#) == ["note": "ho"])
  }
}
