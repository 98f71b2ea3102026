/// The visible part of one component: clips, and holds the views of what can be seen.
final class ComponentView: View {
  /// Items scroll sideways in here; header, footer, dots and arrows do not.
  let itemsView = ItemsView()
  /// Shown in place of the items when none matches the filter.
  let noMatch = ElementView()
  let edgeFade = EdgeFade()
  let pageIndicator = PageIndicator()
  let pageArrows = PageArrows()
  let liftGround = LiftGround()
  let sweptActions = SweptActions()
  /// The component that is shown; nil until its views are made.
  weak var shown: Component?
  /// Whether it is a bar with other components below it.
  var isRaised = false { didSet { if isRaised != oldValue { setNeedsDisplay() } } }
  /// The picture behind the component, and its height in points; nil for none.
  private var picture: (source: String, height: Double)?
  /// The color behind a component with colors of its own.
  private var ground: Color?
  /// The colors of the component, and the environment that they were added to.
  private var adopted: (theme: [ColorRole: Color], screen: Environment)?
  private let focusRing = FocusRing()
  private let stuckLine = StuckLine()

  /// How far the ring extends beyond what it marks: a gap of 2 points and a line of 2.
  private static let ringRoom = 4.0

  required init() {
    super.init()
    clipsToBounds = true
    for view in [itemsView] + marks { addSubview(view) }
    hideMarks()
  }

  /// The height beyond which no picture is stretched, in points.
  private static let highestPicture = 2000.0

  /// Gives everything inside the colors of a component `height` points high, and shows its picture.
  func adopt(_ model: ComponentModel, height: Double, in screen: Environment) {
    let (theme, source) = (model.theme, model.backgroundImage)
    guard !theme.isEmpty || !source.isEmpty else {
      if adopted != nil { (adopted, ground, picture, environment) = (nil, nil, nil, nil) }
      return
    }
    let height = min(height, Self.highestPicture)
    if picture?.source ?? "" != source || picture?.height ?? height != height { adopted = nil }
    if let adopted, adopted.theme == theme, adopted.screen.isIdentical(to: screen) { return }
    adopted = (theme, screen)
    var own = screen
    own.documentColors.merge(theme) { $1 }
    ground = own.theme[.background]
    picture = source.isEmpty || own.theme.isHighContrast ? nil : (source, height)
    // A header that stays in its place leaves the picture to be seen.
    if picture != nil, model.layout.headerMode != .sticky {
      own.documentColors[.background] = .clear
    }
    environment = own
    setNeedsDisplay()
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    if let ground { list.fill(bounds, ground) }
    if let picture, let ground {
      let place = Rect(
        x: 0, y: -contentOffset.y, width: frame.width, height: picture.height)
      list.append(
        .image(
          source: picture.source, place, .fill, corners: Corners(), placeholder: .clear,
          icon: .clear))
      list.fill(bounds, ground.opacity(0.55))
    }
    guard isRaised else { return }
    list.fill(bounds, ground ?? environment.theme[.background])
    list.fill(
      Rect(x: 0, y: 0, width: frame.width, height: environment.hairline),
      environment.theme[.separator])
  }

  /// The arrow, the dots or the button beside a swept item at `point`, in the component's content;
  /// nil where there is none.
  func mark(at point: Point) -> Control? {
    for view in [sweptActions, pageArrows, pageIndicator] where view.superview != nil {
      let inside = view.convert(point - contentOffset, from: self)
      let hit = view.front(at: inside) { !$0.sense.isEmpty }
      guard let (mark, place) = hit else { continue }
      if let dots = mark as? PageIndicator, dots.page(at: place) == nil { continue }
      if let arrow = mark as? PageArrow, !arrow.contains(place) { continue }
      return mark as? Control
    }
    return nil
  }

  private var marks: [View] {
    [edgeFade, focusRing, pageIndicator, pageArrows, stuckLine, noMatch]
  }

  /// Hides all that is neither an item nor an edge.
  func hideMarks() {
    for mark in marks { mark.isHidden = true }
  }

  /// Keeps the edges in front of the items, the footer in front of a header that sticks, and edges
  /// on their way out behind everything. The ring is in front of edges that stay in place; a header
  /// that sticks covers it along with the item.
  func orderEdges(leaving: [View], header: View?, footer: View?, isHeaderStuck: Bool) {
    // In most frames nothing has to be put in order.
    if leaving.isEmpty, isInOrder(header, footer, isHeaderStuck) { return }
    let edges = [header, footer].compactMap { $0 }
    let marks = [focusRing, pageIndicator, pageArrows]
    let front = isHeaderStuck ? marks + edges : edges + marks
    orderSubviews(leaving + [itemsView, edgeFade] + front + [stuckLine, noMatch])
  }

  private func isInOrder(_ header: View?, _ footer: View?, _ isHeaderStuck: Bool) -> Bool {
    var index = 0
    func isNext(_ view: View?) -> Bool {
      guard let view else { return true }
      defer { index += 1 }
      return index < subviews.count && subviews[index] === view
    }
    func areEdgesNext() -> Bool { isNext(header) && isNext(footer) }
    func areMarksNext() -> Bool {
      isNext(focusRing) && isNext(pageIndicator) && isNext(pageArrows)
    }
    guard isNext(itemsView), isNext(edgeFade) else { return false }
    let isInOrder =
      isHeaderStuck ? areMarksNext() && areEdgesNext() : areEdgesNext() && areMarksNext()
    return isInOrder && isNext(stuckLine) && isNext(noMatch) && index == subviews.count
  }

  /// Draws a line along the lower edge of `header`, below which items disappear; none for nil.
  func showStuckLine(under header: Rect?) {
    stuckLine.isHidden = header == nil
    guard let header, let line = environment?.hairline else { return }
    stuckLine.frame = Rect(x: header.x, y: header.maxY - line, width: header.width, height: line)
  }

  /// Draws the ring around `frame`, or none.
  ///
  /// - Parameter room: The area in which nothing is cut off. A ring that would not fit into it is
  ///   drawn inside the frame, as it always is for rows.
  func showFocus(
    around frame: Rect?, cornerRadius: Double = 0, isRow: Bool = false, room: Rect = .zero
  ) {
    focusRing.isHidden = frame == nil
    guard let frame else { return }
    let isInside = isRow || !room.encloses(frame.expanded(by: Self.ringRoom))
    let distance = isInside ? -2 : Self.ringRoom
    focusRing.frame = frame.expanded(by: distance)
    focusRing.cornerRadius = cornerRadius + distance
  }
}

/// The ground below an item that the pointer holds, whose view may have no background of its own.
final class LiftGround: View {
  private var cornerRadius = 0.0

  /// Follows `view`, which is shown at `frame`.
  func show(below view: any ItemConfigurable, at frame: Rect) {
    self.frame = frame
    let style = view.cellStyle
    cornerRadius = style.isRow ? style.groupRadius : view.focusCornerRadius
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.append(
      .shadow(bounds, Color.black.opacity(0.18), blur: 24, offset: 8, cornerRadius: cornerRadius))
    list.append(.fill(bounds, theme.raisedSurface, cornerRadius: cornerRadius))
    // The shadow cannot be seen on black.
    let line = environment?.hairline ?? 1
    list.append(
      .stroke(
        bounds.expanded(by: line), theme[.separator], width: line, cornerRadius: cornerRadius + line
      ))
  }
}

private final class FocusRing: View {
  var cornerRadius = 0.0

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.append(.stroke(bounds, theme[.focusRing], width: 2, cornerRadius: max(cornerRadius, 0)))
  }
}

private final class StuckLine: View {
  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, theme[.separator])
  }
}
