import Foundation
import SpotsTestSupport
import Testing

@Suite struct TestCommandTests {
  private static let sun = """
    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
    <rect width="40" height="40" fill="#ff8800"/></svg>
    """
  private static let plan = """
    {"font":"DejaVu Sans","looks":[
      {"name":"small","size":{"width":200,"height":160}},
      {"name":"wide","size":{"width":500,"height":120},"theme":"dark","pictures":["b.json"]},
      {"name":"mirrored","size":{"width":200,"height":160},"rtl":true,"text-scale":2,
       "screens":["a.json"],"pictures":false}]}
    """

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.shell("mkdir screens")
    try directory.write(Self.plan, to: "screens/spots-test.json")
    try directory.write(
      #"[{"items":[{"title":"Sun","subtitle":"A star","image":"sun.svg","action":"sun:1"}]}]"#,
      to: "screens/a.json")
    try directory.write(#"[{"items":[{"title":"Words"}]}]"#, to: "screens/b.json")
    try directory.write(Self.sun, to: "screens/sun.svg")
  }

  private func test(_ options: String...) throws -> CommandRun {
    try CommandRun(["test", "screens"] + options, in: directory.path)
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: directory("screens/" + name)))
  }

  private var goldens: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: directory("screens/Goldens")).sorted()
    }
  }

  private static let all = [
    "a.mirrored.txt", "a.small.png", "a.small.txt", "a.wide.txt", "b.small.png", "b.small.txt",
    "b.wide.png", "b.wide.txt",
  ]

  @Test func goldensAreWrittenOnlyByUpdate() throws {
    let first = try test()
    #expect(first.status == 1)
    #expect(first.output.isEmpty)
    #expect(
      first.errorLines.first
        == "screens/Goldens/a.small.txt: there is no golden yet; see screens/Goldens/a.small.new.txt"
    )
    #expect(first.errorLines.last == "2 screens, 8 comparisons, 8 failed")
    #expect(first.errors.contains("with --update"))
    #expect(try goldens.allSatisfy { $0.contains(".new.") })

    let update = try test("--update")
    #expect(update.status == 0)
    #expect(update.errorLines.count == 9)
    #expect(update.errorLines.last == "2 screens, 8 comparisons, 8 written, 0 failed")
    #expect(try goldens == Self.all)

    let again = try test()
    #expect(again.status == 0)
    #expect(again.errors == "2 screens, 8 comparisons, 0 failed\n")
    #expect(try goldens == Self.all)
  }

  /// A golden is identical to the output of the other commands.
  @Test func goldensAreWhatInspectAndRenderMake() throws {
    #expect(try test("--update").status == 0)
    let small = ["--size", "200x160", "--font", "DejaVu Sans"]
    let picture = try CommandRun(
      ["render", "screens/a.json", "-o", "-"] + small, in: directory.path)
    #expect(try bytes("Goldens/a.small.png") == picture.output)
    let dark = ["--size", "500x120", "--font", "DejaVu Sans", "--theme", "dark"]
    #expect(
      try bytes("Goldens/b.wide.png")
        == CommandRun(["render", "screens/b.json", "-o", "-"] + dark, in: directory.path).output)
    let outline = try CommandRun(
      ["inspect", "screens/a.json", "--format", "text", "--rtl", "--text-scale", "2"] + small,
      in: directory.path)
    #expect(try bytes("Goldens/a.mirrored.txt") == outline.output)
    #expect(outline.text.contains("\n  0 DefaultItemView 0,0 200x"), "\(outline.text)")
    #expect(outline.text.contains(" 'Sun'\n"))
  }

  @Test func aChangeFailsWithReportsThatShowIt() throws {
    #expect(try test("--update").status == 0)
    let before = try bytes("Goldens/a.small.png")
    try directory.write(
      Self.sun.replacingOccurrences(of: "ff8800", with: "0088ff"), to: "screens/sun.svg")
    try directory.write(#"[{"items":[{"title":"<Words> & more"}]}]"#, to: "screens/b.json")
    let run = try test("--junit", "results.xml", "--html", "page.html")
    #expect(run.status == 1)
    #expect(run.errors.contains(/a\.small\.png: \d+ pixels differ, at \d+,\d+ \(\d+x\d+\)/))
    #expect(run.errors.contains("screens/Goldens/b.small.txt:3: 2 lines differ\n  - "))
    #expect(run.errorLines.last == "2 screens, 8 comparisons, 5 failed")
    #expect(try bytes("Goldens/a.small.png") == before)
    #expect(try goldens.contains("a.small.new.png") && goldens.contains("a.small.diff.png"))

    let page = try String(contentsOfFile: directory("page.html"), encoding: .utf8)
    for picture in [
      before, try bytes("Goldens/a.small.new.png"), try bytes("Goldens/a.small.diff.png"),
    ] {
      #expect(page.contains("src=\"data:image/png;base64,\(picture.base64EncodedString())\""))
    }
    #expect(page.contains("&lt;Words&gt; &amp; more") && !page.contains("<Words>"))
    #expect(!page.contains("http") && !page.contains("<script"))
    try directory.write(
      """
      import sys, xml.etree.ElementTree as tree
      suites = tree.parse("results.xml").getroot()
      cases = [case for suite in suites for case in suite]
      assert [suites.get("tests"), suites.get("failures")] == ["8", "5"], suites.attrib
      assert [suite.get("name") for suite in suites] == ["a.json", "b.json"]
      failed = [case.get("name") for case in cases if case.find("failure") is not None]
      assert failed[0] == "a.small.png" and len(failed) == 5, failed
      assert any("+  0 DefaultItemView" in (case.find("failure").text or "") for case in cases
                 if case.get("name") == "b.small.txt")
      """, to: "check.py")
    try directory.shell("/usr/bin/python3 check.py")

    #expect(try test("--update").status == 0)
    #expect(try goldens == Self.all)
    #expect(try test().status == 0)
  }

  /// Some views ask for the sizes of their pictures first of all.
  @Test(arguments: [["--update"], ["--only", "b", "--update"]])
  func aMissingPictureIsThatOfTheScreenThatNamesIt(arguments: [String]) throws {
    try directory.write(
      #"[{"items":[{"kind":"card","title":"b","image":"gone.png"}]}]"#, to: "screens/b.json")
    let warnings = try test(arguments).errorLines.filter { $0.contains("warning") }
    #expect(warnings == ["screens/b.json:1:12: warning: image 'gone.png': no such file"])
  }

  /// Placeholders would become goldens silently.
  @Test func picturesThatAreNotShownAreWarnedOf() throws {
    try directory.write(
      #"[{"items":[{"image":"gone.png"},{"image":"http://127.0.0.1:9/a.png"}]}]"#,
      to: "screens/b.json")
    let run = try test("--only", "b", "--update")
    #expect(run.status == 0)
    #expect(
      run.errorLines.filter { $0.contains("warning") } == [
        "screens/b.json:1:12: warning: image 'gone.png': no such file",
        "screens/b.json:1:33: warning: image 'http://127.0.0.1:9/a.png': pictures from the "
          + "network cannot be had",
      ])
  }

  /// A broken screen fails with its position, and does not affect the others.
  @Test func aBrokenScreenFailsAlone() throws {
    #expect(try test("--update").status == 0)
    try directory.write("[{\"items\":[\n  {\"title\":[]}]}]", to: "screens/a.json")
    let run = try test()
    #expect(run.status == 1)
    #expect(
      run.errorLines == [
        "screens/a.json:2: 'title' expects a string, not an array",
        "2 screens, 5 comparisons, 1 failed",
      ])
    try directory.write("[", to: "screens/a.json")
    #expect(try test("--update").status == 1)
    #expect(try goldens == Self.all)
  }

  /// A golden that cannot be read is an error of the environment; the rest is still compared.
  @Test func goldensThatCannotBeReadAreStatus3() throws {
    #expect(try test("--update").status == 0)
    try directory.shell(
      "cd screens; echo none >Goldens/a.small.png; rm Goldens/b.small.txt; mkdir Goldens/b.small.txt"
    )
    try directory.write("{\"wait\":1}\n{\"wiat\":1}\n", to: "screens/b.replay.jsonl")
    let run = try test("--junit", "-")
    #expect(run.status == 3)
    #expect(run.text.contains(" tests=\"9\" failures=\"1\" errors=\"2\""))
    #expect(run.errorLines.contains("screens/Goldens/b.small.txt: is a directory"))
    #expect(run.errors.contains("screens/b.replay.jsonl:2: unknown step 'wiat'; known are"))
    #expect(run.errorLines.last == "2 screens, 9 comparisons, 3 failed")
    #expect(try test("--update", "--only", "a").status == 0)
    #expect(try test("--only", "a").status == 0)
  }

  @Test func reportsReplaceNothingThatIsTested() throws {
    try directory.write("{\"wait\":1}\n", to: "screens/b.replay.jsonl")
    #expect(try test("--update").status == 0)
    for name in ["spots-test.json", "a.json", "b.replay.jsonl", "Goldens/a.small.txt"] {
      let before = try String(contentsOfFile: directory("screens/" + name), encoding: .utf8)
      for option in ["--junit", "--html"] {
        #expect(try test(option, "screens/" + name).status == 3, "\(option) \(name)")
        let after = try String(contentsOfFile: directory("screens/" + name), encoding: .utf8)
        #expect(after == before)
      }
    }
  }

  @Test func whatIsWrongWithANibIsToldOnce() throws {
    try directory.shell(
      "mkdir screens/Views; echo '{\"kind\":7.5,\"label\":[]}' >screens/Views/x.view.json")
    let run = try CommandRun(["test"], in: directory("screens"))
    #expect(run.status == 1)
    #expect(
      run.errorLines == [
        "Views/x.view.json:1: 'label' expects a string, not an array",
        "2 screens, 2 comparisons, 2 failed",
      ])
  }

  @Test func onlyPartsAreTested() throws {
    for (names, count) in [
      (["a"], 4), (["a.json"], 4), (["b.wide"], 2), (["a.small.txt", "b"], 5),
    ] {
      let run = try test(names.flatMap { ["--only", $0] } + ["--update"])
      #expect(run.errorLines.last?.contains(" \(count) comparison") == true, "\(run.errors)")
    }
    let run = try test("--only", "c")
    #expect(run.status == 2)
    #expect(run.errors == "spots-viewer: screens: no test is called 'c'\n")
    let one = try CommandRun(["test", "screens/b.json", "--no-pictures"], in: directory.path)
    #expect(one.errorLines.last == "1 screen, 2 comparisons, 0 failed")
    let here = try CommandRun(["test", "a.json"], in: directory("screens"))
    #expect(here.errors == "1 screen, 4 comparisons, 0 failed\n")
  }

  @Test func goldensThatNothingAsksForAreNamed() throws {
    #expect(try test("--update").status == 0)
    try directory.write("old", to: "screens/Goldens/gone.small.txt")
    let run = try test()
    #expect(run.status == 0)
    #expect(
      run.errorLines.first
        == "warning: screens/Goldens/gone.small.txt: no test compares anything with this; --prune removes it"
    )
    #expect(try test("--only", "a").errorLines.count == 1)
  }

  @Test func goldensThatNothingAsksForAreRemovedOnRequest() throws {
    #expect(try test("--update").status == 0)
    let used = try goldens
    try directory.write("old", to: "screens/Goldens/gone.small.txt")
    try directory.write("notes", to: "screens/Goldens/README.md")
    #expect(try test("--prune", "--only", "a").status == 2)
    #expect(try test("--prune", "--no-pictures").status == 2)
    // A failing run removes nothing: the screen that used a golden may be the broken one.
    try directory.write("{", to: "screens/c.json")
    #expect(try test("--prune").status == 1)
    #expect(try goldens.contains("gone.small.txt"))
    try directory.shell("rm screens/c.json")
    let run = try test("--prune")
    #expect(run.status == 0)
    #expect(run.errorLines.first == "removed screens/Goldens/gone.small.txt")
    #expect(try goldens == (used + ["README.md"]).sorted())
  }

  private func test(_ options: [String]) throws -> CommandRun {
    try CommandRun(["test", "screens"] + options, in: directory.path)
  }

  // MARK: Plans

  @Test func withoutAPlanThereAreTwoLooksAtAllScreens() throws {
    try directory.shell("rm screens/spots-test.json")
    #expect(try test("--update", "--only", "b").status == 0)
    #expect(
      try goldens == ["b.desktop.png", "b.desktop.txt", "b.phone.png", "b.phone.txt"])
  }

  @Test func faultsOfAPlanHavePlaces() throws {
    try directory.write(
      """
      {"fnot":"x","goldens":"../up","tolerance":300,"screens":["a.json","aa.json","/a.json"],
       "looks":[{"name":"a b"},{"name":"n","theme":"system","size":{"width":0,"height":5}},
        {"name":"n","pictures":["b.json"]},{"name":"o","pictures":7},
        {"name":"p","size":{"width":9000,"height":9000}},{"name":"new"}]}
      """, to: "screens/spots-test.json")
    let run = try test()
    #expect(run.status == 2)
    #expect(
      run.errorLines.map { $0.replacingOccurrences(of: "screens/spots-test.json:", with: "") } == [
        "1:2: warning: unknown key 'fnot'; did you mean 'font'?",
        "1:23: error: 'goldens' expects a folder below this one, not '../up'",
        "1:43: warning: 'tolerance' must be at most 255, not 300",
        "1:67: error: there is no screen 'aa.json'; did you mean 'a.json'?",
        "1:77: error: '/a.json' is not in this folder or below it",
        "2:11: error: a look needs a 'name' of letters, digits, '-' and '_'",
        "2:46: error: 'theme' expects light, dark, high-contrast, high-contrast-dark or a JSON "
          + "file, not 'system'",
        "2:62: error: 'size' expects a 'width' and a 'height' from 1 to 16384",
        "3:3: error: another look has the name 'n' too",
        "3:27: error: there is no screen 'b.json'; did you mean 'a.json'?",
        "3:61: error: 'pictures' expects true, false or an array of file names, not the number 7",
        "4:3: error: a picture of 9000 × 9000 pixels is too large; the limit is 16384 a side and 64 "
          + "million in all",
        "4:52: error: a look cannot have the name 'new', which is that of what failed comparisons "
          + "leave",
        "spots-viewer: screens/spots-test.json has errors",
      ])
    // Without the folder there are no names to check.
    let check = try CommandRun(["validate", "screens/spots-test.json"], in: directory.path)
    #expect(check.status == 1)
    #expect(check.errorLines.last == "1 file, 9 errors, 2 warnings")
  }

  @Test func plansFitTheirSchema() throws {
    try directory.write(
      """
      import json, subprocess, sys
      from jsonschema import Draft202012Validator as Validator
      schema = json.loads(subprocess.check_output([sys.argv[1], "schema", "--test-plan"]))
      Validator.check_schema(schema)
      for path in sys.argv[2:]:
          Validator(schema).validate(json.load(open(path)))
      assert not Validator(schema).is_valid({"looks": [{"size": {}}]})
      assert not Validator(schema).is_valid({"tolerance": 256})
      """, to: "check.py")
    let plan = SampleScreens.path("spots-test.json")
    try directory.shell(
      "/usr/bin/python3 check.py '\(ViewerProcess.executable)' screens/spots-test.json '\(plan)'")
  }

  @Test func aRunWithNothingToTestIsAnError() throws {
    try directory.shell("mkdir empty; echo '{\"font\":\"No Such Font\"}' >screens/spots-test.json")
    for (folder, status, words) in [
      ("empty", 2, "empty: there is no screen to test"),
      ("missing", 3, "missing: there is no such folder"),
      ("screens", 3, "the font 'No Such Font' of spots-test.json is not installed"),
    ] {
      let run = try CommandRun(["test", folder], in: directory.path)
      #expect(run.status == status)
      #expect(run.errors == "spots-viewer: \(words)\n")
    }
    try directory.shell("rm screens/spots-test.json; cp screens/a.json screens/a.jsonc")
    #expect(try test().errors.contains("'a.json' and 'a.jsonc' would share their goldens"))
  }

  // MARK: Scripts

  @Test func scriptsExpectTheEventsThatUpdateWrites() throws {
    try directory.write(
      """
      {"click":{"x":50,"y":20}}

      {"inspect":true}
      {"render":"clicked.png"}
      """, to: "screens/a.replay.jsonl")
    let only = ["--only", "a.replay"]
    #expect(
      try test(only).errorLines.contains("screens/a.replay.jsonl: it expects no events yet"))
    #expect(try test(only + ["--update"]).status == 0)
    let script = try String(decoding: bytes("a.replay.jsonl"), as: UTF8.self)
    #expect(
      script == """
        {"expect":{"event":"shown","time":0}}
        {"expect":{"event":"reachedEnd","time":0}}
        {"click":{"x":50,"y":20}}
        {"expect":{"event":"itemSelected","component":0,"item":0,"identifier":null,\
        "action":"sun:1","title":"Sun","path":"/components/0/items/0","time":0}}

        {"inspect":true}
        {"render":"clicked.png"}
        {"expect":{"event":"closed","time":0}}

        """)
    #expect(try goldens == ["a.replay.1.txt", "a.replay.clicked.png"])
    #expect(try test(only).errors == "1 screen, 3 comparisons, 0 failed\n")
    // The script is also valid for `replay` and for a window.
    let lines = script.split(separator: "\n").map(String.init)
    let folder = try TemporaryDirectory()
    try folder.shell("cp '\(directory.path)'/screens/sun.svg .")
    try folder.shell("cp '\(directory.path)'/screens/a.json screen.json")
    #expect(try ReplayRun(folder, lines, options: ["--size", "200x160"]).run.errors.isEmpty)
  }

  /// A script may expect only part of an event, but it must expect every event.
  @Test func otherEventsThanTheExpectedOnesFail() throws {
    let only = ["--only", "a.replay"]
    try directory.write(
      """
      {"expect":{}}
      {"expect":{"event":"reachedEnd"}}
      {"click":{"x":50,"y":20}}
      {"expect":{"action":"sun:2"}}
      """, to: "screens/a.replay.jsonl")
    let other = try test(only)
    #expect(other.status == 1)
    #expect(
      other.errors.contains(
        "screens/a.replay.jsonl:4: expected 'action' to be \"sun:2\", not \"sun:1\"\n"))
    // The command for a single script judges alike.
    let replay = try CommandRun(
      ["replay", "screens/a.json", "screens/a.replay.jsonl"], in: directory.path)
    #expect(replay.status == 1)
    #expect(replay.errors.hasPrefix("screens/a.replay.jsonl:4: error: expected "))
    try directory.shell(
      "sed -i 's/sun:2/sun:1/; $a{\"expect\":{\"event\":\"closed\"}}' screens/a.replay.jsonl")
    #expect(try test(only).status == 0)
    try directory.shell("sed -i '$d' screens/a.replay.jsonl")
    #expect(
      try test(only).errors.contains(
        "screens/a.replay.jsonl:3: nothing expects {\"event\":\"closed\",\"time\":0}"))
  }

  /// Each picture has its own golden, whose name differs from those of files a comparison leaves.
  @Test func picturesOfScriptsNeedNamesOfTheirOwn() throws {
    for (name, words) in [
      ("b/x.png", "the golden 'a.replay.x.png' is another comparison's"),
      ("x.new.png", "the golden 'a.replay.x.new.png' would be taken for a file that"),
    ] {
      try directory.write(
        "{\"render\":\"x.png\"}\n\n{\"render\":\"\(name)\"}\n", to: "screens/a.replay.jsonl")
      let run = try test("--only", "a.replay", "--update")
      #expect(run.status == 1)
      #expect(run.errors.contains("screens/a.replay.jsonl:3: \(words)"), "\(run.errors)")
      #expect(try goldens == ["a.replay.x.png"])
    }
  }

  // MARK: Watching

  @Test func watchingTestsAgainAfterEachChange() throws {
    try directory.write(##"{"background":"#ffffff"}"##, to: "white.json")
    try directory.write(
      Self.plan.replacingOccurrences(of: "\"dark\"", with: "\"../white.json\""),
      to: "screens/spots-test.json")
    #expect(try test("--update").status == 0)
    let process = try ViewerProcess(["test", "screens", "--watch"], directory: directory.path)
    #expect(process.stderr.wait { $0.hasPrefix("watching for changes") } != nil)
    try directory.write(#"[{"items":[{"title":"Other"}]}]"#, to: "screens/b.json")
    #expect(process.stderr.wait { $0 == "2 screens, 8 comparisons, 4 failed" } != nil)
    try directory.write(#"[{"items":[{"title":"Words"}]}]"#, to: "screens/b.json")
    let count = process.stderr.entries.count
    #expect(process.stderr.wait(from: count) { $0 == "2 screens, 8 comparisons, 0 failed" } != nil)
    // A theme elsewhere, and a plan that is wrong for a while.
    try directory.write(##"{"background":"#000000"}"##, to: "white.json")
    #expect(process.stderr.wait { $0 == "2 screens, 8 comparisons, 1 failed" } != nil)
    let plan = try bytes("spots-test.json")
    try directory.write("{", to: "screens/spots-test.json")
    #expect(
      process.stderr.wait { $0 == "spots-viewer: screens/spots-test.json has errors" } != nil)
    let mended = process.stderr.entries.count
    try plan.write(to: URL(fileURLWithPath: directory("screens/spots-test.json")))
    #expect(process.stderr.wait(from: mended) { $0 == "2 screens, 8 comparisons, 1 failed" } != nil)
    #expect(try process.terminate(SIGINT).status == 128 + SIGINT)
  }
}
