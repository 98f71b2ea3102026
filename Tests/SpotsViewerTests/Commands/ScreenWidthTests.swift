import Foundation
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer
@testable import spots_viewer

/// The project's own screens use the width they have, on a phone and on a wall: as `inspect` prints
/// them, and as their views show them.
@Suite @MainActor struct ScreenWidthTests {
  /// A way to look at a screen.
  struct Look: CustomTestStringConvertible, Sendable {
    var textScale = 1.0
    var isRightToLeft = false

    var testDescription: String { "\(textScale)\(isRightToLeft ? " right to left" : "")" }

    /// The distance between two widths that are looked at, in points.
    var step = 40.0

    /// The width across which the parts of a row are still seen together, in points.
    var readableWidth: Double { 960 * textScale }
  }

  private nonisolated static let looks = [
    Look(), Look(textScale: 2, step: 120), Look(isRightToLeft: true, step: 240),
  ]

  /// The height of the window at a width: at every third one, everything but the ends of carousels
  /// has a view.
  private func height(_ number: Int) -> Double { number.isMultiple(of: 3) ? 16_000 : 900 }

  @Test(arguments: looks) func theyAreGoodAtEveryWidth(look: Look) throws {
    for path in try SampleScreens.paths {
      let name = (path as NSString).lastPathComponent
      let context = try ViewerContext(test: path)
      let file = try context.loader.open(.file(path))
      context.adopt(file)
      context.environment.textScale = look.textScale
      context.environment.isRightToLeft = look.isRightToLeft
      let controller = SpotsController(
        screen: try #require(file.reading.screen), size: Size(width: 360, height: height(0)),
        configuration: PageNibs(file.nibs).configuration, environment: context.environment)
      for (number, width) in stride(from: 360.0, through: 3840, by: look.step).enumerated() {
        controller.resize(to: Size(width: width, height: height(number)))
        _ = controller.renderFrame(at: 0)
        let output = InspectOutput(
          controller: controller, positions: SourceMap(), visibleOnly: true)
        let screen = try JSONDecoder().decode(
          InspectedScreen.self, from: Data(output.bytes(pretty: false)))
        for fault in faults(screen.components, look) + faults(controller, look) {
          Issue.record("\(name), \(width) points: \(fault)")
        }
      }
    }
  }

  // MARK: Frames

  private func faults(
    _ components: [InspectedScreen.Component], _ look: Look
  ) -> [String] {
    let widths = Set(components.map(\.frame.width))
    return components.flatMap { component -> [String] in
      let inside = component.items.flatMap { item in
        faults(item.components ?? [], look)
      }
      guard component.kind != "carousel", component.contentSize.height > 0 else { return inside }
      return inside
        + faults(
          rows(component.items.map(\.frame)), look, component.kind,
          // Columns have a margin at one side, and share the gap at the other.
          in: widths.count == 1 ? widths.first : nil
        ).map { "component \(component.index): \($0)" }
    }
  }

  private func rows(_ frames: [InspectedScreen.Rect]) -> [[InspectedScreen.Rect]] {
    Dictionary(grouping: frames, by: \.y).sorted { $0.key < $1.key }
      .map { $0.value.sorted { $0.x < $1.x } }
  }

  private func faults(
    _ rows: [[InspectedScreen.Rect]], _ look: Look, _ kind: String, in width: Double?
  ) -> [String] {
    guard let first = rows.first, let left = first.first, let right = first.last else { return [] }
    var faults: [String] = []
    let isList = kind == "list"
    if isList, rows.joined().contains(where: { $0.width > look.readableWidth + 0.01 }) {
      faults.append("items wider than \(look.readableWidth)")
    }
    // An item alone in its row is centered, as whole rows are; leftover items are where reading
    // begins.
    let isMirrored = look.isRightToLeft
    for (index, row) in rows.enumerated() {
      let missing = first.count - row.count
      if missing > 1, index < rows.count - 1 {
        faults.append("row \(index) has \(missing) of \(first.count) columns empty")
      }
      if missing < 0 { faults.append("row \(index) has more columns than the first") }
      let start = isMirrored ? (row.last?.x ?? 0) + (row.last?.width ?? 0) : row[0].x
      let wanted = isMirrored ? right.x + right.width : left.x
      if abs(start - wanted) > 0.51 { faults.append("row \(index) begins at \(start)") }
    }
    guard let width else { return faults }
    let behind = width - right.x - right.width
    if rows.count == 1, first.count > 1 {
      // A single row may have room for one more, and the spacing before it.
      if abs(left.x - behind) > left.width + 32 { faults.append("\(behind) points beside the row") }
    } else if abs(right.x + right.width - left.x - look.readableWidth) > 1 {
      if abs(left.x - behind) > 1 {
        faults.append("\(left.x) points on one side, \(behind) beside")
      }
    }
    return faults
  }

