import SpotsTestSupport

@testable import Spots

extension ScreenRig {
  /// What a screen that was never anything else shows at the same offsets.
  func restarted() throws -> DrawList {
    let old = controller.environment
    var environment = Environment.fixed(
      theme: old.theme, textScale: old.textScale, images: ["a.png": Size(width: 300, height: 200)])
    environment.isRightToLeft = old.isRightToLeft
    environment.scale = old.scale
    let fresh = ScreenRig(
      controller.screen.components, size: controller.size, environment: environment,
      breakpoints: controller.screen.breakpoints, configuration: controller.configuration,
      columns: controller.screen.columns)
    for index in components.indices {
      try fresh.controller.scroll(carousel: index, to: horizontalOffset(index))
    }
    fresh.controller.scroll(to: offset)
    fresh.frame()
    for (component, old) in zip(fresh.components, components) {
      component.restore(inside: old.presentStates)
    }
    return fresh.settle()
  }
}

extension DrawList {
  /// The first line that differs.
  func difference(from wanted: DrawList) -> String? {
    let (a, b) = (text, wanted.text)
    guard a != b else { return nil }
    let (left, right) = (a.split(separator: "\n"), b.split(separator: "\n"))
    let line = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }
    return line.map { "line \($0.offset): '\($0.element.0)', not '\($0.element.1)'" }
      ?? "\(left.count) lines, not \(right.count)"
  }
}
