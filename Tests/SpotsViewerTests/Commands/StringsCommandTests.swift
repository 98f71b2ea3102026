import Foundation
import Testing

/// Texts in several languages beside a screen, checked and prepared for translators.
@Suite struct StringsCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.shell("mkdir Views")
    try directory.write(
      #"""
      {"components":[{"items":[{"title":{"string":"tracks","count":3}},{"title":"x","kind":"own"},
       {"title":{"string":"new","by":"Ada"}}]}]}
      """#, to: "screen.json")
    try directory.write(
      #"{"kind":"own","label":{"string":"amount","n":"{title}"}}"#, to: "Views/own.view.json")
    try directory.write(
      #"{"amount":"{n} <&>","tracks":"{count, plural, one {# track} other {# tracks}}"}"#,
      to: "strings/en.json")
    try directory.write(
      #"{"tracks":"{count, plural, one {# Titel} other {# Titel}}","old":"Alt"}"#,
      to: "strings/de.json")
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun(arguments, in: directory.path)
  }

  private static let faults: [Substring] = [
    "strings/de.json:1:66: warning: no screen beside it names 'old' (old)",
    "strings/de.json:1:1: warning: the text 'amount' is missing",
    "strings/de.json:1:1: warning: the text 'new' is missing",
    "strings/en.json:1:1: warning: the text 'new' is missing",
  ]

  @Test func aScreenThatIsNotThereIsNamed() throws {
    for arguments in [["check"], ["extract", "--lang", "de"], ["export", "--to", "de"]] {
      let run = try CommandRun(["strings"] + arguments + ["missing.json"], in: directory.path)
      #expect(run.status == 3 && run.errors.contains("missing.json: "), "\(arguments): \(run)")
    }
  }

  @Test func whatIsMissingAndUnusedIsFound() throws {
    let check = try run("strings", "check", "screen.json")
    #expect(check.status == 1)
    #expect(check.errorLines == Self.faults)
    for path in [".", "screen.json"] {
      let validate = try run("validate", path)
      #expect(validate.errorLines.filter { $0.hasPrefix("strings") } == Self.faults)
      #expect(validate.errors.contains("screen.json:2:11: warning: no text is named 'new'"))
    }
  }

  @Test func aFileGetsTheTextsThatItLacks() throws {
    let extract = try run("strings", "extract", "--lang", "de")
    #expect(
      extract.text == #"""
        {
          "tracks": "{count, plural, one {# Titel} other {# Titel}}",
          "old": "Alt",
          "amount": "{n} <&>",
          "new": "new {by}"
        }

        """#)
    #expect(try run("strings", "extract", "--lang", "fr", "-o", "strings/fr.json").status == 0)
    #expect(try run("strings", "extract", "--lang", "fr", "-o", "strings/fr.json").status == 0)
    let check = try run("strings", "check")
    #expect(!check.errors.contains("fr.json:1:1"))
  }

  @Test func translatorsGetBothLanguages() throws {
    let export = try run("strings", "export", "--to", "de", "-o", "de.xlf")
    #expect(export.status == 0, "\(export.errors)")
    #expect(
      try String(contentsOfFile: directory("de.xlf"), encoding: .utf8) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" \
        srcLang="en" trgLang="de" xml:space="preserve">
          <file id="f1" original="strings/en.json">
            <unit id="u1" name="amount">
              <segment state="initial">
                <source>{n} &lt;&amp;&gt;</source>
              </segment>
            </unit>
            <unit id="u2" name="tracks">
              <segment state="translated">
                <source>{count, plural, one {# track} other {# tracks}}</source>\
        <target>{count, plural, one {# Titel} other {# Titel}}</target>
              </segment>
            </unit>
          </file>
        </xliff>

        """)
    #expect(try run("strings", "export", "--from", "it", "--to", "de").status == 3)
    #expect(try run("strings", "export", "--to", "?").status == 2)
  }

  @Test func aSheetShowsLanguages() throws {
    let sheet = try run(
      "render", "screen.json", "--sheet", "--locales", "en_US,de", "-o", "sheet.png", "--size",
      "600x200")
    #expect(sheet.status == 0, "\(sheet.errors)")
    #expect(try run("render", "screen.json", "--locales", "de", "-o", "a.png").status == 2)
    #expect(
      try run("render", "screen.json", "--sheet", "--locales", "?", "-o", "a.png").status == 2)
  }
}
