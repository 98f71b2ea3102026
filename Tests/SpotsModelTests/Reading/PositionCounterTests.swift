import SpotsModelTestSupport
import Testing

@testable import SpotsModel

@Suite struct PositionCounterTests {
  private static let pieces: [[UInt8]] = [
    [0x0A], [0x0D], [0x0D, 0x0A], [0x09], [0x00], [0x20], [0x7F], Array("é🙂".utf8),
    Array("abcdefg".utf8), Array(repeating: 0x61, count: 31), Array(repeating: 0x7E, count: 64),
  ]

  /// Byte by byte: what the counter must say about each offset.
  private func positions(_ bytes: [UInt8]) -> [SourceMap.Position] {
    var position = SourceMap.Position(line: 1, column: 1)
    var positions = [position]
    for (index, byte) in bytes.enumerated() {
      let isCRLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if (byte == 0x0A || byte == 0x0D) && !isCRLF {
        position = SourceMap.Position(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
      positions.append(position)
    }
    return positions
  }

  @Test func countsLikeSomeoneWhoLooksAtEveryByte() {
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let bytes = (0..<60).flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] }
      let expected = positions(bytes)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        for step in [1, 3, 40, 113] {
          var counter = PositionCounter(base: base, end: bytes.count)
          for offset in stride(from: 0, through: bytes.count, by: step) {
            #expect(
              counter.position(of: offset) == expected[offset], "seed \(seed), offset \(offset)")
          }
        }
      }
    }
  }
}
