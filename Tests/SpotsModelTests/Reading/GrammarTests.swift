import SpotsModel
import Testing

/// RFC 8259, group by group: all it allows is taken as what it means, all it forbids is a `syntax`
/// error. Values stand in `meta`, where every JSON is allowed.
@Suite struct GrammarTests {
  private func read(value: [UInt8]) -> ParsedScreen {
    // In an item read on demand, everything is accepted or refused in the same way.
    let item = Array(#"[{"items":[{"meta":{"v":"#.utf8) + value + Array("}}]}]".utf8)
    #expect(differenceOnDemand(item) == nil)
    return ScreenReader().read(
      Array(#"{"components":[],"meta":{"v":"#.utf8) + value + Array("}}".utf8))
  }

  private func read(value: String) -> ParsedScreen { read(value: Array(value.utf8)) }

  private func expectSyntaxError(_ reading: ParsedScreen, _ text: String) {
    #expect(reading.screen == nil, "\(text.debugDescription)")
    #expect(reading.diagnostics.last?.code == .syntax, "\(text.debugDescription)")
  }

  // MARK: - Numbers

  @Test(
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("1", .integer(1)), ("-17", .integer(-17)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(0x1p63)), ("1.0", .number(1)), ("-0.0", .number(-0.0)),
      ("0e1", .number(0)), ("0E+1", .number(0)), ("1e2", .number(100)), ("1E-2", .number(0.01)),
      ("123.456e78", .number(123.456e78)), ("0.1", .number(0.1)), ("2.5e+3", .number(2500)),
      ("18446744073709551616", .number(0x1p64)),
      ("0.000000000000000000000000000000000000001", .number(1e-39)),
      ("1e-400", .number(0)), ("9007199254740993.0", .number(0x1p53)),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      ("4.9406564584124654e-324", .number(.leastNonzeroMagnitude)),
    ] as [(String, JSONValue)])
  func numbersAreTaken(text: String, expected: JSONValue) {
    let reading = read(value: text)
    #expect(reading.diagnostics == [])
    #expect(reading.screen?.meta["v"] == expected)
  }

  @Test func numbersTooLargeAreCut() {
    for text in ["1e400", "-1e400", "1" + String(repeating: "0", count: 400)] {
      let reading = read(value: text)
      #expect(reading.diagnostics.map(\.code) == [.outOfRange])
      let largest = Double.greatestFiniteMagnitude
      #expect(reading.screen?.meta["v"] == .number(text.hasPrefix("-") ? -largest : largest))
    }
  }

  @Test(arguments: [
    "+1", "01", "-01", "00", "-", "--1", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1E-", "1eE2",
    "1.2.3", "1e2.5", "0x1F", "0x", "1_000", "1,5,", "1 000", "NaN", "-NaN", "Infinity",
    "-Infinity", "Inf", "1f", "１", "-a", "1a", "0.3.", "0e", "2.e3", "-1x", "1/2", "1+1",
  ])
  func otherNumbersAreRefused(text: String) {
    expectSyntaxError(read(value: text), text)
  }

  // MARK: - Strings

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0000\u001f\u00e9\u6F22""#, "\u{0}\u{1F}é漢"), (#""\uD83D\uDE42""#, "🙂"),
    (#""\uDBFF\uDFFD\uFFFF""#, "\u{10FFFD}\u{FFFF}"),
    (#""\\u0041""#, #"\u0041"#), (#""a/b // c /* d */""#, "a/b // c /* d */"),
    ("\"\u{7F}\u{80}\u{2028}\u{FEFF}\"", "\u{7F}\u{80}\u{2028}\u{FEFF}"),
    ("\"é漢🙂\u{10FFFD}\"", "é漢🙂\u{10FFFD}"), (#""1234567\"90123456\"""#, "1234567\"90123456\""),
    (#""true""#, "true"), (#""[{,:}]""#, "[{,:}]"),
  ])
  func stringsAreTaken(text: String, expected: String) {
    let reading = read(value: text)
    #expect(reading.diagnostics == [])
    guard case .string(let value)? = reading.screen?.meta["v"] else {
      Issue.record("not a string: \(text)")
      return
    }
    #expect(Array(value.utf8) == Array(expected.utf8))
  }

  @Test func everyLengthEndsWhereItsQuoteIs() {
    for length in 0..<40 {
      for special in ["", "é", "\\n", "🙂", "\\u0041"] {
        let head = String(repeating: "x", count: length)
        let reading = read(value: "\"\(head)\(special)y\"")
        let meaning = special == "\\n" ? "\n" : special == "\\u0041" ? "A" : special
        #expect(reading.screen?.meta["v"] == .string(head + meaning + "y"))
      }
    }
  }

  @Test(arguments: [
    "\"", "\"a", "\"\\\"", "'a'", "\"a\nb\"", "\"a\rb\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"",
    #""\a""#, #""\x41""#, #""\'""#, #""\0""#, #""\U0041""#, #""\u""#, #""\u1""#, #""\u12""#,
    #""\u123""#, #""\u12G4""#, #""\u 123""#, #""\u-123""#,
    #""\"#, #"\"a\""#,
    "a", "\"a\"b\"", "“a”", "`a`", #""\é""#, #""\🙂""#,
  ])
  func otherStringsAreRefused(text: String) {
    expectSyntaxError(read(value: text), text)
  }

  @Test func controlCharactersAreRefusedAtEveryPlace() {
    for byte in 0..<0x20 as Range<UInt8> {
      for length in 0..<17 {
        let text = [0x22] + [UInt8](repeating: 0x61, count: length) + [byte, 0x22]
        let reading = read(value: text)
        #expect(reading.screen == nil)
        let column = byte == 0x0A || byte == 0x0D ? 30 : 31 + length
        #expect(reading.diagnostics.first?.column == column)
      }
    }
  }

  // MARK: - Words and structure

  @Test(
    arguments: [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("[]", .array([])),
      ("{}", .object([:])), ("[[],{}]", .array([.array([]), .object([:])])),
      (" \t\r\n [ \n1\r,\t2 ] ", .array([.integer(1), .integer(2)])),
      (#"{ "" : { "a" : null } }"#, .object(["": .object(["a": .null])])),
      (#"{"a\u0062":1}"#, .object(["ab": .integer(1)])),
    ] as [(String, JSONValue)])
  func structureIsTaken(text: String, expected: JSONValue) {
    let reading = read(value: text)
    #expect(reading.diagnostics == [])
    #expect(reading.screen?.meta["v"] == expected)
  }

  @Test(arguments: [
    "", "True", "TRUE", "tru", "truee", "nul", "nulll", "fals", "undefined", "[", "]", "{", "}",
    "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1;2]", "[1:2]", "[\"a\":1]", "[1}", "[}",
    "{]", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{\"a\"::1}", "{\"a\":1,}", "{,}", "{\"a\":1,,}",
    "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{[]:1}",
    "{\"a\":1]", "[]]", "{}}", "1 1", "[\u{C}1]", "[\u{B}1]", "[\u{A0}1]", "[\u{2028}1]",
    "[\u{FEFF}1]", "[\u{0}1]", "// a\n1", "/* a */1", "#a\n1", "[1]//", "<a>", "(1)", "*", "@",
    "\\",
  ])
  func otherStructureIsRefused(text: String) {
    expectSyntaxError(read(value: text), text)
  }

  @Test(arguments: ["[]", " [ ] ", "\n[]\r\n", "{\"components\":[]}", "\u{FEFF}[]"])
  func screensMayStandAmongBlanks(text: String) {
    let reading = ScreenReader().read(Array(text.utf8))
    #expect(reading.diagnostics == [])
    #expect(reading.screen == Screen())
  }

  @Test(arguments: ["17", "-1.5e3", "\"x\"", "true", "false", "null"])
  func otherRootsAreJSONButNoScreens(text: String) {
    let reading = ScreenReader().read(Array(text.utf8))
    #expect(reading.diagnostics.map(\.code) == [.typeMismatch])
    #expect(reading.screen == nil)
  }

  /// What a server sends when it has no screen, or a file after a slip of the finger.
  @Test(arguments: [
    #"{"error":"rate limited"}"#, "{}", #"{"componets":[{}]}"#, #"{"components":5}"#,
    #"{"components":null}"#, #"{"components":["x",1]}"#, "[1]",
  ])
  func withoutComponentsThereIsNoScreen(text: String) {
    let reading = ScreenReader().read(Array(text.utf8))
    #expect(reading.screen == nil)
    #expect(reading.diagnostics.contains { $0.code == .typeMismatch && $0.severity == .error })
    #expect(differenceOnDemand(Array(text.utf8)) == nil)
  }

  @Test(arguments: [#"{"components":[]}"#, "[]", #"{"components":[{},5]}"#])
  func anEmptyScreenIsOne(text: String) {
    #expect(ScreenReader().read(Array(text.utf8)).screen != nil)
  }

  // MARK: - Encodings

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0xAF],
      [0xE0, 0x9F, 0xBF], [0xE6, 0xBC], [0xE6, 0x28, 0xA2], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x99],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func otherThanUTF8CostsOnlyItsText(bytes: [UInt8]) {
    for length in 0..<10 {
      let head = [UInt8](repeating: 0x61, count: length)
      let reading = read(value: [0x22] + head + bytes + [0x22])
      #expect(reading.screen != nil)
      #expect(reading.diagnostics.map(\.code) == [.brokenText])
      #expect(reading.diagnostics.first?.column == 31 + length)
      #expect(reading.diagnostics.first?.message.hasPrefix("invalid UTF-8") == true)
    }
    #expect(read(value: bytes).screen == nil)
    let key = read(value: [0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D])
    #expect(key.screen != nil && key.diagnostics.map(\.code) == [.brokenText])
    let comment = ScreenReader(dialect: .jsonc).read([0x5B, 0x5D, 0x2F, 0x2F] + bytes)
    #expect(comment.screen != nil && comment.diagnostics == [])
  }

  @Test func wideEncodingsAreNamed() {
    for mark in [[0xFF, 0xFE, 0x5B, 0], [0xFE, 0xFF, 0, 0x5B], [0, 0x5B], [0x5B, 0]] as [[UInt8]] {
      let diagnostics = ScreenReader().read(mark).diagnostics
      #expect(diagnostics.first?.message.contains("UTF-16") == true)
      #expect(diagnostics.map(\.code) == [.syntax])
    }
  }
}
