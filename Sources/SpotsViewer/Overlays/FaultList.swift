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
  func summary(in words: Words) -> String {
    let errors = words(.errors, ["count": errorCount])
    let warnings = words(.warnings, ["count": warningCount])
    return switch (errorCount > 0, warningCount > 0) {
    case (true, true): words(.errorsAndWarnings, ["errors": errors, "warnings": warnings])
    case (true, false): errors
    case (false, true): warnings
    case (false, false): words[.nothingIsWrong]
    }
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
  @MainActor
  func panel(in words: Words) -> Panel {
    Panel(summary(in: words)) { [self] _, textScale in
      var rows: [any Element] = entries.map { entry in
        Column([
          LabelElement(
            entry.place, font: .caption,
            color: .role(entry.severity == .error ? .error : .warning), lineLimit: 0),
          LabelElement(entry.message, font: .callout, lineLimit: 0),
        ]).accessible()
      }
      if count > entries.count {
        let rest = words(.andMore, ["count": count - entries.count])
        rows.append(LabelElement(rest, font: .callout, color: .role(.secondary)))
      }
      return Column(spacing: 10 * textScale, rows)
    }
  }
}
