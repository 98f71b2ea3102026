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

  private static func screen(_ title: String, fields: [String] = []) -> String {
    let items = fields.map { #"{"kind":"text-field","name":"\#($0)","title":"\#($0)"}"# }
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
    ActionPerformer(session: session).perform("tab:A", ofComponent: 0)
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
    for _ in 4..<40 { session.goBack() }
    #expect(session.page.title == "Page 3")
    #expect(session.page.controller.item(at: ItemPath(component: 0, item: 0))?.title == "late")
  }

  // MARK: A model of the stack

  private struct Model {
    struct Step {
      var name: String
      var fields: [String]
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
    }

    mutating func pop() {
      let step = stack.removeLast()
      closed[step.name] = values.filter { step.fields.contains($0.key) }
      values = values.filter { value in stack.contains { $0.fields.contains(value.key) } }
    }
  }

  @Test(arguments: 0..<60) mutating func anySequenceLeavesTheStackOfAModel(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var model = Model()
    send(Self.screen("", fields: ["a"]))
    for step in 0..<80 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4: push(&model, &random)
      case 5:
        let isFirst = model.stack.count == 1
        let answer = isFirst ? "/pop: the first page cannot be closed" : "made"
        #expect(send(#"{"pop":true}"#).last == answer)
        if isFirst { break }
        model.pop()
        model.forward = []
      case 6:
        session.goBack()
        if model.stack.count == 1 { break }
        model.forward.append(model.stack[model.stack.count - 1])
        model.pop()
      case 7:
        session.goForward()
        if let next = model.forward.popLast() { model.push(next) }
      case 8: session.resize(to: Size(width: Double(300 + step), height: 300), scale: 1)
      default:
        guard let field = model.stack[model.stack.count - 1].fields.randomElement(using: &random)
        else { break }
        session.page.controller.values[field] = .string("\(step)")
        model.values[field] = "\(step)"
      }
      _ = session.renderFrame(at: Double(step))
      let (front, place) = (model.stack[model.stack.count - 1], "seed \(seed), step \(step)")
      #expect(session.page.controller.screen.title ?? "" == front.name, "\(place)")
      for field in front.fields {
        #expect(answer(field) == model.values[field] ?? "", "\(place)")
      }
      #expect(session.pages.count <= 20)
    }
  }

  private mutating func push(_ model: inout Model, _ random: inout SplitMix64) {
    let name = "p\(Int.random(in: 0..<40, using: &random))"
    let fields = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
    let isTaken = model.stack.contains { $0.name == name }
    let line = #"{"push":\#(Self.screen(name, fields: fields)),"as":"\#(name)"}"#
    #expect(send(line) == [isTaken ? "/as: there is already a page '\(name)'" : "made"])
    if isTaken { return }
    model.push(Model.Step(name: name, fields: fields))
    model.forward = []
  }
}
