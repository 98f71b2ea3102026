/// Round buttons at the ends of a carousel, for users who scroll with a mouse: each is shown while
/// the pointer is over the carousel and there is more in its direction.
package final class PageArrows: View {
  /// The direction in which an arrow turns pages.
  package enum Direction: Int, CaseIterable {
    case back = -1
    case forward = 1
  }

  private struct Arrow {
    var presence = Fade()
    var hover = Fade()
  }

  /// The diameter of a button, and its distance from the end, in points.
  private static let side = 36.0
  private static let margin = 8.0
  private static let icon = 18.0

  private var back = Arrow()
  private var forward = Arrow()
  /// The arrow under the pointer.
  package private(set) var hovered: Direction?
  /// The arrow that the pointer holds down.
  package var pressed: Direction? { didSet { if pressed != oldValue { setNeedsDisplay() } } }

  /// Whether no arrow is visible or about to appear.
  package var isIdle: Bool { !back.presence.isOn && !forward.presence.isOn && !isSeen }

  /// Whether the last frame showed an arrow.
  package var isSeen: Bool { back.presence.isVisible || forward.presence.isVisible }

  /// Fades arrows in or out, by whether they lead anywhere.
  package func show(back isBack: Bool, forward isForward: Bool) {
    turn(&back, to: isBack)
    turn(&forward, to: isForward)
  }

  private func turn(_ arrow: inout Arrow, to isWanted: Bool) {
    guard arrow.presence.isOn != isWanted else { return }
    arrow.presence.turn(to: isWanted)
    setNeedsDisplay()
  }

  /// Marks the arrow at `point`, in the view's coordinates.
  package func hover(at point: Point?) {
    let direction = point.flatMap(direction(at:))
    guard direction != hovered else { return }
    hovered = direction
    back.hover.turn(to: direction == .back)
    forward.hover.turn(to: direction == .forward)
    setNeedsDisplay()
  }

  /// The arrow at `point`, in the view's coordinates; nil outside of visible arrows.
  private func direction(at point: Point) -> Direction? {
    Direction.allCases.first { direction in
      let arrow = direction == .back ? back : forward
      let rect = rect(of: direction)
      let center = Point(x: rect.midX, y: rect.midY)
      return arrow.presence.isOn && arrow.presence.isVisible
        && point.distance(to: center) <= Self.side / 2
    }
  }

  private func rect(of direction: Direction) -> Rect {
    let x = direction == .back ? Self.margin : frame.width - Self.margin - Self.side
    return Rect(
      x: x, y: ((frame.height - Self.side) / 2).rounded(), width: Self.side, height: Self.side)
  }

  package override func draw(in list: inout DrawList) {
    draw(&back, .back, in: &list)
    draw(&forward, .forward, in: &list)
  }

  private func draw(_ arrow: inout Arrow, _ direction: Direction, in list: inout DrawList) {
    guard let environment else { return }
    let presence = part(of: &arrow.presence, in: &list)
    let hover = part(of: &arrow.hover, in: &list)
    guard presence > 0 else { return }
    let (theme, rect) = (environment.theme, rect(of: direction))
    var state: ViewState = hovered == direction ? .hover : []
    if pressed == direction, hovered == direction { state.insert(.highlighted) }
    list.faded(by: presence) { list in
      let radius = Self.side / 2
      let shadow = Color.black
      list.append(.shadow(rect, shadow.opacity(0.12), blur: 3, offset: 1, cornerRadius: radius))
      list.append(.shadow(rect, shadow.opacity(0.12), blur: 12, offset: 4, cornerRadius: radius))
      list.fill(rect, theme.surface(state, hover: hover), cornerRadius: radius)
      let line = environment.hairline
      list.append(.stroke(rect, theme[.separator], width: line, cornerRadius: radius))
      let icon = rect.expanded(by: (Self.icon - Self.side) / 2)
      IconView.draw(
        .chevron, in: icon, isFlipped: direction == .back, theme[.primary], into: &list)
    }
  }
}
