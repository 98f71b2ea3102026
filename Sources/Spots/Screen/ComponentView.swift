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
    // In most frames nothing has to be put in order.
    if leaving.isEmpty, isInOrder(header, footer) { return }
    orderSubviews(
      leaving + [itemsView, focusRing, pageIndicator] + [header, footer].compactMap { $0 })
  }

  private func isInOrder(_ header: View?, _ footer: View?) -> Bool {
    let edges = (header == nil ? 0 : 1) + (footer == nil ? 0 : 1)
    guard subviews.count == 3 + edges, subviews[0] === itemsView, subviews[1] === focusRing,
      subviews[2] === pageIndicator
    else { return false }
    if let header, subviews[3] !== header { return false }
    if let footer, subviews[2 + edges] !== footer { return false }
    return true
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
