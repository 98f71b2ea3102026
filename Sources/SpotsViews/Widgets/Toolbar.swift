/// The bar at the top of a screen: the way back, a title, a field to search by, and buttons, of
/// which those without room are in a menu.
package final class Toolbar: View {
  /// How users leave the screen.
  package struct WayBack {
    /// The title of the screen it leads to, empty where that is not known; nil for a sheet, which
    /// is closed rather than left.
    package var title: String?
    package var go: () -> Void

    package init(title: String?, go: @escaping () -> Void) { (self.title, self.go) = (title, go) }
  }

  package var onPress: (_ action: Int) -> Void = { _ in }
  /// Called with the frame of the button of the menu, and the first action in it.
  package var onMenu: (Rect, Int) -> Void = { _, _ in }
  package var onSearch: () -> Void = {}
  /// The room at both sides of the lane that everything on the screen keeps to.
  package var laneInsets: () -> EdgeInsets = { .zero }
  /// Whether content is scrolled below it, from which a line separates it then.
  package var isOverContent = false {
    didSet { if isOverContent != oldValue { setNeedsDisplay() } }
  }
  /// Whether it has the surface of another bar that it stands on.
  package var isOnBar = false { didSet { if isOnBar != oldValue { setNeedsDisplay() } } }
  /// Whether there is something to search.
  package var canSearch = true { didSet { if canSearch != oldValue { setNeedsLayout() } } }
  private var model = ToolbarModel()
  private var title = ""
  private var wayBack: WayBack?
  private let (back, label) = (ElementView(), ElementView())
  private var buttons: [ElementView] = []
  /// The buttons of the search, where there is no room for its field, and of the menu.
  private let (searchButton, menuButton) = (ElementView(), ElementView())
  /// The number of actions that are not in the menu.
  private var shownCount = 0
  /// Where the field to search by is; nil where there is none, or no room for it.
  package private(set) var searchFrame: Rect?

  /// The room beside the words and icons of buttons.
  private static let padding = 12.0
  private static let gap = 4.0
  /// The least room at both sides.
  private static let margin = 16.0
  private static let leastSide = 36.0
  /// The width of the field to search by, and that of a bar which has room for it.
  private static let (searchWidth, roomyWidth) = (280.0, 640.0)
  private static let leastTitle = 96.0

  package required init() {
    super.init()
    for view in [back, label, searchButton, menuButton] { addSubview(view) }
  }

  package override var sense: Sense { .cover }
  package override var arrowsMoveInside: Bool { true }

  /// In points; the room that the bar takes from the screen.
  package static func height(isRoomy: Bool, textScale: Double) -> Double {
    ((isRoomy ? 52 : 44) * max(textScale, 1)).rounded(.up)
  }

  package func show(_ model: ToolbarModel?, title: String, wayBack: WayBack?) {
    self.model = model ?? ToolbarModel()
    (self.title, self.wayBack) = (self.model.title ?? (wayBack == nil ? "" : title), wayBack)
    while buttons.count > self.model.actions.count { buttons.removeLast().removeFromSuperview() }
    while buttons.count < self.model.actions.count {
      buttons.append(ElementView())
      addSubview(buttons[buttons.count - 1])
    }
    orderSubviews([back, label, searchButton] + buttons + [menuButton])
    setNeedsLayout()
  }

  /// The frame of the button of an action; nil for one in the menu.
  package func frame(ofAction index: Int) -> Rect? {
    layoutIfNeeded()
    return index < shownCount ? buttons[index].frame : nil
  }

  // MARK: Layout

  private var hasSearch: Bool { model.hasSearch && canSearch }
  private var isWide: Bool { frame.width >= Self.roomyWidth * textGrowth }

  package override func layoutSubviews() {
    let lane = laneInsets()
    // Words and icons, which have some room in their buttons, begin and end at the lane's edges.
    let start = max(lane.left, Self.margin) - Self.padding
    let end = max(frame.width - max(lane.right, Self.margin), start)
    label.element = LabelElement(title, font: .headline).accessible(role: .heading)
    let title = title.isEmpty ? 0 : label.size(within: .infinity).width.rounded(.up)
    let isCentered = model.actions.isEmpty && !hasSearch && wayBack != nil
    let backEnd = placeBack(
      from: start, least: isCentered ? 64 * textGrowth : 0,
      atMost: isCentered ? (frame.width - title) / 2 - 8 - start : (end - start) * 0.3)
    let rest = placeButtons(
      upTo: end, from: backEnd + min(title, Self.leastTitle * textGrowth) + 2 * Self.padding)
    // In the middle of a bar without buttons, as long as it fits.
    let middle = isCentered ? (frame.width - title) / 2 : 0
    let x = max(middle, backEnd + (wayBack == nil ? Self.padding : 8))
    place(label, at: x, width: min(title, max(rest - x - 8, 0)))
  }

  private func place(_ view: ElementView, at x: Double, width: Double) {
    let height = min(view.sizeThatFits(Size(width: width, height: .infinity)).height, frame.height)
    view.frame = Rect(
      x: x, y: ((frame.height - height) / 2).rounded(), width: width, height: height)
  }

  /// - Returns: The end of the way back.
  private func placeBack(from x: Double, least: Double, atMost: Double) -> Double {
    back.isHidden = wayBack == nil
    guard let wayBack else { return x }
    let name = wayBack.title
    var icon = Icon(.chevron, size: 18 * textGrowth, color: .role(.primary))
    icon.isFlipped = true
    let usual = words[name == nil ? .close : .back]
    let title = LabelElement(name.map { $0.isEmpty ? usual : $0 } ?? usual)
    let accessible = name.map { $0.isEmpty ? usual : words(.backTo, ["name": $0]) } ?? usual
    func show(_ parts: [any Element]) {
      // The mark has some room in its square.
      let left = name == nil ? Self.padding : Self.padding / 2
      let content = Row(spacing: 6 * textGrowth, parts)
        .inset(by: EdgeInsets(left: left, right: Self.padding))
      back.element = Tappable(
        Sized(SizeLimits(minimumHeight: 32 * textGrowth), content), onTap: wayBack.go
      ).accessible(label: accessible)
    }
    show(name == nil ? [title] : [icon, title])
    let wanted = back.size(within: .infinity).width.rounded(.up)
    var width = min(wanted, max(atMost, least))
    // Of a few letters nobody could guess the others.
    if width < wanted, least == 0, name != nil {
      show([icon])
      width = back.size(within: .infinity).width
    }
    place(back, at: x, width: width)
    return x + width
  }

  /// Places the buttons that fit between `least` and `end`, from the end.
  ///
  /// - Returns: Where they begin.
  private func placeButtons(upTo end: Double, from least: Double) -> Double {
    searchFrame = nil
    let side = (Self.leastSide * textGrowth).rounded(.up)
    let hasField = hasSearch && isWide
    let search = hasSearch ? (hasField ? Self.searchWidth * textGrowth : side) + 8 : 0
    let widths = model.actions.indices.map { index in
      buttons[index].element = button(of: index)
      return max(buttons[index].size(within: .infinity).width.rounded(.up), side)
    }
    let room = end - least - search
    var (used, count) = (widths.reduce(0) { $0 + $1 + Self.gap }, widths.count)
    while count > 0, used + (count < widths.count ? side : 0) > room {
      count -= 1
      used -= widths[count] + Self.gap
    }
    shownCount = count
    var x = end + (count == widths.count ? overhang(of: count - 1) : iconRoom)
    menuButton.isHidden = count == widths.count
    let dots = Icon(.dots, size: 20 * textGrowth, color: .role(.primary))
    menuButton.element = tappable(dots, words[.more]) { [weak self] in
      guard let self else { return }
      onMenu(menuButton.frame.offsetBy(x: frame.x, y: frame.y), shownCount)
    }
    if !menuButton.isHidden {
      x -= side
      place(menuButton, at: x, width: side)
      x -= Self.gap
    }
    for index in buttons.indices.reversed() {
      buttons[index].isHidden = index >= count
      guard index < count else { continue }
      x -= widths[index]
      place(buttons[index], at: x, width: widths[index])
      x -= Self.gap
    }
    return placeSearch(before: x, width: search - 8, hasField)
  }

  /// The room beside an icon in its square.
  private var iconRoom: Double { (Self.leastSide - 20) / 2 * textGrowth }

  /// How far the last button reaches beyond what is seen of it.
  private func overhang(of last: Int) -> Double {
    guard last >= 0 else { return hasSearch && !isWide ? iconRoom : 0 }
    if emphasis(of: last) == .primary { return 0 }
    return hasWords(last) ? Self.padding : iconRoom
  }

  private func emphasis(of index: Int) -> ButtonEmphasis {
    model.actions[index].isDestructive ? .destructive : model.actions[index].emphasis
  }

  private func hasWords(_ index: Int) -> Bool {
    model.actions[index].icon == nil || isWide && !model.actions[index].title.isEmpty
  }

  private func placeSearch(before x: Double, width: Double, _ hasField: Bool) -> Double {
    searchButton.isHidden = !hasSearch || hasField
    guard hasSearch else { return x }
    if hasField {
      let height = min((Self.leastSide * textGrowth).rounded(.up), frame.height)
      searchFrame = Rect(
        x: x - 8 - width, y: ((frame.height - height) / 2).rounded(), width: width, height: height)
    } else {
      let icon = Icon("edit-find", size: 20 * textGrowth, color: .role(.primary))
      searchButton.element = tappable(icon, words[.search]) { [weak self] in self?.onSearch() }
      place(searchButton, at: x - width, width: width)
    }
    return x - 8 - width
  }

  // MARK: Buttons

  private func tappable(
    _ face: any Element, _ label: String, onTap: @escaping () -> Void
  ) -> any Element {
    let side = Self.leastSide * textGrowth
    let content = Aligned(horizontal: .center, vertical: .center, face)
    return Tappable(
      Sized(SizeLimits(minimumWidth: side, minimumHeight: side), content), onTap: onTap
    ).accessible(label: label)
  }

  private func button(of index: Int) -> any Element {
    let action = model.actions[index]
    let emphasis = emphasis(of: index)
    let color = Paint.role(
      emphasis == .primary ? .onAccent : emphasis == .destructive ? .error : .primary)
    let icon = action.icon.map {
      Icon(Icon.Name(rawValue: $0), size: 20 * textGrowth, color: color)
    }
    let words = LabelElement(action.name, font: .bodyMedium, color: color)
    let hasWords = hasWords(index)
    let icons: [any Element] = icon.map { [$0] } ?? []
    let face = Row(spacing: 8, icons + (hasWords ? [words] : []))
      .inset(horizontal: hasWords ? Self.padding : 0)
    let button = tappable(face, action.name) { [weak self] in self?.onPress(index) }
    return emphasis == .primary ? Box(color: .role(.accent), cornerRadius: 8, button) : button
  }

  // MARK: Looks

  package override func draw(in list: inout DrawList) {
    guard let environment else { return }
    if isOnBar { list.fill(bounds, environment.theme[.surface]) }
    guard isOverContent, !isOnBar else { return }
    let line = environment.hairline
    list.fill(
      Rect(x: 0, y: frame.height - line, width: frame.width, height: line),
      environment.theme[.separator])
  }

  package override var accessibleParts: [AccessiblePart] {
    layoutIfNeeded()
    var bar = AccessiblePart(Accessibility(role: .toolBar, label: title), frame: bounds)
    bar.children = subviews.filter { !$0.isHidden }.flatMap { view in
      view.accessibleParts.map { $0.moved(by: view.frame.origin) }
    }
    return [bar]
  }
}
