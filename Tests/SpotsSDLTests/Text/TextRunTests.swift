import Testing

@testable import SpotsSDL

@Suite struct TextRunTests {
  private func order(_ levels: [Int8]) -> [Int] {
    let runs = levels.enumerated().map { index, level in
      TextRun(
        text: String(index), font: FontFile(path: "", index: 0), shaping: Shaping(), level: level)
    }
    return TextRun.ordered(runs).compactMap { Int($0.text) }
  }

  @Test func runsAreTurnedAroundLevelByLevel() {
    #expect(order([]) == [])
    #expect(order([0, 0]) == [0, 1])
    #expect(order([0, 1, 0]) == [0, 1, 2])
    #expect(order([0, 1, 1, 0]) == [0, 2, 1, 3])
    #expect(order([1, 2, 1]) == [2, 1, 0])
    #expect(order([1, 2, 2, 1, 0]) == [3, 1, 2, 0, 4])
    #expect(order([2, 2]) == [0, 1])
  }
}
