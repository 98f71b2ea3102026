/// The lines in which two texts differ.
struct TextDifference {
  /// A line of a text, or of both.
  enum Line: Equatable {
    case removed(String)
    case added(String)
    case same(String)
    /// Lines that both texts have and that are not shown.
    case skipped(Int)
  }

  /// The changed lines, with up to two unchanged ones around them.
  let lines: [Line]
  /// The number of the first line of the old text that differs, from 1.
  let firstLine: Int

  /// The number of lines, in both texts together, above which only the first difference is shown:
  /// finding all of them takes time and memory that grow with the square of that number.
  private static let mostLines = 5_000
  private static let context = 2

  init(from old: String, to new: String) {
    let before = Self.lines(of: old)
    let after = Self.lines(of: new)
    let common = zip(before, after).prefix { $0 == $1 }.count
    firstLine = common + 1
    guard before.count + after.count <= Self.mostLines else {
      lines =
        before.dropFirst(common).prefix(1).map { .removed($0) }
        + after.dropFirst(common).prefix(1).map { .added($0) }
      return
    }
    lines = Self.shortened(Self.all(before, after))
  }

  /// The number of lines that only one of the texts has.
  var count: Int {
    lines.count {
      switch $0 {
      case .removed, .added: true
      case .same, .skipped: false
      }
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func all(_ before: [String], _ after: [String]) -> [Line] {
    let difference = after.difference(from: before)
    var removed = Set<Int>()
    var added = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if removed.contains(old) {
        lines.append(.removed(before[old]))
        old += 1
      } else if added.contains(new) {
        lines.append(.added(after[new]))
        new += 1
      } else {
        lines.append(.same(after[new]))
        old += 1
        new += 1
      }
    }
    return lines
  }

  /// The changed lines and those near them.
  private static func shortened(_ lines: [Line]) -> [Line] {
    var isNear = Array(repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      for near in max(index - context, 0)...min(index + context, lines.count - 1) {
        isNear[near] = true
      }
    }
    var shown: [Line] = []
    var skipped = 0
    for (line, isNear) in zip(lines, isNear) {
      if isNear {
        if skipped > 0 { shown.append(.skipped(skipped)) }
        skipped = 0
        shown.append(line)
      } else {
        skipped += 1
      }
    }
    return shown
  }
}
