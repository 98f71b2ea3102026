import Foundation
import Testing

/// The language of formats, and the library that has them.
@Suite struct LanguageOfFormatsTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      """
      {"data":{"n":1234.5,"rows":["z","ä","Z","b"]},"components":[
        {"header":{"title":"{number(n)} {currency(n, 'EUR')} {date('2026-11-26', 'yMMMd')}"},
         "items":[{"title":"{time('14:05')} {list(rows)} {percent(n)} {bytes(n)}"},
          {"title":"{plural(n, 'one {a row} other {# rows}')} {relative('2026-01-02')}"}]},
        {"each":"/rows","sort":["row"],"item":{"title":"{row}"}}]}
      """, to: "screen.json")
    try directory.write(
      #"{"data":["b","a"],"components":[{"each":"","item":{"title":"{row} {size(data)}"}}]}"#,
      to: "plain.json")
  }

  private func inspect(
    _ screen: String, _ options: [String] = [], _ environment: [String: String] = [:]
  ) throws -> CommandRun {
    try CommandRun(
      ["inspect", "--format", "text", screen] + options, in: directory.path,
      environment: environment)
  }

  @Test func theLanguageIsThatOfTheEnvironmentOrOfTheOption() throws {
    for (options, environment, texts) in [
      ([], ["LC_ALL": "de_DE.UTF-8"], ["1.234,5 1.234,50 € 26. Nov. 2026", "14:05"]),
      (
        [], ["LC_NUMERIC": "de_DE", "LANG": "en_US"], ["1.234,5 €1,234.50 Nov 26, 2026", "2:05 PM"]
      ),
      (["--locale", "fr-FR"], ["LC_ALL": "de_DE"], ["1 234,5 1 234,50 € 26 nov. 2026"]),
      ([], [:], ["1,234.5 €1,234.50 Nov 26, 2026"]), ([], ["LANG": "C"], ["1,234.5"]),
    ] as [([String], [String: String], [String])] {
      let run = try inspect("screen.json", options, environment)
      let text = run.text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
      for part in texts { #expect(text.contains(part), "\(options) \(environment): \(text)") }
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }
    // Numbers are typed that way, too.
    try directory.write(
      #"{"components":[{"items":[{"kind":"text-field","input-type":"number","title":"N","name":"n"}]}]}"#,
      to: "field.json")
    try directory.write(
      "{\"click\":{\"title\":\"N\"}}\n{\"text\":\"1,5\"}\n{\"key\":\"Tab\"}\n", to: "type.jsonl")
    let typed = try CommandRun(
      ["replay", "field.json", "type.jsonl", "--locale", "pt-BR"], in: directory.path)
    #expect(typed.text.contains(#""value":1.5"#), "\(typed.text)")
    let wrong = try inspect("screen.json", ["--locale", "German"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("--locale must be a language such as de_DE, not 'German'"))
  }

  @Test func timesAreThoseOfTheZone() throws {
    try directory.write(
      #"{"data":0,"components":[{"items":[{"title":"{date(data, 'yMMMdHm')}"}]}]}"#, to: "t.json")
    for (zone, text) in [
      ("Asia/Tokyo", "Jan 1, 1970, 09:00"), ("America/New_York", "Dec 31, 1969, 19:00"),
    ] {
      #expect(try inspect("t.json", [], ["TZ": zone]).text.contains(text))
    }
  }

  /// The linker says which files it opens.
  @Test func onlyFormatsLoadTheLibrary() throws {
    for (screen, isLoaded) in [("plain.json", false), ("screen.json", true)] {
      let run = try inspect(screen, [], ["LD_DEBUG": "files"])
      #expect(run.errors.contains("libicui18n") == isLoaded)
    }
  }

  /// Files that are no libraries are found in place of them.
  @Test func withoutTheLibraryTextsArePlainAndItsPackageIsNamed() throws {
    try directory.shell("mkdir libs")
    for version in 67...99 { try directory.write("none", to: "libs/libicui18n.so.\(version)") }
    let path = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
    let run = try inspect("screen.json", [], ["LD_LIBRARY_PATH": directory("libs") + path])
    #expect(run.status == 0)
    #expect(
      run.errors == """
        screen.json:2:23: warning: numbers and days are as in JSON: libicu is not installed \
        (libicu72 in Debian 12)

        """)
    for text in [
      "'1234.5 1234.5 EUR 2026-11-26'", "'1970-01-01T14:05 z, ä, Z, b 123450% 1234.5 B'",
      "'1234.5 rows 2026-01-02'", "'ä'",
    ] {
      #expect(run.text.contains(text), "\(run.text)")
    }
    let titles = run.text.split(separator: "\n").suffix(4).compactMap {
      $0.split(separator: "'").last
    }
    #expect(titles == ["ä", "b", "z", "Z"])
    try directory.write(#"{"kind":"k","label":"{number(meta.n)}"}"#, to: "k.view.json")
    let nib = try CommandRun(
      ["validate", "k.view.json"], in: directory.path,
      environment: ["LD_LIBRARY_PATH": directory("libs") + path])
    #expect(nib.errors.hasPrefix("k.view.json:1:1: warning: numbers and days are as in JSON"))
  }

  /// Texts of tests are the same on every machine, in the language of their plan.
  @Test func plansOfTestsNameTheLanguage() throws {
    try directory.shell("mkdir one")
    try directory.write(
      #"{"data":{"n":1234.5,"at":0},"components":[{"items":[{"title":"{number(n)} {date(at, 'HH:mm')}"}]}]}"#,
      to: "one/n.json")
    let environment = ["LC_ALL": "fr_FR.UTF-8", "TZ": "Asia/Tokyo"]
    func golden(_ plan: String, _ options: String...) throws -> String {
      try directory.write(plan, to: "one/spots-test.json")
      let run = try CommandRun(
        ["test", "one", "--update", "--no-pictures"] + options, in: directory.path,
        environment: environment)
      #expect(run.status == 0, "\(run.errors)")
      return try String(contentsOfFile: directory("one/Goldens/n.phone.txt"), encoding: .utf8)
    }
    #expect(try golden("{}").contains("'1,234.5 00:00'"))
    #expect(try golden(#"{"locale":"de-DE"}"#).contains("'1.234,5 00:00'"))
    #expect(try golden(#"{"locale":"de-DE"}"#, "--locale", "en_US").contains("'1,234.5 00:00'"))
    try directory.write(#"{"locale":"German"}"#, to: "one/spots-test.json")
    let wrong = try CommandRun(["test", "one"], in: directory.path)
    #expect(wrong.status == 2 && wrong.errors.contains("1:11: error: 'locale' expects a language"))
  }

  /// What replays and tests say is the same for every user.
  @Test func replaysAreInEnglishUnlessTheyAreTold() throws {
    try directory.write("{\"inspect\":true}\n", to: "script.jsonl")
    for (options, text) in [([], "1,234.5"), (["--locale", "de_DE"], "1.234,5")] {
      let run = try CommandRun(
        ["replay", "screen.json", "script.jsonl"] + options, in: directory.path,
        environment: ["LC_ALL": "fr_FR.UTF-8", "TZ": "Asia/Tokyo"])
      #expect(run.text.contains(text), "\(run.text)")
    }
  }
}
