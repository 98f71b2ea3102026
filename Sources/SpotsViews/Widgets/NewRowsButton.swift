/// A button at the bottom of a screen whose end users have scrolled away from: says how many rows
/// have come there since, and leads back.
package final class NewRowsButton: ElementView {
  package var onPress: () -> Void = {}
  private var count = 0

  private static let margin = 12.0

  /// Shows the number of rows that have come; 0 hides the button.
  ///
  /// - Parameter areLines: Whether they are lines of a log.
  package func show(_ count: Int, areLines: Bool) {
    guard count != self.count else { return }
    self.count = count
    isHidden = count == 0
    guard count > 0 else {
      element = nil
      return
    }
    let label = LabelElement(
      words(areLines ? .newLines : .newItems, ["count": count]), font: .callout,
      color: .role(.background), lineLimit: 1)
    let content = Row(spacing: 6, [Icon(.down, size: 14, color: .role(.background)), label])
    let button = Tappable(content.inset(horizontal: 16, vertical: 8)) { [weak self] in
      self?.onPress()
    }
    element = Box(color: .role(.primary), cornerRadius: 17, hasShadow: true, button)
  }

  /// Puts the button in the middle of the lower edge of `area`.
  package func place(in area: Rect) {
    guard !isHidden else { return }
    let size = size(within: max(area.width - Self.margin * 2, 0))
    frame = Rect(
      x: (area.midX - size.width / 2).rounded(), y: area.maxY - size.height - Self.margin,
      width: size.width, height: size.height)
  }
}
