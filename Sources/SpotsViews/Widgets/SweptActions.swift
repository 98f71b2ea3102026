/// The actions of an item that is swept aside, as buttons in the room it leaves. If there is no
/// room for all, the last button stands for the rest.
package final class SweptActions: View {
  /// One of the buttons.
  package enum Button: Equatable {
    /// The action at an index.
    case action(Int)
    /// The menu with all actions.
    case more
  }

  private struct Part {
    var button: Button
    var label: Label
    var isDestructive: Bool
  }

  private var parts: [Part] = []
  /// The button that is pressed.
  package var pressed: Button? { didSet { if pressed != oldValue { setNeedsDisplay() } } }

  private static let padding = 16.0
  private static let leastWidth = 72.0
  /// The greatest share of the item's width that the buttons cover.
  private static let greatestShare = 0.8

  package required init() {
    super.init()
    clipsToBounds = true
  }

  // MARK: Layout

  /// Makes the buttons for `actions` beside `view`.
  ///
  /// - Returns: Their width.
  package func prepare(_ actions: [ItemAction], beside view: View) -> Double {
    for part in parts { part.label.removeFromSuperview() }
    environment = view.environment
    let room = view.frame.width * Self.greatestShare
    parts = actions.enumerated().map { index, action in
      part(.action(index), action.name, isDestructive: action.isDestructive)
    }
    if parts.reduce(0, { $0 + $1.label.frame.width }) > room {
      let more = part(.more, "…", isDestructive: false)
      var rest = room - more.label.frame.width
      let kept = parts.prefix { part in
        rest -= part.label.frame.width
        return rest >= 0
      }
      for part in parts.dropFirst(kept.count) { part.label.removeFromSuperview() }
      parts = kept + [more]
    }
    var x = 0.0
    for part in parts {
      part.label.frame.x = x
      x += part.label.frame.width
    }
    pressed = nil
    // The view gets the environment of the screen once it is there.
    environment = nil
    return min(x, room)
  }

  private func part(_ button: Button, _ title: String, isDestructive: Bool) -> Part {
    let label = Label(.bodyMedium)
    addSubview(label)
    label.text = title
    label.alignment = .center
    label.color = isDestructive ? .error : .primary
    let text = label.sizeThatFits(Size(width: .infinity, height: .infinity)).width
    label.frame.width = max(text + Self.padding * 2, Self.leastWidth)
    return Part(button: button, label: label, isDestructive: isDestructive)
  }

  /// Shows the buttons beside an item that belongs at `place` and is swept by `distance`.
  package func show(_ distance: Double, beside place: Rect) {
    frame = Rect(
      x: place.maxX - distance, y: place.y, width: distance, height: place.height)
    for part in parts {
      let width = part.label.frame.width
      let height = part.label.sizeThatFits(Size(width: width, height: .infinity)).height
      part.label.frame = Rect(
        x: part.label.frame.x, y: (place.height - height) / 2, width: width, height: height)
    }
  }

  /// The button at a point; nil for none.
  package func button(at point: Point) -> Button? {
    guard bounds.contains(point) else { return nil }
    return parts.first { $0.label.frame.x <= point.x && point.x < $0.label.frame.maxX }?.button
  }

  // MARK: Drawing

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    for (index, part) in parts.enumerated() {
      let button = Rect(
        x: part.label.frame.x, y: 0, width: part.label.frame.width, height: frame.height)
      let color = theme[part.isDestructive ? .errorSurface : .surfacePressed]
      list.fill(button, color.mixed(with: theme[.primary], part.button == pressed ? 0.12 : 0))
      if theme.hasOutlines || index > 0 {
        list.fill(Rect(x: button.x, y: 0, width: 1, height: frame.height), theme[.separator])
      }
    }
  }
}
