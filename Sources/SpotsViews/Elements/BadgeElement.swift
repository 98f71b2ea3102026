/// A few words that stand out: on a filled shape, on a tinted one, or behind a dot.
@MainActor
public struct BadgeElement: ViewElement, Equatable {
  /// The words, and how they stand out.
  public var badge: Badge
  /// Whether it lies on a picture, so that it needs an opaque shape behind it.
  public var isOnPicture: Bool

  /// Creates an element that shows a badge; an empty one takes no room.
  public init(_ badge: Badge, isOnPicture: Bool = false) {
    (self.badge, self.isOnPicture) = (badge, isOnPicture)
  }

  /// Sets every property.
  public func updateView(_ view: BadgeView, with context: ViewElementContext) {
    view.show(badge, isOnPicture: isOnPicture)
  }

  /// The words.
  public var accessibility: Accessibility? {
    Accessibility(label: badge.text, isHidden: badge.text.isEmpty)
  }
}

/// The view of `BadgeElement`, which is as wide as its words on one line.
public final class BadgeView: View {
  private var badge = Badge("")
  private var isOnPicture = false
  private let label = Label(.caption)

  private static let dotSide = 8.0
  private static let dotGap = 6.0

  /// Creates a view without words.
  public required init() {
    super.init()
    label.alignment = .center
    addSubview(label)
  }

  func show(_ badge: Badge, isOnPicture: Bool) {
    guard (badge, isOnPicture) != (self.badge, self.isOnPicture) else { return }
    (self.badge, self.isOnPicture) = (badge, isOnPicture)
    label.text = badge.text
    label.font = .caption
    if badge.style == .badge { label.font.weight = .semibold }
    setNeedsLayout()
  }

  /// The room beside and above the words.
  private var padding: Size {
    switch badge.style {
    case .badge: Size(width: 6, height: 1)
    case .tag: Size(width: 8, height: 2)
    case .status: isOnPicture ? Size(width: 8, height: 2) : Size(height: 1)
    }
  }

  /// The room for a dot before the words.
  private var dotRoom: Double {
    guard badge.style == .status else { return 0 }
    return (Self.dotSide + (badge.text.isEmpty ? 0 : Self.dotGap)) * textGrowth
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    guard !badge.isEmpty, let environment else { return .zero }
    let room = max(size.width - padding.width * 2 - dotRoom, 0)
    let text = label.sizeThatFits(Size(width: room, height: .infinity))
    let height = environment.scaled(label.font).lineHeight.rounded(.up) + padding.height * 2
    let width = text.width + padding.width * 2 + dotRoom
    // A single digit is in a circle.
    return Size(width: badge.style == .badge ? max(width, height) : width, height: height)
  }

  public override func layoutSubviews() {
    guard let theme = environment?.theme else { return }
    let start = padding.width + dotRoom
    label.frame = Rect(
      x: start, y: padding.height, width: max(frame.width - start - padding.width, 0),
      height: max(frame.height - padding.height * 2, 0))
    switch badge.style {
    case .badge: label.ownColor = theme.text(on: theme.mark(badge.color))
    case .tag: label.ownColor = theme.text(theme.mark(badge.color), on: ground(theme))
    case .status: label.ownColor = theme[isOnPicture ? .primary : .secondary]
    }
  }

  /// The color behind the words.
  private func ground(_ theme: Theme) -> Color {
    let color = theme.mark(badge.color)
    switch badge.style {
    case .badge: return color
    case .tag: return theme[.surface].mixed(with: color, theme.isHighContrast ? 0 : 0.14)
    case .status: return theme[.surface]
    }
  }

  public override func draw(in list: inout DrawList) {
    guard !badge.isEmpty, let theme = environment?.theme else { return }
    let color = theme.mark(badge.color)
    let radius = badge.style == .tag ? min(6, frame.height / 2) : frame.height / 2
    if badge.style != .status || isOnPicture {
      list.fill(bounds, ground(theme), cornerRadius: radius)
    }
    if badge.style == .tag, theme.isHighContrast {
      list.append(.stroke(bounds, color, width: 1, cornerRadius: radius))
    }
    guard badge.style == .status else { return }
    let side = Self.dotSide * textGrowth
    let dot = Rect(x: padding.width, y: (frame.height - side) / 2, width: side, height: side)
    list.fill(dot, color, cornerRadius: side / 2)
  }
}

extension Theme {
  /// Black or white, whichever is easier to read on `ground`.
  func text(on ground: Color) -> Color {
    Color.white.contrast(with: ground) >= 4.5
      || Color.white.contrast(with: ground) >= Color.black.contrast(with: ground)
      ? .white : .black
  }

  /// The color nearest to `color` that can be read on `ground`.
  func text(_ color: Color, on ground: Color) -> Color {
    Self.first(from: color, to: hasDarkSurface ? .white : .black) {
      $0.contrast(with: ground) >= (isHighContrast ? 7 : 4.5)
    }
  }
}
