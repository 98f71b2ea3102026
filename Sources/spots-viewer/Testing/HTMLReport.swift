import Spots

/// The cases of a test run as one self-contained HTML page: each failure with its pictures before
/// and after, their difference, and the changed lines of texts.
@MainActor
enum HTMLReport {
  static func bytes(_ report: TestReport) -> [UInt8] {
    let failures = report.failures
    let passed = report.cases.filter { $0.failure == nil }
    let title =
      failures.isEmpty
      ? "All \(report.cases.count) passed" : "\(failures.count) of \(report.cases.count) failed"
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(report.folder.markup): \(title)</title>
      <style>\(String(decoding: PackageResources.report_css, as: UTF8.self))</style>
      <h1>\(title)</h1>
      <p>Screens in <code>\(report.folder.markup)</code>. \(report.surroundings.markup)</p>

      """
    text += failures.map(section).joined()
    if !failures.isEmpty {
      text += "<p>Accept what is as it should be: <code>spots-viewer test "
      text += "\(report.folder.markup) --update</code></p>\n"
    }
    if !passed.isEmpty {
      text += "<details><summary>\(passed.count) passed</summary><ul>\n"
      text += passed.map { "<li>\($0.name.markup)\n" }.joined() + "</ul></details>\n"
    }
    return Array(text.utf8)
  }

  private static func section(_ test: TestCase) -> String {
    guard let failure = test.failure else { return "" }
    var text = "<section>\n<h2>\(test.name.markup)</h2>\n<p>\(failure.message.markup)</p>\n"
    if let pictures = failure.pictures {
      text += "<div>\n" + figure("Before", pictures.before) + figure("After", pictures.after)
      text += figure("Difference", pictures.difference) + "</div>\n"
    }
    if !failure.text.isEmpty { text += "<pre>" + failure.text.map(line).joined() + "</pre>\n" }
    return text + "</section>\n"
  }

  /// A picture, which a click enlarges.
  private static func figure(_ caption: String, _ png: [UInt8]?) -> String {
    guard let png else { return "" }
    return "<figure><figcaption>\(caption)</figcaption><img tabindex=\"0\" alt=\"\(caption)\" "
      + "src=\"data:image/png;base64,\(base64(png))\"></figure>\n"
  }

  private static func line(_ line: TextDifference.Line) -> String {
    switch line {
    case .removed(let text): "<del>- \(text.markup)</del>\n"
    case .added(let text): "<ins>+ \(text.markup)</ins>\n"
    case .same(let text): "  \(text.markup)\n"
    case .skipped(let count): "<i>  … \(count == 1 ? "1 line" : "\(count) lines")</i>\n"
    }
  }

  private nonisolated static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Base64 (RFC 4648) with padding.
  nonisolated static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let rest = min(bytes.count - index, 3)
      var group = 0
      for place in 0..<3 { group = group << 8 | (place < rest ? Int(bytes[index + place]) : 0) }
      for place in 0..<4 {
        let isPadding = place > rest
        text.append(
          isPadding ? UInt8(ascii: "=") : digits[group >> (18 - 6 * place) & 0x3F])
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
