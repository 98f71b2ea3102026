import Spots

/// The third way to write a view: as a body of elements and nothing else.
struct Departure: ItemElement {
  func body(for item: Item) -> any Element {
    let minutes = item.meta.integer("minutes")
    let time =
      minutes <= 0
      ? LabelElement("now", font: .headline, color: .role(.accent))
      : LabelElement("\(minutes) min", font: .headline)
    return Row(
      spacing: 12,
      [
        Countdown(part: Double(min(minutes, 20)) / 20).sized(width: 28, height: 28),
        Column(
          spacing: 2,
          [
            LabelElement(item.title, font: .bodyMedium),
            LabelElement(item.subtitle, font: .subtitle, color: .role(.secondary)),
          ]
        ).flexed(grow: 1),
        time.flexed(shrink: 0),
      ])
  }
}

/// An element with a custom view: a bar that empties from the top.
struct Countdown: ViewElement, Equatable {
  /// The filled part, from 0 to 1.
  var part: Double

  func updateView(_ view: CountdownView, with context: ViewElementContext) {
    view.part = part
  }
}

/// The view of a `Countdown`.
final class CountdownView: View {
  var part = 0.0 { didSet { if part != oldValue { setNeedsDisplay() } } }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, theme[.surfacePressed], cornerRadius: 6)
    let height = frame.height * min(max(part, 0), 1)
    let filled = Rect(x: 0, y: frame.height - height, width: frame.width, height: height)
    list.clipped(to: filled) { $0.fill(bounds, theme[.accent], cornerRadius: 6) }
  }
}
