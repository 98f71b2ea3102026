import Testing

@testable import Spots
@testable import SpotsViewer
@testable import spots_viewer

/// A list to pick from in a session, without a window.
@MainActor
private final class PickRig {
  let picking: PickQuestion
  let session: Session
  private var reader: PickReader
  private let separator: UInt8
  private var now = 0.0
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var images: [String: SourceMap.Position] = [:]

  init(
    _ text: String, _ input: PickInput = .text, title: String = "", isMultiple: Bool = false,
    rule: FilterRule = .words, separator: UInt8 = 0x0A
  ) throws {
    var options = ViewerOptions()
    options.theme = .light
    options.isDialog = true
    let context = try ViewerContext(source: nil, options: options, scale: 1) { _ in }
    picking = PickQuestion(title: title, isMultiple: isMultiple, rule: rule)
    session = Session(context: context, size: Size(width: 300, height: 300))
    self.separator = separator
    reader = PickReader(
      input, isMultiple: isMultiple, separator: separator, kinds: context.kinds.items)
    context.onEvent = { [picking] in picking.heard($0) }
    session.listen { [picking] in picking.handle($0) }
    session.start(
      ScreenFile(own: picking.screen, name: "", nibs: NibFiles(), kinds: context.kinds, folders: [])
    )
    picking.controller = session.page.controller
    session.page.controller.component(at: 0)?.openFilter(staysOpen: true, bestFirst: true)
    read(Array(text.utf8))
  }

  func read(_ bytes: [UInt8]) {
    var splitter = LineSplitter(separator: separator)
    let batch = reader.read(splitter.append(bytes) + [splitter.finish()].compactMap(\.self))
    diagnostics += batch.diagnostics
    images.merge(batch.images) { $1 }
    picking.append(batch)
    frame()
  }

  func frame() {
    now += 1
    _ = session.renderFrame(at: now)
  }

  func key(_ key: Key, _ modifiers: Modifiers = []) {
    session.handle(.keyPressed(key, modifiers), at: now)
    if key == .space { session.handle(.textEntered(" "), at: now) }
    frame()
  }

  func type(_ text: String) {
    for character in text {
      if character == " " {
        key(.space)
      } else {
        session.handle(.keyPressed(.character(character), []), at: now)
        session.handle(.textEntered(String(character)), at: now)
        frame()
      }
    }
  }

  /// What is printed; nil before there is an answer.
  func output(_ print: PickPrint = .action, separator: UInt8 = 0x0A) -> String? {
    picking.picked.map { _ in
      String(decoding: picking.lines(print, separator: separator), as: UTF8.self)
    }
  }

  /// Picks the first item, and returns the bytes that are printed.
  func firstPicked(_ print: PickPrint = .action) -> [UInt8] {
    key(.down)
    key(picking.isMultiple ? .space : .enter)
    if picking.isMultiple { key(.enter, .control) }
    return picking.lines(print, separator: separator)
  }

  var shown: Int { session.page.controller.component(at: 0)?.shownCount ?? 0 }
}

@MainActor
@Suite struct PickQuestionTests {
  @Test func picturesAreKnownByTheLineThatNamesThem() throws {
    let columns = try PickRig("A\nBé\tx\t\tnope.png\n", .tsv)
    #expect(columns.images == ["nope.png": SourceMap.Position(line: 2, column: 7)])
    let json = try PickRig("{}\n\n{\"image\":\"a.png\"}\n{\"tilte\":1}\n", .json)
    #expect(json.images == ["a.png": SourceMap.Position(line: 3, column: 10)])
    #expect(json.diagnostics.map { [$0.line, $0.column] } == [[4, 2]])
  }

  private static let fruit = "apple\npear\nplum\nblood orange\n"

  @Test func whatIsTypedAndConfirmedIsPicked() throws {
    let rig = try PickRig(Self.fruit)
    rig.type("p")
    #expect(rig.shown == 3)
    rig.type("l")
    #expect(rig.output() == nil)
    rig.key(.enter)
    #expect(rig.output() == "plum\n")
    #expect(rig.output(.index) == "2\n")
    #expect(rig.output(.json) == #"{"title":"plum"}"# + "\n")
  }

