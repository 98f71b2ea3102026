import SpotsModel
import SpotsModelTestSupport
import Testing

@Suite struct JSONWriterTests {
  private func text(pretty: Bool = false, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(pretty: pretty)
    write(&writer)
    return writer.text
  }

  private func sample(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.array("a", [1, true, .null] as [JSONValue]) { $0.value($1) }
      writer.object("b") { _ in }
      writer.member("c", "x")
    }
  }

  @Test func compactTextHasNoSpaces() {
    #expect(text(sample) == #"{"a":[1,true,null],"b":{},"c":"x"}"#)
  }

  @Test func prettyTextHasALineForEachElement() {
    let expected = """
      {
        "a": [
          1,
          true,
          null
        ],
        "b": {},
        "c": "x"
      }
      """
    #expect(text(pretty: true, sample) == expected)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "-0"), (1, "1"), (0.1, "0.1"), (-12.5, "-12.5"), (1e15, "1000000000000000"),
    (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (.nan, "null"), (.infinity, "null"),
    (-.infinity, "null"),
  ])
  func numbersTakeTheirShortestForm(value: Double, expected: String) {
    #expect(text { $0.number(value) } == expected)
  }

  @Test func everyFiniteNumberReadsAsItself() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { #expect(Double(text { $0.number(value) }) == value) }
    }
  }

  @Test func everyUnprintableScalarIsEscaped() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let written = text { $0.string("a\(scalar)b") }
      let unprintable =
        value < 0x20 || (0x7F..<0xA0).contains(value) || [0x061C, 0xFEFF].contains(value)
        || (0x200E...0x200F).contains(value) || (0x2028...0x202E).contains(value)
        || (0x2066...0x2069).contains(value)
      if unprintable {
        #expect(written.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "U+\(value)")
      } else if scalar != "\"" && scalar != "\\" {
        #expect(Array(written.unicodeScalars) == Array("\"a\(scalar)b\"".unicodeScalars))
      }
    }
    #expect(
      text { $0.string("\"\\\n\r\t\u{1B}\u{9B}\u{202E}") } == #""\"\\\n\r\t\u001b\u009b\u202e""#)
  }

  @Test func treesKeepTheirNumbersKindAndSortTheirKeys() {
    let tree = JSONValue.object([
      "b": .number(1), "a": .integer(1), "c": .array([.number(0.5), .bool(false), .null]),
    ])
    #expect(text { $0.value(tree) } == #"{"a":1,"b":1.0,"c":[0.5,false,null]}"#)
  }
}
