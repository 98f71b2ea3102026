import SpotsTestSupport
import Testing

@testable import SpotsViewer

@Suite struct DocumentSplitterTests {
  private func split(_ text: String, chunk: Int = .max) -> [String] {
    var splitter = DocumentSplitter()
    var documents: [StreamedText] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      documents += splitter.append(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
    }
    if let last = splitter.finish() { documents.append(last) }
    let lines = documents.map(\.line)
    #expect(lines == lines.sorted() && lines.allSatisfy { $0 > 0 })
    return documents.map { String(decoding: $0.bytes, as: UTF8.self).filter { $0 != "\n" } }
  }

  static let streams: [(text: String, documents: [String])] = [
    ("", []),
    (" \n\n", []),
    ("{}\n", ["{}"]),
    ("{}", ["{}"]),
    ("[1]\n[2]\n\n[3]", ["[1]", "[2]", "[3]"]),
    // A broken line affects only itself.
    ("{}\n{\"a\":\n[]\n", ["{}", "{\"a\":", "[]"]),
    // A document over several lines, then another.
    ("{\n \"a\": [1,\n2]\n}\n{\n\"b\":{}}\n", ["{ \"a\": [1,2]}", "{\"b\":{}}"]),
    // Brackets and quotes in strings are text.
    ("\n{\n\"a\":\"}\\\"]\\\\\"\n}\n", ["{\"a\":\"}\\\"]\\\\\"}"]),
    // A document that is cut off is returned at the end.
    ("{\n\"a\": [", ["{\"a\": ["]),
  ]

  @Test(arguments: streams.indices)
  func cutsWhereDocumentsEnd(index: Int) {
    #expect(split(Self.streams[index].text) == Self.streams[index].documents)
  }

  @Test(arguments: streams.indices)
  func theCutsDoNotDependOnHowTheBytesCome(index: Int) {
    for chunk in 1...7 {
      #expect(split(Self.streams[index].text, chunk: chunk) == Self.streams[index].documents)
    }
  }

  /// Lines that are no JSON, between documents of one line and of several.
  @Test func whatIsNoJSONCostsItselfAlone() {
    let noise = [
      "Starting server on port 8000...", "[INFO] started {\"port\": 8000}", "[WARN retrying {",
      "10:32:11 GET /", "{curly", "null pointer", "\"quoted", "42", "}", "]", "[12:30] x", "[1/3",
      "{\"a\": tru", "// comment", "\u{FEFF}x", "  indented",
    ]
    let (one, several) = (#"{"components":[]}"#, "{\n  \"components\": [\n  ]\n}")
    for text in noise {
      for document in [one, several] {
        let stream = [text, document, text, text, document, text].joined(separator: "\n") + "\n"
        let flat = document.filter { $0 != "\n" }
        for chunk in [1, 7, Int.max] {
          #expect(
            split(stream, chunk: chunk) == [text, flat, text, text, flat, text], "\(text)")
        }
      }
    }
  }

  @Test func aLineThatIsNoJSONInsideADocumentIsTakenOut() {
    var splitter = DocumentSplitter()
    let text = "{\n \"a\": [1,\nwarning: slow disk\n 2]\n}\n"
    let documents = splitter.append(Array(text.utf8))
    #expect(documents.map(\.line) == [3, 1])
    #expect(String(decoding: documents[1].bytes, as: UTF8.self) == "{\n \"a\": [1,\n 2]\n}")
  }

  @Test func aDocumentThatIsCutOffEndsWhereAnotherBegins() {
    let text = "{\n  \"a\": 1\n{\n  \"b\": 2\n}\n{\"c\":\n{\"d\":1}\n[]\n"
    #expect(
      split(text) == ["{  \"a\": 1", "{  \"b\": 2}", "{\"c\":{\"d\":1}", "[]"])
  }

  @Test func theEndIsRecognizedAtTheLastByte() {
    var splitter = DocumentSplitter()
    #expect(splitter.append(Array("{\n}\n".utf8)).count == 1)
    #expect(splitter.append(Array("noise\n[\n{\"a\":-1.5e+3}".utf8)).map(\.line) == [3])
    #expect(splitter.append(Array("]".utf8)).map(\.line) == [4])
  }

  @Test func aDocumentWithoutEndIsGivenAtTheLimit() {
    var splitter = DocumentSplitter(limit: 100)
    let documents = splitter.append(Array(repeating: UInt8(ascii: "["), count: 350))
    #expect(documents.map(\.bytes.count) == [101, 101, 101])
  }
}
