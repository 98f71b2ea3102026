import Foundation
import SpotsTestSupport
import Testing

@testable import Spots

/// The gallery, scrolled as a user does it: each frame is what a screen opened just there shows.
@MainActor
@Suite struct GalleryScrollTests {
  private static func gallery() throws -> Screen {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    let path = parts.joined(separator: "/") + "/Screens/gallery.json"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return try #require(ScreenReader().read(bytes).screen)
  }

  /// The frames of everything visible, in the window.
  private func positions(_ rig: ScreenRig) -> [ItemPath: Rect] {
    var positions: [ItemPath: Rect] = [:]
    for index in rig.controller.scrollView.mountedComponents {
      for item in rig.components[index].visibleViews.keys {
        let path = ItemPath(component: index, item: item)
        positions[path] = rig.windowFrame(path)
      }
    }
    return positions
  }

  /// The list without what belongs to time: the bar at the right edge.
  private func withoutScrollbar(_ rig: ScreenRig, _ list: DrawList) -> [DrawList.Entry] {
    let bar = rig.controller.scrollView.scrollbar
    // The thumb and its rim.
    return bar.isHidden ? list.entries : Array(list.entries.dropLast(2))
  }

  private func fresh(_ rig: ScreenRig, _ screen: Screen) throws -> [DrawList.Entry] {
    let other = ScreenRig(screen.components, size: rig.controller.size)
    for index in rig.components.indices {
      try other.controller.scroll(carousel: index, to: rig.horizontalOffset(index))
    }
    other.controller.scroll(to: rig.offset)
    other.move(Point(x: 200, y: 300))
    return withoutScrollbar(other, other.frame())
  }

  @Test(arguments: [false, true])
  func sixHundredWheelStepsShowNoGapNoDoubleAndNoJump(precise: Bool) throws {
    let screen = try Self.gallery()
    let rig = ScreenRig(screen.components, size: Size(width: 390, height: 300))
    rig.frame()
    var random = RandomComponents(seed: 600)
    var (offset, before) = (rig.offset, positions(rig))
    var farthest = 0.0
    for step in 0..<600 {
      // Down for a while, then up, sideways now and then, at times faster than a frame shows.
      let direction = step / 60 % 2 == 0 ? -1.0 : 1
      let amount = precise ? Double(random.below(40)) / 16 : Double(1 + random.below(2))
      let isSideways = step % 7 == 3
      rig.wheel(
        x: isSideways ? 0.5 : 0, y: isSideways ? 0 : direction * amount, precise: precise)
      let list = rig.frame()
      let after = positions(rig)
      let sideways = rig.components.map(\.horizontalScroll.offset)
      let fault =
        try jump(before, after, by: offset - rig.offset)
        ?? doubles(list)
        ?? difference(withoutScrollbar(rig, list), from: fresh(rig, screen))
      if let fault {
        Issue.record("step \(step) at \(rig.offset), \(sideways): \(fault)")
        return
      }
      (offset, before) = (rig.offset, after)
      farthest = max(farthest, offset)
    }
    // To the end of the gallery and back.
    #expect(farthest == rig.controller.contentSize.height - 300)
  }

  /// The first entry that differs from the expected one.
  private func difference(_ a: [DrawList.Entry], from b: [DrawList.Entry]) -> String? {
    guard a != b else { return nil }
    let index = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    guard let index else { return "\(a.count) entries, not \(b.count)" }
    return "entry \(index) is \(a[index]), not \(b[index])"
  }

  /// Whatever was seen and is still seen moved as far as the screen was scrolled, and not up or
  /// down in any other way.
  private func jump(
    _ before: [ItemPath: Rect], _ after: [ItemPath: Rect], by distance: Double
  ) -> String? {
    for (path, frame) in after {
      guard let old = before[path] else { continue }
      if abs(frame.y - old.y - distance) > 1e-6 { return "\(path) jumps from \(old) to \(frame)" }
    }
    return nil
  }

  /// No text is drawn twice at one place.
  private func doubles(_ list: DrawList) -> String? {
    var seen: Set<DrawCommand> = []
    for entry in list.entries {
      guard case .text = entry.command else { continue }
      if !seen.insert(entry.command).inserted { return "twice: \(entry.command)" }
    }
    return nil
  }
}
