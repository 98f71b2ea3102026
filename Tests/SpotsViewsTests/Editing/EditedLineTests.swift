import SpotsTestSupport
import Testing

@testable import SpotsViews

/// At 10 points every character of the fixed font is 5 points wide.
@MainActor
@Suite struct EditedLineTests {
  private let measurer = FixedFont()
  private let font = Font(size: 10, lineHeight: 14)

  private func line(_ text: String, _ direction: TextDirection = .leftToRight) -> EditedLine {
    EditedLine(text, direction: direction, font: font, measurer: measurer)
  }

  private func randomText(_ random: inout RandomComponents) -> String {
    (0..<random.below(12)).map { _ in
      random.pick(["a", "b", " ", "é", "אב", "ש", "👩‍👩‍👧", "1", "漢", "e\u{301}"])
    }.joined()
  }

  private func positions(_ text: String) -> [Int] {
    text.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count) }
  }

  /// Every position has a place of its own, which a click there finds again, and the arrow keys go
  /// through all of them from one end to the other.
  @Test func placesAndPositionsBelongTogether() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = randomText(&random)
      let direction: TextDirection = random.oneIn(2) ? .leftToRight : .rightToLeft
      let line = line(text, direction)
      let positions = positions(text)
      var (walked, next): ([Int], Int?) = ([], line.outermost.left)
      while let offset = next, walked.count <= positions.count {
        walked.append(offset)
        next = line.position(beside: offset, toRight: true)
      }
      let back = walked.reversed().dropLast().map { line.position(beside: $0, toRight: false) }
      let places = walked.map(line.x(of:))
      let isRight =
        walked.sorted() == positions && back == walked.reversed().dropFirst().map(Optional.some)
        && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
        && walked.map { line.offset(at: line.x(of: $0) + 0.5) } == walked
        && places.first == 0 && places.last == line.width
      guard isRight else {
        Issue.record("seed \(seed), '\(text)' \(direction): \(walked) at \(places)")
        return
      }
    }
  }

  @Test func whereDirectionsMeetTheCaretStaysWithTheParagraph() {
    // Of the Hebrew letters, the first one is at the right.
    let line = line("ab גדcd")
    #expect([0, 3, 5, 7, 9].map(line.x(of:)) == [0, 15, 20, 25, 35])
    let hebrew = self.line("אב cd", .rightToLeft)
    #expect([0, 2, 4, 5, 6, 7].map(hebrew.x(of:)) == [25, 20, 15, 10, 5, 0])
  }

  @Test func clicksOutsideFindTheEnds() {
    let line = line("ab")
    #expect(line.offset(at: -100) == 0 && line.offset(at: 100) == 2)
    #expect(line.offset(at: 2.4) == 0 && line.offset(at: 2.6) == 1)
    #expect(self.line("").offset(at: 5) == 0 && self.line("").x(of: 3) == 0)
  }

  @Test func areasCoverWhatIsSelected() {
    let line = line("ab גדcd")
    #expect(line.areas(of: 1..<2) == [5...10])
    #expect(line.areas(of: 2..<5) == [10...15, 20...25])
    #expect(line.areas(of: 0..<9) == [0...35])
    #expect(line.areas(of: 5..<5).allSatisfy { $0.lowerBound == $0.upperBound })
  }
}
