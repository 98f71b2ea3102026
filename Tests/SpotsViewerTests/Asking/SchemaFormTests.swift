import Foundation
import Testing

@testable import Spots
@testable import SpotsModel
@testable import spots_viewer

/// Forms of JSON Schemas, compared with another implementation of these: what a form accepts is
/// valid, and what is valid it accepts, but for texts that are required and empty, and mail
/// addresses on hosts without a dot.
@Suite struct SchemaFormTests {
  private func form(_ schema: String, title: String? = nil) throws -> SchemaForm {
    try SchemaForm(Array(schema.utf8), title: title)
  }

  private func items(of form: SchemaForm) -> [Item] {
    form.screen().components.flatMap(\.items).filter { InputKind(of: $0) != nil }
  }

  /// The answers with which a form makes an object.
  private func answers(_ content: [String: JSONValue], to items: [Item]) -> [String: JSONValue] {
    var answers: [String: JSONValue] = [:]
    for item in items {
      let name = item.input.name
      let (path, isTime) = (name.replacing("~time", with: ""), name.hasSuffix("~time"))
      var value: JSONValue? = .object(content)
      for key in path.split(separator: ".") {
        guard case .object(let members)? = value else { break }
        value = members[String(key)]
      }
      let isMoment = isTime || items.contains { $0.input.name == name + "~time" }
      if case .string(let text)? = value, isMoment {
        value = .string(String(isTime ? text.dropFirst(11).prefix(5) : text.prefix(10)))
      }
      let none: JSONValue =
        item.input.isMultiple ? [] : item.takesNumber || item.kind != "text-field" ? .null : ""
      answers[name] = value ?? none
    }
    return answers
  }

  private func accepts(_ answers: [String: JSONValue], _ items: [Item]) -> Bool {
    items.allSatisfy { item in
      let value = answers[item.input.name]
      return item.input.checks.fault(
        in: value, within: item.answerRange, other: { answers[$0] }) == nil
    }
  }

