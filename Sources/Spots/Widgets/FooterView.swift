/// A caption below a component, wrapped to its width.
public final class FooterView: ItemElementHost {
  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let texts = [item.title, item.subtitle, item.text].filter { !$0.isEmpty }
    return LabelElement(
      texts.joined(separator: "\n"), font: .caption, color: .role(.secondary), lineLimit: 0)
  }

  public override var surface: ItemSurface { .none }

  public override var insets: EdgeInsets {
    EdgeInsets(top: 8, left: place.margin, bottom: 16, right: place.margin)
  }
}
