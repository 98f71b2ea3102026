/// A view in front of the screen, beside what opened it, that gets all input until it is closed,
/// such as a menu.
///
/// Subclasses draw and handle input in their own coordinates, and return the size they want from
/// `sizeThatFits(_:)`. They get less if the window is smaller, and are mirrored with the screen.
package class Popup: View {
  /// What a popup is placed beside.
  package enum Anchor {
    /// A view on the screen. The popup moves with it, and closes when the view is gone or disabled.
    case view(View)
    /// A place in the window, such as the pointer's, in the coordinates of input events.
    case rect(Rect)
    /// Nothing: the popup is in the middle of the window.
    case middle
  }

  /// Closes the popup; set while it is open.
  package final var onClose: () -> Void = {}
  /// The name for users who do not see it.
  package final var name = ""
  /// Whether one of its buttons has the keyboard.
  package final var isOnButton = false {
    didSet { if isOnButton != oldValue { setNeedsLayout() } }
  }
  /// Holds what is in the popup, which scrolls if there is not enough room.
  package final let area = ScrollArea()

  /// The distance from what opened it, and from the edges of the window, in points.
  private static let gap = 4.0
  package static let margin = 8.0
  static let cornerRadius = 10.0

  /// Creates an empty popup.
  package required init() {
    super.init()
    addSubview(area)
  }

  /// Closes the popup.
  final func close() { onClose() }

  /// Called once the popup is closed, for whatever reason.
  package func didClose() {}

  // MARK: Overridden by subclasses

  /// Whether the popup is at least as wide as the view it stands beside.
  package var fillsAnchor: Bool { true }

  /// Whether Tab goes to its buttons, rather than closing it.
  package var hasButtons: Bool { false }

  /// The height down to which a popup that fits neither above nor below is cut to the room there.
  package var leastHeight: Double { 160 }

  /// The role for users who do not see it.
  package var role: AccessibleRole { .dialog }

  /// The place of typed text, in its own coordinates; nil, the default, for a popup that takes
  /// none.
  package var caretFrame: Rect? { nil }

  /// A key, rather than the pointer, has opened the popup; nothing unless overridden.
  package func openedByKey() {}

  /// The wheel was turned over the popup by `notches`, positive away from the user; scrolls unless
  /// overridden.
  package func wheelTurned(by notches: Double, precise: Bool, at now: Double) {
    area.wheel(by: notches, precise: precise, at: now)
  }

  /// A key was pressed.
  ///
  /// - Returns: Whether the popup handles it. Escape and Tab close the popup unless it does.
  package func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool { false }

  /// Text was typed, after the keys that typed it were pressed.
  ///
  /// - Returns: Whether the popup handles it; false unless overridden, since keys say enough.
  package func textEntered(_ text: String) -> Bool { false }

  // MARK: Frames

  /// Updates what is in motion to the time `now`.
  ///
  /// - Returns: Whether something still moves.
  final func advance(to now: Double) -> Bool {
    layoutIfNeeded()
    return area.advance(to: now)
  }

  package override var sense: Sense { .cover }

  /// The popup with the parts that can be operated. The focus is on one of them, or else on the
  /// popup itself.
  package override var accessiblePart: AccessiblePart? {
    layoutIfNeeded()
    var part = AccessiblePart(
      Accessibility(role: role, label: name), frame: bounds, states: .focusable)
    part.children = accessibleParts
    if !part.children.contains(where: { $0.states.contains(.focused) }) {
      part.states.insert(.focused)
    }
    return part
  }

  // MARK: Drawing

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let shade = Color.black.opacity(theme.isDark ? 0.5 : 0.22)
    list.append(
      .shadow(bounds, shade, blur: 20, offset: 6, cornerRadius: Self.cornerRadius))
    list.fill(bounds, theme.raisedSurface, cornerRadius: Self.cornerRadius)
    list.append(
      .stroke(
        bounds, theme[theme.isHighContrast ? .primary : .separator], width: 1,
        cornerRadius: Self.cornerRadius))
  }

  // MARK: Placing

  /// The frame of a popup: below its anchor, above it where there is no room below, or else where
  /// there is more.
  ///
  /// It starts at the anchor's left edge or ends at the right edge, where the other one would leave
  /// the area. If neither side has enough room, it covers the anchor.
  ///
  /// - Parameters:
  ///   - size: The size the popup wants.
  ///   - area: Contains the frame, which is smaller than wanted if the area is.
  ///   - isTrailing: Whether right edges align where both have room, rather than left ones.
  ///   - leastHeight: The height down to which it is cut rather than covering the anchor.
  package static func frame(
    of size: Size, beside anchor: Rect, in area: Rect, isTrailing: Bool = false,
    leastHeight: Double = 160
  ) -> Rect {
    let width = max(min(size.width, area.width), 0)
    let (start, end) = (anchor.x, anchor.maxX - width)
    let endsThere = end >= area.x && (isTrailing || start + width > area.maxX)
    let x = max(min(endsThere ? end : start, area.maxX - width), area.x)
    let below = min(area.maxY - anchor.maxY - gap, area.height)
    let above = min(anchor.y - gap - area.y, area.height)
    let isBelow = size.height <= below || size.height > above && below >= above
    let room = isBelow ? below : above
    guard room >= min(size.height, leastHeight) else {
      let height = max(min(size.height, area.height), 0)
      let y = max(min(anchor.maxY + gap, area.maxY - height), area.y)
      return Rect(x: x, y: y, width: width, height: height)
    }
    let height = min(size.height, room)
    let y = isBelow ? max(anchor.maxY + gap, area.y) : min(anchor.y - gap, area.maxY) - height
    return Rect(x: x, y: y, width: width, height: height)
  }
}