  @Test func whatIsAcceptedIsValid() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let table = try Data(contentsOf: folder.appending(path: "Schemas.jsonl"))
    var compared = 0
    for line in table.split(separator: 0x0A) {
      guard case .object(let row)? = JSONValue.read(Array(line)).value,
        case .array(let cases)? = row["cases"], let schema = row["schema"]
      else {
        Issue.record("no table")
        return
      }
      let form = try SchemaForm(JSONWriter { $0.value(schema) }.bytes)
      let items = items(of: form)
      for pair in cases {
        guard case .array(let pair) = pair, case .object(let content) = pair[0] else { continue }
        let answers = answers(content, to: items)
        // Nothing in a field that need not be filled is no value, and no switch is without one.
        guard form.content(of: answers) == content else { continue }
        compared += 1
        let isRefused = items.contains {
          answers[$0.input.name] == "a@b"
            || $0.input.checks.isRequired && answers[$0.input.name] == ""
        }
        #expect(
          accepts(answers, items) == (pair[1] == true && !isRefused),
          "\(JSONWriter { $0.value(schema) }.text) \(JSONWriter { $0.value(pair[0]) }.text)")
      }
    }
    #expect(compared > 400)
  }

  /// Questions are in the order of the schema, with its words.
  @Test func questionsAreThoseOfTheSchema() throws {
    let form = try form(
      #"""
      { "type": "object", "title": "Order", "description": "What would you like?", "properties": {
          "zip": { "type": "string", "title": "Postal code", "default": "1010" },
          "at": { "type": "string", "format": "date-time", "default": "2026-11-26T14:05:00Z" },
          "bill": { "type": "object", "title": "Bill", "properties": {
              "vat": { "type": "boolean", "description": "For companies" } } },
          "age": { "type": "integer" } },
        "required": ["zip", "bill"] }
      """#)
    let screen = form.screen()
    #expect(screen.title == "Order")
    #expect(
      screen.components.map { $0.header?.title ?? "" } == ["Order", "", "Bill", "", ""])
    #expect(screen.components[0].header?.subtitle == "What would you like?")
    #expect(
      items(of: form).map { "\($0.input.name): \($0.kind) \($0.title)" } == [
        "zip: text-field Postal code", "at: date at", "at~time: time Time",
        "bill.vat: toggle vat", "age: text-field age",
      ])
    #expect(items(of: form).map { $0.input.value != nil } == [true, true, true, false, false])
    #expect(items(of: form)[0].input.value == "1010")
    #expect(
      form.content(of: ["zip": "9", "bill.vat": true, "age": .null])
        == ["zip": "9", "bill": ["vat": true]])
    #expect(screen.components.last?.items.first?.actions.map(\.action) == ["decline", "submit"])
    #expect(try self.form(#"{"type":"object"}"#, title: "Sure?").screen().title == "Sure?")
  }

  /// A moment is asked for in the time of the machine, and stays the same one.
  @Test func momentsStayWhatTheyAre() throws {
    let form = try form(
      #"{"type":"object","properties":{"at":{"type":"string","format":"date-time","#
        + #""default":"2026-11-26t01:05:00.25+01:00"}}}"#)
    var answers: [String: JSONValue] = [:]
    for item in items(of: form) { answers[item.input.name] = item.input.value }
    let text = try #require(form.content(of: answers)["at"]).typedText
    #expect(Moment(text)?.seconds == Moment("2026-11-26T00:05Z")?.seconds, "\(text)")
  }

  /// A form is refused with the name of what it cannot ask for.
  @Test func whatCannotBeAskedIsNamed() throws {
    func property(_ text: String) -> String { #"{"type":"object","properties":{"a":\#(text)}}"# }
    let refused = [
      "[1": "1:3: the document ends inside the array that starts at line 1, column 1",
      #"{"type":"string"}"#: "a form asks for a value of the type 'object'",
      #"{"type":"object","allOf":[]}"#: "'allOf' is not supported",
      #"{"type":"object","required":["b"]}"#: "'b' is required, but no property",
      property("true"): "a: a property is described by an object",
      property("{}"): "a: 'type' must be the name of one type",
      property(##"{"$ref":"#/$defs/x","type":"string"}"##): "a: '$ref' is not supported",
      property(#"{"type":["string","null"]}"#): "a: 'type' must be the name of one type",
      property(#"{"type":"null"}"#): "a: the type 'null' is not supported here",
      property(#"{"type":"string","format":"ipv4"}"#): "a: the format 'ipv4' is not supported",
      property(#"{"type":"string","pattern":"("}"#):
        "a: 'pattern' is not valid: missing closing parenthesis",
      property(#"{"type":"number","multipleOf":2}"#): "a: 'multipleOf' is not supported",
      property(#"{"type":"string","enum":[1]}"#):
        "a: what can be chosen are one or more strings",
      property(#"{"type":"array","items":{"type":"string"}}"#):
        "a.items: what can be chosen are one or more strings",
      property(#"{"type":"number","minimum":2,"maximum":1}"#):
        "a: there is nothing between 'minimum' and 'maximum'",
      property(#"{"type":"integer","exclusiveMinimum":2,"maximum":2}"#):
        "a: there is nothing between 'exclusiveMinimum' and 'maximum'",
      property(#"{"type":"array","items":{"type":"string","enum":["x","x"]},"minItems":2}"#):
        "a: 'minItems' is more than can be chosen",
      property(#"{"type":"array"}"#): "a.items: 'items' must say what can be chosen",
      property(#"{"type":"object","properties":{"b":{"type":"object"}}}"#):
        "a.b: the type 'object' is not supported here",
    ]
    for (schema, reason) in refused {
      let fault = #expect(throws: SchemaFault.self, "\(schema)") { try form(schema) }
      #expect(fault?.description == reason)
    }
  }

  /// A property may have a dot in its name, or the name of the half of another one.
  @Test func namesAreNotMixedUp() throws {
    let schema = #"""
      {"type":"object","properties":{"a.b":{"type":"string"},"a~1b":{"type":"string"},
      "d":{"type":"string","format":"date-time"},"d~time":{"type":"string"},
      "a":{"type":"object","properties":{"b":{"type":"string"}}}}}
      """#
    let form = try form(schema)
    let names = items(of: form).map(\.input.name)
    #expect(Set(names).count == 6)
    let values = Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.string("of \($0)")) })
    let content = form.content(of: values)
    let texts = [content["a.b"], content["a~1b"], content["d~time"], content["a"]?["b"]]
    #expect(Set(texts.compactMap(\.self)).count == 4, "\(content)")
  }

  /// A default that is no value of its property is none: an answer with it would not be valid.
  @Test func defaultsAreValues() throws {
    let form = try form(
      #"""
      {"type":"object","properties":{"a":{"type":"string","enum":["x","x"],"default":"z"},
      "b":{"type":"array","items":{"type":"string","enum":["x","y"]},"default":["x","q"]},
      "c":{"type":"string","default":5},"d":{"type":"integer","default":1.5},
      "e":{"type":"boolean","default":"yes"},"f":{"type":"string","default":"Ada"},
      "g":{"type":"array","items":{"type":"string","enum":["x","y"]},"default":["y"]}}}
      """#)
    let values: [JSONValue] = [.null, [], "", .null, false, "Ada", ["y"]]
    #expect(items(of: form).map(\.documentValue) == values)
    #expect(items(of: form)[0].input.options.count == 1)
  }

  /// Every beginning of a schema is refused, or makes a form.
  @Test func everyBeginningIsRefused() {
    let schema = Array(#"{"type":"object","properties":{"a":{"type":"string","enum":["x"]}}}"#.utf8)
    for count in 0..<schema.count {
      #expect(throws: SchemaFault.self) { try SchemaForm(Array(schema[..<count])) }
    }
  }

  @Test func fieldsAreSchemas() throws {
    let fields = try [
      "name:text=Ada", "n:integer=2", "on:toggle=true", "size:choice=S,M", "a:b:date",
    ]
    .map { try FieldOption($0) }
    let form = try SchemaForm(FieldOption.schema(of: fields), isDeclinable: false)
    #expect(
      items(of: form).map { "\($0.input.name) \($0.kind)" } == [
        "name text-field", "n text-field", "on toggle", "size choice", "a:b date",
      ])
    #expect(items(of: form).map(\.documentValue) == ["Ada", 2, true, .null, .null])
    #expect(form.screen().components.last?.items.first?.actions.map(\.action) == ["submit"])
    for wrong in [
      "name", "name:", "name:texts", ":text", "size:choice", "size:choice=", "d:date=2026-02-30",
      "n:number=abc", "n:number=1e400", "n:integer=1.5", "n:integer=99999999999999999999",
      "on:toggle=maybe",
    ] {
      #expect(throws: (any Error).self, "\(wrong)") { try FieldOption(wrong) }
    }
    #expect(throws: (any Error).self) {
      try FieldOption.check([FieldOption("a:text"), FieldOption("a:date")])
    }
  }
}
