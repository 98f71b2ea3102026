import Spots

/// The cases of a test run, reported on standard error as they finish: what failed, what was
/// written, and at the end how many there were.
@MainActor
final class TestReport {
  /// The folder of the screens, as the user gave it.
  let folder: String
  /// The font and other surroundings of the tests, in words.
  let surroundings: String
  private(set) var cases: [TestCase] = []
  /// The failures printed so far: a broken nib is reported once, however many screens it fails.
  private var told: Set<String> = []

  /// The maximum number of changed lines of a text to print.
  private static let mostLines = 12

  init(folder: String, surroundings: String) {
    self.folder = folder
    self.surroundings = surroundings
  }

  var failures: [TestCase] { cases.filter { $0.failure != nil } }

  /// The exit status of the run.
  var status: ExitStatus {
    if failures.contains(where: { $0.failure?.isFault == true }) { return .environment }
    return failures.isEmpty ? .success : .screenErrors
  }

  func add(_ test: TestCase) {
    cases.append(test)
    switch test.outcome {
    case .passed: return
    case .written: StandardError.write("wrote \(test.path.printable())\n")
    case .failed(let failure):
      let line = failure.line.map { ":\($0)" } ?? ""
      let words = "\(test.path.printable())\(line): \(failure.message.printable())\n"
      guard told.insert(words).inserted else { return }
      StandardError.write(words)
      if !failure.isMissing { StandardError.write(Self.changes(failure.text)) }
    }
  }

  /// Prints the goldens that no test used, and the counts.
  ///
  /// - Parameter isPruning: Whether these goldens are removed.
  func finish(stale: [String], isPruning: Bool) {
    for path in stale {
      if isPruning {
        GoldenFile(path: path).remove()
        StandardError.write("removed \(path.printable())\n")
      } else {
        StandardError.warn("\(path): no test compares anything with this; --prune removes it")
      }
    }
    let written = cases.count { $0.isWritten }
    let counts = [
      Self.count(Set(cases.map(\.screen)).count, "screen"), Self.count(cases.count, "comparison"),
      written > 0 ? "\(written) written" : nil, "\(failures.count) failed",
    ]
    if failures.contains(where: \.isOfGolden) {
      StandardError.write("\(surroundings)\nAccept what is as it should be with --update.\n")
    }
    StandardError.write(counts.compactMap(\.self).joined(separator: ", ") + "\n")
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  private static func changes(_ lines: [TextDifference.Line]) -> String {
    let changes = lines.compactMap { line -> String? in
      switch line {
      case .removed(let text): "  - \(text.printable())\n"
      case .added(let text): "  + \(text.printable())\n"
      case .same, .skipped: nil
      }
    }
    let more = changes.count - mostLines
    return changes.prefix(mostLines).joined() + (more > 0 ? "  and \(more) more lines\n" : "")
  }
}

extension TestCase {
  fileprivate var isWritten: Bool {
    if case .written = outcome { true } else { false }
  }

  /// Whether updating the goldens would make the case pass.
  fileprivate var isOfGolden: Bool {
    failure.map { $0.isMissing || !$0.text.isEmpty || $0.pictures != nil } ?? false
  }
}
