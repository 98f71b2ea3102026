import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// The environment of a row of a list, and values for it.
private let environment = ExpressionEnvironment(
  roots: ["row", "data", "values", "index", "item"], open: [0, 1])
private let scope: [JSONValue] = [
  [
    "title": "Anna", "artist": "Björk", "rating": 4, "First name": "A", "tags": ["x", "y"],
    "none": .null, "address": ["street": "Lane"],
  ],
  ["title": "Library", "count": 3], ["stars": 3, "has-pets": true], 7, .null,
]

private func value(_ text: String, allowsMacros: Bool = true) throws(ExpressionFault) -> JSONValue {
  var environment = environment
  environment.allowsMacros = allowsMacros
  return try Expression(text, in: environment).value(in: scope)
}

/// The fault of an expression, with what its range covers.
private func fault(_ text: String, allowsMacros: Bool = true) -> String? {
  do throws(ExpressionFault) {
    _ = try value(text, allowsMacros: allowsMacros)
    return nil
  } catch {
    let bytes = Array(text.utf8)
    guard error.range.lowerBound >= 0, error.range.upperBound <= bytes.count else { return "range" }
    return "[\(String(decoding: bytes[error.range], as: UTF8.self))] \(error.message)"
  }
}

@Suite struct ExpressionTests {
  @Test func namesAreFieldsOfTheRowAndThenOfTheData() throws {
    #expect(try value("title") == "Anna")
    #expect(try value("data.title") == "Library")
    #expect(try value("count") == 3)
    #expect(try value("row['First name']") == "A")
    #expect(try value("values['has-pets']") == true)
    #expect(try value("rating >= values.stars") == true)
    #expect(try value("index + 1") == 8)
    #expect(try value("item") == .null)
    #expect(try value("size(title) + title.size()") == 8)
    #expect(throws: ExpressionFault.self, "The row has one that has no size.") {
      try Expression("size(title)", in: environment).value(in: [["title": 1], ["title": "x"]])
    }
    #expect(try value("has(cover)") == false)
    #expect(try value("has(title) && has(row.none) && has(count)") == true)
    #expect(try value("tags.exists(title, title == 'y') && title == 'Anna'") == true)
  }

  @Test func expressionsKnowThePlacesTheyRead() throws {
    func reads(_ text: String) throws -> Set<ExpressionRead> {
      try Expression(text, in: environment).reads
    }
    #expect(
      try reads("title == values['a-b'].c[0]") == [
        ExpressionRead(root: 0, steps: [.key("title")]),
        ExpressionRead(root: 1, steps: [.key("title")]),
        ExpressionRead(root: 2, steps: [.key("a-b"), .key("c"), .index(0)]),
      ])
    #expect(
      try reads("data.list[index].name + size(data.all)") == [
        ExpressionRead(root: 1, steps: [.key("list")]), ExpressionRead(root: 3, steps: []),
        ExpressionRead(root: 1, steps: [.key("all")], isCount: true),
      ])
    #expect(
      try reads("has(row.a.b) && row.tags.all(t, t.x == item.y)") == [
        ExpressionRead(root: 0, steps: [.key("a"), .key("b")]),
        ExpressionRead(root: 0, steps: [.key("tags")]),
        ExpressionRead(root: 4, steps: [.key("y")]),
      ])
  }

  /// A row need not exist as a value.
  @Test func onlyWhatIsReadIsAskedFor() throws {
    struct Rows: ExpressionScope {
      func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
        steps == [.key("title")] && root == 0 ? .found("Anna") : .missing(after: 0, in: .map)
      }
      func count(_ root: Int, _ steps: [ExpressionStep]) -> Int? { steps.isEmpty ? 1_000_000 : nil }
      func keys(_ root: Int, _ steps: [ExpressionStep]) -> [String] { ["artist"] }
    }
    let text = "title + (size(data) > 5 ? '!' : '')"
    #expect(try Expression(text, in: environment).value(in: Rows()) == "Anna!")
    #expect(throws: ExpressionFault("no field 'artits'; did you mean 'artist'?", at: 4..<10)) {
      try Expression("row.artits", in: environment).value(in: Rows())
    }
  }

  @Test func faultsSayWhatIsWrongAndWhere() {
    for (text, expected) in faultyExpressions { #expect(fault(text) == expected, "\(text)") }
    #expect(fault("tags.all(t, true)", allowsMacros: false) == "[all] 'all' is not allowed here")
  }

  /// A fault that something absorbs is not worth a search for names.
  @Test func onlyFaultsThatEscapeGiveAdvice() throws {
    #expect(fault("row.titel == '' || false") == "[titel] no field 'titel'")
    let expression = try Expression("titel", in: environment)
    var work = ExpressionWork()
    work.givesAdvice = false
    #expect(throws: ExpressionFault("no field 'titel'", at: 0..<5)) {
      try expression.value(in: scope, &work)
    }
  }

  @Test func aConditionIsABool() throws {
    var work = ExpressionWork()
    #expect(try Expression("rating > 3", in: environment).holds(in: scope, &work))
    #expect(throws: ExpressionFault.self) {
      try Expression("rating", in: environment).holds(in: scope, &work)
    }
  }

  @Test func functionsOfALanguageAreAdded() throws {
    var environment = environment
    let decimal = ","
    environment.functions = .standard.adding([
      ExpressionFunction("number", 1...1) { call throws(ExpressionFault) in
        guard case .number(let value) = call.arguments[0] else {
          throw call.mismatch("a double", 0)
        }
        return .string(value.shortestText.split(separator: ".").joined(separator: decimal))
      }
    ])
    #expect(try Expression("number(1.5)", in: environment).value(in: scope) == "1,5")
  }

  // MARK: Limits

  @Test func hostileExpressionsEndAndAreNamed() {
    let deep = String(repeating: "(", count: 10_000)
    let doubling = "[1]" + String(repeating: ".map(x, [x, x])", count: 40)
    let nesting = "[1]" + String(repeating: ".map(x, [x])", count: 1000)
    let growing = "'abcdefgh'" + String(repeating: ".replace('', 'xxxxxxxx')", count: 20)
    let many = "[" + String(repeating: "1,", count: 5000) + "1]"
    let hostile = [
      deep: "nested too deeply", String(repeating: "[", count: 10_000): "nested too deeply",
      String(repeating: "a.b(", count: 3000): "no function", doubling: "takes too long",
      nesting: "nests too deeply", growing: "takes too long", "\(many) == 1 || \(many)": "at most",
      "\(many).all(x, \(many).all(y, [x, y].exists(z, z > 1)))": "at most",
      "[1,2,3,4,5,6,7,8,9,10].map(a, title)": "",
      "row" + String(repeating: ".a", count: 8000): "more than 128 levels",
      "row" + String(repeating: "[0]", count: 128): "a map has no element 0",
    ]
    for (text, words) in hostile {
      let fault = fault(text) ?? ""
      #expect(
        words.isEmpty ? fault.isEmpty : fault.contains(words),
        "\(text.prefix(60)): \(fault.suffix(80))")
    }
  }

  @Test func workIsLimitedAndNothingAbsorbsThat() throws {
    let list = JSONValue.array((0..<10_000).map { .integer($0) })
    let environment = ExpressionEnvironment(roots: ["list", "text"])
    let text = JSONValue.string(String(repeating: "a", count: 60_000))
    for source in [
      "list.all(x, list.all(y, x != y + 20000)) || true",
      "text.matches('(a+)+(a+)+[bc]') || true",
      "text.split('').map(x, text + x).size() > 0 || true",
      "list.map(x, text.contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')).size() > 0 || true",
    ] {
      let expression = try Expression(source, in: environment)
      let seconds = ProcessorTime.of {
        #expect(throws: ExpressionFault.self, "\(source)") {
          try expression.value(in: [list, text])
        }
      }
      #expect(seconds < Allowance.of(2), "\(source) takes \(seconds) s")
    }
    #expect(throws: ExpressionFault.self) {
      let list = JSONValue.array(Array(repeating: 1, count: Expression.mostElements + 1))
      return try Expression("list.all(x, true) || true", in: environment).value(in: [list, text])
    }
  }

  @Test func compilingAndEvaluatingAreLinear() throws {
    let parts = [
      "rating + ", "title.size() + ", "(rating > 3 || false ? 1 : 2) + ",
      "(tags.filter(t, t != title) == tags ? 1 : 2) + ",
    ]
    for part in parts {
      let excess = ProcessorTime.excess(150 / (part.utf8.count / 8)) { count in
        let text = String(repeating: part, count: count) + "1"
        return ProcessorTime.of { for _ in 0..<20 { _ = try? value(text) } }
      }
      #expect(excess == nil, "\(part): \(excess ?? "")")
    }
    for sign in ["||", "&&"] {
      let excess = ProcessorTime.excess(200) { count in
        let text = String(repeating: "1 / 0 > 0 \(sign) ", count: count) + "true"
        return ProcessorTime.of { for _ in 0..<20 { _ = try? value(text) } }
      }
      #expect(excess == nil, "\(sign): \(excess ?? "")")
    }
  }

  // MARK: Laws

  /// Every beginning of an expression, and every one with a byte changed, has a value or a fault
  /// within its text.
  @Test func damagedExpressionsHaveAPlaceInTheirText() {
    let expressions = [
      "title.contains('nn') && rating >= values.stars ? {'a': [1, 2.5e3, -3]}.a[0] : size(tags)",
      #"tags.filter(t, t != r'\d' && has(row.address.street)).map(x, x + "\u00e4\U0001F600")"#,
      "'''long''' + \"\"\"text\"\"\" + row['First name'].matches('^[a-c]{2}$')",
      "!(none == null) || -rating % 2 in [0x1F, .5] && math.greatest(1, 2.0) > 1",
    ]
    var random = SplitMix64(seed: 43)
    for text in expressions {
      let bytes = Array(text.utf8)
      for count in 0...bytes.count {
        check(String(decoding: bytes[..<count], as: UTF8.self))
        guard count < bytes.count else { continue }
        for _ in 0..<10 {
          var changed = bytes
          changed[count] = Array("()[]{}.,'\"\\?:-+*/%<>=!&|ae0 \n".utf8).randomElement(
            using: &random)!
          check(String(decoding: changed, as: UTF8.self))
        }
      }
    }
  }

  private func check(_ text: String) {
    do throws(ExpressionFault) {
      _ = try value(text)
    } catch {
      let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count
      #expect(isInside && !error.message.isEmpty, "\(text): \(error)")
    }
  }
}

