import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Expressions have the values that CEL gives them; Scripts/expressions makes the table of those.
@Suite struct AnswersTests {
  /// What differs from CEL on purpose, besides what the script tells CEL to do, by the reason.
  private static let differences: [String: [(expression: String, value: JSONValue?)]] = [
    "An int and a double are compared exactly, also above 2^53.": [
      ("odd == 9007199254740992.0", false), ("large == double(large)", false),
      ("large < 9223372036854775808.0", true), ("odd > 9007199254740992.0", true),
    ],
    "The text of a double is the shortest JSON.": [
      ("string(1e20)", "100000000000000000000"), ("string(1e21)", "1e+21"), ("string(d7)", "7"),
      ("string(0.000001)", "0.000001"), ("string(1.5e-7)", "1.5e-7"), ("string(-0.5)", "-0.5"),
      ("string(123456789012345680.0)", "123456789012345680"), ("string(d1)", "-0"),
      ("string(d5 + 0.2)", "0.30000000000000004"), ("string(d0 / d0)", "nan"),
      ("string(5e-324)", "5e-324"), ("string(1.25e19)", "12500000000000000000"),
      ("string(-1e300)", "-1e+300"), ("string(120.0)", "120"), ("string(0.1)", "0.1"),
    ],
    "A sign twice checks its operand.": [("!!i1", nil), ("--s1", nil), ("--small", nil)],
    "A substring may end where its text does, as in other runtimes of CEL.": [
      ("s2.substring(i0, 3)", "abc"), ("s2.substring(i1, 3)", "bc"),
      ("s2.substring(i5, 3)", "c"), ("s2.substring(1, 3)", "bc"),
      ("s3.substring(1, 4)", "öü😀"), ("s8.substring(1, 6)", "bcabc"),
      ("s7.substring(1, i5)", "\u{301}"),
    ],
    "A constant key is a field.": [("has(m1['a'])", true)],
    "There is no comma without an element, and no point without an operand.": [
      ("[,]", nil), ("{,}", nil), (".m1", nil),
    ],
    "A raw string may end in a backslash.": [(#"r'a\'"#, #"a\"#)],
    "Names are checked when an expression is compiled.": [("unknown.a || true", nil)],
    "Patterns are those that PCRE2 takes, too, and reads alike.": [
      "s0", "s2", "s3", "s4", #"'a\nb'"#,
    ].flatMap { text in
      ["a{,2}", #"[\\d-z]"#, "(?P<n>a)(?P<n>b)", "(?P<1>a)"].map {
        ("\(text).matches(\"\($0)\")", nil)
      }
    },
    "Repeats of repeats may be more than 1000.": ["s0", "s2", "s3", "s4", #"'a\nb'"#].map {
      ("\($0).matches(\"(a{100}){100}\")", false)
    },
  ]

  @Test func expressionsHaveTheValuesOfCEL() throws {
    let folder = #filePath.prefix(through: try #require(#filePath.lastIndex(of: "/")))
    let lines = try #require(readFile(folder + "Answers.jsonl")).split(separator: "\n")
    let names = try #require(JSONValue.read(Array(lines[0].utf8)).value?.members)
    let bench = Bench(names)
    let known = Set(Self.differences.values.joined().map(\.expression))
    for line in lines.dropFirst() {
      guard case .array(let row)? = JSONValue.read(Array(line.utf8)).value,
        case .string(let text)? = row.first
      else {
        Issue.record("no row: \(line)")
        continue
      }
      guard !known.contains(text) else { continue }
      let value = bench.value(text)
      let isSame = row.count == 1 ? value == nil : value.map { $0.isWritten(row[1]) } ?? false
      #expect(isSame, "\(text) is \(value as Any), and in CEL \(line)")
    }
    for (reason, rows) in Self.differences {
      for (text, value) in rows {
        #expect(bench.value(text) == value, "\(text): \(reason)")
      }
    }
  }

  /// The names of the table, with values for them.
  private struct Bench {
    let environment: ExpressionEnvironment
    let scope: [JSONValue]

    init(_ names: [String: JSONValue]) {
      let roots = names.keys.sorted()
      environment = ExpressionEnvironment(roots: roots)
      scope = roots.map { names[$0] ?? .null }
    }

    func value(_ text: String) -> JSONValue? {
      try? Expression(text, in: environment).value(in: scope)
    }
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether the table writes the value so: NaN and infinities by their names.
  fileprivate func isWritten(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a == b && a.sign == b.sign
    case (.number(let a), .object(let b)): b == ["double": .string(a.shortestText)]
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isWritten($1) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key].map(value.isWritten) ?? false }
    case (.string(let a), .string(let b)): Array(a.utf8) == Array(b.utf8)
    default: self == other
    }
  }
}
