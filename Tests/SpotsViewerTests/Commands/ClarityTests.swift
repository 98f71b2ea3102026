import Foundation
import Testing

/// What `validate` says of names that do not tell one thing from another.
@Suite struct ClarityTests {
  @Test(arguments: [
    (#"{"title":"Edit","action":"a"},{"title":"Edit","action":"b"}"#, "also the name of another"),
    (#"{"title":"click here","action":"https://example.org/"}"#, "where it leads"),
    (#"{"title":"🔴"},{"title":"Green"}"#, "only a color"),
    (#"{"kind":"choice","title":"C","name":"c","options":[]}"#, "nothing to choose from"),
    (#"{"kind":"choice","title":"D","name":"d","options":["a"," "]}"#, "an option has no title"),
    (
      #"{"kind":"choice","title":"C","options":[{"value":1,"title":"Y"},{"value":2,"title":"Y"}]}"#,
      "two options are called 'Y'"
    ),
    (
      #"{"title":"x","actions":[{"title":"Open","action":"1"},{"title":"Open","action":"2"}]}"#,
      "two entries of the menu are called 'Open'"
    ),
    (
      #"{"kind":"text-field","title":"A","name":"x"},{"kind":"text-field","title":"B","name":"x"}"#,
      "another question has the name 'x'"
    ),
    (#"{"title":"Code","kind":"text-field","checks":{"pattern":"[A-Z]+"}}"#, "no 'message'"),
    (#"{"kind":"ib","title":"T"}"#, "a button of this view has no name"),
    (#"{"title":"x","actions":[{"title":" ","action":"1"}]}"#, "entry of the menu has no title"),
    (#"{"markdown":"Read it [here](https://example.org/)."}"#, "the link 'here' does not say"),
    (#"{"markdown":"No [](https://example.org/) text, [some](a.json)"}"#, "a link has no text"),
    (#"{"markdown":"![](https://example.org/a.png)"}"#, "a picture has no description"),
    (#"{"kind":"progress","value":0.5}"#, "nothing says what these numbers are"),
    (#"{"kind":"chart","chart":{"values":[1,2]}}"#, "nothing says what these numbers are"),
    (#"{"kind":"chart","title":"x"}"#, "there is no 'chart'"),
    (#"{"kind":"chart","title":"x","chart":{"values":[1],"minimum":5,"maximum":1}}"#, "not below"),
    (
      #"{"kind":"chart","title":"x","chart":{"type":"donut","values":[1,-2]}}"#,
      "a donut cannot be -2"
    ),
    (#"{"kind":"chart","title":"x","chart":{"from":"/x"}}"#, "no data to take '/x' from"),
  ])
  func unclearNamesAreSaid(items: String, words: String) throws {
    let directory = try TemporaryDirectory()
    try directory.shell("mkdir Views")
    try directory.write(
      #"{"kind":"ib","row":{"children":[{"label":"{title}"},{"icon":"cross","padding":8,"action":"x"}]}}"#,
      to: "Views/ib.view.json")
    try directory.write(#"{"title":"a","components":[{"items":[\#(items)]}]}"#, to: "a.json")
    let run = try CommandRun(["validate", "a.json"], in: directory.path)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errorLines.last == "1 file, 0 errors, 1 warning", "\(run.errors)")
  }

  @Test func tabsAndColumnsNeedTitles() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"{"title":"a","tabs":[{"title":"A"},{"icon":"folder"}],"components":["#
        + #"{"kind":"table","columns":[{"title":"N"},{"title":" "}],"items":[{"title":"x"}]}]}"#,
      to: "a.json")
    let run = try CommandRun(["validate", "a.json"], in: directory.path)
    #expect(run.errors.contains("this tab has no title (tabs[1])"), "\(run.errors)")
    #expect(run.errors.contains("this column has no title (components[0].columns[1])"))
    #expect(run.errorLines.last == "1 file, 0 errors, 2 warnings", "\(run.errors)")
  }

  @Test func buttonsOfToolbarsNeedTitles() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"{"title":"a","toolbar":{"actions":[{"icon":"plus","action":"a"}]},"components":[]}"#,
      to: "a.json")
    let run = try CommandRun(["validate", "a.json"], in: directory.path)
    #expect(run.errors.contains("nothing says what this button does"), "\(run.errors)")
  }

  @Test func headingsAndRingsAreExamined() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      """
      {"title":"a","theme":{"background":"#FFFFFF","focus-ring":"#FAFAFA"},"components":[
      {"header":{"title":" "},"items":[{"title":"x"}]},{"header":{"title":"A"},"items":[]}]}
      """, to: "a.json")
    let run = try CommandRun(["validate", "a.json"], in: directory.path)
    for words in ["heading is blank", "nothing below this heading", "it needs 3.0"] {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func viewsAreExamined() throws {
    let directory = try TemporaryDirectory()
    try directory.shell("mkdir Views")
    try directory.write(
      """
      {"kind":"tiny","row":{"children":[{"label":"{title}","color":"#CCCCCC"},
      {"icon":"cross","size":[8,8],"action":"x","accessibility-label":"Remove"}]}}
      """, to: "Views/tiny.view.json")
    try directory.write(
      #"{"title":"a","components":[{"items":[{"kind":"tiny","title":"T"}]}]}"#, to: "a.json")
    let run = try CommandRun(["validate", "a.json"], in: directory.path)
    for words in ["1.6 to 1", "has 8 by 8 points"] {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }
}