@Suite struct ExpressionTemplateTests {
  private func filled(_ text: String) -> (value: JSONValue, faults: [String]) {
    let (template, faults) = ExpressionTemplate.parse(text, in: environment)
    var found = faults
    var work = ExpressionWork()
    let value = template.value(in: scope, &work) { found.append($0) }
    return (
      value,
      found.map { fault in
        let part = Array(text.utf8)[fault.range]
        return "[\(String(decoding: part, as: UTF8.self))] \(fault.message)"
      }
    )
  }

  @Test func aTextThatIsOneHoleKeepsTheTypeOfItsValue() {
    #expect(filled("{rating}").value == 4)
    #expect(filled("{rating > 3}").value == true)
    #expect(filled("{tags}").value == ["x", "y"])
    #expect(filled("{ {'a': {'b': 1}}.a }").value == ["b": 1])
    #expect(filled("{none}").value == .null)
  }

  @Test func aLongerTextIsText() {
    #expect(filled("{artist} · {rating}").value == "Björk · 4")
    #expect(filled("{rating * 1.0}/{rating / 8.0} {none}{rating > 3}").value == "4/0.5 true")
    #expect(filled("{{title}} {{{title}}}").value == "{title} {Anna}")
    #expect(filled("a } b {'}' + \"{\"}").value == "a } b }{")
    #expect(filled("no hole").value == "no hole")
    #expect(filled("").value == "")
    #expect(filled("{1e21 + 0.0} {1e-6 + 0.0} {1e-7 + 0.0}").value == "1e+21 0.000001 1e-7")
  }

