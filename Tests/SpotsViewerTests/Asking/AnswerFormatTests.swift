import Foundation
import Spots
import Testing

@testable import spots_viewer

@Suite struct AnswerFormatTests {
  private func text(
    _ format: AnswerFormat, _ values: [String: JSONValue], prefix: String = "answer_"
  ) -> String {
    String(decoding: format.text(values, prefix: prefix), as: UTF8.self)
  }

  @Test func everyValueIsAJSONMemberALineOrAnAssignment() {
    let values: [String: JSONValue] = [
      "b": true, "n": 1.5, "s": "it's", "many": ["a", "b\nc"], "none": .null, "x=y": 3,
    ]
    #expect(
      text(.json, values)
        == #"{"b":true,"many":["a","b\nc"],"n":1.5,"none":null,"s":"it's","x=y":3}"# + "\n")
    #expect(
      text(.lines, values) == #"""
        b=true
        many=a\nb\nc
        n=1.5
        none=
        s=it's
        x\=y=3

        """#)
    #expect(
      text(.shell, values) == #"""
        answer_b='true'
        answer_many='a
        b
        c'
        answer_n='1.5'
        answer_none=''
        answer_s='it'\''s'
        answer_x_y='3'

        """#)
    #expect(text(.shell, [:]).isEmpty && text(.json, [:]) == "{}\n")
  }

  /// Whatever users type and documents call their items, a shell takes it as text.
  @Test func shellsEvaluateHostileTextsAsText() throws {
    let hostile = [
      "$(touch evil)", "`touch evil`", "'; touch evil; '", "\\'; touch evil #", "a\nb\n", "-n",
      "*", "~", "!x", "\u{1B}[2J", "\u{202E}cba", "", "é\u{301}", "\r\n", "$IFS", "\\",
    ]
    let names = [
      "PATH", "a b", "a-b", "1x", "x;touch evil", "é", "", "IFS", "a.b", "$(touch evil)", "x=1;y",
      "_", "BASH_ENV", "a\nb", "path", "'",
    ]
    var values: [String: JSONValue] = [:]
    for (name, text) in zip(names, hostile) { values[name] = .string(text) }
    let output = text(.shell, values)
    let variables = output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^(answer_[A-Za-z0-9_]*)='/).map { String($0.output.1) }
    }
    #expect(variables.count == names.count && Set(variables).count == names.count)
    let directory = try TemporaryDirectory()
    try directory.write(output, to: "answers")
    let prints = variables.map { #"printf '%s\0' "$\#($0)""# }.joined(separator: "; ")
    for shell in ["sh", "bash"] {
      try directory.shell(#"\#(shell) -c 'eval "$(cat answers)"; \#(prints.shellQuoted)' > out"#)
      let printed = try Data(contentsOf: URL(fileURLWithPath: directory("out")))
        .split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      let wanted = values.sorted { $0.key < $1.key }.map(\.value)
      // Only the texts, and nothing was executed.
      #expect(printed.dropLast().map { JSONValue.string($0) } == wanted, "\(shell)")
      #expect(!FileManager.default.fileExists(atPath: directory("evil")))
    }
  }

  @Test func prefixesAreWhatVariablesMayBeginWith() {
    for good in ["", "a", "_", "answer_2"] { #expect(AnswerFormat.isPrefix(good), "\(good)") }
    for bad in ["1a", "a b", "é", "a;", "a=b"] { #expect(!AnswerFormat.isPrefix(bad), "\(bad)") }
  }
}

extension String {
  /// Escaped for the single quotes that already surround it.
  fileprivate var shellQuoted: String { replacingOccurrences(of: "'", with: #"'\''"#) }
}
