import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// What lines of a stream do with the pages of a window.
@Suite @MainActor struct LinePagesTests {
  private let session: Session
  private var reader: StreamUpdateReader
  private var number = 0

  init() throws {
    (session, reader) = try ViewerContext.sessionOfStream()
  }

  /// The answers to lines of the stream.
  @discardableResult
  private mutating func send(_ lines: String...) -> [String] {
    var answers: [String] = []
    session.context.onEvent = { event in
      switch event {
      case .lineApplied: answers.append("made")
      case .lineRefused(_, let error): answers.append("\(error)")
      case .navigated(let name): answers.append("to \(name)")
      case .actionChosen(let action): answers.append("action \(action)")
      case .screen(.submitted(let values, let action, _), _):
        let text = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.typedText)" }
        answers.append("\(action) \(text.joined(separator: " "))")
      default: break
      }
    }
    for line in lines {
      number += 1
      let update = reader.read(StreamedText(line: number, bytes: Array(line.utf8)))
      PageUpdater(session, stream: session.pages.first).receive([update])
    }
    _ = session.renderFrame(at: Double(number))
    return answers
  }

  private static func screen(_ title: String, fields: [String] = [], rows: Int = 0) -> String {
    var items = fields.map { #"{"kind":"text-field","name":"\#($0)","title":"\#($0)"}"# }
    items += (0..<rows).map { #"{"title":"\#($0)","action":"a"}"# }
    return #"{"title":"\#(title)","components":[{"identifier":"list","items":["#
      + items.joined(separator: ",") + "]}]}"
  }

  private var titles: [String] { session.pages.map(\.title) }

  private func answer(_ name: String) -> String {
    session.page.controller.values[name]?.typedText ?? ""
  }

  @Test mutating func linesOpenReplaceAndClosePages() {
    #expect(
      send(
        Self.screen("Start"), #"{"push":\#(Self.screen("One")),"as":"one"}"#,
        #"{"push":\#(Self.screen("Two"))}"#)
        == ["made", "made", "made"])
    #expect(titles == ["Start", "One", "Two"])
    send(#"{"append":[{"title":"row"}],"to":"list"}"#)
    #expect(session.page.controller.item(at: ItemPath(component: 0, item: 0))?.title == "row")
    send(
      #"{"append":[{"title":"other"}],"to":"list","page":"one"}"#,
      #"{"replace":\#(Self.screen("Three")),"as":"three"}"#)
    #expect(titles == ["Start", "One", "Three"])
    send(#"{"pop":true}"#)
    #expect(titles == ["Start", "One"])
    #expect(session.page.controller.item(at: ItemPath(component: 0, item: 0))?.title == "other")
    send(#"{"push":\#(Self.screen("Four"))}"#, #"{"pop":true,"page":"one"}"#)
    #expect(titles == ["Start"])
    send(#"{"close":true}"#)
    #expect(session.isClosed)
  }

  @Test mutating func aLineAndAnActionChooseATab() {
    let row = #"{"components":[{"tab":"B","items":[{"title":"x","action":"tab:A"}]}]"#
    send(row + #","tabs":[{"title":"A"},{"title":"B"}]}"#)
    #expect(session.page.controller.tabs.chosen == "A")
    #expect(
      send(#"{"tab":"B"}"#, #"{"tab":"b"}"#, #"{"tab":1}"#) == [
        "made", "/tab: there is no tab 'b'; did you mean 'B'?",
        "/tab: 'tab' expects a name, not the number 1",
      ])
    #expect(session.page.controller.tabs.chosen == "B")
    ActionPerformer(session: session).perform("tab:A", at: ItemPath(component: 0, item: 0))
    #expect(session.page.controller.tabs.chosen == "A")
  }

  @Test mutating func whatCannotBeDoneIsSaid() {
    send(Self.screen("Start"), #"{"push":\#(Self.screen("One")),"as":"one"}"#)
    let answers = send(
      #"{"push":\#(Self.screen("One")),"as":"one"}"#, #"{"set":"/title","value":"x","page":"two"}"#,
      #"{"push":{"titel":1}}"#, #"{"push":7}"#, #"{"pop":1}"#, #"{"toast":{"text":"x"}}"#,
      #"{"error":{"name":"who","message":"no"}}"#, #"{"push":{"components":[]},"page":"one"}"#,
      #"{"pop":true}"#, #"{"pop":true}"#)
    #expect(
      answers == [
        "/as: there is already a page 'one'", "/page: there is no page 'two'",
        "no 'components': a screen needs an array of them",
        "expected an object with 'components' or an array of components, not the number 7",
        "/pop: 'pop' expects true, not the number 1",
        "/toast/text: unknown key 'text'", "/error/name: there is no answer with the name 'who'",
        "/page: 'push' has no 'page'", "to -", "made", "/pop: the first page cannot be closed",
      ])
    #expect(titles == ["Start"])
  }

  /// Answers of all steps are submitted, until their page is closed.
  @Test mutating func stepsAreSubmittedTogether() throws {
    let button =
      #"{"components":[{"items":[{"kind":"text-field","name":"b"},"#
      + #"{"kind":"button","title":"Send","action":"submit"}]}]}"#
    send(Self.screen("Start", fields: ["a"]))
    session.page.controller.values["a"] = "1"
    send(#"{"push":\#(button)}"#)
    session.page.controller.values["b"] = "2"
    let path = ItemPath(component: 0, item: 1)
    let frame = try #require(session.page.controller.frame(of: path))
    var answers: [String] = []
    session.context.onEvent = { event in
      guard case .screen(.submitted(let values, _, _), _) = event else { return }
      answers.append(values.sorted { $0.key < $1.key }.map { $0.key + $0.value.typedText }.joined())
    }
    let point = Point(x: frame.midX, y: frame.midY)
    session.handle(.pointerPressed(point, .left, clicks: 1), at: 3)
    session.handle(.pointerReleased(point, .left), at: 3)
    _ = session.renderFrame(at: 4)
    #expect(answers == ["a1b2"])
  }

  /// A program says what is wrong with an answer until it is another one.
  @Test mutating func answersAreRefused() {
    send(Self.screen("Start", fields: ["name"]))
    let controller = session.page.controller
    controller.values["name"] = "root"
    #expect(send(#"{"error":{"name":"name","message":"This name is taken."}}"#) == ["made"])
    func outline() -> String { "\(session.renderFrame(at: 9).list.entries)" }
    #expect(outline().contains("This name is taken."))
    send(#"{"push":\#(Self.screen("Next", fields: ["city"])),"as":"next"}"#)
    #expect(
      send(
        #"{"error":{"name":"name","message":"Too short."}}"#,
        #"{"error":{"name":"name","message":"x"},"page":"other"}"#)
        == [
          "/error/name: there is no answer with the name 'name'", "/page: there is no page 'other'",
        ])
    send(#"{"push":\#(Self.screen("Last", fields: ["zip"]))}"#)
    #expect(
      send(#"{"error":{"name":"city","message":"Where is that?"},"page":"next"}"#) == ["made"])
    for _ in 0..<2 { send(#"{"pop":true}"#) }
    controller.values["name"] = "user"
    #expect(!outline().contains("This name is taken."))
  }

  /// A page that has made room is changed by its name, and shown when the user returns to it.
  @Test mutating func pagesBeyondThoseKeptAreChanged() {
    send(Self.screen("Start"))
    for index in 0..<40 { send(#"{"push":\#(Self.screen("Page \(index)")),"as":"p\#(index)"}"#) }
    #expect(session.pages.count == 20)
    #expect(
      send(
        #"{"append":[{"title":"late"}],"to":"list","page":"p3"}"#,
        #"{"append":[{"title":"late"}],"to":"nothing","page":"p3"}"#)
        == ["made", "/to: there is no component 'nothing'"])
    let field = Self.screen("Page 5", fields: ["city"])
    #expect(
      send(
        #"{"replace":\#(field),"page":"p4","as":"p5"}"#,
        #"{"replace":\#(field),"page":"p4","as":"new"}"#,
        #"{"error":{"name":"city","message":"Where is that?"},"page":"new"}"#,
        #"{"error":{"name":"zip","message":"x"},"page":"new"}"#, #"{"pop":true,"page":"p6"}"#)
        == [
          "/as: there is already a page 'p5'", "made", "made",
          "/error/name: there is no answer with the name 'zip'", "to p5", "made",
        ])
    session.goBack()
    #expect(session.page.title == "Page 5")
    #expect("\(session.renderFrame(at: 9).list.entries)".contains("Where is that?"))
    session.goBack()
    #expect(session.page.title == "Page 3")
    #expect(session.page.controller.item(at: ItemPath(component: 0, item: 0))?.title == "late")
  }

  @Test mutating func aPageThatGetsAnotherNameIsToldByIt() {
    send(Self.screen("Start"))
    send(#"{"push":\#(Self.screen("A")),"as":"a"}"#, #"{"replace":\#(Self.screen("B")),"as":"b"}"#)
    #expect(
      send(#"{"push":\#(Self.screen("C"))}"#, #"{"pop":true}"#) == ["made", "to b", "made"])
  }

  // MARK: A model of the stack

  private struct Model {
    struct Step {
      var name: String
      var fields: [String]
      /// Where it is scrolled to.
      var offset = 0.0
      /// The part with the keyboard, as long as its page is kept.
      var focus: ItemPath?
    }

    var stack = [Step(name: "", fields: ["a"])]
    var values: [String: String] = [:]
    var closed: [String: [String: String]] = [:]
    var forward: [Step] = []

    mutating func push(_ step: Step) {
      let old = closed[step.name] ?? [:]
      for field in step.fields where !stack.contains(where: { $0.fields.contains(field) }) {
        values[field] = old[field]
      }
      stack.append(step)
      let gone = stack.count - 20
      if gone > 0 { for index in 1...gone { stack[index].focus = nil } }
    }

    mutating func pop() {
      let step = stack.removeLast()
      closed[step.name] = values.filter { step.fields.contains($0.key) }
      values = values.filter { value in stack.contains { $0.fields.contains(value.key) } }
    }
  }

  // In these two, the window gets another size while a field with the caret is at its edge.
  @Test(arguments: Seeds.first(60) + [159, 422])
  mutating func anySequenceLeavesTheStackOfAModel(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var model = Model()
    send(Self.screen("", fields: ["a"], rows: 30))
    for step in 0..<80 {
      let place = "seed \(seed), step \(step)"
      try make(step, on: &model, &random, place)
      settle()
      let (front, controller) = (model.stack[model.stack.count - 1], session.page.controller)
      #expect(controller.screen.title ?? "" == front.name, "\(place)")
      #expect(abs(controller.contentOffset - front.offset) < 0.5, "\(place)")
      if let focus = front.focus { #expect(controller.focused == focus, "\(place)") }
      for field in front.fields {
        #expect(answer(field) == model.values[field] ?? "", "\(place)")
      }
      #expect(session.pages.count <= 20)
      // What the step itself has moved is where the user finds it.
      model.stack[model.stack.count - 1].focus = controller.focused
    }
  }

  /// Shows frames until nothing moves any more.
  private mutating func settle() {
    for _ in 0..<3 {
      number += 1
      _ = session.renderFrame(at: Double(number))
    }
  }

  private mutating func make(
    _ step: Int, on model: inout Model, _ random: inout SplitMix64, _ place: String
  ) throws {
    let (last, controller) = (model.stack.count - 1, session.page.controller)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...4: push(&model, &random)
    case 5...7: leave(Int.random(in: 0..<3, using: &random), &model, place)
    case 8: session.resize(to: Size(width: Double(500 + step), height: 300), scale: 1)
    case 9:
      let limit = controller.contentSize.height - controller.size.height
      model.stack[last].offset = Double.random(in: 0...max(limit, 0), using: &random).rounded()
      controller.scroll(to: model.stack[last].offset)
    case 10:
      // Another version, as when a file is saved.
      let saved = Self.screen(
        model.stack[last].name, fields: model.stack[last].fields,
        rows: 30 + Int.random(in: 0..<3, using: &random))
      #expect(send(#"{"replace":\#(saved)}"#) == ["made"], "\(place)")
      let limit = max(controller.contentSize.height - controller.size.height, 0)
      model.stack[last].offset = min(model.stack[last].offset, limit)
    case 11:
      controller.handle(.keyPressed(.tab, []), at: Double(number))
      settle()
      model.stack[last].focus = controller.focused
      model.stack[last].offset = controller.contentOffset
    default:
      guard let field = model.stack[last].fields.randomElement(using: &random) else { break }
      controller.values[field] = .string("\(step)")
      model.values[field] = "\(step)"
    }
  }

  /// Leaves the page in front by a line or as the user does, or returns to the one left last.
  private mutating func leave(_ way: Int, _ model: inout Model, _ place: String) {
    let last = model.stack.count - 1
    switch way {
    case 0:
      let answer = last == 0 ? "/pop: the first page cannot be closed" : "made"
      #expect(send(#"{"pop":true}"#).last == answer, "\(place)")
      if last == 0 { break }
      model.pop()
      model.forward = []
    case 1:
      session.goBack()
      if last == 0 { break }
      model.forward.append(model.stack[last])
      model.pop()
    default:
      session.goForward()
      guard var next = model.forward.popLast() else { break }
      next.focus = nil
      model.push(next)
    }
  }

  private mutating func push(_ model: inout Model, _ random: inout SplitMix64) {
    let name = "p\(Int.random(in: 0..<40, using: &random))"
    let fields = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
    let isTaken = model.stack.contains { $0.name == name }
    let word = Int.random(in: 0..<3, using: &random) == 0 ? "sheet" : "push"
    let screen = Self.screen(name, fields: fields, rows: 30)
    #expect(
      send(#"{"\#(word)":\#(screen),"as":"\#(name)"}"#)
        == [isTaken ? "/as: there is already a page '\(name)'" : "made"])
    if isTaken { return }
    model.push(Model.Step(name: name, fields: fields))
    model.forward = []
  }

  /// Pages that are closed leave nothing behind.
  @Test mutating func manyPushesAndPopsGrowByNothing() throws {
    final class Kept { weak var page: Page? }
    var kept: [Kept] = []
    send(Self.screen("Start", fields: ["a"], rows: 30))
    for index in 0..<1000 {
      send(#"{"push":\#(Self.screen("P\(index)", fields: ["b"], rows: 30))}"#)
      kept.append(Kept())
      kept[index].page = session.page
      session.page.controller.values["b"] = "\(index)"
      send(#"{"pop":true}"#)
    }
    #expect(kept.allSatisfy { $0.page == nil })
    #expect(session.pages.count == 1 && session.history.answered.count <= 100)
  }
}
