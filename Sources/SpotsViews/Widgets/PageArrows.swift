/// Round buttons at the ends of a carousel, for users who scroll with a mouse: each is shown while
/// the pointer is over the carousel and there is more in its direction.
package final class PageArrows: View {
  private let arrows = [PageArrow(), PageArrow()]

  package required init() {
    super.init()
    arrows[0].direction = .back
    for arrow in arrows { addSubview(arrow) }
  }

  /// Whether no arrow is visible or about to appear.
  package var isIdle: Bool { arrows.allSatisfy { !$0.isWanted && !$0.isSeen } }

  /// Whether the last frame showed an arrow.
  package var isSeen: Bool { arrows.contains(where: \.isSeen) }

  /// Fades arrows in or out, by whether they lead anywhere.
  package func show(back isBack: Bool, forward isForward: Bool) {
    (arrows[0].isWanted, arrows[1].isWanted) = (isBack, isForward)
  }

  package override func layoutSubviews() {
    let (side, margin) = (PageArrow.side, 8.0)
    for (arrow, x) in zip(arrows, [margin, frame.width - margin - side]) {
      arrow.frame = Rect(x: x, y: ((frame.height - side) / 2).rounded(), width: side, height: side)
    }
  }
}

/// One of the buttons, which turns pages in its direction.
package final class PageArrow: Control {
  /// The number of pages to turn.
  package enum Direction: Int {
    case back = -1
    case forward = 1
  }

  package fileprivate(set) var direction = Direction.forward
  private var presence = Fade()

  /// The diameter, in points.
  fileprivate static let side = 36.0
  private static let icon = 18.0

  /// Whether it is shown, or fades in.
  fileprivate var isWanted: Bool {
    get { presence.isOn }
    set {
      guard newValue != presence.isOn else { return }
      presence.turn(to: newValue)
      setNeedsDisplay()
    }
  }

  /// Whether the last frame showed it.
  fileprivate var isSeen: Bool { presence.isVisible }

  package override var isForPointer: Bool { true }

  /// Whether the button, which is round, is at `point`.
  package func contains(_ point: Point) -> Bool {
    point.distance(to: Point(x: bounds.midX, y: bounds.midY)) <= Self.side / 2
  }

  /// Clicks once it has been seen.
  package override var sense: Sense { isWanted && isSeen ? .click : [] }

  package override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let (presence, hover) = (part(of: &presence, in: &list), hoverProgress(in: &list))
    guard presence > 0 else { return }
    let (theme, radius, shadow) = (environment.theme, Self.side / 2, Color.black.opacity(0.12))
    list.faded(by: presence) { list in
      list.append(.shadow(bounds, shadow, blur: 3, offset: 1, cornerRadius: radius))
      list.append(.shadow(bounds, shadow, blur: 12, offset: 4, cornerRadius: radius))
      list.fill(bounds, theme.surface(state, hover: hover), cornerRadius: radius)
      list.append(
        .stroke(bounds, theme[.separator], width: environment.hairline, cornerRadius: radius))
      let icon = bounds.expanded(by: (Self.icon - Self.side) / 2)
      IconView.draw(
        .chevron, in: icon, isFlipped: direction == .back, theme[.primary], into: &list)
    }
  }
}
