import Foundation
import Testing

/// What depends on the user's locale, and what must not. Locales need not be installed for this.
@Suite struct LocaleTests {
  private let directory: TemporaryDirectory
  private static let locales = ["C", "de_DE.UTF-8", "ja_JP.UTF-8", "th_TH.UTF-8", "hi_IN", "zh_CN"]

  init() throws { directory = try TemporaryDirectory() }

  /// Where the fonts of a language have no Latin letters, boxes would be drawn.
  @Test func picturesAreTheSameInEveryLocale() throws {
    try directory.write(
      """
      {"components":[{"header":{"title":"Latin"},"items":[
        {"title":"Text 123","subtitle":"漢字 and हिन्दी, bold and not"},
        {"kind":"text-field","input-type":"number","title":"N","input-value":1.5}]}]}
      """, to: "screen.json")
    let pictures = try Self.locales.map { locale in
      let run = try CommandRun(
        ["render", "screen.json", "--size", "300x200", "-o", "-"], in: directory.path,
        environment: ["LC_ALL": locale, "LANG": locale])
      #expect(run.status == 0)
      return run.output
    }
    #expect(Set(pictures).count == 1)
  }

  private func values(
    ofTyping text: String, in locale: [String: String], _ options: [String] = []
  ) throws -> (sent: [String], errors: String) {
    try directory.write(
      """
      {"components":[{"items":[
        {"kind":"text-field","input-type":"number","title":"N","name":"n"},
        {"kind":"button","title":"Send","action":"submit"}]}]}
      """, to: "form.json")
    try directory.write(
      """
      {"click":{"title":"N"}}
      {"text":"\(text)"}
      {"click":{"title":"Send"}}
      {"inspect":true}

      """, to: "script.jsonl")
    let run = try CommandRun(
      ["replay", "form.json", "script.jsonl", "--size", "300x200"] + options,
      in: directory.path, environment: locale)
    let lines = run.text.split(separator: "\n").map(String.init)
    return (lines.filter { $0.contains("\"submit\"") }, run.text)
  }

  @Test func numbersAreTypedAsTheLocaleSays() throws {
    let table: [([String: String], String, String?)] = [
      (["LC_ALL": "en_US.UTF-8"], "1,234", "1234"), (["LC_ALL": "de_DE.UTF-8"], "1,234", "1.234"),
      (["LC_ALL": "", "LC_NUMERIC": "de_DE.UTF-8", "LANG": "C"], "1.234,5", "1234.5"),
      (["LC_ALL": "C"], "١٢٫٥", "12.5"), (["LC_ALL": "C"], "１２.５", "12.5"),
      (["LC_ALL": "C"], "1,234", nil), (["LC_ALL": "en_US.UTF-8"], "1.234,5", nil),
    ]
    for (locale, text, number) in table {
      let (sent, all) = try values(ofTyping: text, in: locale)
      if let number {
        #expect(sent.count == 1 && sent.contains { $0.contains("\"n\":\(number)}") }, "\(all)")
      } else {
        // The field keeps the text, and nothing is sent.
        #expect(sent.isEmpty, "\(all)")
      }
    }
  }

  /// As a window with the option does.
  @Test func numbersAreTypedAsTheOptionSays() throws {
    let (sent, all) = try values(ofTyping: "1,234", in: ["LC_ALL": "C"], ["--locale", "en_US"])
    #expect(sent.contains { $0.contains("\"n\":1234}") }, "\(all)")
  }
}
