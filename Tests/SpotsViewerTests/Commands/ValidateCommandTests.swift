import Foundation
import SpotsTestSupport
import Testing

@Suite struct ValidateCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(#"{"components":[{"items":[{"title":"A"}]}]}"#, to: "good.json")
    try directory.write(
      "{\"components\":[\n\t{\"itmes\":[],\"layout\":{\"span\":true}}]}\n", to: "bad.json")
    try directory.write(#"[{"itmes":[]}]"#, to: "warned.json")
    try directory.write(#"[{"items":[}]"#, to: "broken.json")
  }

  private func validate(_ arguments: String...) throws -> CommandRun {
    try CommandRun(["validate"] + arguments, in: directory.path)
  }

  private static let unknownKey = "unknown key 'itmes'; did you mean 'items'?"
  private static let mismatch = "'span' expects a number, not true"
  private static let missing = "a value is missing before '}'"

  // MARK: - Text

  @Test func soundScreensAreOnlyCounted() throws {
    let run = try validate("good.json")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors == "1 file, 0 errors, 0 warnings\n")
  }

  @Test func everyDiagnosticOfEveryFileIsALine() throws {
    let run = try validate("bad.json", "good.json", "broken.json")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        bad.json:2:3: warning: \(Self.unknownKey)
        bad.json:2:31: error: \(Self.mismatch)
        broken.json:1:12: error: \(Self.missing) ([0].items[0])
        3 files, 2 errors, 1 warning

        """)
  }

  @Test func aFolderStandsForItsDocuments() throws {
    try directory.shell(
      "mkdir Views; echo '{}' | tee a.view.json spots-test.json other.txt >Views/b.view.json")
    let run = try validate(".", "good.json")
    #expect(run.errorLines.last == "8 files, 4 errors, 2 warnings")
    #expect(run.errorLines.contains { $0.hasPrefix("Views/b.view.json:1:1: error: ") })
  }

  @Test func warningsFailOnlyWhenStrict() throws {
    #expect(try validate("warned.json").status == 0)
    #expect(try validate("--strict", "warned.json").status == 1)
    #expect(try validate("--strict", "good.json").status == 0)
  }

  @Test func filesThatCannotBeReadAreTheEnvironmentsFault() throws {
    try directory.shell("mkfifo pipe")
    let run = try validate("absent.json", "bad.json", "pipe")
    #expect(run.status == 3)
    #expect(run.errorLines.count == 5)
    #expect(run.errorLines.first?.hasPrefix("absent.json: error: ") == true)
    #expect(run.errorLines.last == "3 files, 3 errors, 1 warning")
  }

  @Test(arguments: [["--format", "yaml", "good.json"], ["--nothing", "good.json"]])
  func wrongUsageIsTwo(arguments: [String]) throws {
    #expect(try CommandRun(["validate"] + arguments, in: directory.path).status == 2)
  }

  @Test func commentsAreForTheirOwnFileNames() throws {
    for name in ["a.json", "a.jsonc", "a.json5"] {
      try directory.write("[ // none\n]", to: name)
      #expect(try validate(name).status == (name == "a.json" ? 1 : 0), "\(name)")
    }
  }

  @Test func moreThanTheReaderKeepsIsCounted() throws {
    let items = repeatElement(#"{"titel":""}"#, count: 1003).joined(separator: ",")
    try directory.write("[{\"items\":[\(items)]}]", to: "many.json")
    let run = try validate("many.json")
    #expect(run.errorLines.count == 1002)
    #expect(run.errorLines.dropLast().last == "many.json: 3 more are not listed")
  }

  // MARK: - JSON

  @Test func jsonHasExactlyTheDocumentedKeys() throws {
    let run = try validate("--format", "json", "bad.json", "good.json", "broken.json")
    #expect(run.status == 1)
    #expect(run.errors == "3 files, 2 errors, 1 warning\n")
    #expect(
      run.text == """
        [{"file":"bad.json","line":2,"column":3,"severity":"warning","code":"unknown-key",\
        "path":"/components/0/itmes","message":"\(Self.unknownKey)"},
         {"file":"bad.json","line":2,"column":31,"severity":"error","code":"type-mismatch",\
        "path":"/components/0/layout/span","message":"\(Self.mismatch)"},
         {"file":"broken.json","line":1,"column":12,"severity":"error","code":"syntax",\
        "path":"/0/items/0","message":"\(Self.missing)"}]

        """)
    #expect(try JSONSerialization.jsonObject(with: run.output) is [[String: Any]])
  }

  @Test func jsonOfSoundScreensIsAnEmptyArray() throws {
    #expect(try validate("--format", "json", "good.json").text == "[]\n")
  }

  // MARK: - Control characters

  @Test(arguments: ["text", "json"])
  func nothingThatTurnsOrControlsATerminalGetsOut(format: String) throws {
    let nasty = "\u{1B}[31m\u{7}\u{9B}1m\u{202E}\u{2066}\u{200F}\u{2028}\u{7F}\u{85}"
    let escaped = nasty.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    let raw = "\u{9B}\u{202E}\u{2066}\u{200F}\u{2028}\u{7F}"
    let name = "\(nasty.replacingOccurrences(of: "/", with: "")).json"
    try directory.write(
      """
      [{"\(escaped)":1,"\(raw)":1,"header":{"kind":"\(escaped)","image":"\(raw).png"},
      "layout":{"span":"\(escaped)"},"interaction":{"paginate":"\(raw)"}}]
      """, to: name)
    let run = try validate("--format", format, name)
    #expect(run.status == 1)
    let all = String(decoding: run.output, as: UTF8.self) + run.errors
    #expect(all.contains("\\u"))
    for scalar in all.unicodeScalars where scalar != "\n" {
      let isControl = scalar.properties.generalCategory == .control
      let isFormat = scalar.properties.generalCategory == .format
      #expect(!isControl && !isFormat && scalar != "\u{2028}", "U+\(scalar.value)")
    }
  }

  // MARK: - Pictures

  @Test func missingPicturesAreWarnedOfWhereTheyAreNamed() throws {
    try directory.write(
      """
      {"components":[{
        "header":{"image":"h.png"},
        "items":[7,{"title":"A",
            "image" : "a.png",
            "relations":{"more":[{"image":"r.png"}]},
            "children":[{"items":[{"image":"c.png"}],"footer":{"image":"f.png"}}]},
          {"image":"{image url}"},{"image":""}]}]}
      """, to: "pictures.json")
    let run = try validate("--format", "json", "pictures.json")
    let found = try JSONDecoder().decode([Found].self, from: run.output)
    #expect(
      found.filter { $0.code == "missing-image" } == [
        Found(2, 21, "/components/0/header/image"),
        Found(4, 17, "/components/0/items/1/image"),
        Found(5, 37, "/components/0/items/1/relations/more/0/image"),
        Found(6, 38, "/components/0/items/1/children/0/items/0/image"),
        Found(6, 66, "/components/0/items/1/children/0/footer/image"),
      ])
  }

  private struct Found: Decodable, Equatable {
    var line: Int
    var column: Int
    var path: String
    var code: String

    init(_ line: Int, _ column: Int, _ path: String) {
      (self.line, self.column, self.path, code) = (line, column, path, "missing-image")
    }
  }

  @Test func picturesAreLookedForInTheAssetsFolder() throws {
    try directory.shell("mkdir pictures")
    try directory.write(Self.picture, to: "pictures/a.svg")
    try directory.write(#"[{"items":[{"image":"a.svg","title":"a"}]}]"#, to: "one.json")
    #expect(try validate("--strict", "one.json").status == 1)
    #expect(try validate("--strict", "--assets", "pictures", "one.json").status == 0)
  }

  @Test func answersThatNobodyCanGiveAreWarnedOf() throws {
    try directory.write(
      #"""
      [{"items":[{"kind":"toggle","title":"Guests","name":"guests"},
       {"kind":"stepper","title":"How many","visible-when":{"name":"gests","is":true}},
       {"kind":"text-field","name":"a","enabled-when":{"name":"guests","is":true}},
       {"kind":"text-field","title":"Again","name":"b","checks":{"same-as":"c"}},
       {"kind":"slider","title":"Share","minimum":5,"maximum":2},
       {"kind":"choice","title":"Size","value":"XS","options":["S","L"]},
       {"kind":"choice","title":"Sizes","multiple":true,"value":["S","L"],"options":["S","L"]},
       {"kind":"choice","title":"Number","value":2.0,"options":[{"value":2,"title":"2"}]},
       {"kind":"choice","title":"Yes","value":true,"options":["S","L"]}]}]
      """#, to: "form.json")
    #expect(
      try validate("--strict", "form.json").errorLines == [
        "form.json:2:54: warning: no item has the name 'gests'",
        "form.json:3:2: warning: nothing says what is asked for here: it has no title",
        "form.json:4:70: warning: no item has the name 'c'",
        "form.json:5:45: warning: the least answer, 5, is above the greatest, 2",
        "form.json:6:42: warning: 'XS' is none of the options",
        "form.json:9:41: warning: true is none of the options",
        "1 file, 0 errors, 6 warnings",
      ])
  }

  @Test func answersThatContradictTheirOwnKeysAreWarnedOf() throws {
    try directory.write(
      #"""
      [{"items":[{"kind":"slider","title":"a","value":""},
       {"kind":"stepper","title":"b","maximum":-5},
       {"kind":"slider","title":"c","maximum":10,"step":20},
       {"kind":"toggle","title":"d","unit":"kg"},
       {"kind":"text-field","title":"e","value":"abcd","checks":{"max-length":3}},
       {"kind":"text-field","title":"f","value":"nobody","checks":{"format":"email"}},
       {"kind":"text-field","title":"g","value":"","checks":{"required":true,"min-length":3}},
       {"kind":"stepper","title":"h","maximum":10,"step":10,"unit":"kg","value":10},
       {"kind":"progress","title":"i","value":"abc"},{"kind":"progress","title":"j","value":1.5},
       {"kind":"progress","title":"k","value":3,"minimum":5,"maximum":1},
       {"kind":"progress","title":"l","value":30,"maximum":100},
       {"kind":"text-field","title":"m","input-type":"color","value":"abc"},
       {"kind":"choice","title":"n","multiple":true,"value":["a","a"],"options":["a","b"]}]}]
      """#, to: "form.json")
    #expect(
      try validate("--strict", "form.json").errorLines == [
        "form.json:1:49: error: 'value' of a slider must be a number",
        "form.json:2:42: warning: the least answer, 0, is above the greatest, -5",
        "form.json:3:51: warning: a step of 20 is more than all answers together, 10",
        "form.json:4:38: warning: 'unit' is not shown: a toggle has no unit",
        "form.json:5:43: warning: its own checks refuse this: At most 3 characters.",
        "form.json:6:43: warning: its own checks refuse this: This is not an e-mail address.",
        "form.json:9:41: warning: 'value' of a progress must be a number",
        "form.json:9:87: warning: 'value' of a progress must be from 0 to 1, not 1.5",
        "form.json:10:53: warning: a bar from 5 to 1 cannot be filled",
        "form.json:12:64: warning: its own checks refuse this: This is not a color like #2458D6.",
        "form.json:13:55: warning: an option is chosen twice",
        "1 file, 1 error, 10 warnings",
      ])
  }

  private static let picture =
    #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>"#

  // MARK: - Hard to use

  private static let hardToUse = """
    {"theme":{"accent":"#FFF2A0","background":"#101010"},"next":"later.json","components":[
     {"kind":"carousel","layout":{"span":3},
      "header":{"title":"\(String(repeating: "A title without an end ", count: 9))"},
      "items":[{"title":"Short","image":"good.svg","action":"screen:good.json"},
       {"image":"broken.png","kind":"image","action":"open:1"},
       {"title":"A title that is much too long for a third","action":"screen:gone.json"},
       {"kind":"composite","action":"x:1","children":[
         {"items":[{"image":"noise.svg","action":"../up.json"}, {"title":"Named"}]}]},
       {"kind":"label","action":"y:1","meta":{"price":"$ 5"}},
       {"action":"https://example.org/","text":"  "},
       {"kind":"buy","action":"z:1"}, {"kind":"mute","action":"z:2"}, {"image":"good.svg"},
       {"image":"good.svg","meta":{"alt":"A square"}}]}]}
    """

  @Test func whatIsHardToUseIsWarnedOfWhereItStands() throws {
    try directory.shell("echo no picture >broken.png; echo noise >noise.svg")
    try directory.write(Self.picture, to: "good.svg")
    try directory.write(Self.hardToUse, to: "hard.json")
    // A nib that describes every item alike, and one without a description.
    try directory.write(
      #"{"kind":"buy","when":{"min-width":800},"label":"Buy"}"#, to: "buy.view.json")
    try directory.write(#"{"kind":"mute","icon":"check"}"#, to: "mute.view.json")
    let run = try validate("hard.json")
    #expect(run.status == 0)
    let found = run.errorLines.compactMap { line -> String? in
      let parts = line.split(separator: ":", maxSplits: 4)
      return parts.count == 5 ? "\(parts[1]):\(parts[2]):\(parts[4])" : nil
    }
    #expect(
      found == [
        "1:20: 'accent' has a contrast of 1.1 to 1 with 'background' in the light theme; "
          + "text needs 4.5",
        "1:43: 'primary' has a contrast of 1.1 to 1 with 'background' in the light theme; "
          + "text needs 4.5",
        "1:61: the page 'later.json': no such file",
        "5:4: nothing says what this item is: it has an action, but no title or other text",
        "5:13: image 'broken.png': not a PNG, JPEG, GIF, WebP, AVIF, BMP or SVG picture",
        "6:13: 'A title that is much too long for a thir…' is cut off where the screen is 390 "
          + "points wide",
        "6:66: the screen 'gone.json': no such file",
        "8:16: nothing says what this item is: it has an action, but no title or other text",
        "8:25: image 'noise.svg': not a PNG, JPEG, GIF, WebP, AVIF, BMP or SVG picture",
        "8:46: the screen '../up.json': no such file",
        "10:4: nothing says what this item is: it has an action, but no title or other text",
        "11:35: nothing says what this item is: it has an action, but no title or other text",
        "11:67: nothing says what this picture shows: it has no title, and no 'alt' in 'meta'",
      ])
    #expect(try validate("--strict", "hard.json").status == 1)
  }

  @Test func whatIsNamedButNotThereIsWarnedOf() throws {
    try directory.write(
      """
      {"data":[{"a":1}],"screens":{"more":{"components":[]}},
       "tabs":[{"title":"All","icon":"go-hom"},{"title":"New","icon":"my-own-icon"}],
       "toolbar":{"actions":[{"title":"A","icon":"go-home","action":"push:mroe"},
        {"title":"B","icon":"foldr","action":"tab:Nwe"},{"title":"C","action":"sheet:more"}]},
       "components":[
        {"each":"","sort":"{a}","item":{"title":"{a}","action":"tab:All"}},
        {"items":[{"title":"D","action":"sheet:b.json"}]},
        {"kind":"table","each":"","columns":[{"title":"E","field":"a","format":"percnt"},
         {"title":"F","field":"a","format":"currency"},{"title":"G","field":"a","format":"bytes"}]}]}
      """, to: "named.json")
    let run = try validate("named.json")
    #expect(
      run.errorLines.dropLast().map { String($0.dropFirst("named.json:".count)) } == [
        "2:32: warning: no icon is named 'go-hom'; did you mean 'go-home'?",
        "3:63: warning: the screen 'mroe': no such file; did you mean 'more'?",
        "4:23: warning: no icon is named 'foldr'; did you mean 'folder'?",
        "4:40: warning: no tab is named 'Nwe'; did you mean 'New'?",
        "6:21: error: 'sort' expects an array of fields, not the string '{a}'",
        "7:35: warning: the screen 'b.json': no such file",
        "8:74: error: 'format' expects a function such as 'percent' or \"currency('EUR')\": "
          + "no function 'percnt'; did you mean 'percent'?",
        "9:38: error: 'format' expects a function such as 'percent' or \"currency('EUR')\": "
          + "'currency' takes 2 to 3 arguments, not 1",
      ])
  }

  // MARK: - Terminals

  @Test func aTerminalShowsTheLineAndACaret() throws {
    try directory.write(
      "[{\n\t\"title\":\"日本🙂e\u{301}\", \"itmes\":[],\"items\":[{}]}]", to: "wide.json")
    let text = try onTerminal("validate", "wide.json", "broken.json")
    #expect(
      text == """
        wide.json:2:19: warning: \(Self.unknownKey)
           "title":"日本🙂e\u{301}", "itmes":[],"items":[{}]}]
                              ^
        broken.json:1:12: error: \(Self.missing) ([0].items[0])
          [{"items":[}]
                     ^
        2 files, 1 error, 1 warning

        """)
  }

  /// What the program prints on a terminal of its own.
  private func onTerminal(_ arguments: String...) throws -> String {
    let command = ([try ViewerProcess.executable] + arguments).joined(separator: " ")
    try directory.shell("script -qec '\(command)' log </dev/null >seen || test $? = 1")
    return try String(contentsOfFile: directory("seen"), encoding: .utf8)
      .replacingOccurrences(of: "\r\n", with: "\n")
  }

  // MARK: - Watching

  @Test func watchingChecksAgainAfterEachChange() throws {
    let process = try ViewerProcess(["validate", ".", "--watch"], directory: directory.path)
    #expect(process.stderr.wait { $0.hasPrefix("watching for changes") } != nil)
    #expect(process.stderr.entries.contains("4 files, 2 errors, 2 warnings"))
    // A file that was not there before, and one that was.
    try directory.write("[]", to: "new.json")
    #expect(process.stderr.wait { $0 == "5 files, 2 errors, 2 warnings" } != nil)
    try directory.write("[]", to: "broken.json")
    #expect(process.stderr.wait { $0 == "5 files, 1 error, 2 warnings" } != nil)
    // A screen elsewhere that another one leads to.
    try directory.shell("mkdir further")
    try directory.write(
      #"[{"items":[{"title":"Next","action":"screen:further/next.json"}]}]"#, to: "new.json")
    #expect(process.stderr.wait { $0 == "5 files, 1 error, 3 warnings" } != nil)
    let count = process.stderr.entries.count
    try directory.write("[]", to: "further/next.json")
    #expect(
      process.stderr.wait(from: count) { $0 == "5 files, 1 error, 2 warnings" } != nil)
    #expect(try process.terminate(SIGINT).status == 128 + SIGINT)
  }

  // MARK: - Many

  @Test func manyFilesAreCheckedInOneRun() throws {
    let items = (0..<50).map { #"{"title":"Item \#($0)","action":"item:\#($0)"}"# }
    let screen = "{\"components\":[{\"items\":[\(items.joined(separator: ","))]}]}"
    for index in 0..<300 { try directory.write(screen, to: "many-\(index).json") }
    let run = try CommandRun(
      ["validate"] + (0..<300).map { "many-\($0).json" }, in: directory.path)
    #expect(run.status == 0)
    #expect(run.errors == "300 files, 0 errors, 0 warnings\n")
    // Far more than it takes, so that even on a busy machine only a change of order fails the test.
    #expect(run.duration < Allowance.elapsed(.seconds(20)))
  }
}
