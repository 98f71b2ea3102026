import SpotsModelTestSupport
import Testing

@testable import SpotsModel

@Suite struct SourceMapTests {
  private func map(_ text: String, _ dialect: ScreenReader.Dialect = .json) -> SourceMap {
    ScreenReader(dialect: dialect).read(Array(text.utf8)).sourceMap
  }

  private func position(_ line: Int, _ column: Int) -> SourceMap.Position {
    SourceMap.Position(line: line, column: column)
  }

  @Test func partsAreWhereTheirBracesAre() {
    let map = map(
      """
      {"components":[
        {"footer": {}, "items": [{}, {"children":[{"items":[{}]}]},
          {"title":"é🙂漢"}, {}],
         "header":\t{"title":"H"}},
        {"title":"T"}, {"header":"x"}
      ]}
      """)
    #expect(map.component(0) == position(2, 3))
    #expect(map.footer(ofComponent: 0) == position(2, 14))
    #expect(map.item(0, inComponent: 0) == position(2, 28))
    #expect(map.item(1, inComponent: 0) == position(2, 32))
    #expect(map.item(2, inComponent: 0) == position(3, 5))
    #expect(map.item(3, inComponent: 0) == position(3, 22))
    #expect(map.item(4, inComponent: 0) == nil)
    #expect(map.header(ofComponent: 0) == position(4, 14))
    #expect(map.component(1) == position(5, 3))
    #expect(map.header(ofComponent: 1) == position(5, 12))
    #expect(map.footer(ofComponent: 1) == nil)
    #expect(map.header(ofComponent: 2) == position(5, 28))
    #expect(map.component(3) == nil)
    #expect(map.component(-1) == nil)
    #expect(map.item(0, inComponent: 7) == nil)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyKindOfLineEndCountsOnce(lineEnd: String) {
    for mark in ["", "\u{FEFF}"] {
      let map = map(mark + ["[{\"items\":[", "\t{},", "", "  {}]}]"].joined(separator: lineEnd))
      #expect(map.component(0) == position(1, 2))
      #expect(map.item(0, inComponent: 0) == position(2, 2))
      #expect(map.item(1, inComponent: 0) == position(4, 3))
    }
  }

  @Test func commentsCountAsText() {
    let map = map("/* é\n🙂 */ [ // x\n/*🙂*/{}]", .jsonc)
    #expect(map.component(0) == position(3, 6))
  }

  @Test func whatIsLeftOutIsNotInTheMap() {
    let map = map("[1,{\"items\":[null,{}],\"items\":[2, {}, {}]}]")
    #expect(map.component(0) == position(1, 4))
    #expect(map.item(0, inComponent: 0) == position(1, 35))
    #expect(map.item(1, inComponent: 0) == position(1, 39))
    #expect(map.item(2, inComponent: 0) == nil)
    #expect(map.component(1) == nil)
  }

  @Test func aRefusedDocumentHasNoMap() {
    #expect(map("[{},") == SourceMap())
  }

  @Test func countingInWordsIsCountingScalarByScalar() {
    let alphabet = Array("abcdefgh \t\n\ré漢🙂".unicodeScalars)
    var random = SplitMix64(seed: 7)
    for _ in 0..<40 {
      let scalars = (0..<200).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
      var (line, column, offset) = (1, 1, 0)
      var expected: [(offset: Int, position: SourceMap.Position)] = []
      for (index, scalar) in scalars.enumerated() {
        expected.append((offset, position(line, column)))
        offset += String(scalar).utf8.count
        let isCRLF = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
        let endsLine = scalar == "\n" || (scalar == "\r" && !isCRLF)
        (line, column) = endsLine ? (line + 1, 1) : (line, column + 1)
      }
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let stride = Int.random(in: 1...30, using: &random)
        var counter = PositionCounter(base: base, end: buffer.count)
        for index in Swift.stride(from: 0, to: expected.count, by: stride) {
          #expect(counter.position(of: expected[index].offset) == expected[index].position)
        }
      }
    }
  }
}
