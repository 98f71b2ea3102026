import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Formats are those of ICU, which Scripts/formats asks in its own words.
@Suite(.enabled(if: ICU.shared != nil)) struct FormatsTests {
  static let environment = ExpressionEnvironment(
    roots: ["values", "x"], functions: .formatting)

  private struct Scope: ExpressionScope {
    var language = Language.standard
    var x = JSONValue.null
    var time = ExpressionEnvironment.stillTime

    func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
      let values = JSONValue.object([ExpressionEnvironment.clock: .integer(time)])
      return (root == 0 ? values : x).lookUp(steps)
    }
  }

  private func text(_ call: String, in scope: Scope = Scope()) throws -> String {
    let value = try Expression(call, in: Self.environment).value(in: scope)
    guard case .string(let text) = value else { return "\(value) is no text" }
    return text
  }

  private func fault(_ call: String, _ x: JSONValue = .null) -> String? {
    do {
      _ = try text(call, in: Scope(x: x))
      return nil
    } catch let fault as ExpressionFault {
      return "\(fault.range.lowerBound)-\(fault.range.upperBound): \(fault.message)"
    } catch { return "\(error)" }
  }

  private struct Table {
    var version = 0
    var rows: [(name: String, zone: String, call: String, text: String)] = []
    var texts: [String] = []
    var orders: [(name: String, texts: [String])] = []

    init() throws {
      let folder = #filePath.prefix(through: try #require(#filePath.lastIndex(of: "/")))
      for line in try #require(readFile(folder + "Formats.jsonl")).split(separator: "\n") {
        switch JSONValue.read(Array(line.utf8)).value {
        case .array(let row)?:
          let texts = row.map(\.typedText)
          rows.append((texts[0], texts[1], texts[2], texts[3]))
        case .object(let members)?:
          if case .integer(let number)? = members["icu"] { version = number }
          if case .array(let all)? = members["texts"] { texts = all.map(\.typedText) }
          if case .string(let name)? = members["locale"],
            case .array(let texts)? = members["sorted"]
          {
            orders.append((name, texts.map(\.typedText)))
          }
        default: Issue.record("no row: \(line)")
        }
      }
    }
  }

  /// Other releases of ICU have other data: of them it is only asked that most texts are the same.
  @Test func callsGiveTheTextsOfICU() throws {
    let table = try Table()
    var differences: [String] = []
    for row in table.rows {
      let language = Language(row.name, timeZone: row.zone)
      let found = try text(row.call, in: Scope(language: language))
      if !found.utf8.elementsEqual(row.text.utf8) {
        differences.append("\(row.name) \(row.call) is '\(found)', in ICU '\(row.text)'")
      }
    }
    #expect(table.rows.count > 2000)
    let isSame = ICU.shared?.version == table.version
    let first = differences.prefix(20).joined(separator: "\n")
    #expect(differences.count <= (isSame ? 0 : table.rows.count / 5), "\(first)")
  }

  @Test func textsAreInTheOrderOfTheLanguage() throws {
    let table = try Table()
    for (name, texts) in table.orders {
      var keys = RowKeys(Language(name))
      for (row, text) in table.texts.enumerated() {
        keys.append(row: UInt32(row), [(.string(text), false)])
      }
      let sorted = keys.sorted().map { table.texts[Int($0)] }
      let isSame = ICU.shared?.version == table.version
      let differing = zip(sorted, texts).count { $0 != $1 }
      #expect(differing <= (isSame ? 0 : texts.count / 5), "\(name): \(sorted)")
    }
  }

  @Test func nothingIsAnEmptyText() throws {
    for call in [
      "number(x)", "currency(x, 'EUR')", "percent(x)", "date(x)", "time(x)", "relative(x)",
      "bytes(x)", "list(x)", "plural(x, 'other {#}')",
    ] {
      #expect(try text(call) == "")
    }
  }

  /// The place is that of the character, whether or not there is data.
  @Test func faultyStylesAreNamedAtTheirPlace() {
    for (call, message) in [
      (
        "number(x, 'compact-shrt')",
        "11-23: 'compact-shrt' is no style of numbers; did you mean 'compact-short'?"
      ),
      ("number(x, '.00  fast')", "16-20: 'fast' is no style of numbers"),
      (
        "number(x, \".000000000000000000000000\")",
        "11-36: '.000000000000000000000000' is no style of numbers"
      ),
      ("currency(x, 'euro')", "13-17: 'euro' is no currency such as 'EUR'"),
      ("date(x, 'short')", "11-12: 'o' is no part of a date; a skeleton is 'yMMMd' or 'jm'"),
      ("date(x, r'd of M')", "12-13: 'o' is no part of a date; words stand in ''…''"),
      ("date(x, '''d 'of' M, 'y''')", "21-22: a quote has no end"),
      ("date(x, 'yyyyyyyyyyyy')", "18-19: too many of 'y'; a skeleton is 'yMMMd' or 'jm'"),
      ("date(x, '')", "9-9: the form of a date has 1 to 64 characters"),
      (
        "plural(x, 'one {#} othr {#}')",
        "19-23: 'othr' is no case of a plural; did you mean 'other'?"
      ),
      ("plural(x, 'one {#}')", "11-18: a plural needs a case 'other {…}'"),
      ("plural(x, 'one {# {n}} other {}')", "18-19: a plural has no value but '#' in it"),
      ("plural(x, 'other {#')", "17-18: a '{' has no '}'"),
      ("plural(x, 'other')", "11-16: 'other' has no text in braces"),
      // Escapes hide where in the expression a character is.
      ("number(x, 'f\\x61st')", "10-19: 'fast' is no style of numbers"),
      ("number(x, 'unit/parrot')", nil),
    ] as [(String, String?)] {
      #expect(fault(call) == message, "\(call)")
    }
  }

  @Test func valuesWithoutATextAreFaults() {
    let table: [(String, JSONValue, String)] = [
      ("number(x)", "1", "0-9: 'number' takes a number, not a string"),
      ("number(x, 'unit/parrot')", 1, "0-24: '.### unit/parrot' is no format"),
      (
        "date(x)", "2026-02-30",
        "0-7: '2026-02-30' is no day or time such as '2026-11-26' or '2026-11-26T14:05Z'"
      ),
      ("date(x)", true, "0-7: 'date' takes a day or a time, not a bool"),
      (
        "time(x)", 1e300,
        "0-7: '1e+300' is no day or time such as '2026-11-26' or '2026-11-26T14:05Z'"
      ),
      ("list(x)", ["a", [1]], "0-7: a list is no text of a list"),
      ("plural(1, x)", "few {}", "0-12: a plural needs a case 'other {…}'"),
    ]
    for (call, x, message) in table { #expect(fault(call, x) == message, "\(call)") }
  }

  @Test func momentsAreReadAsISO8601WritesThem() {
    for (text, iso) in [
      ("2026-11-26", "2026-11-26"), ("2026-11-26T14:05", "2026-11-26T14:05"),
      ("14:05", "1970-01-01T14:05"),
      ("2026-11-26 14:05:59.9", "2026-11-26T14:05"), ("2026-11-26T14:05:00Z", "2026-11-26T14:05Z"),
      ("2026-11-26T00:30:00+01:00", "2026-11-25T23:30Z"),
      ("2026-11-26T23:30-01:00", "2026-11-27T00:30Z"),
      ("2026-11-26T", nil), ("2026-11-26T14", nil), ("2026-11-26T14:05:", nil),
      ("2026-11-26T14:05:0x9", nil),
      ("2026-11-26X14:05", nil), ("2026-11-26T25:00", nil), ("2026-11-26T14:05+1", nil),
      ("26.11.2026", nil),
      ("2026-11-26T14:05:61", nil), ("2026-11-26T14:05:nan", nil), ("", nil), ("é026-11-26", nil),
    ] as [(String, String?)] {
      #expect(Moment(text)?.text == iso, "\(text)")
    }
  }

  /// No text, number or list takes longer than its work, or ends the program.
  @Test func hostileValuesEndWithinTheirCost() throws {
    var random = SplitMix64(seed: 43)
    let signs = Array("{}#'=otherne yMdHm.,@0123456789+-/ üx\u{0}")
    let values: [JSONValue] = [
      .integer(.min), .integer(.max), .number(1e308), .number(-.leastNonzeroMagnitude),
      .number(.infinity),
      .number(.nan),
      .string(String(repeating: "9", count: 5000)), "-0001-01-01",
      .array(Array(repeating: "é", count: 5000)),
      .number(8.64e12), .number(-8.64e12), .bool(true),
    ]
    for _ in 0..<300 {
      let style = String(
        (0..<Int.random(in: 0..<40, using: &random)).map { _ in
          signs[Int.random(in: 0..<signs.count, using: &random)]
        })
      let x = values[Int.random(in: 0..<values.count, using: &random)]
      let quoted = "x"
      for call in [
        "number(\(quoted), values.s)", "date(x, values.s)", "plural(x, values.s)", "relative(x)",
        "bytes(x)", "list(x)", "percent(x)", "currency(x, 'EUR', values.s)",
      ] {
        let expression = try Expression(call, in: Self.environment)
        var work = ExpressionWork()
        _ = try? expression.value(in: [.object(["s": .string(style)]), x], &work)
        #expect(work.left > -200_000)
      }
    }
  }

  /// Rows are chosen and sorted beside the main thread.
  @Test func threadsShareFormatters() async throws {
    let calls = try Table().rows.enumerated().filter { $0.offset % 9 == 0 }.map(\.element)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          calls.shuffled().allSatisfy { row in
            let scope = Scope(language: Language(row.name, timeZone: row.zone))
            guard let value = try? Expression(row.call, in: Self.environment).value(in: scope)
            else {
              return false
            }
            return value == .string(row.text) || ICU.shared?.version != 72
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func languagesAreNamedAsEnvironmentsDo() {
    for (name, known) in [
      ("de_DE.UTF-8", "de_DE"), ("sr_RS@latin", "sr_Latn_RS"), ("ca_ES@euro", "ca_ES"),
      ("pt-BR", "pt_BR"), ("zh-Hans-CN", "zh_Hans_CN"),
      ("de-u-co-phonebk", "de-u-co-phonebk"), ("C", nil), ("POSIX", nil), ("C.UTF-8", nil),
      ("", nil), ("de DE", nil),
      ("../etc", nil), ("12", nil), ("de_", nil), (String(repeating: "a", count: 90), nil),
    ] as [(String, String?)] {
      #expect(Language.known(name) == known, "\(name)")
    }
    let set = ["LC_NUMERIC": "de_DE.UTF-8", "LC_TIME": "", "LANG": "fr_FR.UTF-8"]
    let language = Language { set[$0] }
    #expect(language.numbers == "de_DE" && language.times == "fr_FR" && language.words == "fr_FR")
    let all = Language { ["LC_ALL": "C", "LANG": "fr_FR"][$0] }
    #expect(all.numbers == "en_US" && all.order == "en_US")
  }
}
