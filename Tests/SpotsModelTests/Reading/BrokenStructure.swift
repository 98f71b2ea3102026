import SpotsModel

/// Documents whose brackets, commas, comments or ends are wrong.
extension BrokenScreen {
  static let structure: [BrokenScreen] = [
    BrokenScreen(
      "",
      line: 1, column: 1, .error, .syntax, "",
      "the document is empty"),
    BrokenScreen(
      " \n ",
      line: 1, column: 1, .error, .syntax, "",
      "the document is empty"),
    BrokenScreen(
      "\u{FEFF}",
      line: 1, column: 1, .error, .syntax, "",
      "the document is empty"),
    BrokenScreen(
      #"{"components":[{"kind":"list",}]}"#,
      line: 1, column: 30, .error, .syntax, "/components/0/kind",
      "trailing comma; JSON allows none: remove it"),
    BrokenScreen(
      "{\"components\":[\n  {},\n]}",
      line: 2, column: 5, .error, .syntax, "/components/0",
      "trailing comma; JSON allows none: remove it"),
    BrokenScreen(
      "{\"title\":\"a\"\n \"components\":[]}",
      line: 2, column: 2, .error, .syntax, "/title",
      "expected ',' or '}' after the value of 'title'"),
    BrokenScreen(
      #"{"components":[{} {}]}"#,
      line: 1, column: 19, .error, .syntax, "/components/0",
      "expected ',' or ']' after an element"),
    BrokenScreen(
      #"{"components":[}"#,
      line: 1, column: 16, .error, .syntax, "/components/0",
      "a value is missing before '}'"),
    BrokenScreen(
      #"{"components":[]]"#,
      line: 1, column: 17, .error, .syntax, "/components",
      "expected ',' or '}' after the value of 'components'"),
    BrokenScreen(
      #"{"title" "a","components":[]}"#,
      line: 1, column: 10, .error, .syntax, "/title",
      "expected ':' after the key 'title'"),
    BrokenScreen(
      #"{"title"::"a"}"#,
      line: 1, column: 10, .error, .syntax, "/title",
      "the value of 'title' is missing before ':'"),
    BrokenScreen(
      #"{"title":,"components":[]}"#,
      line: 1, column: 10, .error, .syntax, "/title",
      "the value of 'title' is missing before ','"),
    BrokenScreen(
      #"{"title":}"#,
      line: 1, column: 10, .error, .syntax, "/title",
      "the value of 'title' is missing before '}'"),
    BrokenScreen(
      #"{"components":[{},,{}]}"#,
      line: 1, column: 19, .error, .syntax, "/components/1",
      "a value is missing before ','"),
    BrokenScreen(
      #"{,"title":"a"}"#,
      line: 1, column: 2, .error, .syntax, "",
      "expected a key in double quotes, not ','"),
    BrokenScreen(
      #"{"components":[,]}"#,
      line: 1, column: 16, .error, .syntax, "/components/0",
      "a value is missing before ','"),
    BrokenScreen(
      #"{"title":'a'}"#,
      line: 1, column: 10, .error, .syntax, "/title",
      "single quotes: JSON strings use double quotes"),
    BrokenScreen(
      "{'title':1}",
      line: 1, column: 2, .error, .syntax, "",
      "single quotes: JSON strings use double quotes"),
    BrokenScreen(
      #"{title:"a"}"#,
      line: 1, column: 2, .error, .syntax, "",
      "the key 'title' needs double quotes"),
    BrokenScreen(
      #"{"title":hello}"#,
      line: 1, column: 10, .error, .syntax, "/title",
      "unexpected 'hello'; text needs double quotes"),
    BrokenScreen(
      #"{"components":[{"layout":{"dynamic-span":ture}}]}"#,
      line: 1, column: 42, .error, .syntax, "/components/0/layout/dynamic-span",
      "unexpected 'ture'; did you mean 'true'?"),
    BrokenScreen(
      #"{"meta":{"a":True}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "unexpected 'True'; did you mean 'true'?"),
    BrokenScreen(
      #"{"meta":{"a":None}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "unexpected 'None'; did you mean 'null'?"),
    BrokenScreen(
      #"{"meta":{"a":NaN}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "'NaN' is not a number JSON can hold"),
    BrokenScreen(
      #"{"meta":{"a":-Infinity}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "a digit is missing after '-'"),
    BrokenScreen(
      #"{"meta":{"a":undefined}}"#,
      line: 1, column: 14, .error, .syntax, "/meta/a",
      "unexpected 'undefined'; did you mean 'null'?"),
    BrokenScreen(
      "{ // a\n\"components\":[]}",
      line: 1, column: 3, .error, .syntax, "",
      "comments are not JSON: remove this one, or name the file .jsonc"),
    BrokenScreen(
      #"{"components":[]/* x */}"#,
      line: 1, column: 17, .error, .syntax, "/components",
      "comments are not JSON: remove this one, or name the file .jsonc"),
    BrokenScreen(
      "# a\n{\"components\":[]}",
      line: 1, column: 1, .error, .syntax, "",
      "unexpected character '#'"),
    BrokenScreen(
      #"{"components":[/]}"#,
      line: 1, column: 16, .error, .syntax, "/components",
      "unexpected character '/'"),
    BrokenScreen(
      #"{"components":[] /* x }"#, dialect: .jsonc,
      line: 1, column: 18, .error, .syntax, "/components",
      "unterminated comment: '*/' is missing"),
    BrokenScreen(
      #"{"components":[]} x"#,
      line: 1, column: 19, .error, .syntax, "",
      "unexpected text after the end of the document"),
    BrokenScreen(
      "[][]",
      line: 1, column: 3, .error, .syntax, "",
      "unexpected text after the end of the document"),
    BrokenScreen(
      #"{"components":[]}}"#,
      line: 1, column: 18, .error, .syntax, "",
      "unexpected text after the end of the document"),
    BrokenScreen(
      "{\"components\":[\n  {\"items\":[]",
      line: 2, column: 14, .error, .syntax, "/components/0/items",
      "the document ends inside the object that starts at line 2, column 3"),
    BrokenScreen(
      #"{"components""#,
      line: 1, column: 14, .error, .syntax, "/components",
      "the document ends inside the object that starts at line 1, column 1"),
    BrokenScreen(
      #"{"components":"#,
      line: 1, column: 15, .error, .syntax, "/components",
      "the document ends inside the object that starts at line 1, column 1"),
    BrokenScreen(
      #"{"title":"a","#,
      line: 1, column: 14, .error, .syntax, "/title",
      "the document ends inside the object that starts at line 1, column 1"),
    BrokenScreen(
      "[{},",
      line: 1, column: 5, .error, .syntax, "/0",
      "the document ends inside the array that starts at line 1, column 1"),
    BrokenScreen(
      "{\"title\":\u{2}}",
      line: 1, column: 10, .error, .syntax, "/title",
      #"unexpected character '\u{2}'"#),
    BrokenScreen(
      "{“title”:1}",
      line: 1, column: 2, .error, .syntax, "",
      #"typographic quotes '“': JSON uses '"'"#),
    BrokenScreen(
      #"{"title":“a”}"#,
      line: 1, column: 10, .error, .syntax, "/title",
      #"typographic quotes '“': JSON uses '"'"#),
    BrokenScreen(
      "{\u{A0}\"title\":\"a\"}",
      line: 1, column: 2, .error, .syntax, "",
      #"unexpected character '\u{A0}'"#),
    BrokenScreen(
      "{\u{C}\"title\":\"a\"}",
      line: 1, column: 2, .error, .syntax, "",
      #"expected a key in double quotes, not '\u{C}'"#),
    BrokenScreen(
      "{\"title\":\u{202E}abc}",
      line: 1, column: 10, .error, .syntax, "/title",
      #"unexpected character '\u{202E}'"#),
    BrokenScreen(
      #"{"title":"漢字🙂é" x}"#,
      line: 1, column: 17, .error, .syntax, "/title",
      "expected ',' or '}' after the value of 'title'"),
    BrokenScreen(
      "{\n\t\t\"title\":\t\"a\"\tx}",
      line: 2, column: 16, .error, .syntax, "/title",
      "expected ',' or '}' after the value of 'title'"),
    BrokenScreen(
      "{\r\n\"title\":\"a\",\r\n  x}",
      line: 3, column: 3, .error, .syntax, "/title",
      "the key 'x' needs double quotes"),
    BrokenScreen(
      "{\r\"title\":\"a\",\r  x}",
      line: 3, column: 3, .error, .syntax, "/title",
      "the key 'x' needs double quotes"),
    BrokenScreen(
      "\u{FEFF}{x}",
      line: 1, column: 2, .error, .syntax, "",
      "the key 'x' needs double quotes"),
    BrokenScreen(
      bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00],
      line: 1, column: 1, .error, .syntax, "",
      "the document is not UTF-8 but looks like UTF-16 or UTF-32"),
    BrokenScreen(
      bytes: [0x00, 0x7B, 0x00, 0x7D],
      line: 1, column: 1, .error, .syntax, "",
      "the document is not UTF-8 but looks like UTF-16 or UTF-32"),
    BrokenScreen(
      bytes: [0x7B, 0xFF, 0x7D],
      line: 1, column: 2, .error, .syntax, "",
      "invalid UTF-8: the byte 0xFF cannot stand here"),
  ]
}
