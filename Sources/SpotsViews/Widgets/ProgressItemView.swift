/// A title and a subtitle above a bar, with `meta.detail` at its end.
///
/// The item's `value` says how much of the bar is filled, from 0 to 1 or from `minimum` to
/// `maximum`; without one, a part of the bar goes to and fro.
public final class ProgressItemView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let lines = CardItemView.titleLimit(environment?.textScale ?? 1)
    let title = LabelElement(
      item.title, font: item.subtitle.isEmpty ? .body : .bodyMedium, lineLimit: lines)
    let subtitle = LabelElement(
      item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: lines)
    let detail = LabelElement(
      item.meta.string("detail"), font: .callout, color: .role(.secondary))
    let texts = [title, subtitle].filter { !$0.text.isEmpty }
    let bar = ProgressBar(part(of: item)).inset(horizontal: 0, vertical: 4)
    guard !texts.isEmpty || !detail.text.isEmpty else { return bar }
    let parts: [any Element] =
      [Column(texts).flexed(grow: 1, shrink: 1, basis: 0)] + (detail.text.isEmpty ? [] : [detail])
    return Column(spacing: 4, [Row(spacing: 12, alignment: .end, parts), bar])
  }

  /// How much is filled; nil where nobody knows.
  private func part(of item: Item) -> Double? {
    guard let number = (environment?.value(of: item) ?? item.input.value)?.number else {
      return nil
    }
    let least = item.input.minimum?.number ?? 0
    let length = (item.input.maximum?.number ?? 1) - least
    return length > 0 ? (number - least) / length : 0
  }

  /// The bar, with the texts as its name.
  public override func accessibility(for item: Item) -> Accessibility {
    var reading = Accessibility(item)
    reading.role = .progressBar
    reading.value = part(of: item).map { AccessibleValue(min(max($0, 0), 1)) }
    return reading
  }
}