  /// The line that fits best comes first, and the first line is what Return takes.
  @Test func theBestLineIsTaken() throws {
    let programs = "bugpoint\ndigit\nlegit\ngit\ngit-lfs\n"
    for (rule, count) in [(FilterRule.words, 4), (.fuzzy, 5)] {
      let rig = try PickRig(programs, rule: rule)
      rig.type("git")
      #expect(rig.shown == count)
      rig.key(.enter)
      #expect(rig.output() == "git\n")
    }
    let first = try PickRig(programs)
    first.key(.enter)
    #expect(first.output() == "bugpoint\n")
    let second = try PickRig(programs)
    second.key(.down)
    second.key(.enter)
    #expect(second.output() == "digit\n")
  }

  /// Colors for terminals are neither shown nor searched, and printed as they came.
  @Test func sequencesForTerminalsArePrintedAlone() throws {
    let line = "\u{1B}[31mred\u{1B}[0m"
    for (input, text) in [
      (PickInput.text, line), (.tsv, line + "\tsubtitle\t\t"),
      (.json, #"{"title":"\u001b[31mred\u001b[0m"}"#),
    ] {
      let rig = try PickRig(text + "\ngreen\n", input)
      rig.type("31")
      #expect(rig.shown == 0)
      rig.key(.backspace)
      rig.key(.backspace)
      rig.type("red")
      rig.key(.enter)
      #expect(rig.output(.title) == line + "\n")
    }
  }

  @Test func aClickPicksToo() throws {
    let rig = try PickRig(Self.fruit, title: "Which?")
    let frame = try #require(
      rig.session.page.controller.frame(of: ItemPath(component: 0, item: 3)))
    let place = Point(x: frame.midX, y: frame.midY)
    rig.session.handle(.pointerMoved(place), at: 9)
    rig.session.handle(.pointerPressed(place, .left, clicks: 1), at: 9)
    rig.session.handle(.pointerReleased(place, .left), at: 9)
    #expect(rig.output() == "blood orange\n")
  }

  @Test func scriptsGetTheBytesTheyGave() throws {
    func picked(_ bytes: [UInt8], _ input: PickInput, separator: UInt8 = 0x0A) throws -> [UInt8] {
      let rig = try PickRig("", input, separator: separator)
      rig.read(bytes)
      return rig.firstPicked()
    }
    let name = Array("a".utf8) + [0x0D]
    #expect(try picked(name + [0x0A], .text) == Array("a\n".utf8))
    #expect(try picked(name + [0], .text, separator: 0) == name + [0])
    let broken = Array("caf".utf8) + [0xE9]
    #expect(try picked(broken + [0x0A], .text) == broken + [0x0A])
    #expect(try picked(broken + Array("\tx\n".utf8), .tsv) == broken + [0x0A])
    #expect(try picked(Array("x\t\t".utf8) + broken + [0x0A], .tsv) == broken + [0x0A])
  }

  @Test func itemsAreAsTheyWereWithoutTheirBoxes() throws {
    let item = #"{"title":"Ada","kind":"card","name":"n","value":3}"#
    let rig = try PickRig(item + "\n", .json, isMultiple: true)
    #expect(String(decoding: rig.firstPicked(.json), as: UTF8.self) == item + "\n")
  }

