/// The visible part of one component: clips, and holds the views of what can be seen.
final class ComponentView: View {
  /// Items scroll sideways in here; header, footer and dots do not.
  let itemsView = View()
  let pageIndicator = PageIndicator()
  private let focusRing = FocusRing()

  required init() {
    super.init()
    clipsToBounds = true
    for view in [itemsView, focusRing, pageIndicator] { addSubview(view) }
    focusRing.isHidden = true
    pageIndicator.isHidden = true
  }

  /// Keeps the edges in front of the items, the footer in front of a header that sticks, and edges
  /// on their way out behind everything.
  func orderEdges(leaving: [View], header: View?, footer: View?) {
    orderSubviews(
      leaving + [itemsView, focusRing, pageIndicator] + [header, footer].compactMap { $0 })
  }

  /// Draws the ring around `frame`, or none; rows have it inside, where it is not cut off.
  func showFocus(around frame: Rect?, cornerRadius: Double, isRow: Bool) {
    focusRing.isHidden = frame == nil
    guard let frame else { return }
    focusRing.frame = frame.expanded(by: isRow ? -2 : 4)
    focusRing.cornerRadius = cornerRadius + (isRow ? -2 : 4)
  }
}

private final class FocusRing: View {
  var cornerRadius = 0.0

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.append(
      .stroke(bounds, theme[.focusRing], width: 2, cornerRadius: max(cornerRadius, 0)))
  }
}
