/// The actions of an item that is swept aside, as buttons in the room it leaves. If there is no
/// room for all, the last button stands for the rest.
package final class SweptActions: View {
  private var buttons: [SweptButton] = []

  /// The greatest share of the item's width that the buttons cover.
  private static let greatestShare = 0.8

  package required init() {
    super.init()
    clipsToBounds = true
  }

  /// Makes the buttons for `actions` beside `view`.
  ///
  /// - Returns: Their width.
  package func prepare(_ actions: [ItemAction], beside view: View) -> Double {
    for button in buttons { button.removeFromSuperview() }
    environment = view.environment
    let room = view.frame.width * Self.greatestShare
    buttons = actions.enumerated().map { button($0, $1.name, isDestructive: $1.isDestructive) }
    if buttons.reduce(0, { $0 + $1.frame.width }) > room {
      let more = button(nil, "…", isDestructive: false)
      var rest = room - more.frame.width
      let kept = buttons.prefix { button in
        rest -= button.frame.width
        return rest >= 0
      }
      for button in buttons.dropFirst(kept.count) { button.removeFromSuperview() }
      buttons = kept + [more]
    }
    var x = 0.0
    for button in buttons {
      button.frame.x = x
      x += button.frame.width
    }
    // The view gets the environment of the screen once it is there.
    environment = nil
    return min(x, room)
  }

  private func button(_ action: Int?, _ title: String, isDestructive: Bool) -> SweptButton {
    let button = SweptButton()
    addSubview(button)
    button.show(action, title, isDestructive: isDestructive)
    return button
  }

  /// Shows the buttons beside an item that belongs at `place` and is swept by `distance`.
  package func show(_ distance: Double, beside place: Rect) {
    frame = Rect(
      x: place.maxX - distance, y: place.y, width: distance, height: place.height)
    for button in buttons { button.frame.height = place.height }
  }
}

/// One of the buttons.
package final class SweptButton: Control {
  /// The index of the action; nil stands for the menu with all actions.
  package private(set) var action: Int?
  private let label = Label(.bodyMedium)
  private var isDestructive = false

  private static let padding = 16.0
  private static let leastWidth = 72.0

  package required init() {
    super.init()
    label.alignment = .center
    addSubview(label)
  }

  fileprivate func show(_ action: Int?, _ title: String, isDestructive: Bool) {
    (self.action, self.isDestructive, label.text) = (action, isDestructive, title)
    label.color = isDestructive ? .error : .primary
    let text = label.sizeThatFits(Size(width: .infinity, height: .infinity)).width
    frame.width = max(text + Self.padding * 2, Self.leastWidth)
  }

  package override var isForPointer: Bool { true }

  package override func layoutSubviews() {
    let height = label.sizeThatFits(Size(width: frame.width, height: .infinity)).height
    label.frame = Rect(
      x: 0, y: (frame.height - height) / 2, width: frame.width, height: height)
  }

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let color = theme[isDestructive ? .errorSurface : .surfacePressed]
    list.fill(bounds, color.mixed(with: theme[.primary], state.contains(.highlighted) ? 0.12 : 0))
    if theme.hasOutlines || frame.x > 0 {
      list.fill(Rect(x: 0, y: 0, width: 1, height: frame.height), theme[.separator])
    }
  }
}
