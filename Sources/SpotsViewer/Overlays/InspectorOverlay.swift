import Spots

/// An outline around the inspected part of the screen, with a tag that describes it.
final class InspectorOverlay: View {
  /// The part to outline, and the text of its tag.
  struct Target: Equatable {
    /// In window coordinates, in points.
    var frame: Rect
    /// The lines of the tag; the first one names the kind.
    var lines: [String]
  }

  /// Finds the target; called at each layout, since the screen scrolls under the pointer.
  var locate: @MainActor () -> Target? = { nil }
  private(set) var target: Target?
  private var labels: [Label] = []
  private var tag = Rect.zero

  private static let padding = 8.0
  private static let gap = 6.0
  private static let margin = 4.0
  private static let widest = 420.0

  /// The fonts of the first line and of the others.
  private static let fonts = [Font.bodyMedium, .caption]

  override func layoutSubviews() {
    target = locate()
    for label in labels { label.removeFromSuperview() }
    labels = (target?.lines ?? []).enumerated().map { index, line in
      let label = Label(Self.fonts[min(index, 1)], .background)
      label.text = line
      addSubview(label)
      return label
    }
    guard let target else { return }
    let room = min(Self.widest, frame.width - (Self.margin + Self.padding) * 2)
    let sizes = labels.map { $0.sizeThatFits(Size(width: max(room, 0), height: .infinity)) }
    let size = Size(
      width: (sizes.map(\.width).max() ?? 0) + Self.padding * 2,
      height: sizes.reduce(Self.padding * 2) { $0 + $1.height })
    tag = Rect(origin: place(for: size, beside: target.frame), size: size)
    var y = tag.y + Self.padding
    for (label, size) in zip(labels, sizes) {
      label.frame = Rect(
        x: tag.x + Self.padding, y: y, width: tag.width - Self.padding * 2, height: size.height)
      y += size.height
    }
  }

  /// The origin of the tag: below the outline if it fits, else above it, else at the bottom of the
  /// window.
  private func place(for size: Size, beside target: Rect) -> Point {
    let lowest = frame.height - Self.margin - size.height
    let below = target.maxY + Self.gap
    let above = target.y - Self.gap - size.height
    let y = below <= lowest ? below : above >= Self.margin ? above : lowest
    let rightmost = frame.width - Self.margin - size.width
    return Point(x: max(min(target.x, rightmost), Self.margin), y: max(y, Self.margin))
  }

  override func draw(in list: inout DrawList) {
    guard let target, let theme = environment?.theme else { return }
    list.fill(target.frame, theme[.accent].opacity(0.12))
    list.append(.stroke(target.frame, theme[.accent], width: 1, cornerRadius: 0))
    list.append(
      .shadow(tag, Color.black.opacity(0.2), blur: 12, offset: 3, cornerRadius: 6))
    list.fill(tag, theme[.primary], cornerRadius: 6)
  }
}
