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

  @Test func aDocumentWithoutEndIsGivenAtTheLimit() {
    var splitter = DocumentSplitter(limit: 100)
    let documents = splitter.append(Array(repeating: UInt8(ascii: "["), count: 350))
    #expect(documents.map(\.bytes.count) == [101, 101, 101])
  }
}
