import SpotsModel

/// Documents with a number or string that is not JSON.
extension BrokenScreen {
  static let tokens: [BrokenScreen] = [
    BrokenScreen(
      #"{"meta":{"a":+1}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "a number must not start with '+'"),
    BrokenScreen(
      #"{"meta":{"a":01}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "a number must not start with '0'"),
    BrokenScreen(
      #"{"meta":{"a":-012}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "a number must not start with '0'"),
    BrokenScreen(
      #"{"meta":{"a":.5}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "a digit is missing before '.'"),
    BrokenScreen(
      #"{"meta":{"a":1.}}"#,
      line: 1, column: 15, .error, .syntax, "/meta/a",
      "a digit is missing after '.'"),
    BrokenScreen(
      #"{"meta":{"a":1e}}"#,
      line: 1, column: 15, .error, .syntax, "/meta/a",
      "a digit is missing after the exponent's 'e'"),
    BrokenScreen(
      #"{"meta":{"a":1e+}}"#,
      line: 1, column: 15, .error, .syntax, "/meta/a",
      "a digit is missing after the exponent's 'e'"),
    BrokenScreen(
      #"{"meta":{"a":0x1F}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "hexadecimal numbers are not JSON; write it in decimal"),
    BrokenScreen(
      #"{"meta":{"a":-}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "a digit is missing after '-'"),
    BrokenScreen(
      #"{"meta":{"a":1a}}"#,
      line: 1, column: 15, .error, .syntax, "/meta/a",
      "expected ',' or '}' after the value of 'a'"),
    BrokenScreen(
      #"{"title":"abc"#,
      line: 1, column: 10, .error, .syntax, "/title",
      #"unterminated string: the closing '"' is missing"#),
    BrokenScreen(
      "{\"title\":\"abc\n\",\"components\":[]}",
      line: 1, column: 10, .error, .syntax, "/title",
      #"unterminated string: the closing '"' is missing"#),
    BrokenScreen(
      #"{"title":"abc\"#,
      line: 1, column: 10, .error, .syntax, "/title",
      #"unterminated string: the closing '"' is missing"#),
    BrokenScreen(
      "{\"title\":\"a\tb\"}",
      line: 1, column: 12, .error, .syntax, "/title",
      #"a tab inside a string must be written '\t'"#),
    BrokenScreen(
      "{\"title\":\"a\u{1}b\"}",
      line: 1, column: 12, .error, .syntax, "/title",
      #"a control character inside a string must be written '\u0001'"#),
    BrokenScreen(
      "{\"title\":\"a\u{0}b\"}",
      line: 1, column: 12, .error, .syntax, "/title",
      #"a control character inside a string must be written '\u0000'"#),
    BrokenScreen(
      #"{"title":"C:\qx"}"#,
      line: 1, column: 13, .error, .syntax, "/title",
      #"'\q' is no JSON escape; a backslash is written '\\'"#),
    BrokenScreen(
      #"{"title":"\x41"}"#,
      line: 1, column: 11, .error, .syntax, "/title",
      #"'\x' is no JSON escape; a backslash is written '\\'"#),
    BrokenScreen(
      #"{"title":"\u12G4"}"#,
      line: 1, column: 11, .error, .syntax, "/title",
      #"'\u' needs four hexadecimal digits"#),
    BrokenScreen(
      #"{"title":"\u12"}"#,
      line: 1, column: 11, .error, .syntax, "/title",
      #"'\u' needs four hexadecimal digits"#),
  ]
}
