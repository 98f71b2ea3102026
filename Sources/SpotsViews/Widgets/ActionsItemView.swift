/// A row of buttons at its end, one for each of the item's `actions`. Those that do not fit beside
/// each other go on below.
public final class ActionsItemView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let buttons = item.actions.map { entry in
      var button = Button(entry.name, emphasis: entry.emphasis, action: entry.action)
      button.payload = entry.payload
      return Sized(SizeLimits(minimumWidth: 96), button)
    }
    return Row(
      spacing: 8, alignment: .center, justification: .end, wraps: true, lineSpacing: 8, buttons)
  }

  /// Buttons have no row behind them.
  public override var surface: ItemSurface { .none }

  package override var answersClicks: Bool { false }

  public override var insets: EdgeInsets { EdgeInsets(top: 14, left: 0, bottom: 14, right: 0) }
}
