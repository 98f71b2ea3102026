/// A part of a line that one font draws in one direction.
struct TextRun: Hashable, Sendable {
  var text: String
  var font: FontFile
  var shaping: Shaping
  /// The embedding level; odd levels read from right to left.
  var level: Int8 = 0

  /// Reorders the runs of a line from reading order to their order on the screen, from left to
  /// right. At each level, runs on it or above are reversed.
  static func ordered(_ runs: [TextRun]) -> [TextRun] {
    var runs = runs
    let highest = runs.reduce(0) { max($0, $1.level) }
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < runs.count {
        let end = runs[start...].firstIndex { $0.level < level } ?? runs.count
        runs[start..<end].reverse()
        start = max(end, start + 1)
      }
    }
    return runs
  }
}
