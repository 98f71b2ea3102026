/// The title over a component, a subtitle under it and an action text at the right.
///
/// `meta.style` `section` sets the title in small capitals, as over groups of settings;
/// `meta.actionTitle` is the text at the right.
public final class HeaderView: ItemElementHost {
  private static let gap = 16.0
  /// What a long action may take from the title, before text scale.
  private static let longestAction = 200.0

  public override func body(for item: Item) -> (any Element)? {
    let isSection = item.meta.string("style") == "section"
    let title = LabelElement(
      isSection ? item.title.uppercased() : item.title, font: isSection ? .section : .title,
      color: .role(isSection ? .secondary : .primary), lineLimit: 2)
    var line: [any Element] = [title.flexed(grow: 1, basis: 0)]
    let action = item.meta.string("actionTitle")
    if !action.isEmpty { line.append(actionElement(action, isSection: isSection)) }
    let subtitle = LabelElement(
      item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: 2)
    return Column([
      Row(spacing: Self.gap, alignment: .end, line), subtitle,
    ])
  }

  /// Its baseline is that of the title's last line.
  private func actionElement(_ text: String, isSection: Bool) -> any Element {
    let longest = Self.longestAction * (environment?.textScale ?? 1)
    let label = Sized(
      SizeLimits(maximumWidth: longest), LabelElement(text, font: .callout, color: .role(.accent)))
    let drop = EdgeInsets(top: 0, left: 0, bottom: isSection ? 0 : 3, right: 0)
    return label.inset(by: drop).flexed(shrink: 0)
  }

  public override var surface: ItemSurface { .none }

  public override var insets: EdgeInsets {
    EdgeInsets(top: 20, left: place.margin, bottom: 8, right: place.margin)
  }

  /// Opaque, since items pass below a sticky header.
  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, theme[.background])
  }
}
