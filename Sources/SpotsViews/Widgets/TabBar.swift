/// The tabs of a screen, of which one is chosen: words in a row above the screen, or icons over
/// them at the bottom of a narrow window, where thumbs are.
package final class TabBar: View {
  package var onChoose: (String) -> Void = { _ in }
  /// The room at both sides of the lane that everything on the screen keeps to.
  package var laneInsets: () -> EdgeInsets = { .zero }
  private let row = ElementView()
  private var tabs: [ScreenTab] = []
  private var chosen: String?
  private var isAtBottom = false

  package required init() {
    super.init()
    addSubview(row)
  }

  package override var sense: Sense { .cover }
  package override var arrowsMoveInside: Bool { true }

  /// In points; the room that the bar takes from the screen.
  package static func height(isAtBottom: Bool, textScale: Double) -> Double {
    ((isAtBottom ? 56 : 44) * max(textScale, 1)).rounded(.up)
  }

  /// Shows tabs, of which the one named `chosen` is marked, at the top or at the bottom.
  package func show(_ tabs: [ScreenTab], chosen: String?, isAtBottom: Bool) {
    (self.tabs, self.chosen, self.isAtBottom) = (tabs, chosen, isAtBottom)
    setNeedsLayout()
  }

  package override func layoutSubviews() {
    let buttons = tabs.map { tab in
      let button = Tappable(face(of: tab)) { [weak self] in self?.onChoose(tab.name) }
        .accessible(label: tab.title, role: .tab)
      return isAtBottom ? button.flexed(grow: 1, basis: 0) : button.flexed(grow: 0)
    }
    // The words, which have some room in their buttons, begin at the lane's edge.
    let (lane, side) = (laneInsets(), isAtBottom ? 0 : Self.padding)
    let insets =
      isAtBottom
      ? .zero : EdgeInsets(left: max(lane.left - side, 0), right: max(lane.right - side, 0))
    let tabs = Row(spacing: isAtBottom ? 0 : 4, alignment: .stretch, buttons).inset(by: insets)
    row.element = Box(
      color: .role(.surface),
      Overlay([
        Aligned(horizontal: .fill, vertical: .fill, tabs),
        Aligned(horizontal: .fill, vertical: isAtBottom ? .start : .end, Divider()),
      ]))
    row.frame = bounds
  }

  private static let padding = 12.0

  private func face(of tab: ScreenTab) -> any Element {
    let isChosen = tab.name == chosen
    let color = Paint.role(isChosen ? .accent : .secondary)
    let icon = tab.icon.map {
      Icon(Icon.Name(rawValue: $0), size: (isAtBottom ? 22 : 18) * textGrowth, color: color)
    }
    let title = LabelElement(
      tab.title, font: isAtBottom ? .caption : .headline, color: color, lineLimit: 1)
    let parts: [any Element] = (icon.map { [$0] } ?? []) + [title]
    if isAtBottom {
      return Aligned(
        horizontal: .center, vertical: .center, Column(spacing: 2, alignment: .center, parts))
    }
    let line = Sized(
      SizeLimits(minimumHeight: 2), Box(color: isChosen ? .role(.accent) : nil, Spacer()))
    return Overlay([
      Aligned(
        horizontal: .fill, vertical: .center,
        Row(spacing: 8, alignment: .center, parts).inset(horizontal: Self.padding)),
      Aligned(horizontal: .fill, vertical: .end, line.inset(horizontal: Self.padding)),
    ])
  }

  package override var accessibleParts: [AccessiblePart] {
    layoutIfNeeded()
    return zip(row.accessibleParts, tabs).map { part, tab in
      var part = part
      part.states.insert(.selectable)
      if tab.name == chosen { part.states.insert(.selected) }
      return part
    }
  }
}
