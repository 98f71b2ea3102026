/// The title above a component, with a subtitle below it and an action text at the right.
///
/// `meta.style` `section` sets the title in small uppercase letters, as above groups of settings;
/// `meta.actionTitle` is the text at the right, which moves below the others if it does not fit
/// beside the title. A header with both an action and that text is activated by the text alone,
/// which acts as a button; one without the text is activated anywhere.
public final class HeaderView: ItemElementHost {
  public override class var measuresUnconfigured: Bool { true }

  private var hasButton = false

  public override func body(for item: Item) -> (any Element)? { HeaderElement(item: item) }

  public override var surface: ItemSurface { .none }

  public override var insets: EdgeInsets {
    EdgeInsets(top: 20, left: place.margin, bottom: 8, right: place.margin)
  }

  public override func configure(with item: Item) {
    super.configure(with: item)
    hasButton = item.action != nil && !item.meta.string("actionTitle").isEmpty
  }

  /// The area of the button, for a header that has an action and a text for it.
  public override var activationArea: Rect? {
    guard hasButton else { return nil }
    layoutIfNeeded()
    let button = subviews.lazy.compactMap { $0 as? HeaderButton }.first { !$0.isHidden }
    return button?.area.intersection(bounds)
  }

  public override var focusCornerRadius: Double { hasButton ? 8 : super.focusCornerRadius }

  /// Opaque, since items pass below a sticky header.
  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, theme[.background])
    guard let button = activationArea else { return }
    let tint = state.contains(.highlighted) ? 0.14 : 0.08 * hoverProgress
    list.fill(button, theme[.accent].opacity(tint), cornerRadius: focusCornerRadius)
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
    let end: [any Element] = action.isEmpty ? [] : [HeaderButtonElement(title: action)]
    return ElementContent(
      children: [title] + end + [subtitle],
      layout: HeaderLayout(gap: 16, lead: 4, rise: isSection ? 0 : 3))
  }
}
