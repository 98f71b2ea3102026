import Foundation
import SpotsTestSupport
import Testing

@testable import Spots

/// The sample screens use the width they have, on a phone and on a wall.
@MainActor
@Suite struct SampleScreenWidthTests {
  private static func screens() throws -> [(name: String, screen: Screen)] {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    let folder = parts.joined(separator: "/") + "/Screens"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".json") && !$0.contains("generation") }
      .map { name in
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
        return (name, try #require(ScreenReader().read(bytes).screen))
      }
  }

  @Test func theyAreGoodAtEveryWidth() throws {
    for (name, screen) in try Self.screens() {
      let rig = ScreenRig(screen.components)
      for width in stride(from: 360.0, through: 3840, by: 40) {
        rig.controller.resize(to: Size(width: width, height: 900))
        rig.controller.prepareAll()
        for component in rig.components {
          for fault in faults(component, width) {
            Issue.record("\(name), \(width) points, component \(component.index): \(fault)")
            return
          }
        }
      }
    }
  }

  private func faults(_ component: Component, _ width: Double) -> [String] {
    let (geometry, items) = (component.geometry, component.model.items.indices)
    let frames = items.map { geometry.frame(ofItem: $0) }
    guard let first = frames.first, let last = frames.last else { return [] }
    var faults: [String] = []
    // Everything stands in the middle.
    if abs(geometry.lane.x - (width - geometry.lane.maxX)) > 1 {
      faults.append("beside the middle")
    }
    if component.content.hasRows, first.width > max(720, width < 752 ? width : 0) {
      faults.append("rows of \(first.width) points")
    }
    guard component.model.arrangement == .grid else { return faults }
    let columns = frames.filter { $0.y == first.y }.count
    let missing = columns - frames.filter { $0.y == last.y }.count
    if frames.count > columns, missing > 1 { faults.append("\(missing) of \(columns) are missing") }
    let right = geometry.lane.maxX - geometry.layout.inset.right
    if frames.count >= columns, abs((frames.map(\.maxX).max() ?? 0) - right) > 1 {
      faults.append("there is room behind the row")
    }
    if first.width > 720 { faults.append("items of \(first.width) points") }
    return faults
  }
}
