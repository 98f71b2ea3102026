import Foundation
import SpotsTestSupport
import Testing

/// Scripted input, played by the program itself.
@Suite struct ReplayTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.screen(items: 40), to: "screen.json")
  }

  /// A carousel of ten items, 150 by 100, and a list whose items are 50 high.
  private static func screen(items: Int, title: String = "row") -> String {
    let covers = (0..<10).map {
      #"{"identifier":\#($0),"title":"cover \#($0)","size":{"width":150,"height":100}}"#
    }
    let rows = (0..<items).map {
      #"{"identifier":\#($0),"title":"\#(title) \#($0)","action":"go:\#($0)","size":{"height":50}}"#
    }
    return """
      {"components":[
      {"identifier":"covers","kind":"carousel","layout":{"item-spacing":10},
       "interaction":{"paginate":"item"},"items":[\(covers.joined(separator: ","))]},
      {"identifier":"rows","items":[\(rows.joined(separator: ","))]}]}
      """
  }

  private func play(_ steps: String..., options: [String] = ["--size", "400x300"]) throws
    -> ReplayRun
  {
    let replay = try ReplayRun(directory, steps, options: options)
    #expect(replay.run.status == 0 && replay.run.errors.isEmpty, "\(replay.run.errors)")
    return replay
  }

  // MARK: Typing

  private static let form = #"""
    {"components":[{"items":[{"kind":"text-field","title":"Name","name":"name",
      "checks":{"required":true}},{"kind":"button","title":"Next","action":"submit"}]}]}
    """#

  /// The caret is in the first field from the start, where Tab puts it, too.
  @Test(arguments: [[], [#"{"key":"Tab"}"#], [#"{"key":"Down"}"#]])
  func aFormHasTheKeyboardWhereItIsAnswered(first: [String]) throws {
    try directory.write(Self.form, to: "screen.json")
    let steps = first + [#"{"text":"Ada"}"#, #"{"key":"Return"}"#]
    let values = try ReplayRun(directory, steps).events("submitted").first?["values"]
    #expect(values as? [String: String] == ["name": "Ada"])
  }

  @Test(arguments: [
    #"{"text":"x"}"#, #"{"type":"x"}"#, #"{"compose":{"text":"x"}}"#, #"{"paste":"x"}"#,
  ])
  func textThatNothingTakesIsAFault(step: String) throws {
    try directory.write(#"{"key":"End"}"# + "\n" + step, to: "script.jsonl")
    let run = try CommandRun(["replay", "screen.json", "script.jsonl"], in: directory.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("script.jsonl:2: error: nothing here takes text"), "\(run.errors)")
  }

  /// Items of other tabs are nowhere in the window.
  @Test func whatIsInAnotherTabCannotBeClicked() throws {
    try directory.write(
      #"{"tabs":[{"title":"One"},{"title":"Two"}],"components":[{"tab":"One","items":["#
        + #"{"title":"a","action":"x"}]},{"tab":"Two","items":[{"title":"b","action":"y"}]}]}"#,
      to: "screen.json")
    try directory.write(#"{"click":{"title":"b"}}"#, to: "script.jsonl")
    let run = try CommandRun(["replay", "screen.json", "script.jsonl"], in: directory.path)
    #expect(run.status == 1 && run.errors.contains("/components/1/items/0 is not shown"))
    let played = try play(
      #"{"lines":[{"tab":"Two"}]}"#, #"{"click":{"title":"b"}}"#)
    #expect(played.events("itemSelected").map { $0["title"] as? String } == ["b"])
  }

  /// Buttons of a row, of a menu and of a question are found by what is written on them.
  @Test func buttonsInsideItemsAreClickedByTheirTitle() throws {
    let rows = (0..<60).map { #"{"title":"Row \#($0)"}"# }.joined(separator: ",")
    let ask = #""confirm":{"title":"Send it?","button":"Yes"}"#
    try directory.write(
      #"{"components":[{"items":[\#(rows),{"kind":"actions","actions":["#
        + #"{"title":"Send","action":"send"},{"title":"Keep","action":"keep"},"#
        + #"{"title":"Ask","action":"asked",\#(ask)}]},"#
        + #"{"kind":"choice","title":"Size","name":"size","options":["S","M","L"]}]}]}"#,
      to: "screen.json")
    let played = try play(
      #"{"click":{"title":"Send"}}"#, #"{"click":{"action":"keep"}}"#,
      #"{"click":{"path":"/components/0/items/60/actions/2"}}"#, #"{"click":{"title":"Yes"}}"#,
      #"{"click":{"title":"Size"}}"#, #"{"click":{"title":"M"}}"#)
    #expect(
      played.events("itemSelected").map { $0["action"] as? String } == ["send", "keep", "asked"])
    #expect(played.events("valueChanged").map { $0["value"] as? String } == ["M"])
  }

  // MARK: Another screen

  private static func lines(_ screens: String...) -> String {
    #"{"lines":[\#(screens.map { $0.replacing("\n", with: " ") }.joined(separator: ","))]}"#
  }

  @Test func whatIsFoundIsClickedWithTheButton() throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"items":[{"title":"Bread","action":"x"}]}]"#, to: "screen.json")
    for (button, count) in [("left", 1), ("right", 0)] {
      let run = try ReplayRun(directory, [#"{"click":{"title":"Bread","button":"\#(button)"}}"#])
      #expect(run.events("itemSelected").count == count, "\(button): \(run.run.text)")
    }
  }

  /// A whole screen that shares nothing with the one shown begins at its top; another title alone
  /// leaves it where it is.
  @Test func anotherScreenBeginsAtItsTop() throws {
    let (end, look) = (#"{"key":"End"}"#, #"{"inspect":true}"#)
    func list(_ title: String, identifier: String = "", rows: String = "Row") -> String {
      let rows = (0..<40).map { #"{"title":"\#(rows) \#($0)"}"# }.joined(separator: ",")
      return #"{\#(identifier)"title":"\#(title)","components":[{"items":[\#(rows)]}]}"#
    }
    try directory.write(list("A"), to: "screen.json")
    let offsets = try ReplayRun(
      directory,
      [
        end, #"{"wait":1}"#, Self.lines(list("B")), look,
        Self.lines(list("B", rows: "Other")), look, end, #"{"wait":1}"#,
        Self.lines(list("B", identifier: #""identifier":"b","#, rows: "Other")), look, end,
        #"{"wait":1}"#, Self.lines(list("B", identifier: #""identifier":"b","#)), look,
        #"{"write":{"screen":\#(list("C", rows: "Third"))}}"#, look,
      ]
    ).offsets
    let bottom = try #require(offsets.first)
    #expect(bottom > 1000 && offsets == [bottom, 0, 0, bottom, bottom])
  }

  /// The answers to a screen come back with it, and nothing is marked as wrong.
  @Test func aFormThatIsShownAgainHasItsAnswers() throws {
    try directory.write(Self.form, to: "screen.json")
    let sure = #"{"components":[{"items":[{"title":"Sure?"},{"kind":"button","title":"Next"}]}]}"#
    let replay = try ReplayRun(
      directory,
      [
        #"{"text":"Ada"}"#, #"{"key":"Return"}"#, Self.lines(sure), #"{"wait":0.5}"#,
        Self.lines(Self.form), #"{"wait":0.5}"#, #"{"key":"Return"}"#, Self.lines(sure),
        Self.lines(Self.form.replacing("Name", with: "City")), #"{"wait":0.5}"#,
        #"{"inspect":true}"#, #"{"text":"Oslo"}"#, #"{"key":"Return"}"#,
      ])
    let values = replay.events("submitted").compactMap { $0["values"] as? [String: String] }
    #expect(values == [["name": "Ada"], ["name": "Ada"], ["name": "Oslo"]])
    #expect(!replay.run.text.contains("must not be empty"))
  }

  /// The form for the second passenger has fields that look the same as those for the first.
  @Test func theNextStepOfAFormIsEmpty() throws {
    func step(_ number: Int) -> String {
      #"{"identifier":"\#(number)","components":[{"items":[{"kind":"text-field","title":"Name","#
        + #""name":"n"},{"kind":"toggle","title":"Child","name":"c"},"#
        + #"{"kind":"button","title":"Next","action":"submit"}]}]}"#
    }
    try directory.write(step(1), to: "screen.json")
    let replay = try ReplayRun(
      directory,
      [
        #"{"type":"Ada"}"#, #"{"click":{"title":"Child"}}"#, Self.lines(step(2)),
        #"{"wait":0.5}"#, #"{"type":"Bob"}"#, #"{"click":{"title":"Child"}}"#,
        #"{"click":{"title":"Next"}}"#,
      ])
    let values = try #require(replay.events("submitted").last?["values"] as? [String: Any])
    #expect(values["n"] as? String == "Bob" && values["c"] as? Bool == true)
  }

  /// What is wrong on a screen below is shown there, and nothing is submitted.
  @Test(arguments: ["push", "sheet"])
  func stepsAreSubmittedWithWhatIsBelowThem(word: String) throws {
    try directory.write(
      #"""
      {"components":[{"items":[
        {"kind":"text-field","title":"Mail","name":"mail","checks":{"format":"email"}},
        {"title":"More","action":"\#(word):x"}]}],
       "screens":{"x":{"components":[{"items":[
        {"kind":"text-field","title":"City","name":"city"},
        {"kind":"button","title":"Send","action":"submit"}]}]}}}
      """#, to: "screen.json")
    let fill = [
      #"{"click":{"title":"Mail"}}"#, #"{"type":"nomail"}"#, #"{"click":{"title":"More"}}"#,
      #"{"click":{"title":"City"}}"#, #"{"type":"Rome"}"#, #"{"click":{"title":"Send"}}"#,
    ]
    let refused = try ReplayRun(directory, fill)
    #expect(refused.events("submitted").isEmpty)
    let mended = try ReplayRun(
      directory,
      fill + [
        #"{"type":"a@b.org"}"#, #"{"click":{"title":"More"}}"#, #"{"click":{"title":"Send"}}"#,
      ])
    let values = try #require(mended.events("submitted").last?["values"] as? [String: String])
    #expect(values == ["mail": "a@b.org", "city": "Rome"])
  }

  // MARK: Steps

  @Test func nothingIsShownAndClosed() throws {
    let run = try play().run
    #expect(
      run.text == #"{"event":"shown","time":0}"# + "\n" + #"{"event":"closed","time":0}"# + "\n")
  }

  /// Bars of the window take no room, so that a warning changes nothing that is inspected.
  @Test func aScreenWithWarningsHasTheWholeWindow() throws {
    try directory.write(
      Self.screen(items: 1).replacing("{\"components\"", with: "{\"oops\":1,\"components\""),
      to: "screen.json")
    let replay = try ReplayRun(
      directory, [#"{"inspect":true}"#], options: ["--size", "400x300"])
    #expect(replay.run.text.contains(#""size":{"width":400,"height":300}"#))
  }

  /// Whatever is typed, put together by an input method or pasted is submitted as it is, also where
  /// the file is saved in the middle of a word, and on a screen that is read from right to left.
  @Test func textsOfAllKindsAreSubmitted() throws {
    func screen(_ title: String) -> String {
      let fields = ["a", "b", "c", "d"].map { #"{"kind":"text-field","title":"\#($0)"},"# }
      let rest = #"{"kind":"text-field","title":"e","lines":3},{"kind":"button","action":"submit""#
      return #"{"title":"\#(title)","components":[{"items":[\#(fields.joined())\#(rest)}]}]}"#
    }
    let long = String(repeating: "0123456789abcde\\n", count: 1 << 16)
    for options in [[], ["--rtl"]] {
      try directory.write(screen("One"), to: "screen.json")
      let run = try play(
        #"{"key":"Tab"}"#, #"{"type":"Zo"}"#, #"{"compose":{"text":"¨"}}"#, #"{"type":"ë H"}"#,
        #"{"write":{"screen":\#(screen("Two"))}}"#, #"{"type":"ill"}"#, #"{"key":"Tab"}"#,
        #"{"compose":{"text":"にほn","target":"n"}}"#, #"{"type":"日本"}"#, #"{"key":"Tab"}"#,
        #"{"type":"مرحبا Ada بكم"}"#, #"{"key":"Tab"}"#, #"{"type":"👩‍👩‍👧‍👦👨🏽‍🦰"}"#,
        #"{"key":"BackSpace"}"#, #"{"key":"Tab"}"#, #"{"paste":"\#(long)"}"#,
        #"{"key":"Shift+Tab"}"#, #"{"key":"Return"}"#,
        options: ["--size", "400x300"] + options
      ).run
      let line = try #require(run.text.split(separator: "\n").last { $0.contains("submitted") })
      let event = try #require(ViewerEvent(line: String(line)))
      let values = try #require(event.values)
      #expect(values.mapValues(\.count)["e"] == 1 << 20)
      #expect(values["a"] == "Zoë Hill" && values["b"] == "日本" && values["c"] == "مرحبا Ada بكم")
      #expect(values["d"] == "👩‍👩‍👧‍👦")
    }
  }

  @Test func wheelsScroll() throws {
    let offsets = try play(
      #"{"wheel":{"x":200,"y":200,"dy":-2}}"#, #"{"wait":1}"#, #"{"inspect":true}"#,
      #"{"wheel":{"x":200,"y":200,"dy":0.25,"precise":true}}"#, #"{"inspect":true}"#
    ).offsets
    // Two notches of 60, then a quarter of one back.
    #expect(offsets == [120, 105])
  }

  @Test func horizontalWheelsScrollCarousels() throws {
    let replay = try play(
      #"{"wheel":{"x":200,"y":50,"dx":1,"precise":true}}"#, #"{"inspect":true}"#,
      #"{"wheel":{"x":200,"y":50,"dy":-1,"precise":true,"shift":true}}"#, #"{"inspect":true}"#,
      #"{"wait":2}"#, #"{"inspect":true}"#)
    let offsets = try replay.screens.map(\.components[0].contentOffset.x)
    // At 120 the middle is 320, next to item 2, whose middle is 395; item 1's is 235: 395 − 200
    // and 235 − 200 are 75 and 85 away.
    #expect(offsets == [60, 120, 195])
    let ended = try #require(replay.events("carouselEnded").first)
    #expect(replay.events("carouselEnded").count == 1)
    #expect(ended["component"] as? Int == 0 && ended["item"] as? Int == 2)
  }

  @Test func aPressMovedAndReleasedIsADrag() throws {
    let replay = try play(
      #"{"press":{"x":200,"y":250}}"#, #"{"wait":0.1}"#, #"{"move":{"x":200,"y":150}}"#,
      #"{"inspect":true}"#, #"{"wait":0.5}"#, #"{"release":{"x":200,"y":150}}"#, #"{"wait":3}"#,
      #"{"inspect":true}"#)
    #expect(try replay.offsets == [100, 100])
    #expect(replay.events("itemSelected").isEmpty)
  }

  @Test func aReleaseWhileItMovesIsAFling() throws {
    let moves = (1...10).flatMap {
      [#"{"move":{"x":200,"y":\#(250 - $0 * 15)}}"#, #"{"wait":0.016}"#]
    }
    let replay = try ReplayRun(
      directory,
      [#"{"press":{"x":200,"y":250}}"#] + moves
        + [#"{"release":{"x":200,"y":100}}"#, #"{"wait":5}"#, #"{"inspect":true}"#])
    #expect(try replay.offsets[0] > 300)
  }

  @Test func clicksSelect() throws {
    let replay = try play(
      #"{"wait":0.5}"#, #"{"click":{"x":200,"y":175}}"#, #"{"wait":1}"#,
      #"{"doubleClick":{"x":200,"y":225}}"#, #"{"click":{"x":50,"y":50,"button":"right"}}"#)
    let lines = replay.run.text.split(separator: "\n")
    #expect(
      lines[1]
        == #"{"event":"itemSelected","component":1,"item":1,"identifier":1,"action":"go:1","title":"row 1","path":"/components/1/items/1","time":0.5}"#
    )
    // Where one click is enough, two activate once; the right button selects nothing.
    #expect(replay.events("itemSelected").map { $0["time"] as? Double } == [0.5, 1.5])
  }

  /// An action is sent with all values, including those of the same frame, but without hidden ones.
  @Test func actionsCarryTheValuesOfTheScreen() throws {
    try directory.write(
      """
      [{"header":{"title":"H","action":"head","size":{"height":50}},"items":[
        {"kind":"toggle","title":"Wi-Fi","name":"wifi","size":{"height":50}},
        {"title":"Go","action":"go","size":{"height":50}},{"title":"Idle","size":{"height":50}},
        {"kind":"stepper","name":"eggs","visible-when":{"name":"none","is":1}}]}]
      """,
      to: "screen.json")
    let replay = try play(
      #"{"click":{"x":200,"y":75}}"#, #"{"click":{"x":200,"y":125}}"#,
      #"{"click":{"x":200,"y":25}}"#, #"{"click":{"x":200,"y":175}}"#)
    let lines = replay.run.text.split(separator: "\n").filter {
      $0.contains("itemSelected") || $0.contains("valueChanged")
    }
    let event = #"{"event":"itemSelected","component":0,"item":"#
    #expect(
      lines
        == [
          #"{"event":"valueChanged","component":0,"item":0,"name":"wifi","value":true,"path":"/components/0/items/0","time":0}"#,
          event
            + #"1,"identifier":null,"action":"go","title":"Go","values":{"wifi":true},"path":"/components/0/items/1","time":0}"#,
          event
            + #"null,"identifier":null,"action":"head","title":"H","values":{"wifi":true},"path":"/components/0/header","time":0}"#,
          event
            + #"2,"identifier":null,"action":null,"title":"Idle","path":"/components/0/items/2","time":0}"#,
        ].map { Substring($0) })
  }

  @Test func whatIsChosenMovedAndDeletedIsPrinted() throws {
    try directory.write(
      """
      [{"interaction":{"selection":"several","reorderable":true,"deletable":true,"editable":true},
        "items":[{"identifier":"a"},{"identifier":"b"},{"identifier":3,"title":"c"}]}]
      """,
      to: "screen.json")
    let replay = try play(
      #"{"click":{"x":200,"y":22,"ctrl":true}}"#, #"{"click":{"x":200,"y":110,"shift":true}}"#,
      #"{"key":"Alt+Up"}"#, #"{"key":"Delete"}"#)
    let others = ["shown", "reachedEnd", "closed"]
    let lines = replay.run.text.split(separator: "\n").filter { line in
      !others.contains { line.contains($0) }
    }
    #expect(
      lines == [
        #"{"event":"selectionChanged","component":0,"count":1,"ranges":[[0,0]],"identifiers":["a"],"path":"/components/0","time":0}"#,
        #"{"event":"selectionChanged","component":0,"count":3,"ranges":[[0,2]],"identifiers":["a","b",3],"path":"/components/0","time":0}"#,
        #"{"event":"move","component":0,"item":2,"to":1,"identifier":3,"title":"c","path":"/components/0/items/2","time":0}"#,
        #"{"event":"selectionChanged","component":0,"count":0,"ranges":[],"identifiers":[],"path":"/components/0","time":0}"#,
        #"{"event":"delete","component":0,"count":3,"ranges":[[0,2]],"identifiers":["a",3,"b"],"path":"/components/0","time":0}"#,
      ])
  }

  @Test(arguments: ["single", "double"])
  func aDoubleClickDoesNotHitTheScreenItOpened(mouseClick: String) throws {
    try directory.write(
      #"[{"items":[{"title":"a","size":{"height":300},"action":"screen:second.json"}]}]"#,
      to: "screen.json")
    try directory.write(
      #"[{"interaction":{"mouseClick":"\#(mouseClick)"},"items":[{"title":"b","size":{"height":300}}]}]"#,
      to: "second.json")
    let replay = try play(
      #"{"doubleClick":{"x":200,"y":100}}"#, #"{"wait":1}"#, #"{"inspect":true}"#,
      #"{"doubleClick":{"x":200,"y":100}}"#)
    #expect(replay.events("navigated").count == 1)
    #expect(replay.events("itemSelected").map { $0["title"] as? String } == ["a", "b"])
    #expect(replay.names.filter { $0 != "reachedEnd" }.last { $0 != "closed" } == "itemSelected")
  }

  @Test func keysMoveAndActivate() throws {
    let replay = try play(
      #"{"key":"Tab"}"#, #"{"key":"Right"}"#, #"{"key":"Return"}"#, #"{"key":"Tab"}"#,
      #"{"key":"Down"}"#, #"{"key":"space"}"#, #"{"key":"Shift+Tab"}"#, #"{"key":"End"}"#,
      #"{"wait":2}"#, #"{"inspect":true}"#, #"{"key":"Home"}"#, #"{"wait":2}"#,
      #"{"key":"PageDown"}"#, #"{"wait":2}"#, #"{"inspect":true}"#)
    let selected = replay.events("itemSelected").map { $0["path"] as? String }
    #expect(selected == ["/components/0/items/1", "/components/1/items/1"])
    // 100 + 40 · 50 − 300, and a page is 300 − 40.
    #expect(try replay.offsets == [1800, 260])
  }

  @Test func quitEndsTheScript() throws {
    let replay = try play(#"{"key":"Ctrl+Q"}"#, #"{"wait":5}"#, #"{"inspect":true}"#)
    #expect(replay.names == ["shown", "closed"])
    #expect(replay.lines[1]["time"] as? Double == 0)
  }

  @Test func resizingLaysOutAgain() throws {
    let screens = try play(#"{"resize":{"width":500,"height":700}}"#, #"{"inspect":true}"#).screens
    #expect(screens[0].size == .init(width: 500, height: 700))
    #expect(screens[0].components[1].items[0].frame.width == 500)
  }

  @Test func waitingIsTheOnlyThingThatTakesTime() throws {
    let replay = try play(
      #"{"inspect":true}"#, #"{"wait":0.25}"#, #"{"inspect":true}"#, #"{"key":"Down"}"#,
      #"{"inspect":true}"#, #"{"wait":3600}"#, #"{"inspect":true}"#)
    #expect(
      replay.lines.map { $0["time"] as? Double } == [0, 0, 0.25, 0.25, 3600.25, 3600.25])
    #expect(replay.run.duration < Allowance.elapsed(.seconds(10)))
  }

  @Test func picturesAreOfTheMoment() throws {
    // The bar of a screen that was just scrolled is gone by then, as in every still picture.
    _ = try play(
      #"{"render":"a.png"}"#, #"{"key":"End"}"#, #"{"wait":5}"#, #"{"render":"b.png"}"#)
    let options = ["--size", "400x300", "-o"]
    for (name, offset) in [("a", "0"), ("b", "1800")] {
      let render = try CommandRun(
        ["render", "screen.json", "--offset", offset] + options + ["\(name)2.png"],
        in: directory.path)
      #expect(render.status == 0)
      let pictures = try [name + ".png", name + "2.png"].map {
        try Data(contentsOf: URL(fileURLWithPath: directory($0)))
      }
      #expect(pictures[0] == pictures[1], "\(name)")
    }
  }

  // MARK: Documents

  @Test func writingReloads() throws {
    let replay = try play(
      #"{"wheel":{"x":200,"y":200,"dy":-5,"precise":true}}"#,
      #"{"write":{"screen":{"components":[{"items":[{"title":"new"}]}]}}}"#, #"{"inspect":true}"#)
    #expect(replay.names == ["shown", "reloaded", "reachedEnd", "inspect", "closed"])
    let screen = try replay.screens[0]
    #expect(screen.components[0].items.map(\.title) == ["new"])
    #expect(screen.contentOffset.y == 0)
  }

  @Test func brokenTextKeepsTheLastGoodScreen() throws {
    let replay = try ReplayRun(
      directory,
      [
        #"{"write":{"text":"{\n  oops"}}"#, #"{"inspect":true}"#, #"{"click":{"x":9,"y":120}}"#,
        #"{"key":"F5"}"#, #"{"write":{"text":"[]"}}"#, #"{"inspect":true}"#,
      ])
    #expect(replay.run.status == 0)
    #expect(replay.run.errors.contains(/screen\.json:2:3: error: ./))
    #expect(
      replay.names.filter { $0 != "reachedEnd" } == [
        "shown", "error", "inspect", "itemSelected", "refresh", "error", "reloaded", "inspect",
        "closed",
      ])
    let error = replay.events("error")[0]
    #expect(error["line"] as? Int == 2 && error["column"] as? Int == 3)
    #expect(try replay.screens.map(\.components.count) == [2, 0])
  }

  @Test func refreshingShowsWhatWasWrittenLast() throws {
    let replay = try play(
      #"{"key":"F5"}"#, #"{"write":{"screen":[{"items":[{"title":"new"}]}]}}"#,
      #"{"key":"Ctrl+R"}"#, #"{"inspect":true}"#)
    let names = replay.names.filter { $0 != "reachedEnd" }
    #expect(
      names == [
        "shown", "refresh", "reloaded", "reloaded", "refresh", "reloaded", "inspect", "closed",
      ])
    #expect(try replay.screens[0].components[0].items.map(\.title) == ["new"])
  }

  @Test func shiftF5StartsOver() throws {
    let fresh = try play(#"{"key":"F5"}"#, #"{"inspect":true}"#)
    for key in ["Shift+F5", "Ctrl+Shift+R"] {
      let used = try play(
        #"{"wheel":{"x":200,"y":50,"dx":3,"precise":true}}"#, #"{"key":"Tab"}"#,
        #"{"key":"Tab"}"#, #"{"key":"Ctrl+plus"}"#,
        #"{"wheel":{"x":200,"y":200,"dy":-9,"precise":true}}"#, #"{"wait":2}"#,
        #"{"click":{"x":200,"y":200}}"#, #"{"inspect":true}"#, #"{"key":"\#(key)"}"#,
        #"{"inspect":true}"#, #"{"key":"Return"}"#)
      let screens = try used.screens
      #expect(screens[0].contentOffset.y > 0 && screens[0].components[0].contentOffset.x > 0)
      #expect(screens[0] != screens[1])
      #expect(try screens[1] == fresh.screens[0])
      #expect(used.events("refresh").count == 1 && used.events("reloaded").count == 1)
      // Nothing has the keyboard: only the click has selected something.
      #expect(used.events("itemSelected").count == 1)
    }
  }

  @Test func screensAreOpenedAndLeft() throws {
    try directory.write(
      #"[{"items":[{"title":"there","size":{"height":50},"action":"other.json"}]}]"#,
      to: "second.json")
    try directory.write(#"[{"items":[{"title":"deep"}]}]"#, to: "other.json")
    try directory.write(
      #"[{"items":[{"title":"a","size":{"height":900}},{"title":"b","action":"screen:second.json","size":{"height":100}}]}]"#,
      to: "screen.json")
    let replay = try play(
      #"{"key":"End"}"#, #"{"wait":1}"#, #"{"click":{"x":200,"y":250}}"#, #"{"inspect":true}"#,
      #"{"click":{"x":200,"y":20}}"#, #"{"inspect":true}"#,
      #"{"write":{"screen":[{"items":[{"title":"written"}]}]}}"#, #"{"inspect":true}"#,
      #"{"key":"Alt+Left"}"#, #"{"key":"F5"}"#, #"{"inspect":true}"#,
      #"{"press":{"x":1,"y":1,"button":"back"}}"#, #"{"inspect":true}"#, #"{"key":"Escape"}"#)
    #expect(
      replay.events("navigated").map { $0["to"] as? String }
        == ["second.json", "other.json", "second.json", "screen.json"])
    let titles = try replay.screens.map { $0.components[0].items.map(\.title) }
    #expect(titles == [["there"], ["deep"], ["written"], ["there"], ["a", "b"]])
    // Where one was: 1000 − 300.
    #expect(try replay.offsets.last == 700)
  }

  @Test func aScreenThatIsNotThereIsANote() throws {
    try directory.write(
      #"[{"items":[{"action":"screen:nowhere.json","size":{"height":100}}]}]"#, to: "screen.json")
    let replay = try ReplayRun(directory, [#"{"click":{"x":9,"y":9}}"#])
    #expect(replay.names.contains("itemSelected") && !replay.names.contains("navigated"))
    #expect(replay.run.errors.contains("warning: nowhere.json: "))
  }

  // MARK: Laws

  @Test func theSameEveryTime() throws {
    var steps: [String] = []
    for step in 0..<60 {
      let (x, y) = (step * 37 % 400, step * 53 % 300)
      steps += [
        #"{"wheel":{"x":\#(x),"y":\#(y),"dy":\#(step % 7 - 3),"dx":\#(step % 5 - 2)}}"#,
        #"{"wait":0.0\#(step % 9)}"#, #"{"click":{"x":\#(y),"y":\#(x % 300)}}"#,
        #"{"key":"\#(["Down", "Tab", "End", "Right", "PageUp"][step % 5])"}"#,
        #"{"inspect":true}"#,
      ]
    }
    let first = try ReplayRun(directory, steps)
    #expect(first.lines.count > 100)
    for _ in 0..<3 { #expect(try ReplayRun(directory, steps).run.output == first.run.output) }
  }

  @Test func rightToLeftIsTheMirrorImage() throws {
    let steps = { (x: Int, key: String) in
      [
        #"{"press":{"x":\#(x),"y":50}}"#, #"{"move":{"x":200,"y":50}}"#,
        #"{"release":{"x":200,"y":50}}"#, #"{"wait":2}"#, #"{"click":{"x":\#(x),"y":60}}"#,
        #"{"key":"\#(key)"}"#, #"{"key":"Return"}"#, #"{"wait":2}"#, #"{"inspect":true}"#,
      ]
    }
    let normal = try ReplayRun(directory, steps(390, "Right"))
    let mirrored = try ReplayRun(
      directory, steps(10, "Left"), options: ["--size", "400x300", "--rtl"])
    #expect(mirrored.names == normal.names)
    #expect(
      mirrored.events("itemSelected").map { $0["path"] as? String }
        == normal.events("itemSelected").map { $0["path"] as? String })
    #expect(normal.events("itemSelected").count == 2)
    let (left, right) = (try mirrored.screens[0], try normal.screens[0])
    #expect(left.components[0].contentOffset == right.components[0].contentOffset)
    for (a, b) in zip(left.components, right.components) {
      for (item, other) in zip(a.items, b.items) {
        #expect(item.frame.x == 400 - other.frame.x - other.frame.width)
        #expect(item.visible == other.visible)
      }
    }
  }
}
