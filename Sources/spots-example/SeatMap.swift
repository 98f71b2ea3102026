import Spots

/// The second way to write a view: it describes its subviews as values, and a mounter updates only
/// those that differ.
///
/// Shows one square for each seat of a carriage; `meta.taken` of them are filled.
final class SeatMap: View, ItemConfigurable {
  private let mounter = ViewMounter()
  private var (seats, taken) = (0, 0)

  private static let side = 14.0
  private static let step = 18.0
  private static let margin = 16.0

  private static let color = ViewAttribute<FilledView, ColorRole>(
    "color", unapply: { view, _ in view.color = nil },
    update: { view, _, new in view.color = .role(new) },
    apply: { view, role in view.color = .role(role) })
  private static let radius = ViewAttribute<FilledView, Double>(
    "radius", apply: { view, radius in view.cornerRadius = radius })

  func computeSize(for item: Item, containerSize: Size) -> Size {
    let rows = (seats + columns(containerSize.width) - 1) / columns(containerSize.width)
    return Size(width: 0, height: Double(rows) * Self.step + 24)
  }

  func configure(with item: Item) {
    seats = min(max(item.meta.integer("seats"), 0), 500)
    taken = min(max(item.meta.integer("taken"), 0), seats)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    let columns = columns(frame.width)
    let descriptions = (0..<seats).map { seat in
      ViewDescription(
        ViewConfiguration(
          FilledView.self,
          [
            Self.color.value(seat < taken ? .accent : .surfacePressed), Self.radius.value(4),
          ]),
        frame: Rect(
          x: Self.margin + Double(seat % columns) * Self.step,
          y: 12 + Double(seat / columns) * Self.step, width: Self.side, height: Self.side))
    }
    mounter.mount(descriptions, in: self)
  }

  private func columns(_ width: Double) -> Int {
    Int(min(max((width - Self.margin * 2) / Self.step, 1), 1000))
  }
}
