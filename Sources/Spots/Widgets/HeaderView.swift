/// The title over a component, a subtitle under it and an action text at the right.
///
/// `meta.style` `section` sets the title in small capitals, as over groups of settings;
/// `meta.actionTitle` is the text at the right, which goes below where it does not fit beside the
/// title.
public final class HeaderView: ItemElementHost {
  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? { HeaderElement(item: item) }

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

private struct HeaderElement: Element {
  let item: Item

  var content: ElementContent {
    let isSection = item.meta.string("style") == "section"
    let title = LabelElement(
      isSection ? item.title.uppercased() : item.title, font: isSection ? .section : .title,
      color: .role(isSection ? .secondary : .primary), lineLimit: 2)
    let subtitle = LabelElement(
      item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: 2)
    let action = item.meta.string("actionTitle")
    let end: [any Element] =
      action.isEmpty ? [] : [LabelElement(action, font: .callout, color: .role(.accent))]
    return ElementContent(
      children: [title] + end + [subtitle],
      layout: HeaderLayout(gap: 16, lead: 4, rise: isSection ? 0 : 3))
  }
}
