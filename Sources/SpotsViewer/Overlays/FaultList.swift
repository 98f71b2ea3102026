import Spots
import SpotsSDL

/// The faults of everything a page shows, in the order they were found, for the window to list.
/// Only the first hundred are kept; the others are counted.
struct FaultList: Equatable {
  /// One fault, in the words shown to the user.
  struct Entry: Equatable {
    var severity: Diagnostic.Severity
    /// `name:line:column`, or the name of a file that cannot be read.
    var place: String
    var message: String
  }

  /// How many faults are kept.
  static let limit = 100

  private(set) var entries: [Entry] = []
  private(set) var errorCount = 0
  private(set) var warningCount = 0

  /// The number of faults, kept or not.
  var count: Int { errorCount + warningCount }

  /// The number of faults of each severity, for example `1 error, 2 warnings`.
  var summary: String {
    let parts = [("error", errorCount), ("warning", warningCount)].filter { $0.1 > 0 }
    guard !parts.isEmpty else { return "Nothing is wrong" }
    return parts.map { "\($0.1) \($0.0)\($0.1 == 1 ? "" : "s")" }.joined(separator: ", ")
  }

  /// - Parameter path: The file the diagnostics are about.
  mutating func append(_ diagnostics: [Diagnostic], path: String) {
    let name = Path.name(of: path).printable(limit: 80)
    for diagnostic in diagnostics {
      let place = diagnostic.line > 0 ? ":\(diagnostic.line):\(diagnostic.column)" : ""
      append(diagnostic.severity, name + place, diagnostic.message)
    }
  }

  /// - Parameter path: The file that cannot be read.
  mutating func append(unreadable path: String, _ reason: String) {
    append(.error, Path.name(of: path).printable(limit: 80), reason)
  }

  private mutating func append(
    _ severity: Diagnostic.Severity, _ place: String, _ message: String
  ) {
    if severity == .error { errorCount += 1 } else { warningCount += 1 }
    guard entries.count < Self.limit else { return }
    entries.append(
      Entry(severity: severity, place: place, message: message.printable(limit: 400)))
  }

  /// Lists the faults one by one.
  @MainActor var panel: Panel {
    Panel(summary) { [self] _, textScale in
      var rows: [any Element] = entries.map { entry in
        Column([
          LabelElement(
            entry.place, font: .caption,
            color: .role(entry.severity == .error ? .error : .warning), lineLimit: 0),
          LabelElement(entry.message, font: .callout, lineLimit: 0),
        ]).accessible()
      }
      if count > entries.count {
        let rest = "and \(count - entries.count) more"
        rows.append(LabelElement(rest, font: .callout, color: .role(.secondary)))
      }
      return Column(spacing: 10 * textScale, rows)
    }
  }
}
