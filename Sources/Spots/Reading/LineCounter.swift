import Synchronization

/// Converts byte offsets to positions, with marks so that later look-ups start nearby.
final class LineCounter: Sendable {
  private let document: ScreenBytes
  /// Ascending, about a million bytes apart; the first is at the start.
  private let marks = Mutex<[PositionCounter.Mark]>([])

  private static let distance = 1 << 20

  init(_ document: ScreenBytes) {
    self.document = document
  }

  /// The position of the byte at `offset`.
  ///
  /// - Complexity: O(bytes before `offset`) the first time, then of at most a million bytes.
  func position(of offset: Int) -> SourceMap.Position {
    document.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return SourceMap.Position(line: 1, column: 1) }
      return marks.withLock { marks in
        if marks.isEmpty { marks = [PositionCounter(base: base, end: buffer.count).mark] }
        while let last = marks.last, last.at + Self.distance <= offset {
          var counter = PositionCounter(base: base, end: buffer.count, from: last)
          _ = counter.position(of: last.at + Self.distance)
          marks.append(counter.mark)
        }
        let mark = marks.last { $0.at <= offset } ?? marks[0]
        var counter = PositionCounter(base: base, end: buffer.count, from: mark)
        return counter.position(of: offset)
      }
    }
  }
}
