import Spots

/// The cases of a test run as JUnit XML, which continuous integration servers display.
@MainActor
enum JUnitReport {
  static func bytes(_ report: TestReport) -> [UInt8] {
    let attributes = attributes(report.folder, report.cases)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites\(attributes)>\n"
    var screens: [String] = []
    for test in report.cases where screens.last != test.screen { screens.append(test.screen) }
    for screen in screens {
      let cases = report.cases.filter { $0.screen == screen }
      text += "  <testsuite\(Self.attributes(screen, cases))>\n"
      text += cases.map(element).joined()
      text += "  </testsuite>\n"
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  private static func attributes(_ name: String, _ cases: [TestCase]) -> String {
    let errors = cases.count { $0.failure?.isFault == true }
    let failures = cases.count { $0.failure != nil } - errors
    return " name=\"\(name.markup)\" tests=\"\(cases.count)\" failures=\"\(failures)\""
      + " errors=\"\(errors)\" time=\"\(seconds(cases.reduce(0) { $0 + $1.seconds }))\""
  }

  private static func element(_ test: TestCase) -> String {
    let start =
      "    <testcase classname=\"\(test.screen.markup)\" name=\"\(test.name.markup)\""
      + " file=\"\(test.path.markup)\" time=\"\(seconds(test.seconds))\""
    guard let failure = test.failure else { return start + "/>\n" }
    let lines = failure.text.map { line in
      switch line {
      case .removed(let text): "-\(text)"
      case .added(let text): "+\(text)"
      case .same(let text): " \(text)"
      case .skipped(let count): "@ \(count) lines @"
      }
    }
    let tag = failure.isFault ? "error" : "failure"
    return start + ">\n      <\(tag) message=\"\(failure.message.markup)\">"
      + lines.map(\.markup).joined(separator: "\n") + "</\(tag)>\n    </testcase>\n"
  }

  /// A time in seconds with three decimals.
  private static func seconds(_ time: Double) -> String {
    let milliseconds = Int((time * 1000).rounded())
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000).\(fraction)"
  }
}

extension String {
  /// The text, escaped for XML and HTML elements and attributes, which allow no control characters.
  /// Goes by scalars: as part of a `Character`, a combining mark would hide what must be escaped.
  var markup: String {
    var result = ""
    for scalar in printable().unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
