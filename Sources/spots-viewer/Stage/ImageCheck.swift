import Spots
import SpotsSDL

/// Finds the pictures of a screen that cannot be shown.
struct ImageCheck {
  let locator: ImageLocator

  /// A warning for each place that names a picture there is no file for.
  func diagnostics(of reading: ScreenReading) -> [Diagnostic] {
    guard let screen = reading.screen else { return [] }
    var known: [String: String?] = [:]
    var found: [Diagnostic] = []
    for (index, component) in screen.components.enumerated() {
      let edges = [
        (component.header, reading.sourceMap.header(ofComponent: index), "header"),
        (component.footer, reading.sourceMap.footer(ofComponent: index), "footer"),
      ]
      for (item, position, name) in edges {
        check(item?.image ?? "", position, "/components/\(index)/\(name)", &known, &found)
      }
      for (itemIndex, item) in component.items.enumerated() where !item.image.isEmpty {
        check(
          item.image, reading.sourceMap.item(itemIndex, inComponent: index),
          "/components/\(index)/items/\(itemIndex)", &known, &found)
      }
    }
    return found
  }

  private func check(
    _ image: String, _ position: SourceMap.Position?, _ path: String,
    _ known: inout [String: String?], _ found: inout [Diagnostic]
  ) {
    guard !image.isEmpty else { return }
    let reason: String?
    if let answer = known[image] {
      reason = answer
    } else {
      reason = locator.fault(of: image)
      known[image] = reason
    }
    guard let reason else { return }
    found.append(
      Diagnostic(
        severity: .warning, code: .missingImage, line: position?.line ?? 1,
        column: position?.column ?? 1, path: path + "/image",
        message: "image '\(image.printable(limit: 80))': \(reason)"))
  }
}