  @Test func severalArePickedInTheirOrder() throws {
    let rig = try PickRig(Self.fruit, isMultiple: true)
    rig.key(.enter, .control)
    #expect(rig.output() == nil, "nothing is checked")
    rig.type("plum")
    rig.key(.enter)
    rig.key(.escape)
    #expect(rig.shown == 4 && !rig.session.isClosed, "the text goes first")
    rig.key(.enter)
    #expect(rig.picking.screen.components[0].header?.meta.string("actionTitle") == "Done (2)")
    rig.key(.enter, .control)
    #expect(rig.output() == "apple\nplum\n")
    #expect(
      rig.output(.json) == "{\"title\":\"apple\"}\n{\"title\":\"plum\"}\n",
      "without the box that shows whether it is picked")
  }

  /// Before anything is typed, a blank is no text to look for.
  @Test func spaceChecksTheMarkedLine() throws {
    let rig = try PickRig(Self.fruit, isMultiple: true)
    rig.key(.space)
    #expect(rig.shown == 4)
    rig.type("blood or")
    #expect(rig.shown == 1)
    rig.key(.enter)
    rig.key(.enter, .control)
    #expect(rig.output() == "apple\nblood orange\n")
  }

  @Test func theButtonEndsPickingSeveral() throws {
    let rig = try PickRig(Self.fruit, isMultiple: true)
    rig.key(.down)
    rig.key(.space)
    rig.key(.space)
    rig.key(.down)
    rig.key(.space)
    rig.session.page.controller.state.items.press(ItemPath(component: 0, part: .header))
    #expect(rig.output(.index) == "2\n")
  }

  @Test func typingGoesOnWhileLinesCome() throws {
    let rig = try PickRig("one\ntwo\n")
    rig.type("t")
    #expect(rig.shown == 1)
    rig.read(Array("three\nfour\n".utf8))
    #expect(rig.shown == 2)
    rig.key(.down)
    rig.key(.down)
    rig.key(.enter)
    #expect(rig.output() == "three\n")
  }

  @Test func escapeEmptiesTheFieldAndThenCloses() throws {
    let rig = try PickRig(Self.fruit)
    rig.type("zz")
    rig.key(.enter)
    #expect(rig.output() == nil && rig.shown == 0, "nothing matches")
    rig.key(.escape)
    #expect(rig.shown == 4 && !rig.session.isClosed)
    rig.key(.escape)
    #expect(rig.session.isClosed && rig.output() == nil)
  }

  @Test func columnsAreTitleSubtitleActionAndImage() throws {
    let rig = try PickRig(
      "Ada\tMaths\tcall:1\tada.png\textra\nBo\t\t\t\nscreen:x.json\n\n", .tsv)
    let items = try #require(rig.session.page.controller.component(at: 0)).model.items
    #expect(
      Array(items) == [
        Item(title: "Ada", subtitle: "Maths", image: "ada.png", action: "call:1"),
        "Bo", "screen:x.json", "",
      ])
    rig.type("maths")
    rig.key(.enter)
    #expect(rig.output() == "call:1\n")
    #expect(rig.output(.title) == "Ada\n")
  }

  @Test func whatAnItemLeadsToIsPrintedAndNotOpened() throws {
    let rig = try PickRig(#"{"title":"a","action":"screen:gallery.json"}"#, .json)
    rig.key(.enter)
    #expect(rig.output() == "screen:gallery.json\n")
    #expect(rig.session.pages.count == 1)
  }

  @Test func linesThatAreNoItemsAreReportedByNumber() throws {
    let rig = try PickRig("\n{\"title\":\"a\"}\n[1]\n{\"title\":\"b\",\"kid\":1}\n{\"tit", .json)
    #expect(
      rig.diagnostics.map { "\($0.line) \($0.severity)" } == ["3 error", "4 warning", "5 error"])
    rig.key(.down)
    rig.key(.down)
    rig.key(.enter)
    #expect(rig.output(.index) == "1\n")
  }

  @Test func bytesThatAreNoTextAreGivenBackAsTheyWere() throws {
    let rig = try PickRig("")
    rig.read([0x61, 0xFF, 0x62, 0x0A])
    rig.type("b")
    rig.key(.enter)
    #expect(rig.picking.lines(.action, separator: 0x0A) == [0x61, 0xFF, 0x62, 0x0A])
    #expect(rig.picking.lines(.title, separator: 0) == [0x61, 0xFF, 0x62, 0])
  }

  @Test func anAnswerIsOneLine() throws {
    let rig = try PickRig(#"{"title":"two\nlines"}"#, .json)
    rig.key(.enter)
    #expect(rig.output() == "two lines\n")
    #expect(rig.output(separator: 0) == "two\nlines\0")
  }
}