  // MARK: Views

  /// The visible part of a view without subparts.
  private struct Part {
    var frame: Rect
    var label: Label?
    /// The surplus width of a label, in points.
    var slack = 0.0
  }

  private func faults(_ controller: SpotsController, _ look: Look) -> [String] {
    controller.scrollView.allMounted.flatMap { component -> [String] in
      let items = component.visibleIndexes.map { ItemPath.Part.item($0) }
      return (items + [.header, .footer]).flatMap { part -> [String] in
        guard let view = component.view(of: part), !(view is CompositeItemView) else { return [] }
        let parts = parts(of: view, at: .zero)
        // The button of a header ends where its items do.
        let lost = part == .header ? [] : lostParts(parts, look.readableWidth)
        return (cutTitles(parts, in: view.bounds) + lost).map {
          "component \(component.index), \(part): \($0)"
        }
      }
    }
  }

  private func parts(of view: View, at origin: Point) -> [Part] {
    view.subviews.filter { !$0.isHidden && !$0.frame.isEmpty }.flatMap { view -> [Part] in
      var frame = view.frame.offsetBy(x: origin.x, y: origin.y)
      if let label = view as? Label {
        // A label that is cut off counts its whole frame, though the ellipsis may need less.
        let text = label.cutText == nil ? label.sizeThatFits(frame.size).width : frame.width
        switch label.alignment {
        case .leading: break
        case .center: frame.x += (frame.width - text) / 2
        case .trailing: frame.x += frame.width - text
        }
        let slack = max(frame.width - text, 0)
        frame.size.width -= slack
        return text > 0 ? [Part(frame: frame, label: label, slack: slack)] : []
      }
      let inside = parts(of: view, at: frame.origin)
      return inside.isEmpty ? [Part(frame: frame)] : inside
    }
  }

  /// The parts that stand further than `width` from the next one beside them.
  private func lostParts(_ parts: [Part], _ width: Double) -> [String] {
    parts.compactMap { part in
      let behind = parts.filter { $0.frame.x >= part.frame.maxX && isBeside($0, part) }
      guard let next = behind.min(by: { $0.frame.x < $1.frame.x }),
        next.frame.x - part.frame.maxX > width
      else { return nil }
      let distance = next.frame.x - part.frame.maxX
      return "'\(part.label?.text ?? "")' is \(distance) from '\(next.label?.text ?? "")'"
    }
  }

  private func isBeside(_ a: Part, _ b: Part) -> Bool {
    a.frame.y < b.frame.maxY - 1 && b.frame.y < a.frame.maxY - 1
  }

  /// The titles that would not be cut off if they had the room that is left in their row: behind
  /// them, and in the labels beside them.
  private func cutTitles(_ parts: [Part], in bounds: Rect) -> [String] {
    parts.compactMap { part in
      guard let label = part.label, label.cutText != nil else { return nil }
      // Parts may stay 16 points from each other, or a little more for the sake of columns, and
      // keep from the edges what the first one does.
      let margin = max(parts.map(\.frame.x).min() ?? 0, 16)
      let next = parts.map(\.frame.x).filter { $0 >= part.frame.maxX - 0.5 }.min()
      let behind = (next.map { $0 - 16 } ?? bounds.maxX - margin) - part.frame.maxX
      let beside = parts.filter { isBeside($0, part) && $0.slack > 8 }.reduce(0) { $0 + $1.slack }
      let probe = Label(label.font, lineLimit: label.lineLimit)
      probe.environment = label.environment
      probe.text = label.text
      probe.frame.size = Size(
        width: label.frame.width + max(behind, 0) + beside, height: label.frame.height)
      guard probe.cutText == nil else { return nil }
      return "'\(label.text)' is cut at \(label.frame.width) of \(probe.frame.width)"
    }
  }
}
