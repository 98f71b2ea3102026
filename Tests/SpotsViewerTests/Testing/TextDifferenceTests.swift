import SpotsTestSupport
import Testing

@testable import spots_viewer

@Suite struct TextDifferenceTests {
  /// Whatever changes: without its added lines a difference is the old text, without its removed
  /// ones the new one, apart from what is skipped.
  @Test func aDifferenceHasBothTexts() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        String(Int.random(in: 0...5, using: &random))
      }
      var new = old
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let index = Int.random(in: 0...new.count, using: &random)
        if index < new.count, Bool.random(using: &random) {
          new.remove(at: index)
        } else {
          new.insert("new", at: index)
        }
      }
      let lines = TextDifference(
        from: old.joined(separator: "\n"), to: new.joined(separator: "\n")
      ).lines
      var (before, after) = ([String](), [String]())
      for line in lines {
        switch line {
        case .removed(let text): before.append(text)
        case .added(let text): after.append(text)
        case .same(let text):
          before.append(text)
          after.append(text)
        case .skipped(let count):
          before += (before.count..<before.count + count).map { old[$0] }
          after += (after.count..<after.count + count).map { new[$0] }
        }
      }
      // What follows the last change is left out.
      #expect(old.isEmpty || old.starts(with: before), "\(old) \(new)")
      #expect(new.isEmpty || new.starts(with: after), "\(old) \(new)")
      #expect((old == new) == lines.isEmpty)
    }
  }

  @Test func onlyWhatIsNearAChangeIsShown() {
    let old = (1...9).map(String.init)
    var new = old
    new[4] = "five"
    let difference = TextDifference(
      from: old.joined(separator: "\n"), to: new.joined(separator: "\n"))
    #expect(difference.firstLine == 5)
    #expect(difference.count == 2)
    #expect(
      difference.lines == [
        .skipped(2), .same("3"), .same("4"), .removed("5"), .added("five"), .same("6"), .same("7"),
      ])
  }

  @Test func longTextsAreComparedUpToTheFirstDifference() {
    let old = (0..<15_000).map(String.init).joined(separator: "\n")
    let new = (0..<15_000).map { String($0 < 9 ? $0 : $0 + 1) }.joined(separator: "\n")
    #expect(TextDifference(from: old, to: new).lines == [.removed("9"), .added("10")])
  }
}