  @Test func faultyHolesAreEmptyAndHaveTheirPlace() {
    let (value, faults) = filled("{title}: {titel} {1 +} {tags} {'a' + } } {rating")
    #expect(value == "Anna:     } ")
    #expect(
      faults == [
        "[}] expected a value, not '}'", "[}] expected a value, not '}'",
        "[{] a '{' has no '}'; a brace itself is written '{{'",
        "[titel] no field 'titel'; did you mean 'title'?", "[{tags}] a list is no text",
      ])
    #expect(filled("{titel}").value == .null)
    #expect(filled("{}").faults == ["[}] expected a value, not '}'"])
  }

  /// Values are never searched for holes.
  @Test func dataIsNeverCode() {
    let (template, _) = ExpressionTemplate.parse("{row.title}!", in: environment)
    var work = ExpressionWork()
    let scope: [JSONValue] = [["title": "{values.stars}"], [:], [:], 0, .null]
    #expect(template.value(in: scope, &work) == "{values.stars}!")
  }

  @Test func beginningsOfTemplatesHaveFaultsInTheirText() {
    let text = "{{x}} {title.replace('}', \"{\")} · {size({'a': '}'})} }} {rating}"
    for count in 0...text.utf8.count {
      let start = String(decoding: Array(text.utf8)[..<count], as: UTF8.self)
      let (_, faults) = ExpressionTemplate.parse(start, in: environment)
      for fault in faults {
        #expect(
          fault.range.lowerBound >= 0 && fault.range.upperBound <= start.utf8.count, "\(start)")
      }
    }
  }
}
